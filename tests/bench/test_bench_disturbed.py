"""A sample of the soak of disturbances: nothing is lost, doubled or falsely told."""

from bench.disturbed import in_order, main


def test_a_joint_crawl_that_is_disturbed_in_every_way_ends_as_if_it_was_not(capsys):
    arguments = ["--work", "joint crawl, SQLite", "--kills", "3", "--outages", "2", "--seed", "4"]
    assert main(arguments) == 0, capsys.readouterr().out
    assert "3 kills and" in capsys.readouterr().out


def test_what_is_told_is_the_same_in_any_order_and_different_if_anything_is_missing():
    fields = [{"field": "brand", "missing": ["/2", "/1"]}, {"field": "name", "missing": []}]
    others = [{"field": "name", "missing": []}, {"field": "brand", "missing": ["/1", "/2"]}]
    assert in_order({"fields": fields}) == in_order({"fields": others})
    assert in_order({"fields": fields}) != in_order({"fields": others[:1]})
