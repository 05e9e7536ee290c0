"""The benchmark's results for people: a row as soon as it is known, and a summary at the end."""

import re
import statistics
from collections.abc import Callable, Iterable

from bench.results import Phase, Result

Row = Callable[[Result], str]


def _number(value: float | None, digits: int = 0) -> str:
    return "–" if value is None else f"{value:.{digits}f}"


def _of(part: Callable[[Result], Phase | None], what: Callable[[Phase], float], digits: int) -> Row:
    def cell(result: Result) -> str:
        phase = part(result)
        return _number(None if phase is None else what(phase), digits)

    return cell


def _peak(result: Result) -> str:
    return _number(max(phase.peak_mb for phase in (result.learn, result.crawl) if phase))


def _learn(result: Result) -> Phase | None:
    return result.learn


def _crawl(result: Result) -> Phase | None:
    return result.crawl


# Heading, width (negative: flush left) and what stands there; bench/README.md explains each.
COLUMNS: tuple[tuple[str, int, Row], ...] = (
    ("case", -22, lambda r: r.case),
    ("strategy", -11, lambda r: r.strategy),
    ("variant", -18, lambda r: r.variant),
    ("P", 6, lambda r: _number(r.precision, 3)),
    ("R", 6, lambda r: _number(r.recall, 3)),
    ("F1", 6, lambda r: _number(r.f1, 3)),
    ("targets", 7, lambda r: str(r.score.targets)),
    ("site", 6, lambda r: str(r.reachable_pages)),
    ("learn", 6, _of(_learn, lambda p: p.downloads, 0)),
    ("crawl", 6, _of(_crawl, lambda p: p.downloads, 0)),
    ("per hit", 7, lambda r: _number(r.downloads_per_target, 2)),
    ("steps", 5, lambda r: _number(r.steps)),
    ("said", 6, lambda r: _number(r.expected)),
    ("ms/page", 7, _of(_learn, lambda p: p.cpu_ms_per_page, 1)),
    ("ms/page", 7, _of(_crawl, lambda p: p.cpu_ms_per_page, 1)),
    ("MB", 5, _peak),
    ("s", 6, lambda r: _number(sum(p.wall_seconds for p in (r.learn, r.crawl) if p), 1)),
    ("ended", -8, lambda r: f"{r.ended} {r.detail}".strip()),
)


def heading() -> str:
    """Name the columns."""
    return _line(name for name, _, _ in COLUMNS)


def row(result: Result) -> str:
    """Show one result."""
    text = _line(cell(result) for _, _, cell in COLUMNS)
    if result.unseen is not None:
        text += f"; {result.unseen.hits} of {result.unseen.targets} hidden targets found"
    return text


def _line(cells: Iterable[str]) -> str:
    sizes = (width for _, width, _ in COLUMNS)
    return "  ".join(
        f"{cell:<{-width}}" if width < 0 else f"{cell:>{width}}"
        for cell, width in zip(cells, sizes, strict=True)
    ).rstrip()


def summary(results: list[Result]) -> list[str]:
    """Sum up each strategy and variant in a line, all other samples of a class in one."""
    kinds: dict[tuple[str, str], list[Result]] = {}
    for result in results:
        variant = re.sub(r"\+sample\d+$", "+other samples", result.variant)
        kinds.setdefault((result.strategy, variant), []).append(result)
    return [_summed(strategy, variant, rows) for (strategy, variant), rows in kinds.items()]


def _summed(strategy: str, variant: str, results: list[Result]) -> str:
    f1 = [result.f1 for result in results]
    exact = sum(result.precision == 1 and result.recall >= 0.95 for result in results)
    parts = [
        f"{strategy} {variant}: {len(results)} rows, mean F1 {statistics.fmean(f1):.3f}",
        f"{sum(value < 0.9 for value in f1)} below .90",
        f"P = 1 and R >= .95 on {exact / len(results):.0%}",
    ]
    shares = [
        result.learn.downloads / result.reachable_pages
        for result in results
        if result.learn and result.reachable_pages > 500
    ]
    if shares:
        parts.append(
            f"learning fetched {statistics.median(shares):.0%} of the larger sites (median)"
        )
    per_hit = [value for r in results if (value := r.downloads_per_target) is not None]
    if per_hit:
        hits = sum(r.score.hits for r in results if r.downloads_per_target is not None)
        crawled = sum(r.crawl.downloads for r in results if r.crawl and r.score.hits)
        overall = crawled / hits
        parts.append(
            f"crawling {statistics.median(per_hit):.2f} a hit (median), {overall:.2f} over all"
        )
    steps = sorted(r.steps for r in results if r.steps is not None)
    if steps:
        most = steps[int(0.95 * (len(steps) - 1))]
        parts.append(f"{statistics.median(steps):.0f} steps (median), {most} (95th percentile)")
        parts.append(f"said true of {sum(r.said_true for r in results) / len(results):.0%}")
    unseen = [result.unseen for result in results if result.unseen is not None]
    if unseen:
        found = sum(part.hits for part in unseen)
        parts.append(f"hidden targets found {found / max(1, sum(p.targets for p in unseen)):.1%}")
    return "; ".join(parts)
