"""TRIVIALSEARCH (Figure 2): follow every link collection that leads back, on every page like its page."""

from collections.abc import Iterable
from typing import NamedTuple

from pagekin.discovery.known_site import Hyperlink, KnownSite, SearchEndedError
from pagekin.discovery.page_clusters import KnownPage
from pagekin.discovery.search_result import SearchLog, SearchResult
from pagekin.dom import Page
from pagekin.dom.link_collections import TagList
from pagekin.similarity.page_schema import ST, PageSchema, likeness
from pagekin.site import Site, Stop, Watch
from pagekin.urls import Scope

DEPTH = 2
"""The levels of indices: "every page should be reachable from the home by at most three links"."""


class _Collection(NamedTuple):
    """A link collection to follow, and the schema of the page p_index that it is followed for; None: p0's own."""

    page: KnownPage
    tag_list: TagList
    source: PageSchema | None = None

    @property
    def key(self) -> tuple[str, TagList]:
        return self.page.url, self.tag_list

    @property
    def urls(self) -> tuple[str, ...]:
        return self.page.collections[self.tag_list]


async def trivial_search(
    site: Site,
    sample: Page,
    scope: Scope,
    stop: Stop,
    *,
    depth: int = DEPTH,
    st: int = ST,
    concurrency: int = 8,
    watch: Watch = lambda _: None,
) -> SearchResult:
    """Find the pages similar to the sample: Search(p0, depth).

    Stopped early, the result has the pages that p0's own search has reached by then.
    """
    known = KnownSite(site, sample, scope, stop, st=st, concurrency=concurrency, watch=watch)
    trivial = _TrivialSearch(known, st)
    search = _Search(trivial, known.sample)
    stopped = None
    try:
        await search.run(depth)
    except SearchEndedError as error:
        stopped = str(error)
    return trivial.record.result(known, search.similar(), stopped)


class _TrivialSearch:
    """The searches of one run.

    Search is called for every link collection, and so many times for the same page. Its result depends on
    page and depth alone and is kept; its visits count every time, as in Figure 6.
    """

    def __init__(self, known: KnownSite, st: int) -> None:
        self.known = known
        self.st = st
        self.record = SearchLog(known.sample)
        self._done: dict[tuple[str, int], tuple[list[KnownPage], int]] = {}

    async def search(self, page: KnownPage, depth: int) -> list[KnownPage]:
        """Return the pages similar to a page that are reached by at most `depth` levels of indices."""
        key = page.url, depth
        if key in self._done:
            pages, visits = self._done[key]
            self.known.visits += visits
            return pages
        before = self.known.visits
        search = _Search(self, page)
        await search.run(depth)
        self._done[key] = search.similar(), self.known.visits - before
        return self._done[key][0]


class _Search:
    """The function Search of Figure 2 for one page p0; `reached` is its set D.

    In the figure C0 is a subset of D, in the text it is "the cluster containing the sample page". Here p0 is
    in C0, since what leads back to p0 is looked for, and in the result, as at depth 0.
    """

    def __init__(self, run: _TrivialSearch, p0: KnownPage) -> None:
        self.p0 = p0
        self.reached: dict[str, KnownPage] = {}
        self._run = run
        self._known = run.known
        self._is_like = likeness(p0.schema, run.st)
        self._followed: dict[tuple[str, TagList], int] = {}

    def similar(self) -> list[KnownPage]:
        """Return p0 and "the subset of D which are similar to p0"."""
        pages = {self.p0.url: self.p0} | self.reached
        return [page for page in pages.values() if self._is_like(page.schema)]

    async def run(self, depth: int) -> None:
        """Fill D."""
        if depth == 0:
            return
        await self._follow([_Collection(self.p0, tag_list) for tag_list in self.p0.collections])
        leading_back = self._leading_back()
        # All of these are followed in any case, so they are downloaded at once.
        await self._follow(leading_back)
        for lc in leading_back:
            pages = await self._run.search(lc.page, depth - 1)
            await self._follow(
                [
                    _Collection(page, lc.tag_list, lc.source)
                    for page in pages
                    if lc.tag_list in page.collections
                ]
            )

    def _leading_back(self) -> list[_Collection]:
        """Return L: the link collections from D that contain a link to pages of C0."""
        c0 = [page for page in self.reached.values() if page.schema == self.p0.schema]
        links = self._known.links_to([self.p0, *c0])
        return [
            _Collection(page, tag_list, page.schema)
            for page in self.reached.values()
            for tag_list, urls in page.collections.items()
            if not links.isdisjoint(urls)
        ]

    async def _follow(self, collections: Iterable[_Collection]) -> None:
        """Add to D all the pages reachable by following link collections."""
        new = []
        for collection in collections:
            if collection.key in self._followed:
                self._known.visits += self._followed[collection.key]
            else:
                new.append(collection)
        try:
            await self._known.download(
                Hyperlink(collection.page.url, collection.tag_list, url)
                for collection in new
                for url in collection.urls
            )
        finally:  # what came before the stop counts as well
            for collection in new:
                self._take(collection)

    def _take(self, collection: _Collection) -> None:
        """Visit what a link collection leads to."""
        pages = list(self._known.visit(collection.urls))
        self.reached.update((page.url, page) for page in pages)
        if collection.source is not None:
            self._followed[collection.key] = len(pages)
            similar = (page for page in pages if self._is_like(page.schema))
            self._run.record.followed(
                collection.source, collection.tag_list, self.p0.schema, collection.page, similar
            )
