"""Markup: what a template looks like now beside what it looked like, on the same pages.

A template may change without any value being lost: because a field has more than one locator, or because
what changed is not around any field. Old and new versions of some pages show it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from pagekin.dom import Page
from pagekin.dom.features import Feature, Vocabulary, page_features
from pagekin.wrappers import Locator, Wrapper
from pagekin.wrappers.repair.drift import CERTAIN
from pagekin.wrappers.repair.drift_events import first_few
from pagekin.wrappers.repair.locator_health import Health

NEARLY_ALL = 0.9  # of the pages show what the template did: a few may lack it anyway
_STRUCTURE = frozenset({"path", "token"})


@dataclass(frozen=True, slots=True)
class MarkupSigns:
    """What is different about the markup of pages, values aside."""

    pages: int = 0  # looked at
    dead: tuple[tuple[str, Locator], ...] = ()  # fields with locators that found a value before
    lost: tuple[Feature, ...] = ()
    gained: tuple[Feature, ...] = ()

    def __bool__(self) -> bool:
        return bool(self.dead or self.lost or self.gained)

    def __str__(self) -> str:
        told = []
        if self.dead:
            names = dict.fromkeys(name for name, _ in self.dead)
            told.append(f"{first_few(names)} no longer stand at all of their places")
        for what, signs in (("gone", self.lost), ("new", self.gained)):
            if signs:
                told.append(f"{what}: {first_few(dict.fromkeys(map(_label, signs)))}")
        return "; ".join(told)


def markup_signs(wrapper: Wrapper, versions: Sequence[tuple[Page, Page]]) -> MarkupSigns:
    """Compare the older and the newer versions of the same pages."""
    if len(versions) < CERTAIN:
        return MarkupSigns(len(versions))
    before, now = Health(wrapper), Health(wrapper)
    lost: Counter[Feature] = Counter()
    gained: Counter[Feature] = Counter()
    for old, new in versions:
        before.look(old)
        now.look(new)
        was, has = _structure(old), _structure(new)
        lost.update(was - has)
        gained.update(has - was)
    most = NEARLY_ALL * len(versions)
    return MarkupSigns(
        len(versions),
        tuple(_dead(before, now)),
        tuple(sorted(one for one, count in lost.items() if count >= most)),
        tuple(sorted(one for one, count in gained.items() if count >= most)),
    )


def _dead(before: Health, now: Health) -> Iterator[tuple[str, Locator]]:
    """Yield locators that found values on enough of the older pages, and none on the newer ones."""
    for name, counts in before.counts.items():
        for was, has in zip(counts, now.counts[name], strict=True):
            if was.found >= CERTAIN and not has.found:
                yield name, was.locator


def _structure(page: Page) -> frozenset[Feature]:
    vocabulary = Vocabulary()
    numbers = page_features(page.root, vocabulary)
    return frozenset(
        vocabulary.feature(number) for number in numbers if vocabulary.kind(number) in _STRUCTURE
    )


def _label(feature: Feature) -> str:
    """Return the element that a feature is about, in short."""
    return f"<{feature.value.rpartition('/')[2]}>"
