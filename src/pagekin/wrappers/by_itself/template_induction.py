"""Induction without examples: learn a wrapper for everything that varies on the pages of one class.

The trees of the pages are aligned: what is the same on all of them is template, what differs is data,
what repeats is a bundle, what is missing here and there is optional.
"""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.dom.page import Page
from pagekin.wrappers.by_itself.breadcrumbs import with_breadcrumbs
from pagekin.wrappers.by_itself.class_spread import ClassSpread
from pagekin.wrappers.by_itself.column_affixes import trimmed
from pagekin.wrappers.by_itself.column_collection import columns_of
from pagekin.wrappers.by_itself.column_fields import bundle_of, fields_of
from pagekin.wrappers.by_itself.column_rating import ColumnRating
from pagekin.wrappers.by_itself.column_sameness import MainColumn
from pagekin.wrappers.by_itself.duplicate_columns import merged
from pagekin.wrappers.by_itself.lasting_columns import hosts_of_site, matters
from pagekin.wrappers.by_itself.list_members import with_members
from pagekin.wrappers.by_itself.main_columns import arranged
from pagekin.wrappers.by_itself.nodes import descendants, most_nodes, nodes_of
from pagekin.wrappers.by_itself.plural_labels import with_plurals
from pagekin.wrappers.by_itself.split_headlines import with_parts
from pagekin.wrappers.by_itself.structured_data import structured_columns
from pagekin.wrappers.by_itself.template import Template
from pagekin.wrappers.by_itself.text_columns import Repeat, TextColumn
from pagekin.wrappers.by_itself.validate_locators import LocatorValidator, validated
from pagekin.wrappers.by_itself.whole_texts import as_it_stands
from pagekin.wrappers.model import Bundle, Wrapper

_TRIED = 100  # columns whose locators are tried on all pages; the rest is hardly useful
_USEFUL = 3.0
_MAX_USEFUL = 60
_WORTH_A_BUNDLE = 0.5
_MAX_BUNDLES = 12
_NAMED = 0.5  # the share of pages whose title has the text of the column that is their title
_NEARLY_ALL = 0.9
_HEADINGS = ("h1", "h2", "h3")

__all__ = ["induce"]


def induce(pages: Sequence[Page], *, everything: bool = False) -> Wrapper:
    """Infer the template of pages of one class, and a wrapper for its fields, the most useful first.

    20 to 50 pages suffice; their order does not matter. `everything` also keeps what is hardly useful.
    """
    pages = sorted(pages, key=lambda page: (page.url, page.body))
    most = most_nodes(pages)
    homes = [nodes_of(page, number, most) for number, page in enumerate(pages)]
    sizes = [len(descendants(home)) for home in homes]
    urls = [page.url for page in pages]
    found = columns_of(Template(homes).roots, sizes, urls, hosts_of_site(pages))
    ratings, validator = ColumnRating(pages), LocatorValidator(pages)
    columns = with_breadcrumbs([*found.columns, *structured_columns(pages)], len(pages))
    useful = _useful(columns, ratings, validator, everything=everything)
    spread = ClassSpread(homes)
    fields = fields_of(useful, spread)
    if not everything:
        main = [MainColumn(column, field) for column, field in zip(useful, fields, strict=True)]
        fields = arranged(main)
    bundles = [Bundle("page", fields)]
    taken = {"page"}
    for repeat in _repeats(found.repeats, ratings, everything=everything):
        bundle = bundle_of(repeat, None, validator, spread, taken)
        if bundle is not None:
            bundles.append(bundle)
    return Wrapper(tuple(bundles))


