"""Notes of a page: what a search would have found on it, though the page was looked at elsewhere."""

import pickle

import pytest

from pagekin.dom import parse_page
from pagekin.dom.features import Vocabulary
from pagekin.dom.page import UnparsedPage
from pagekin.dom.page_identity import headline_of, name_of, named_as_canonical
from pagekin.dom.page_notes import features_of, note_of
from pagekin.dom.shown_digest import shown_digest
from shops import article, home, listing, product, url

SITE = {
    url("/p/1"): product(1),
    url("/p/2?a=1&b=2"): product(2, "<svg><g class=x>7</g></svg><p id=a1 class='b c1 d'>9</p>"),
    url("/news/1"): article(1),
    url("/list?page=2"): listing("All", ["/p/1", "/p/2"]),
    url("/"): home("<h1>Two</h1>", "<div><div><h1></h1></div></div>"),
    url("/empty"): b"",
    url("/p/3"): product(3, head="<link rel=canonical href='/p/3?x=1'>"),
}


@pytest.fixture
def noted():
    """The pages as they come back from a process that has seen other pages before."""
    elsewhere = Vocabulary()
    note_of(parse_page(url("/before"), article(9)), elsewhere)
    pages = []
    for address, body in SITE.items():
        page = UnparsedPage(address, body, {})
        note = note_of(parse_page(address, body), elsewhere)
        page.take_note(pickle.loads(pickle.dumps(note)))
        pages.append(page)
    return pages


def test_features_get_the_numbers_that_they_would_have_got_here(noted):
    words, same = Vocabulary(), Vocabulary()
    for number, page in enumerate(noted):
        here = parse_page(page.url, page.body)
        assert features_of(page, words) == features_of(here, same)
        assert words._keys == same._keys
        if number == 1:  # as after the samples
            words.close_texts()
            same.close_texts()


def test_all_that_a_search_asks_for_is_known_without_the_tree(noted):
    for page in noted:
        here = parse_page(page.url, page.body)
        assert (page.links, page.title, headline_of(page)) == (
            here.links,
            here.title,
            headline_of(here),
        )
        assert named_as_canonical(page) == named_as_canonical(here)
        assert name_of(page) == name_of(here)
        if "a=1" in page.url:
            assert shown_digest(page) == shown_digest(here)
        assert "_parsed_page" not in vars(page)


def test_under_another_address_a_page_is_looked_at_anew(noted):
    page, other = noted[-1], url("/p/3?x=1")
    assert page.under(other).url == other
    assert page.under(other).links == parse_page(other, page.body).links
