"""What a look at a page brings: its class, its records if they are wanted, and what kept some from being read."""

from dataclasses import replace

import pytest
from test_traversal import CRAWLER, HOME

from pagekin.crawl.looking import Looker
from pagekin.crawl.visits import PlannedVisit
from pagekin.dom import parse_page
from pagekin.navigation import TARGET
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.apply import Extraction, Problem

NAME = Field("name", "text", (Locator("//h1", Anchor.NAME),))
WRAPPER = Wrapper((Bundle("product", (NAME,)),))
PAGE = parse_page(f"{HOME}p/1", b"<title>Tea</title><h1>Green tea</h1>")
ENTRY = PlannedVisit(PAGE.url, TARGET, 1, HOME)


@pytest.mark.parametrize(
    ("wrapper", "mining", "names"),
    [(WRAPPER, True, ["Green tea"]), (WRAPPER, False, None), (None, True, None)],
)
def test_records_are_read_where_they_are_wanted_and_there_is_a_wrapper(wrapper, mining, names):
    looker = Looker([replace(CRAWLER, wrapper=wrapper)], mining=mining)
    look = looker.look(PAGE, ENTRY, b"digest")
    read = look.records and [record.fields["name"][0].text for record in look.records]
    assert (look.taken_by, look.title, read) == (0, "Tea", names)


class Extractor:
    """Finds nothing on a page, for a reason of the page and for one of a bundle."""

    def extract(self, page):
        whole = Problem("", "", "missing", reason="the page is too large for the wrapper's limits")
        part = Problem("product", "name", "missing", reason="no instance")
        return Extraction(page.url, (), (whole, part))


def test_what_is_wrong_with_the_page_as_a_whole_is_told_apart_from_what_its_bundles_lack():
    looker = Looker([replace(CRAWLER, wrapper=WRAPPER)], mining=True)
    looker._extractors = [Extractor()]
    look = looker.look(PAGE, ENTRY, b"digest")
    assert look.records == ()
    assert look.unread == ("the page is too large for the wrapper's limits",)
