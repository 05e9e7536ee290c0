"""Results for people and for floors: one row for each attribute of each site and method."""

import statistics
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from bench.extraction.methods import Outcome
from bench.extraction.scoring import FieldScore
from bench.extraction.side_by_side import speed
from bench.results import Scored


@dataclass(frozen=True, slots=True)
class Row(Scored):
    """One attribute of one site by one method; has what `bench.floors` looks at."""

    case: str
    attribute: str
    method: str
    score: FieldScore
    learn: None = None
    downloads_per_target: None = None

    @property
    def key(self) -> str:
        """The name of this row among the floors."""
        return f"{self.case}/{self.attribute}/{self.method}"

    def content(self) -> dict[str, Any]:
        """Return the row as JSON values."""
        return {
            "case": self.case,
            "attribute": self.attribute,
            "method": self.method,
            "precision": round(self.precision, 4),
            "recall": round(self.recall, 4),
            "f1": round(self.f1, 4),
        } | asdict(self.score)


def rows_of(outcome: Outcome) -> list[Row]:
    """Return the rows of an outcome."""
    return [
        Row(outcome.task, name, outcome.method, score) for name, score in outcome.scores.items()
    ]


def line(outcome: Outcome) -> str:
    """Show an outcome: the F1 of each attribute, and the time."""
    parts = " ".join(f"{name} {score.f1:.2f}" for name, score in outcome.scores.items())
    return (
        f"{outcome.task:<22}{outcome.method:<12}{parts:<75}"
        f"{outcome.learn_seconds:>7.2f} s{outcome.pages_per_second:>8.0f} docs/s  "
        f"{outcome.detail}"
    ).rstrip()


def summary(outcomes: Sequence[Outcome]) -> list[str]:
    """Summarise each method: the mean over sites' attributes, and the speed."""
    lines = []
    for method in dict.fromkeys(outcome.method for outcome in outcomes):
        own = [outcome for outcome in outcomes if outcome.method == method]
        lines.append(f"{method:<12}{_means(own)}")
    return lines


def _means(outcomes: Iterable[Outcome]) -> str:
    outcomes = list(outcomes)
    scores = [score for outcome in outcomes for score in outcome.scores.values()]
    if not scores:
        return "nothing scored"
    means = [
        statistics.fmean(getattr(score, name) for score in scores)
        for name in ("precision", "recall", "f1")
    ]
    pages = [score.f1 for outcome in outcomes for score in outcome.by_page.values()]
    learn = max(outcome.learn_seconds for outcome in outcomes)
    low = sum(score.f1 < 0.9 for score in scores)
    ended = sum(bool(outcome.pages_per_second) for outcome in outcomes)
    not_ended = f"; came to no end on {len(outcomes) - ended} sites" * (ended < len(outcomes))
    return (
        f"{len(scores)} attributes of {len(outcomes)} sites: mean P {means[0]:.3f} R {means[1]:.3f} "
        f"F1 {means[2]:.3f} (by page {statistics.fmean(pages):.3f}); {low} below .90; "
        f"{speed(outcomes):.0f} docs/s (median), slowest to learn {learn:.1f} s{not_ended}"
    )
