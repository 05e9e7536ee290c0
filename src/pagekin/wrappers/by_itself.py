"""Induction without examples: from the pages of one class to a wrapper for all that varies on them.

The trees of the pages are laid over each other: what is the same on all of them is template, what
differs is data, what repeats is a bundle, what is missing here and there is optional.
"""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.dom.page import Page
from pagekin.wrappers.model import Bundle, Wrapper
from pagekin.wrappers.template.build import Template
from pagekin.wrappers.template.collecting import columns_of
from pagekin.wrappers.template.columns import Column, Repeat
from pagekin.wrappers.template.duplicates import merged
from pagekin.wrappers.template.fields import bundle_of, fields_of
from pagekin.wrappers.template.plurals import with_plurals
from pagekin.wrappers.template.proving import Prover, proven
from pagekin.wrappers.template.splitting import with_parts
from pagekin.wrappers.template.spots import descendants, spots_of
from pagekin.wrappers.template.structured_data import structured_columns
from pagekin.wrappers.template.trimming import trimmed
from pagekin.wrappers.template.usefulness import Judge
from pagekin.wrappers.template.whole import as_it_stands

_TRIED = 100  # columns whose locators are tried on all pages; the rest can hardly be useful
_USEFUL = 3.0
_MAX_USEFUL = 60
_WORTH_A_BUNDLE = 0.5
_MAX_BUNDLES = 12

__all__ = ["induce"]


def induce(pages: Sequence[Page], *, everything: bool = False) -> Wrapper:
    """Infer the template of pages of one class, and a wrapper for its fields, the most useful first.

    20 to 50 pages suffice; their order does not matter. `everything` keeps also what is hardly useful.
    """
    pages = sorted(pages, key=lambda page: (page.url, page.body))
    homes = [spots_of(page, number) for number, page in enumerate(pages)]
    sizes = [len(descendants(home)) for home in homes]
    found = columns_of(Template(homes).roots, sizes)
    judge, prover = Judge(pages), Prover(pages)
    columns = [*found.columns, *structured_columns(pages)]
    bundles = [Bundle("page", fields_of(_useful(columns, judge, prover, everything=everything)))]
    taken = {"page"}
    for repeat in _repeats(found.repeats, judge, everything=everything):
        bundle = bundle_of(repeat, None, prover, taken)
        if bundle is not None:
            bundles.append(bundle)
    return Wrapper(tuple(bundles))


def _useful(
    columns: Sequence[Column], judge: Judge, prover: Prover, *, everything: bool
) -> list[Column]:
    """Give the columns of the page that are worth a field, the most useful first."""
    varying = [trimmed(column) for column in columns if not column.is_constant]
    ranked = _ranked(merged(with_parts(merged(varying))), judge)
    held = [proven(column, prover.pages) for column in ranked[: None if everything else _TRIED]]
    told_apart = merged([column for column in held if column is not None])
    ranked = _ranked(with_plurals(told_apart, prover.pages), judge)
    ranked = [replace(column, title=judge.names_page(column)) for column in ranked]
    if not everything:
        ranked = [column for column in ranked if judge.of_page(column) >= _USEFUL][:_MAX_USEFUL]
    return [as_it_stands(column, prover.pages) for column in ranked]


def _repeats(repeats: Sequence[Repeat], judge: Judge, *, everything: bool) -> list[Repeat]:
    """Give what repeats and is worth a bundle, the most useful first."""
    rated = sorted(
        ((round(judge.of_repeat(repeat), 6), repeat) for repeat in repeats),
        key=lambda pair: (-pair[0], pair[1].order, pair[1].place.path()),
    )
    if everything:
        return [repeat for _, repeat in rated]
    return [repeat for rating, repeat in rated if rating >= _WORTH_A_BUNDLE][:_MAX_BUNDLES]


def _ranked(columns: Sequence[Column], judge: Judge) -> list[Column]:
    def rank(column: Column) -> tuple[float, float, str]:
        return -round(judge.of_page(column), 6), column.order, column.locators[0].path

    return sorted(columns, key=rank)
