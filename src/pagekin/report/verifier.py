"""The verifier: the new version of a page above the old one, with what was deleted and what was inserted.

As in Figure 7 of the eShopmonitor paper, text deleted in the old page is red and text inserted in the new one yellow;
the field in question is outlined and scrolled to. It is one file without scripts: the pages are harmless copies, each
in a frame of its own that may do nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape

from lxml import etree

from pagekin.report.escaping import count, esc, page_link
from pagekin.report.page_copy import FIELD, Marks, safe_copy, safe_sheets, words_of
from pagekin.report.standalone_page import FRAME_POLICY, standalone_page, style_sheet
from pagekin.report.word_differences import WordDifferences, word_differences

_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type
_FOOTER = (
    "<footer><p>Made by pagekin from archived pages, without their scripts, pictures and links. "
    "This file loads nothing.</p></footer>"
)
_DELETED, _INSERTED = "pagekin-deleted", "pagekin-inserted"


@dataclass(frozen=True, slots=True)
class PageSide:
    """One version of a page: the tree of what a crawl saw, or why there is none."""

    crawl: int
    when: str  # it was fetched
    root: _Element | None = None
    reason: str = ""
    field: Sequence[_Element] = ()  # where the field in question stands


@dataclass(frozen=True, slots=True)
class VerifiedChange:
    """A field that is told to have changed, and how."""

    field: str
    old: str
    new: str
    key: str = ""


@dataclass(frozen=True, slots=True)
class Verification:
    """What is to be verified: two versions of a page, and what is said to have changed between them."""

    url: str
    new: PageSide
    old: PageSide
    changes: Sequence[VerifiedChange] = ()
    result: str = ""  # its digest
    judged: str = ""  # what a person has said of it


def verification_page(shown: Verification, *, side_by_side: bool = False) -> str:
    """Return the text of the file."""
    found = _differences(shown)
    pages = [
        _section("New", shown.new, Marks(found.inserted, _INSERTED, shown.new.field)),
        _section("Old", shown.old, Marks(found.deleted, _DELETED, shown.old.field)),
    ]
    layout = "pages side" if side_by_side else "pages"
    body = [
        _header(shown, found),
        f'<div class="{layout}">{"".join(pages)}</div>',
        _FOOTER,
    ]
    return standalone_page(
        f"{shown.url}: crawls {shown.old.crawl} and {shown.new.crawl}",
        style_sheet("verifier.css"),
        "\n".join(body),
        has_frames=True,
    )


def _differences(shown: Verification) -> WordDifferences:
    """Compare what both versions show; with one alone there is nothing to compare."""
    if shown.old.root is None or shown.new.root is None:
        return WordDifferences(frozenset(), frozenset())
    return word_differences(words_of(shown.old.root), words_of(shown.new.root))


def _header(shown: Verification, found: WordDifferences) -> str:
    counts = f"{count(len(found.inserted), 'word')} inserted, {len(found.deleted):,} deleted"
    judged = f"<p>Judged: <strong>{esc(shown.judged)}</strong></p>" if shown.judged else ""
    result = f"<p>Result <code>{esc(shown.result)}</code></p>" if shown.result else ""
    return (
        f"<header><h1>{page_link(shown.url, '')}</h1>{result}{judged}"
        f'<p class="legend">{counts}: <span class="new">inserted in the new page</span> '
        '<span class="old">deleted in the old page</span> '
        '<span class="field-sign">the field</span></p>'
        f"{_changes(shown.changes)}</header>"
    )


def _changes(changes: Sequence[VerifiedChange]) -> str:
    if not changes:
        return ""
    has_keys = any(one.key for one in changes)
    record = "<th>Record</th>" if has_keys else ""
    rows = "".join(_rows(changes, has_keys=has_keys))
    return (
        f"<table><thead><tr><th>Field</th>{record}<th>Old</th><th>New</th></tr></thead>"
        f"<tbody>{rows}</tbody></table>"
    )


def _rows(changes: Sequence[VerifiedChange], *, has_keys: bool) -> Iterator[str]:
    for one in changes:
        record = f"<td>{esc(one.key)}</td>" if has_keys else ""
        yield (
            f"<tr><td>{esc(one.field)}</td>{record}"
            f'<td class="old">{esc(one.old)}</td><td class="new">{esc(one.new)}</td></tr>'
        )


def _section(name: str, side: PageSide, marks: Marks) -> str:
    title = f"<h2>{name} <small>crawl {side.crawl}{f', {esc(side.when)}' if side.when else ''}</small></h2>"
    if side.root is None:
        return f"<section>{title}<p>{esc(side.reason)}</p></section>"
    frame = escape(_framed(side.root, marks))
    label = f"{name} version of the page"
    return (
        f'<section>{title}<iframe sandbox="" title="{label}" srcdoc="{frame}"></iframe></section>'
    )


def _framed(root: _Element, marks: Marks) -> str:
    """Return a page as the document of a frame, which allows nothing but showing it."""
    to_field = ""
    copy = safe_copy(root, marks)
    if f'id="{FIELD}"' in copy:
        to_field = f'<a class="pagekin-to-field" href="about:srcdoc#{FIELD}">to the field</a>'
    return (
        '<!DOCTYPE html><html><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{FRAME_POLICY}">'
        f"<style>{safe_sheets(root)}</style><style>{style_sheet('framed_page.css')}</style></head>"
        f"<body>{to_field}{copy}</body></html>"
    )
