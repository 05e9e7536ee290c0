"""Main columns: which of the columns found are those of the main table, and in which order.

The important ones come first (title, price, availability, date, identifiers, image, description), the others as
they stand on the page. What is hardly ever there, or says what another column says, is extra.
"""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import dataclass, replace
from itertools import count, islice, takewhile
from typing import TYPE_CHECKING, NamedTuple

from pagekin.values import comparable, read
from pagekin.values.field_words import words_of
from pagekin.values.plain import word_set
from pagekin.wrappers.by_itself.duplicate_columns import plain
from pagekin.wrappers.by_itself.lasting_columns import matters
from pagekin.wrappers.model import Anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Hashable, Mapping, Sequence

    from pagekin.values import Reading
    from pagekin.wrappers.by_itself.text_columns import TextColumn
    from pagekin.wrappers.model import Field

FIRST_COLUMNS = 20  # that a person looks through
MOST_COLUMNS = 30  # with what the page itself has a label for, on most pages
_USUAL = 0.5  # the share of pages from which on a column is more than a speciality of some
_CONSTANT = 0.9  # the share of pages that say the same from which on a column says next to nothing
_RARE = 0.1  # the share of pages below which a column is mostly empty
_MOSTLY = 0.8
_RARELY_UNSAID = 0.25  # the same for one that the page has no word for
_MANY_PAGES = 10
_LANGUAGES = 2  # of a site that says the same on all pages, in each of them
_SAME = 0.95  # the share of pages on which two columns that say the same agree
_BEGINNING = 40  # characters by which texts are the same: structured data often has them cut off
_HUGE = 2_000  # characters of a cell
_DOZENS = 40
_ALIKE = 2  # columns with the same name, but for a number
_NUMBER = re.compile(r"\d+")
_NAMELESS = re.compile(r"text(?:_\d+)?")
_DESCRIPTION = re.compile(r"(?:^|_)(?:description|abstract|summary)(?:_\d+)?$")
_HEADINGS = frozenset({"h2", "h3", "h4", "h5", "h6"})
_USED_METAS = frozenset({"description", "author", "price", "availability", "date_published"})
_LATER = word_set(
    "end ends ending until modified updated last expires valid closing deadline through"
)
_NOTHING = frozenset(
    {"n/a", "na", "-", "–", "—", "none", "null", "not available", "tba", "tbd", "?"}
)
_TELLING = 3  # different values that two columns must share, or they agree by chance


@dataclass(frozen=True, slots=True)
class MainColumn:
    """A column and the field that it became."""

    column: TextColumn
    field: Field

    def renamed(self, name: str) -> MainColumn:
        """Return the column under another name."""
        return replace(self, field=replace(self.field, name=name, id=name))

    def said(self) -> dict[int, Hashable]:
        """Return what the column says on each page, whatever the spelling: the number, state or moment it means."""
        found: dict[int, Hashable] = {}
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


def _sameness(one: MainColumn, other: MainColumn) -> Callable[[Hashable, Hashable], bool]:
    """Return how two columns are compared: structured data has the beginnings of texts, readers see all of them."""
    are_seen = one.column.place is not None and other.column.place is not None
    return _say_as_much if are_seen else _begin_alike


def _begin_alike(one: Hashable, other: Hashable) -> bool:
    """Return whether two columns say the same on a page, as far as both go."""
    if not isinstance(one, tuple) or not isinstance(other, tuple) or len(one) != len(other):
        return one == other
    if isinstance(one, _Beginning) and isinstance(other, _Beginning):
        return one.words == other.words
    return all(map(_begin_alike, one, other))


def _say_as_much(one: Hashable, other: Hashable) -> bool:
    """Return whether two columns say the same, and as much: a text that begins with the title says more than it."""
    return _begin_alike(one, other) and 3 * min(_length(one), _length(other)) >= max(
        _length(one), _length(other)
    )


def _length(said: Hashable) -> int:
    parts = said if isinstance(said, tuple) else ()
    return sum(part.length for part in parts if isinstance(part, _Beginning))


