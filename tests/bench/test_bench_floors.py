from bench.floors import check, read_floors, update, write_floors
from bench.results import Phase, Result
from bench.score import Score


def phase(downloads):
    return Phase(downloads, downloads, downloads, {200: downloads}, 1.0, 1.0, 50.0)


def result(hits, *, learn=100, crawl=20, case="shop"):
    score = Score(hits, 10, 10)
    return Result(case, "auto", "entry", "ok", score, 200, phase(learn), phase(crawl))


FLOORS = update([result(8)], {})


def test_the_first_run_sets_the_floors():
    assert FLOORS == {
        "shop/auto/entry": {
            "precision": 0.8,
            "recall": 0.8,
            "f1": 0.8,
            "learn_downloads": 100,
            "crawl_per_hit": 2.5,
        }
    }


def test_a_better_run_raises_them():
    raised = update([result(9, learn=90, crawl=18)], FLOORS)["shop/auto/entry"]
    assert (raised["f1"], raised["learn_downloads"], raised["crawl_per_hit"]) == (0.9, 90, 2)


def test_a_worse_run_leaves_them_where_they_are():
    assert update([result(7, learn=500, crawl=99)], FLOORS) == FLOORS


def test_only_naming_the_case_lowers_them():
    worse = [result(7, learn=500), result(7, case="other")]
    floors = update([result(8, case="other")], FLOORS)
    lowered = update(worse, floors, lower={"shop"})
    assert lowered["shop/auto/entry"]["f1"] == 0.7
    assert lowered["shop/auto/entry"]["learn_downloads"] == 500
    assert lowered["other/auto/entry"] == floors["other/auto/entry"]


def test_what_sank_is_named():
    messages = [str(sunk) for sunk in check([result(7, crawl=28)], FLOORS)]
    assert messages == [
        "shop/auto/entry: precision 0.7, but at least 0.8 is due",
        "shop/auto/entry: recall 0.7, but at least 0.8 is due",
        "shop/auto/entry: f1 0.7, but at least 0.8 is due",
        "shop/auto/entry: crawl_per_hit 4, but at most 2.5 is due",
    ]


def test_reaching_the_floor_is_enough_and_a_new_case_cannot_sink():
    assert check([result(8, learn=101), result(1, case="new")], FLOORS) == []


def test_a_run_that_found_nothing_sets_no_mark_for_thrift():
    assert "learn_downloads" not in update([result(0, learn=1)], {})["shop/auto/entry"]
    assert [sunk.measure for sunk in check([result(0)], FLOORS)] == ["precision", "recall", "f1"]


def test_floors_survive_the_file(tmp_path):
    file = tmp_path / "floors.json"
    assert read_floors(file) == {}
    write_floors(FLOORS, file)
    assert read_floors(file) == FLOORS
