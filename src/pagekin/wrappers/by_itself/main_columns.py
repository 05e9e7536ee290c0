"""Main columns: which of the columns found are those of the main table, and in which order.

The important ones come first (title, price, availability, date, identifiers, image, description), the others as
they stand on the page. What is hardly ever there, or says what another column says, is extra.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import count, takewhile
from typing import TYPE_CHECKING

from pagekin.values.field_words import words_of
from pagekin.values.plain import word_set
from pagekin.wrappers.by_itself.breadcrumbs import NAME as TRAIL
from pagekin.wrappers.by_itself.column_sameness import MOSTLY, SAME, TELLING, are_twins, begin_alike
from pagekin.wrappers.by_itself.duplicate_columns import plain
from pagekin.wrappers.by_itself.unwanted_columns import USUAL, is_unwanted, most_common
from pagekin.wrappers.model import Anchor

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Sequence

    from pagekin.wrappers.by_itself.column_sameness import MainColumn, Said
    from pagekin.wrappers.by_itself.text_columns import TextColumn
    from pagekin.wrappers.model import Field

FIRST_COLUMNS = 20  # that a person looks through
MOST_COLUMNS = 30  # with what the page itself has a label for, on most pages
_WHOLE = 0.95  # the share of another column's pages from which on a column is no less than it
_RARE = 0.1  # the share of pages below which a column is mostly empty
_RARELY_UNSAID = 0.25  # the same for one that the page has no word for
_MANY_PAGES = 10
_LANGUAGES = 2  # of a site that says the same on all pages, in each of them
_HUGE = 2_000  # characters of a cell
_DOZENS = 40
_ALIKE = 2  # columns with the same name, but for a number
_NUMBER = re.compile(r"\d+")
_NAMELESS = re.compile(r"text(?:_\d+)?")
_DESCRIPTION = re.compile(r"(?:^|_)(?:description|abstract|summary)(?:_\d+)?$")
_USED_METAS = frozenset({"description", "author", "price", "availability", "date_published"})
_LATER = word_set(
    "end ends ending until modified updated last expires valid closing deadline through"
)


def arranged(found: Sequence[MainColumn]) -> tuple[Field, ...]:
    """Return the fields in the order of the main table's columns, then those that are extra.

    What is found has the most useful first.
    """
    choice = _Choice(found)
    names = {one.field.name for one in found}
    for one in sorted(
        found,
        key=lambda one: (one.column.coverage < USUAL, _is_aside(one), _is_another(one, names)),
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
        self._said: list[Said] = []
        self.main: list[MainColumn] = []
        self.extra: list[MainColumn] = []

    def add(self, one: MainColumn) -> None:
        """Put a column into the main table, or aside."""
        means = one.said()
        twin = next(
            (
                number
                for number, said in enumerate(self._said)
                if are_twins(one, means, self.main[number], said)
            ),
            None,
        )
        if twin is not None:
            self._join(twin, one, means)
        elif (
            not self._has_room(one)
            or one.column.coverage < (_RARE if _is_said(one) else _RARELY_UNSAID)
            or is_unwanted(one)
            or (one.field.type == "image" and self._has_image(one))
            or (one.column.composite and self._has_parts(one))
            or self._is_around(one)
            or self._is_told_again(one)
            or self._says_little(one, means)
            or one.field.name in self._later
        ):
            self.extra.append(one)
        else:
            self.main.append(one)
            self._said.append(means)

    def _says_little(self, one: MainColumn, means: Said) -> bool:
        """Return whether a column that nothing names mostly says one thing, or what another says."""
        if one.column.title or one.column.label or one.field.type in {"availability", "price"}:
            return False
        if len(one.column.texts) >= _MANY_PAGES and one.column.distinct <= _LANGUAGES:
            return one.column.place is None or one.column.place.nodes[0].tag == "a"
        if one.column.hints or not _NAMELESS.fullmatch(one.field.name):
            return False
        if most_common(one.column) > USUAL:
            return True
        return any(
            sum(page in said and begin_alike(what, said[page]) for page, what in means.items())
            >= MOSTLY * len(means)
            for said in self._said
        )

    def _is_told_again(self, one: MainColumn) -> bool:
        """Return whether data for machines has another title, description or trail beside those of the page."""
        keys = {key.casefold() for key in one.column.hints}
        if not keys or (one.column.place is not None and TRAIL not in keys):
            return False
        if any(keys <= again and any(map(has_it, self.main)) for again, has_it in _TOLD_AGAIN):
            return True
        title = next((other.column for other in self.main if other.column.title), None)
        return title is not None and "keywords" in keys and _begins_with(one.column, title)

    def _has_room(self, one: MainColumn) -> bool:
        if len(self.main) < FIRST_COLUMNS:
            return True
        is_said = bool(one.column.label) and one.column.coverage >= USUAL
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

    def _join(self, number: int, one: MainColumn, means: Said) -> None:
        """Keep one of two columns that say the same: what readers see, if no less of it, under the better name."""
        known = self.main[number]
        is_seen = one.column.place is not None
        least = _WHOLE * known.column.coverage if is_seen else known.column.coverage / _WHOLE
        if (known.column.place is not None) == is_seen or one.column.coverage < least:
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
    if not label or 2 * len(common) < len(whole.texts) or len(common) < TELLING:
        return False
    held = sum(
        f"{label} {plain(part.texts[page][0])}" in plain(whole.texts[page][0]) for page in common
    )
    return held >= SAME * len(common)


def _begins_with(longer: TextColumn, title: TextColumn) -> bool:
    """Return whether the texts of a column are the title and more of it, as keywords for search engines are."""
    common = longer.texts.keys() & title.texts.keys()
    begun = sum(plain(longer.texts[n][0]).startswith(plain(title.texts[n][0])) for n in common)
    return 2 * begun > len(longer.texts)


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


# What data for machines often has in other words than the page: for search engines, or for sharing it.
_TOLD_AGAIN: tuple[tuple[frozenset[str], Callable[[MainColumn], bool]], ...] = (
    (
        frozenset({"title", "name", "headline", "page title"}),
        lambda one: one.column.title,
    ),
    (frozenset({"description"}), _is_description),
    (frozenset({TRAIL}), lambda one: TRAIL in one.column.hints),
)
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