def arranged(found: Sequence[MainColumn]) -> tuple[Field, ...]:
    """Return the fields in the order of the main table's columns, then those that are extra.

    What is found has the most useful first.
    """
    choice = _Choice(found)
    names = {one.field.name for one in found}
    for one in sorted(
        found,
        key=lambda one: (one.column.coverage < _USUAL, _is_aside(one), _is_another(one, names)),
    ):
        choice.add(one)
    main = _ordered(choice.main[:FIRST_COLUMNS]) + _ordered(choice.main[FIRST_COLUMNS:])
    named = _renumbered([*main, *choice.extra])
    return tuple(replace(one.field, extra=number >= len(main)) for number, one in enumerate(named))


def _is_said(one: MainColumn) -> bool:
    """Return whether the page itself has a word for a column: a label, or a name in its data."""
    return bool(one.column.label or one.column.hints) or one.field.type == "availability"


def _is_another(one: MainColumn, names: Collection[str]) -> bool:
    """Return whether a column has the label of a better one: what has another label comes first."""
    base, _, number = one.field.name.rpartition("_")
    if not one.column.label or not number.isdigit() or base not in names:
        return False
    return int(number) == 2 or f"{base}_{int(number) - 1}" in names  # and `isbn_13` is no 13th one


def _is_aside(one: MainColumn) -> bool:
    """Return whether a column is not what readers read: where a link leads, or a meta element without a use of its own.

    Such columns have the room that others leave.
    """
    is_meta = one.column.place is None and one.column.locators[0].anchor is Anchor.MARKUP
    is_used = one.column.title or one.field.name in _USED_METAS or one.field.type == "image"
    return one.column.link or (is_meta and not is_used)


def _renumbered(columns: Sequence[MainColumn]) -> list[MainColumn]:
    """Return columns of which the first of several with one name has it, and the next ones its numbers."""
    names = {one.field.name for one in columns}
    left = {}
    for base in names:
        numbered = takewhile(names.__contains__, (f"{base}_{number}" for number in count(2)))
        for name in (series := [base, *numbered]):
            if len(series) > 1:
                left[name] = series
    return [
        one.renamed(left[one.field.name].pop(0)) if one.field.name in left else one
        for one in columns
    ]


