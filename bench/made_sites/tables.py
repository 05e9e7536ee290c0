"""What came of many sites: F1 over the values of each dimension, the worst corner, and what it cost."""

import statistics
from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations

from bench.made_sites.measuring import Outcome
from bench.made_sites.plan import DIMENSIONS

_CORNER = 5  # sites of which a corner must have this many, so as not to be named by one alone


def tables(outcomes: Sequence[Outcome]) -> Iterator[str]:
    """Yield the lines of the tables."""
    heads = f"{'sites':>6}{'F1':>7}{'P':>7}{'R':>7}{'<.90':>6}{'per hit':>9}{'steps':>7}"
    yield f"{'dimension':<13}{'value':<24}{heads}{'answers: F1 after 1, 2':>24}{'all pages':>11}"
    for dimension, values in DIMENSIONS.items():
        for value in values:
            rows = [one for one in outcomes if one.plan[dimension] == value]
            if rows:
                yield f"{dimension:<13}{value:<24}{_figures(rows)}"
    for told, words in ((True, "yes"), (False, "no, one block alone")):
        if rows := [one for one in outcomes if one.knowable and one.knowable.told == told]:
            yield f"{'told':<13}{words:<24}{_figures(rows)}"
    yield f"{'all':<37}{_figures(outcomes)}"
    yield f"worst cell: {_worst(outcomes, 1)}"
    yield f"worst corner of two dimensions: {_worst(outcomes, 2)}"
    yield from _summary(outcomes)
    yield from _after_answers(outcomes)
    yield from _with_all_pages(outcomes)


def _after_answers(outcomes: Sequence[Outcome]) -> Iterator[str]:
    most = max(len(one.answered) for one in outcomes)
    if most:
        means = (statistics.fmean(o.f1_after(n) for o in outcomes) for n in range(most + 1))
        asked = sum(bool(one.answered) for one in outcomes)
        yield f"F1 with no answer, one, …: {', '.join(f'{mean:.3f}' for mean in means)}; asked on {asked} sites"


def _with_all_pages(outcomes: Sequence[Outcome]) -> Iterator[str]:
    known = [one.knowable for one in outcomes if one.knowable]
    if known:
        best, decided = (
            statistics.fmean(getattr(k, n) for k in known) for n in ("best", "decided")
        )
        yield f"given all pages: the best rule {best:.3f}, as decided {decided:.3f}"


def _figures(rows: Sequence[Outcome]) -> str:
    f1 = [one.score.f1 for one in rows]
    precision = statistics.fmean(one.score.precision for one in rows)
    recall = statistics.fmean(one.score.recall for one in rows)
    steps = statistics.median(one.steps for one in rows)
    low = sum(one < 0.9 for one in f1)
    return (
        f"{len(rows):>6}{statistics.fmean(f1):>7.3f}{precision:>7.3f}{recall:>7.3f}{low:>6}"
        f"{_per_hit(rows):>9.2f}{steps:>7.0f}{_answered(rows):>24}{_given_all(rows):>11}"
    )


def _answered(rows: Sequence[Outcome]) -> str:
    """Return F1 after one answer and after two, where questions were answered."""
    if not any(one.answered for one in rows):
        return ""
    return "".join(f"{statistics.fmean(one.f1_after(n) for one in rows):>8.3f}" for n in (1, 2))


def _given_all(rows: Sequence[Outcome]) -> str:
    known = [one.knowable.decided for one in rows if one.knowable]
    return f"{statistics.fmean(known):.3f}" if known else ""


def _per_hit(rows: Sequence[Outcome]) -> float:
    return sum(one.crawled_by for one in rows) / max(1, sum(one.score.hits for one in rows))


def _worst(outcomes: Sequence[Outcome], size: int) -> str:
    """Name the values of some dimensions together at which F1 is lowest."""
    cells: defaultdict[tuple[str, ...], list[float]] = defaultdict(list)
    for one in outcomes:
        for dimensions in combinations(DIMENSIONS, size):
            cells[tuple(f"{d}: {one.plan[d]}" for d in dimensions)].append(one.score.f1)
    means = {cell: statistics.fmean(f1) for cell, f1 in cells.items() if len(f1) >= _CORNER}
    if not means:
        return f"none has {_CORNER} sites"
    worst = min(means, key=means.__getitem__)
    return f"{', '.join(worst)}: F1 {means[worst]:.3f} ({len(cells[worst])} sites)"


def _summary(outcomes: Sequence[Outcome]) -> Iterator[str]:
    steps = sorted(one.steps for one in outcomes)
    per_hit = [one.crawled_by / one.score.hits for one in outcomes if one.score.hits]
    true = sum(one.said_true for one in outcomes) / len(outcomes)
    learned = sum(one.learned_by for one in outcomes) / sum(one.pages for one in outcomes)
    yield (
        f"steps: median {statistics.median(steps):.0f}, 95th percentile {steps[int(0.95 * (len(steps) - 1))]}; "
        f"crawl: {statistics.median(per_hit or [0]):.2f} downloads a target (median), {_per_hit(outcomes):.2f} over all; "
        f"learning: {learned:.2f} requests a page of the site"
    )
    yield f"expected within 5 % of what was found: {true:.1%} of {len(outcomes)} sites; nothing found: {sum(not one.found for one in outcomes)}"
    yield f"{statistics.fmean(one.seconds for one in outcomes):.2f} s a site"
