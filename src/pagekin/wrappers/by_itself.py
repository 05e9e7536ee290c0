"""Induction without examples: from the pages of one class to a wrapper for all that varies on them.

The trees of the pages are laid over each other: what is the same on all of them is template, what
differs is data, what repeats is a bundle, what is missing here and there is optional.
"""

from collections.abc import Sequence

from pagekin.dom.page import Page
from pagekin.wrappers.model import Bundle, Wrapper
from pagekin.wrappers.template.build import Template
from pagekin.wrappers.template.collecting import Found, columns_of
from pagekin.wrappers.template.columns import Column
from pagekin.wrappers.template.duplicates import merged
from pagekin.wrappers.template.fields import bundle_of, fields_of
from pagekin.wrappers.template.proving import Prover, proven
from pagekin.wrappers.template.splitting import with_parts
from pagekin.wrappers.template.spots import descendants, spots_of
from pagekin.wrappers.template.structured_data import structured_columns
from pagekin.wrappers.template.trimming import trimmed
from pagekin.wrappers.template.usefulness import Judge

_TRIED = 120  # columns whose locators are tried on all pages; the rest can hardly be useful
_USEFUL = 3.0
_MAX_USEFUL = 60

__all__ = ["induce"]


def induce(pages: Sequence[Page], *, everything: bool = False) -> Wrapper:
    """Infer the template of pages of one class, and a wrapper for its fields, the most useful first.

    20 to 50 pages suffice; their order does not matter. `everything` keeps also what is hardly useful.
    """
    pages = sorted(pages, key=lambda page: (page.url, page.body))
    homes = [spots_of(page, number) for number, page in enumerate(pages)]
    sizes = [len(descendants(home)) for home in homes]
    found = columns_of(Template(homes).roots, len(pages), sizes)
    prover = Prover(pages)
    columns = _useful(pages, found, prover, everything=everything)
    bundles = [Bundle("page", fields_of(columns))]
    taken = {"page"}
    for repeat in sorted(found.repeats, key=lambda r: (-r.pages, r.order, r.place.path())):
        bundle = bundle_of(repeat, None, prover, taken)
        if bundle is not None:
            bundles.append(bundle)
    return Wrapper(tuple(bundles))


def _useful(
    pages: Sequence[Page], found: Found, prover: Prover, *, everything: bool
) -> list[Column]:
    """Give the columns of the page that are worth a field, the most useful first."""
    judge = Judge(pages)
    columns = [
        trimmed(column)
        for column in (*found.columns, *structured_columns(pages))
        if not column.is_constant
    ]
    columns = _ranked(merged(with_parts(merged(columns))), judge)[: None if everything else _TRIED]
    held = [proven(column, prover.pages) for column in columns]
    columns = _ranked(merged([column for column in held if column is not None]), judge)
    if everything:
        return columns
    return [column for column in columns if judge.of_page(column) >= _USEFUL][:_MAX_USEFUL]


def _ranked(columns: Sequence[Column], judge: Judge) -> list[Column]:
    def rank(column: Column) -> tuple[float, float, str]:
        return -round(judge.of_page(column), 6), column.order, column.locators[0].path

    return sorted(columns, key=rank)