class _Choice:
    """The columns chosen so far, and what they say."""

    def __init__(self, found: Sequence[MainColumn]) -> None:
        self._found = found
        self._later = _later_ones(found)
        self._said: list[dict[int, Hashable]] = []
        self.main: list[MainColumn] = []
        self.extra: list[MainColumn] = []

    def add(self, one: MainColumn) -> None:
        """Put a column into the main table, or aside."""
        means = one.said()
        # Whether something can be had has few values: two columns of it that agree say the same.
        telling = 1 if one.field.type == "availability" else _TELLING
        twin = next(
            (
                number
                for number, said in enumerate(self._said)
                if _agree(means, said, telling, _sameness(self.main[number], one))
            ),
            None,
        )
        if twin is not None:
            self._join(twin, one, means)
        elif (
            not self._has_room(one)
            or one.column.coverage < (_RARE if _is_said(one) else _RARELY_UNSAID)
            or (one.field.type == "image" and (self._has_image(one) or _is_decoration(one)))
            or _is_own_address(one)
            or _is_page_title(one)
            or (one.column.composite and self._has_parts(one))
            or self._is_around(one)
            or one.column.derived
            or _is_nearly_constant(one)
            or _are_headings(one)
            or _is_control(one)
            or self._says_little(one, means)
            or one.field.name in self._later
        ):
            self.extra.append(one)
        else:
            self.main.append(one)
            self._said.append(means)

    def _says_little(self, one: MainColumn, means: Mapping[int, Hashable]) -> bool:
        """Return whether a column that nothing names mostly says one thing, or what another says."""
        if one.column.title or one.column.label or one.field.type in {"availability", "price"}:
            return False
        if len(one.column.texts) >= _MANY_PAGES and one.column.distinct <= _LANGUAGES:
            return one.column.place is None or one.column.place.nodes[0].tag == "a"
        if one.column.hints or not _NAMELESS.fullmatch(one.field.name):
            return False
        if _most_common(one.column) > _USUAL:
            return True
        return any(
            sum(page in said and _begin_alike(what, said[page]) for page, what in means.items())
            >= _MOSTLY * len(means)
            for said in self._said
        )

    def _has_room(self, one: MainColumn) -> bool:
        if len(self.main) < FIRST_COLUMNS:
            return True
        is_said = bool(one.column.label) and one.column.coverage >= _USUAL
        return is_said and len(self.main) < MOST_COLUMNS

    def _has_image(self, one: MainColumn) -> bool:
        """Return whether there is an image, or list of images, already: further ones are decoration."""
        return any(
            other.field.type == "image" and other.field.many == one.field.many
            for other in self.main
        )

    def _has_parts(self, one: MainColumn) -> bool:
        """Return whether the parts of a headline are columns already."""
        return any(
            _same_place(other.column, one.column) for other in self._found if other.column.part
        )

    def _is_around(self, one: MainColumn) -> bool:
        """Return whether a column is only the whole of which another one, with its label, is a part."""
        if one.column.many or one.column.title or one.field.type == "long_text":
            return False  # running text says more than the date above it
        return any(
            _holds(one.column, other.column)
            for other in self._found
            if other is not one and other.column.label and not other.column.many
        )

    def _join(self, number: int, one: MainColumn, means: dict[int, Hashable]) -> None:
        """Keep one of two columns that say the same: what readers see, if no less of it, under the better name."""
        known = self.main[number]
        is_whole = one.column.coverage >= _CONSTANT * known.column.coverage
        if known.column.place is not None or one.column.place is None or not is_whole:
            self.extra.append(one)
            return
        names = known.field.name, one.field.name
        self.main[number] = one.renamed(names[0])
        self._said[number] = means
        self.extra.append(known.renamed(names[1]))


def _holds(whole: TextColumn, part: TextColumn) -> bool:
    """Return whether the texts of a column have another one's label and value in them, wherever both are."""
    label = plain(part.label)
    common = whole.texts.keys() & part.texts.keys()
    if not label or 2 * len(common) < len(whole.texts) or len(common) < _TELLING:
        return False
    held = sum(
        f"{label} {plain(part.texts[page][0])}" in plain(whole.texts[page][0]) for page in common
    )
    return held >= _SAME * len(common)


def _same_place(part: TextColumn, whole: TextColumn) -> bool:
    if part.place is not None or whole.place is not None:
        return part.place is whole.place
    paths = {locator.path for locator in whole.locators}
    return any(locator.path in paths for locator in part.locators)


def _ordered(columns: Sequence[MainColumn]) -> list[MainColumn]:
    """Return columns with the important ones first, the others in the order of the page."""
    first: list[MainColumn] = []
    for is_wanted, most in _IMPORTANT:
        first += [one for one in columns if one not in first and is_wanted(one)][:most]
    rest = [one for one in columns if one not in first]
    # What only machines read has no place on the page.
    return first + sorted(
        rest, key=lambda one: (_is_huge(one), one.column.place is None, one.column.order)
    )


