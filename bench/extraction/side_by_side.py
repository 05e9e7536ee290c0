"""All methods side by side: F1 and documents per second of each on each site, and what is due of them."""

import statistics
from collections.abc import Iterable, Sequence

from bench.extraction.methods import Outcome

# The mean F1 over all attributes of all sites of a part that each way to learn has to reach.
_DUE = {("swde", "by-itself"): 0.90, ("swde", "by-example"): 0.95, ("captures", "by-example"): 0.97}
_OWN = "by-example"  # the rivals are shown the same examples


def table(outcomes: Sequence[Outcome]) -> list[str]:
    """Show a line for each site and one for the means; nothing where only one method ran."""
    methods = list(dict.fromkeys(outcome.method for outcome in outcomes))
    if len(methods) < 2:
        return []
    found = {(outcome.task, outcome.method): outcome for outcome in outcomes}
    lines = ["F1 and docs/s        " + "".join(f"{method:>20}" for method in methods)]
    for site in dict.fromkeys(outcome.task for outcome in outcomes):
        cells = [_cell(found[site, method]) for method in methods if (site, method) in found]
        lines.append(f"{site:<21}" + "".join(f"{cell:>20}" for cell in cells))
    totals = [[one for one in outcomes if one.method == method] for method in methods]
    lines.append(
        f"{'mean F1, median speed':<21}"
        + "".join(f"{f'{mean_f1(own):.3f} {speed(own):>7.0f}/s':>20}" for own in totals)
    )
    return lines


def missed(part: str, outcomes: Sequence[Outcome]) -> list[str]:
    """Say what is due of a complete run over a part and was not reached."""
    by_method: dict[str, list[Outcome]] = {}
    for outcome in outcomes:
        by_method.setdefault(outcome.method, []).append(outcome)
    faults = []
    for (due_part, method), due in _DUE.items():
        if due_part == part and method in by_method and mean_f1(by_method[method]) < due:
            faults.append(
                f"{part}, {method}: mean F1 {mean_f1(by_method[method]):.3f}, {due} is due"
            )
    own = by_method.get(_OWN, [])
    for method, others in by_method.items():
        if method in {_OWN, "by-itself"} or not own:
            continue
        if mean_f1(others) >= mean_f1(own):
            faults.append(f"{part}: {method} is ahead in F1")
        if speed(others) >= speed(own):
            faults.append(f"{part}: {method} is ahead in docs/s")
    return faults


def mean_f1(outcomes: Iterable[Outcome]) -> float:
    """Return the mean over all attributes of all sites."""
    scores = [score.f1 for outcome in outcomes for score in outcome.scores.values()]
    return statistics.fmean(scores) if scores else 0.0


def speed(outcomes: Iterable[Outcome]) -> float:
    """Return the median of the sites where the method came to an end."""
    speeds = [outcome.pages_per_second for outcome in outcomes if outcome.pages_per_second]
    return statistics.median(speeds) if speeds else 0.0


def _cell(outcome: Outcome) -> str:
    if not outcome.pages_per_second:
        return outcome.detail.partition(":")[0][:18] or "nothing"
    return f"{mean_f1([outcome]):.3f} {outcome.pages_per_second:>7.0f}/s"
