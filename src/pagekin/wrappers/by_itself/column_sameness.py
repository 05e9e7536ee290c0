"""Column sameness: whether two columns say the same on the pages, whatever their spelling."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, NamedTuple

from pagekin.values import comparable, read
from pagekin.wrappers.by_itself.duplicate_columns import plain

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Mapping

    from pagekin.values import Reading
    from pagekin.wrappers.by_itself.text_columns import TextColumn
    from pagekin.wrappers.model import Field

SAME = 0.95  # the share of pages on which two columns that say the same agree
MOSTLY = 0.8  # the same for two that the page itself calls the same
_BEGINNING = 40  # characters by which texts are the same: structured data often has them cut off
TELLING = 3  # different values that two columns must share, or they agree by chance
_NOTHING = frozenset(
    {"n/a", "na", "-", "–", "—", "none", "null", "not available", "tba", "tbd", "?"}
)

Said = dict[int, "Hashable"]  # what a column means on each page that has it


@dataclass(frozen=True, slots=True)
class MainColumn:
    """A column and the field that it became."""

    column: TextColumn
    field: Field

    def renamed(self, name: str) -> MainColumn:
        """Return the column under another name."""
        return replace(self, field=replace(self.field, name=name, id=name))

    def said(self) -> Said:
        """Return what the column says on each page, whatever the spelling: the number, state or moment it means."""
        found: Said = {}
        for page, readings in enumerate(self.column.readings):
            said = [reading for reading in readings if reading.text.casefold() not in _NOTHING]
            values = [read(self.field.type, self._bare(reading)) for reading in said]
            if values:
                found[page] = tuple(
                    comparable(value)[0]
                    or next(iter(value.attributes.values()), _beginning(value.text))
                    for value in values
                )
        return found

    def _bare(self, reading: Reading) -> Reading:
        """Return a reading without the template text in front, which tables leave out."""
        lead = self.field.lead
        return replace(reading, text=reading.text.removeprefix(lead).lstrip()) if lead else reading


class _Beginning(NamedTuple):
    """What a text is compared by."""

    words: str
    length: int


def _beginning(text: str) -> _Beginning:
    return _Beginning(plain(text)[:_BEGINNING], len(text))


def are_twins(one: MainColumn, said: Said, other: MainColumn, also: Said) -> bool:
    """Return whether two columns say the same wherever both say something, which is nearly everywhere.

    Whether something can be had has few values: two columns of it that agree say the same. What the page shows
    and what it declares under the same name may differ here and there: a number that lost its noughts, a price
    of several.
    """
    telling = 1 if one.field.type == "availability" else TELLING
    if _agree(said, also, telling, _sameness(one, other)):
        return True
    are_seen = one.column.place is not None and other.column.place is not None
    if are_seen or not _have_one_name(one, other):
        return False
    first, second = _firsts(said), _firsts(also)
    common = first.keys() & second.keys()
    same = sum(begin_alike(first[page], second[page]) for page in common)
    return (
        2 * len(common) >= min(len(first), len(second))
        and len({first[page] for page in common}) >= telling
        and same >= MOSTLY * len(common)
    )


def _have_one_name(one: MainColumn, other: MainColumn) -> bool:
    """Return whether two columns have the same name but for a number, or both are prices of the page."""
    if one.field.type == other.field.type == "price":
        return True
    return _base(one.field.name) == _base(other.field.name)


def _base(name: str) -> str:
    base, _, number = name.rpartition("_")
    return base if base and number.isdigit() else name


def _firsts(said: Said) -> Said:
    """Return the first of several values on each page."""
    return {page: what[:1] if isinstance(what, tuple) else what for page, what in said.items()}


def _sameness(one: MainColumn, other: MainColumn) -> Callable[[Hashable, Hashable], bool]:
    """Return how two columns are compared: structured data has the beginnings of texts, readers see all of them."""
    are_seen = one.column.place is not None and other.column.place is not None
    return _say_as_much if are_seen else begin_alike


def begin_alike(one: Hashable, other: Hashable) -> bool:
    """Return whether two columns say the same on a page, as far as both go."""
    if not isinstance(one, tuple) or not isinstance(other, tuple) or len(one) != len(other):
        return one == other
    if isinstance(one, _Beginning) and isinstance(other, _Beginning):
        return one.words == other.words
    return all(map(begin_alike, one, other))


def _say_as_much(one: Hashable, other: Hashable) -> bool:
    """Return whether two columns say the same, and as much: a text that begins with the title says more than it."""
    return begin_alike(one, other) and 3 * min(_length(one), _length(other)) >= max(
        _length(one), _length(other)
    )


def _length(said: Hashable) -> int:
    parts = said if isinstance(said, tuple) else ()
    return sum(part.length for part in parts if isinstance(part, _Beginning))


def _agree(
    one: Mapping[int, Hashable],
    other: Mapping[int, Hashable],
    telling: int,
    is_same: Callable[[Hashable, Hashable], bool],
) -> bool:
    common = one.keys() & other.keys()
    fewer = min(len(one), len(other))
    if len(common) < SAME * fewer or len({one[page] for page in common}) < telling:
        return False
    if len(one) > len(other) and 2 * len(common) < len(one):
        return False
    same = sum(is_same(one[page], other[page]) for page in common)
    if same >= MOSTLY * len(common):  # the first of several speakers, where most talks have one
        same += sum(
            not is_same(one[page], other[page])
            and (_begins_with(one[page], other[page]) or _is_among(one[page], other[page]))
            for page in common
        )
    return same >= SAME * len(common)


def _is_among(one: Hashable, other: Hashable) -> bool:
    """Return whether one of two lists has all members of the other."""
    if not isinstance(one, tuple) or not isinstance(other, tuple):
        return False
    return {*one} <= {*other} or {*other} <= {*one}


def _begins_with(one: Hashable, other: Hashable) -> bool:
    """Return whether one of two texts goes on where the other ends."""
    if (
        not isinstance(one, tuple)
        or not isinstance(other, tuple)
        or not len(one) == len(other) == 1
    ):
        return False
    here, there = one[0], other[0]
    if not isinstance(here, _Beginning) or not isinstance(there, _Beginning):
        return False
    return here.words.startswith(there.words) or there.words.startswith(here.words)
