"""Pairing: which record of a page's newer version is which record of its older one.

Records with the same key belong together; without a key those with the same content do, wherever they
stand, and only the rest is paired by position. So rows in another order are no change.
"""

from collections import Counter, defaultdict
from collections.abc import Callable, Hashable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum

from pagekin.values import Value
from pagekin.wrappers.record import Record


class PairedBy(StrEnum):
    """What two records were paired by."""

    KEY = "key"
    CONTENT = "content"
    POSITION = "position"


@dataclass(frozen=True, slots=True)
class RecordPair:
    """One record in two versions of a page."""

    old: Record
    new: Record
    by: PairedBy


@dataclass(frozen=True, slots=True)
class Pairing:
    """The records of one bundle in two versions of a page; each of them is here once."""

    pairs: tuple[RecordPair, ...]
    added: tuple[Record, ...]
    removed: tuple[Record, ...]


def pair(old: Sequence[Record], new: Sequence[Record], key: str = "") -> Pairing:
    """Pair the records of one bundle, in the order of the older ones.

    `key` is the field that tells them apart: records with different keys are never a pair. It counts
    only where both versions have keys; records that share a key, or have none, are paired by content
    and position among themselves.
    """
    groups = _groups(old, new, key)
    found: list[tuple[int, int, PairedBy]] = []
    for text, (ours, theirs) in groups.items():
        if text and len(ours) == len(theirs) == 1:
            found.append((ours[0], theirs[0], PairedBy.KEY))
        else:
            found.extend(_within(old, new, ours, theirs))
    found.sort()
    kept, arrived = {one for one, _, _ in found}, {other for _, other, _ in found}
    return Pairing(
        tuple(RecordPair(old[one], new[other], by) for one, other, by in found),
        tuple(record for number, record in enumerate(new) if number not in arrived),
        tuple(record for number, record in enumerate(old) if number not in kept),
    )


def _groups(
    old: Sequence[Record], new: Sequence[Record], key: str
) -> dict[str, tuple[list[int], list[int]]]:
    """Return the numbers of the older and the newer records by key, under "" those without one."""
    keys = [[record.first_text(key) for record in records] for records in (old, new)]
    if not (any(keys[0]) and any(keys[1])):
        return {"": (list(range(len(old))), list(range(len(new))))}
    groups: dict[str, tuple[list[int], list[int]]] = defaultdict(lambda: ([], []))
    for side, texts in enumerate(keys):
        for number, text in enumerate(texts):
            groups[text][side].append(number)
    return groups


def _within(
    old: Sequence[Record], new: Sequence[Record], ours: list[int], theirs: list[int]
) -> list[tuple[int, int, PairedBy]]:
    """Pair records that no key tells apart: by their whole content, by less of it, by position."""
    found: list[tuple[int, int, PairedBy]] = []
    for content in (_whole, _own, _texts):
        if not (ours and theirs):
            return found
        same = _same(old, new, ours, theirs, content)
        found.extend((one, other, PairedBy.CONTENT) for one, other in same.items())
        arrived = set(same.values())
        ours = [number for number in ours if number not in same]
        theirs = [number for number in theirs if number not in arrived]
    found.extend((one, other, PairedBy.POSITION) for one, other in zip(ours, theirs, strict=False))
    return found


def _same(
    old: Sequence[Record],
    new: Sequence[Record],
    ours: Sequence[int],
    theirs: Sequence[int],
    content: Callable[[Record], Hashable],
) -> dict[int, int]:
    """Return pairs of equal content, those that several have in their order."""
    waiting: dict[Hashable, list[int]] = defaultdict(list)
    for number in reversed(theirs):
        waiting[content(new[number])].append(number)
    pairs = {}
    for number in ours:
        candidates = waiting.get(content(old[number]))
        if candidates:
            pairs[number] = candidates.pop()
    return pairs


def _whole(record: Record) -> Hashable:
    """Return all that a record says; the order of the records inside it does not count."""
    inside = Counter((inner.bundle, _whole(inner)) for inner in record.nested)
    return _own(record), frozenset(inside.items())


def _own(record: Record) -> Hashable:
    return frozenset(
        (field, _bag(map(_content, values))) for field, values in record.fields.items() if values
    )


def _texts(record: Record) -> Hashable:
    return frozenset(
        (field, _bag(value.text for value in values))
        for field, values in record.fields.items()
        if values
    )


def _bag(contents: Iterable[Hashable]) -> Hashable:
    """Return contents without their order."""
    return frozenset(Counter(contents).items())


def _content(value: Value) -> Hashable:
    return value.text, frozenset(value.attributes.items())
