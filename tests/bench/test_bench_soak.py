import sys

import pytest
from bench.gauge import Gauge
from bench.score import Score
from bench.soak import Soaked
from bench.watching import Part, Sample, among_lists, among_targets, tenths, watch


def cpu_of(parts):
    return [part.cpu_ms for part in parts]


def test_a_steady_process_costs_the_same_in_each_tenth():
    samples = [Sample(pages, pages * 0.002, 50.0) for pages in range(0, 1001, 7)] + [
        Sample(1000, 2.0, 50.0)
    ]
    assert cpu_of(tenths(samples)) == pytest.approx([2.0] * 10)


def test_a_growing_cost_shows_in_the_later_tenths():
    samples = [Sample(pages, pages**2 / 1e6, 50.0) for pages in range(0, 1001, 10)]
    costs = cpu_of(tenths(samples))
    assert costs == sorted(costs)
    assert costs[-1] > 10 * costs[0]


def test_starting_up_is_no_part_of_the_first_tenth():
    samples = [
        Sample(0, 0.0, 1.0),
        Sample(0, 1.5, 1.0),
        Sample(50, 1.6, 1.0),
        Sample(100, 1.7, 1.0),
    ]
    assert cpu_of(tenths(samples)) == pytest.approx([2.0] * 10)


def test_lists_and_targets_are_looked_at_apart():
    lists = [Sample(pages, pages * 0.010, 1.0) for pages in range(101)]
    targets = [Sample(100 + pages, 1 + pages * 0.002, 1.0, pages) for pages in range(1, 201)]
    assert cpu_of(tenths(among_lists(lists + targets))) == pytest.approx([10.0] * 10)
    assert cpu_of(tenths(among_targets(lists[:100] + targets))) == pytest.approx([2.0] * 10, 0.3)


def test_a_machine_that_gets_slower_is_told_from_work_that_grows():
    class Known(Gauge):
        def speed(self, since, until):
            return (since + until) / 2  # seconds a run, more and more of them

    samples = [Sample(pages, pages**2 / 1e6, 50.0, gauged=pages) for pages in range(0, 1001, 10)]
    runs = [part.runs for part in tenths(samples, Known())]
    assert runs == pytest.approx([runs[0]] * 10)


def test_the_gauge_leaves_out_what_is_odd():
    gauge = Gauge()
    for _ in range(50):
        gauge.run()
    assert gauge.runs == 50
    middling = gauge.speed(0, 50)
    gauge._times[7] = 1000.0
    assert gauge.speed(0, 50) == pytest.approx(middling, rel=0.5)


def test_what_is_too_large_or_not_flat_or_not_found_is_said():
    good = Soaked(Score(9, 9, 9), 100, 200.0, [Part(2.0)] * 10)
    bad = Soaked(Score(7, 7, 9), 100, 500.0, [Part(2.0)] * 9 + [Part(3.0)])
    assert good.failures == []
    assert [failure.split()[0] for failure in bad.failures] == [
        "peak",
        "cost",
        "the",
        "found",
    ]


def test_where_there_is_a_gauge_its_word_counts():
    assert Soaked(Score(9, 9, 9), 1, 1.0, [Part(2.0, 4)] * 9 + [Part(3.0, 4)]).failures == []
    assert Soaked(Score(9, 9, 9), 1, 1.0, [Part(2.0, 4)] * 9 + [Part(2.0, 6)]).failures


def test_a_process_is_watched_until_it_ends():
    samples = watch([sys.executable, "-c", "sum(range(3_000_000))"], lambda: 7)
    assert samples[-1].pages == 7
    assert samples[-1].peak_mb >= 0
    with pytest.raises(SystemExit, match="exit 3"):
        watch([sys.executable, "-c", "raise SystemExit(3)"], lambda: 0)
