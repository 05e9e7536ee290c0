"""What a search for kin needs of a page, taken down in one go, so that the page itself can stay elsewhere."""

from __future__ import annotations

from typing import TYPE_CHECKING

from pagekin.dom.features import Vocabulary, numbered, observed_features, page_features
from pagekin.dom.page import Page, PageNote, UnparsedPage
from pagekin.dom.page_identity import headline_of
from pagekin.dom.script_shell import is_shell
from pagekin.dom.shown_digest import shown_digest
from pagekin.urls.redundant_parameters import query_kind

if TYPE_CHECKING:
    from array import array


def note_of(page: Page, vocabulary: Vocabulary) -> PageNote:
    """Take down what a search needs of a page; the vocabulary only makes it quicker."""
    return PageNote(
        page.links,
        page.title,
        page.meta_tags,
        headline_of(page),
        shown_digest(page) if query_kind(page.url) else b"",
        observed_features(page.root, vocabulary),
        is_shell(page),
        page.is_empty,
    )


def features_of(page: Page, vocabulary: Vocabulary) -> array[int]:
    """Return the numbers of a page's features: those that were noted, or those of its tree."""
    if isinstance(page, UnparsedPage) and page.note:
        return numbered(page.note.features, vocabulary)
    return page_features(page.root, vocabulary)


def is_hollow(page: Page) -> bool:
    """Return whether there is nothing on a page, be it without its scripts: it tells nothing about others."""
    if isinstance(page, UnparsedPage) and page.note:
        return page.note.is_shell or page.note.is_empty
    return page.is_empty or is_shell(page)