def _is_huge(one: MainColumn) -> bool:
    """Return whether cells hold more than one looks through: pages of text, or dozens of members."""
    found = list(one.column.texts.values())
    if not found:
        return False
    sizes, members = sorted(sum(map(len, texts)) for texts in found), sorted(map(len, found))
    return sizes[len(sizes) // 2] > _HUGE or members[len(members) // 2] > _DOZENS


def _is_price(one: MainColumn) -> bool:
    words = words_of(one.field.name)
    return one.field.type == "price" and words.isdisjoint({"old", "was", "rrp", "msrp", "list"})


def _is_description(one: MainColumn) -> bool:
    return _DESCRIPTION.search(one.field.name) is not None and not _is_huge(one)


def _is_date(one: MainColumn) -> bool:
    return one.field.type in {"date", "datetime"}


_IMPORTANT: tuple[tuple[Callable[[MainColumn], bool], int], ...] = (
    (lambda one: one.column.title, 1),
    (_is_price, 1),
    (lambda one: one.field.type == "price", 1),
    (lambda one: one.field.type == "availability", 1),
    (lambda one: _is_date(one) and words_of(one.field.name).isdisjoint(_LATER), 1),
    (_is_date, 1),
    (lambda one: one.field.type == "identifier", 2),
    (lambda one: one.field.type == "image" and not one.field.many, 1),
    (_is_description, 1),
)


def _is_control(one: MainColumn) -> bool:
    """Return whether a column is what a form says of its own fields and buttons."""
    place = one.column.place
    return place is not None and any(
        around.tag in {"button", "label", "legend"}
        for around in islice((place.nodes[0].element, *place.nodes[0].element.iterancestors()), 2)
    )


def _are_headings(one: MainColumn) -> bool:
    """Return whether a column is the headings in some pages' text, or one that most pages share."""
    column = one.column
    if column.title or column.place is None or column.place.nodes[0].tag not in _HEADINGS:
        return False
    return column.coverage < _USUAL if column.many else _most_common(column) > _USUAL


def _most_common(column: TextColumn) -> float:
    """Return the share of the texts that are the same."""
    [(_, most)] = Counter(column.texts.values()).most_common(1) or [((), 0)]
    return most / max(len(column.texts), 1)


def _is_own_address(one: MainColumn) -> bool:
    """Return whether structured data only repeats the address of the page, which every row has."""
    return one.column.place is None and one.field.type == "link" and one.field.name == "url"


def _later_ones(found: Sequence[MainColumn]) -> set[str]:
    """Return the names that are the third or a later one of their kind: rows of a list, or of a layout."""
    names = {one.field.name for one in found}
    later = set()
    for name in names:
        base, _, number = name.rpartition("_")
        is_numbered = number.isdigit() and int(number) > _ALIKE and base != "text"
        if is_numbered and {base, f"{base}_{int(number) - 1}"} <= names:
            later.add(name)
    return later | _scale_steps(names)


def _scale_steps(names: Collection[str]) -> set[str]:
    """Return the names that only differ in a number, such as `5_stars`, `4_stars`, …: parts of one chart."""
    alike: dict[str, list[str]] = {}
    for name in names:
        if name[:1].isdigit():
            alike.setdefault(_NUMBER.sub("#", name), []).append(name)
    return {name for steps in alike.values() if len(steps) > _ALIKE for name in steps}


def _is_decoration(one: MainColumn) -> bool:
    """Return whether many pages share an image: a logo, or a sign, unless it is declared to be theirs."""
    is_declared = "image" in one.column.hints and one.column.distinct > _ALIKE
    return not is_declared and 2 * one.column.distinct < len(one.column.texts)


def _is_nearly_constant(one: MainColumn) -> bool:
    """Return whether nearly all pages say the same, and it does not matter."""
    column = one.column
    if column.title or matters(column) or one.field.type in {"availability", "boolean"}:
        return False
    return _most_common(column) > _CONSTANT


def _is_page_title(one: MainColumn) -> bool:
    """Return whether a column is only (a part of) what the browser shows as the title, with no place on the page."""
    return not one.column.title and all(
        locator.path.startswith("//title") for locator in one.field.locators
    )


def _agree(
    one: Mapping[int, Hashable],
    other: Mapping[int, Hashable],
    telling: int,
    is_same: Callable[[Hashable, Hashable], bool],
) -> bool:
    """Return whether two columns say the same wherever both say something, which is nearly everywhere."""
    common = one.keys() & other.keys()
    fewer = min(len(one), len(other))
    if len(common) < _SAME * fewer or len({one[page] for page in common}) < telling:
        return False
    if len(one) > len(other) and 2 * len(common) < len(one):
        return False
    same = sum(is_same(one[page], other[page]) for page in common)
    if same >= _MOSTLY * len(common):  # the first of several speakers, where most talks have one
        same += sum(
            not is_same(one[page], other[page]) and _begins_with(one[page], other[page])
            for page in common
        )
    return same >= _SAME * len(common)


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
