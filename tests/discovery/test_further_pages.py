"""Page 2 of a list is no other kind of page than the list."""

import pytest

from pagekin.discovery.further_pages import FurtherPages, same, without_number
from pagekin.dom import parse_page
from pagekin.dom.features import Vocabulary, page_features

SITE = "http://shop.test"
LIST = "<ul class=goods><li><p>x</p></li></ul><div class=pages>{}</div>"
THING = "<table class=facts><tr><td>x</td></tr></table><form><button>Buy</button></form>"


def seen(*pages):
    """Show the pages, (path, content) each, to somebody who looks for lists."""
    further = FurtherPages(Vocabulary())
    for path, content in pages:
        page = parse_page(SITE + path, f"<html><body>{content}</body></html>".encode())
        further.see(page, page_features(page.root, further._vocabulary))
    return further


def link(path, text):
    return f'<a href="{path}">{text}</a>'


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("/cups/", "/cups/page/2/"),
        ("/cups", "/cups/2"),
        ("/cups/", "/cups?page=2"),
        ("/list.php?cat=7", "/list.php?cat=7&start=20"),
        ("/list.php?cat=7", "/list.php?start=20&cat=7"),
        ("/", "/page/2"),
    ],
)
def test_a_numbered_link_leads_on_in_the_list(first, second):
    further = seen((first, LIST.format(link(second, "2"))), (second, LIST.format(link(first, "1"))))
    assert further.first_of(SITE + second) == SITE + first
    assert further.first_of(SITE + first) == SITE + first


def test_further_pages_lead_to_still_further_ones():
    further = seen(
        ("/cups/", LIST.format(link("/cups/page/2/", "2"))),
        ("/cups/page/2/", LIST.format(link("/cups/page/3/", "3"))),
        ("/cups/page/3/", LIST.format("")),
    )
    assert further.first_of(f"{SITE}/cups/page/3/") == f"{SITE}/cups/"


def test_things_that_are_listed_by_number_are_pages_of_their_own():
    further = seen(("/issues", LIST.format(link("/issues/7", "7"))), ("/issues/7", THING))
    assert further.first_of(f"{SITE}/issues/7") == f"{SITE}/issues/7"


def test_a_number_that_leads_elsewhere_is_no_further_page():
    further = seen(("/cups/", LIST.format(link("/pots/page/2/", "2"))), ("/pots/page/2/", LIST))
    assert further.first_of(f"{SITE}/pots/page/2/") == f"{SITE}/pots/page/2/"


def test_only_whole_numbers_are_left_out_of_a_url():
    assert list(without_number(f"{SITE}/a/p2?x=3b")) == []
    assert list(without_number(f"{SITE}/a/2?b=3")) == [
        f"{SITE}/a/2",
        f"{SITE}/a?b=3",
        f"{SITE}?b=3",
    ]


def test_a_slash_at_the_end_makes_no_difference():
    assert same("http://a.test/x/?q=1", "http://a.test/x?q=1")
    assert not same("http://a.test/x", "http://b.test/x")
