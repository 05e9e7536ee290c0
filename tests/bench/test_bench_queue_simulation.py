"""The simulated day: a small one is run by the same queue, and its killed workers lose and double nothing."""

from bench.queue_simulation import main


def test_every_site_is_run_once_though_workers_are_killed(capsys):
    assert main(["--sites", "40", "--workers", "4", "--kills", "12"]) == 0
    assert "0 sites not run exactly once" in capsys.readouterr().out
