"""Floors: what a case reached once and may not fall below unasked.

Precision, recall and F1 have a lowest value, downloads a highest one; `--check` compares a run with
them. `--update` moves them the better way only; nothing but `--lower CASE` moves them the worse way.
"""

import json
from collections.abc import Collection, Iterable
from dataclasses import dataclass
from pathlib import Path

from bench.results import Result

FILE = Path(__file__).with_name("floors.json")

Floors = dict[str, dict[str, float]]

_AT_LEAST = ("precision", "recall", "f1")
_AT_MOST = ("learn_downloads", "crawl_per_hit")
_ROUNDING = 0.00005
# Requests that are under way when a limit is reached may or may not be sent.
_DOWNLOAD_SLACK = 0.02


@dataclass(frozen=True, slots=True)
class Sunk:
    """One measure of one case that is worse than its floor."""

    key: str
    measure: str
    floor: float
    value: float

    def __str__(self) -> str:
        limit = "at most" if self.measure in _AT_MOST else "at least"
        return f"{self.key}: {self.measure} {self.value:g}, but {limit} {self.floor:g} is due"


def read_floors(file: Path = FILE) -> Floors:
    """Read the floors; none are kept yet where there is no file."""
    if not file.is_file():
        return {}
    floors: Floors = json.loads(file.read_text(encoding="utf-8"))
    return floors


def write_floors(floors: Floors, file: Path = FILE) -> None:
    """Write the floors in the order of their keys, so that a change shows as a small difference."""
    file.write_text(json.dumps(floors, indent=1, sort_keys=True) + "\n", encoding="utf-8")


def check(results: Iterable[Result], floors: Floors) -> list[Sunk]:
    """List what sank below its floor; a result without a floor cannot sink."""
    sunk = []
    for result in results:
        reached = _measures(result)
        for measure, floor in floors.get(result.key, {}).items():
            value = reached.get(measure)
            if value is not None and _worse(measure, value, floor):
                sunk.append(Sunk(result.key, measure, floor, value))
    return sunk


def update(
    results: Iterable[Result], floors: Floors, lower: Collection[str] = frozenset()
) -> Floors:
    """Raise the floors to what was reached; for the cases named in `lower`, set them to it."""
    raised = {key: dict(values) for key, values in floors.items()}
    for result in results:
        reached = _measures(result)
        if result.case in lower:
            raised[result.key] = reached
            continue
        known = raised.setdefault(result.key, {})
        for measure, value in reached.items():
            known[measure] = _better(measure, known.get(measure, value), value)
    return raised


def _measures(result: Result) -> dict[str, float]:
    values: dict[str, float] = {
        "precision": result.precision,
        "recall": result.recall,
        "f1": result.f1,
    }
    # Who found nothing saved no downloads: such a run must not become the mark for thrift.
    per_hit = result.downloads_per_target
    if result.learn is not None and per_hit is not None:
        values["learn_downloads"] = result.learn.downloads
        values["crawl_per_hit"] = per_hit
    return {measure: round(value, 4) for measure, value in values.items()}


def _worse(measure: str, value: float, floor: float) -> bool:
    if measure in _AT_MOST:
        return value > floor * (1 + _DOWNLOAD_SLACK)
    return value < floor - _ROUNDING


def _better(measure: str, known: float, reached: float) -> float:
    return min(known, reached) if measure in _AT_MOST else max(known, reached)
