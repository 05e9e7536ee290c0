"""What is done to pages in a pool: pure functions of a page as it came, and of a value that all calls share."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import NamedTuple

from pagekin.crawl.looking import Look, Looker
from pagekin.crawl.visits import PlannedVisit
from pagekin.dom import Page, parse_page
from pagekin.dom.features import Vocabulary
from pagekin.dom.page import PageNote, UnparsedPage
from pagekin.dom.page_notes import note_of
from pagekin.dom.script_shell import is_shell
from pagekin.navigation import Crawler
from pagekin.pool.shared_value import SharedValue
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extraction, Extractor
from pagekin.wrappers.repair.locator_health import Health, HealthTally

_MOST_FEATURES = 200_000  # of many sites, one after the other


class SentPage(NamedTuple):
    """A page as it came, to be parsed elsewhere."""

    url: str
    body: bytes
    headers: Mapping[str, str]
    requested: str

    @classmethod
    def of(cls, page: Page) -> "SentPage":
        """Return what a page was made from."""
        body = page.whole if isinstance(page, UnparsedPage) else page.body
        return cls(page.url, body, dict(page.headers), page.requested)

    def parsed(self) -> Page:
        """Parse the page."""
        return parse_page(self.url, self.body, self.headers, requested=self.requested)


def get_noting() -> None:
    """Load everything that notes need."""
    _own_vocabulary()


def note_page(sent: SentPage) -> PageNote:
    """Take down what a search for kin needs of a page."""
    vocabulary = _own_vocabulary()
    if len(vocabulary) > _MOST_FEATURES:
        _own_vocabulary.cache_clear()
    return note_of(sent.parsed(), vocabulary)


@cache
def _own_vocabulary() -> Vocabulary:
    """Return the vocabulary of this process: what one page has, the next one has, too."""
    return Vocabulary()


class ReadPage(NamedTuple):
    """What a wrapper found on a page, the limits that the page hit, and how its locators did if that was asked."""

    extraction: Extraction
    problems: tuple[str, ...] = ()
    health: HealthTally | None = None


def get_looking(crawlers: SharedValue) -> None:
    """Load everything that looks need."""
    crawlers.made(_looker)


def look_at(
    crawlers: SharedValue, sent: SentPage, visit: PlannedVisit, digest: bytes
) -> tuple[Look, bool]:
    """Look at a page for the crawlers of a crawl; say also whether it is empty without its scripts."""
    page = sent.parsed()
    return crawlers.made(_looker).look(page, visit, digest), is_shell(page)


def get_reading(wrapper: SharedValue) -> None:
    """Load everything that reading pages needs."""
    wrapper.made(Extractor)


def read_pages(wrapper: SharedValue, pages: Sequence[tuple[SentPage, bool]]) -> list[ReadPage]:
    """Apply a wrapper to pages; where it is asked for, try every single locator, too."""
    return [_read(wrapper, sent, with_health=with_health) for sent, with_health in pages]


def _read(wrapper: SharedValue, sent: SentPage, *, with_health: bool) -> ReadPage:
    page = sent.parsed()
    tally = None
    if with_health:
        health = wrapper.made(_fresh_health)
        health.clear()
        health.look(page)
        tally = health.tally()
    return ReadPage(wrapper.made(Extractor).extract(page), page.problems, tally)


def _looker(crawlers: Sequence[Crawler]) -> Looker:
    return Looker(crawlers, mining=True)


def _fresh_health(wrapper: Wrapper) -> Health:
    return Health(wrapper)
