"""A sample of the soak of disturbances: nothing is lost, doubled or falsely told."""

from bench.disturbed import main


def test_a_joint_crawl_that_is_disturbed_in_every_way_ends_as_if_it_was_not(capsys):
    arguments = ["--work", "joint crawl, SQLite", "--kills", "3", "--outages", "2", "--seed", "4"]
    assert main(arguments) == 0, capsys.readouterr().out
    assert "3 kills and" in capsys.readouterr().out