def _useful(
    columns: Sequence[TextColumn],
    ratings: ColumnRating,
    validator: LocatorValidator,
    *,
    everything: bool,
) -> list[TextColumn]:
    """Return the columns of the page that are worth a field, the most useful first."""
    varying = [trimmed(column) for column in columns if not column.is_constant or matters(column)]
    ranked = _ranked(merged(with_parts(merged(varying))), ratings)
    tried = ranked[: None if everything else _TRIED]
    held = [validated(column, validator.pages) for column in tried]
    lost = [column for column, kept in zip(tried, held, strict=True) if kept is None]
    held += [validated(column, validator.pages) for column in _declared_of(lost, varying)]
    told_apart = merged([column for column in held if column is not None])
    joined = with_members(with_plurals(told_apart, validator.pages), validator.pages)
    ranked = _ranked(joined, ratings)
    ranked = _with_title(ranked, ratings)
    if not everything:
        ranked = [column for column in ranked if ratings.of_page(column) >= _USEFUL][:_MAX_USEFUL]
    whole = [as_it_stands(column, validator.pages) for column in ranked]
    return [replace(column, derived=_says_the_title(column, ratings)) for column in whole]


def _declared_of(lost: Sequence[TextColumn], columns: Sequence[TextColumn]) -> list[TextColumn]:
    """Return the columns of structured data that had become one with places that cannot be reached again."""
    keys = {key for column in lost if column.place is not None for key in column.hints}
    return [
        column for column in columns if column.place is None and not keys.isdisjoint(column.hints)
    ]


def _says_the_title(column: TextColumn, ratings: ColumnRating) -> bool:
    """Return whether a column only varies the title; what has a label says more, though the title may have it, too."""
    is_own = column.title or column.part or column.many or bool(column.label)
    return not is_own and ratings.is_derived(column)


def _with_title(columns: list[TextColumn], ratings: ColumnRating) -> list[TextColumn]:
    """Mark the column that is the title: the headline, else the best rated one that names the pages."""
    naming = [column for column in columns if ratings.names_page(column) > _NAMED]
    title = min(
        naming,
        key=lambda column: (
            column.composite,
            ratings.names_page(column) < _NEARLY_ALL,
            not column.is_headline,
            column.place is None,
            -_length(column),
        ),
        default=None,
    )
    if title is None or title.distinct < _NEARLY_ALL * len(title.texts):
        # What the browser shows as the title may be the site's, or a template's that nobody has filled in.
        title = min(filter(_is_heading, columns), key=_position, default=title)
    if title is None:
        return columns
    others = [column for column in columns if column is not title]
    return [replace(title, title=True), *others]


def _is_heading(column: TextColumn) -> bool:
    """Return whether a column stands in a heading of all pages, and is another on each of them."""
    place = column.place
    if place is None or column.many or column.part or column.image or column.coverage < _NEARLY_ALL:
        return False
    around = (place, place.above) if place.above is not None else (place,)
    has_tag = any(one.nodes[0].tag in _HEADINGS for one in around)
    return has_tag and column.distinct >= _NEARLY_ALL * len(column.texts)


def _position(column: TextColumn) -> tuple[str, float]:
    """Return the rank of a heading: the highest, and the first of those."""
    place = column.place
    tags = [one.nodes[0].tag for one in (place, place.above if place else None) if one is not None]
    return min((tag for tag in tags if tag in _HEADINGS), default=""), column.order


def _length(column: TextColumn) -> float:
    """Return how long the texts of a column are on average."""
    return sum(len(texts[0]) for texts in column.texts.values()) / max(len(column.texts), 1)


def _repeats(repeats: Sequence[Repeat], ratings: ColumnRating, *, everything: bool) -> list[Repeat]:
    """Return the repeats that are worth a bundle, the most useful first."""
    rated = sorted(
        ((round(ratings.of_repeat(repeat), 6), repeat) for repeat in repeats),
        key=lambda pair: (-pair[0], pair[1].order, pair[1].place.path()),
    )
    if everything:
        return [repeat for _, repeat in rated]
    return [repeat for rating, repeat in rated if rating >= _WORTH_A_BUNDLE][:_MAX_BUNDLES]


def _ranked(columns: Sequence[TextColumn], ratings: ColumnRating) -> list[TextColumn]:
    def rank(column: TextColumn) -> tuple[float, float, str]:
        return -round(ratings.of_page(column), 6), column.order, column.locators[0].path

    return sorted(columns, key=rank)
