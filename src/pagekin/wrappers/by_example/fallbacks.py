"""Fall-backs: candidates behind the best one that find more and never contradict it."""

from collections.abc import Sequence

from pagekin.wrappers.by_example.locator_trials import NUMBER, Belief, Texts, Trial
from pagekin.wrappers.model import Anchor

MAX_LOCATORS = 4
_AGREEING = 0.9  # the share of pages on which a fall-back finds the same as the best


def rank(trial: Trial, belief: Belief) -> float:
    """Return how good a candidate is: by what it finds, then by trust, then by its look."""
    locator = trial.locator
    length = len(locator.path) + len(locator.before) + len(locator.after)
    unsightly = 0.01 * (not trial.alone)
    unsightly += 0.02 * bool(locator.before or locator.after) + 0.02 * ("/@" in locator.path)
    return belief.score(trial) + 0.02 * trial.candidate.trust - 0.0001 * length - unsightly


def with_fallbacks(ranked: Sequence[Trial], belief: Belief) -> list[Trial]:
    """Return the best candidate, then those that find what it misses and are never wrong.

    Last come others with another anchor, for pages unlike any of these.
    """
    chosen = [ranked[0]]
    missed = {page for page, texts in enumerate(ranked[0].found) if not texts}
    for trial in ranked[1:]:
        if len(chosen) >= MAX_LOCATORS:
            return chosen
        gains = [page for page in missed if trial.found[page]]
        if trial.disproved or _contradicts(trial, ranked[0]):
            continue
        if _is_placeholder([trial.found[page] for page in gains], ranked[0]):
            continue
        if gains and all(trial.found[page] == belief.values[page] for page in gains):
            chosen.append(trial)
            missed.difference_update(gains)
    held = {_holds_on_to(trial) for trial in chosen}
    for trial in ranked[1:]:
        if len(chosen) >= MAX_LOCATORS:
            break
        if _holds_on_to(trial) not in held and _is_safe(trial, belief):
            chosen.append(trial)
            held.add(_holds_on_to(trial))
    return chosen


def _is_placeholder(gains: Sequence[Texts], best: Trial) -> bool:
    """Return whether a candidate finds one text wherever the best, which never repeats, finds none."""
    found = [texts for texts in best.found if texts]
    return len(gains) > 1 and len(set(gains)) == 1 and len(set(found)) == len(found) > 1


def _contradicts(trial: Trial, best: Trial) -> bool:
    """Return whether a candidate belongs to another field: where both find something, they differ."""
    both = [
        one == other for one, other in zip(trial.found, best.found, strict=True) if one and other
    ]
    return sum(both) < _AGREEING * len(both)


def _holds_on_to(trial: Trial) -> tuple[int, Anchor]:
    return id(trial.candidate.target), trial.locator.anchor


def _is_safe(trial: Trial, belief: Belief) -> bool:
    """Return whether a candidate finds the value where there is one, and nothing elsewhere."""
    locator = trial.locator
    if trial.candidate.trust < 1 or locator.anchor is Anchor.POSITION:
        return False
    if locator.anchor is Anchor.NAME and not trial.alone:
        return False
    if locator.anchor is Anchor.NAME and NUMBER.search(locator.path):
        # It counts siblings, and would find a wrong one where the value is missing.
        return all(belief.values) and list(trial.found) == belief.values
    right = sum(map(bool, trial.found))
    return right * 2 > len(trial.found) and all(
        texts in {(), believed} for texts, believed in zip(trial.found, belief.values, strict=True)
    )
