import sys

import pytest
from bench.score import Score
from bench.soak import Sample, Soaked, tenths, watch


def test_a_steady_process_costs_the_same_in_each_tenth():
    samples = [Sample(pages, pages * 0.002, 50.0) for pages in range(0, 1001, 7)] + [
        Sample(1000, 2.0, 50.0)
    ]
    assert tenths(samples) == pytest.approx([2.0] * 10)


def test_a_growing_cost_shows_in_the_later_tenths():
    samples = [Sample(pages, pages**2 / 1e6, 50.0) for pages in range(0, 1001, 10)]
    costs = tenths(samples)
    assert costs == sorted(costs)
    assert costs[-1] > 10 * costs[0]


def test_starting_up_is_no_part_of_the_first_tenth():
    samples = [
        Sample(0, 0.0, 1.0),
        Sample(0, 1.5, 1.0),
        Sample(50, 1.6, 1.0),
        Sample(100, 1.7, 1.0),
    ]
    assert tenths(samples) == pytest.approx([2.0] * 10)


def test_what_is_too_large_or_not_flat_or_not_found_is_said():
    good = Soaked(Score(9, 9, 9), 100, 200.0, [2.0] * 10)
    bad = Soaked(Score(7, 7, 9), 100, 500.0, [2.0] * 9 + [3.0])
    assert good.failures == []
    assert [failure.split()[0] for failure in bad.failures] == [
        "peak",
        "cost",
        "the",
        "found",
    ]


def test_a_process_is_watched_until_it_ends():
    samples = watch([sys.executable, "-c", "sum(range(3_000_000))"], lambda: 7)
    assert samples[-1].pages == 7
    assert samples[-1].peak_mb >= 0
    with pytest.raises(SystemExit, match="exit 3"):
        watch([sys.executable, "-c", "raise SystemExit(3)"], lambda: 0)
