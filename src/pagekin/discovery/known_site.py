"""What a search knows of the site: every page is downloaded once, and only its links are kept."""

import asyncio
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from pagekin.discovery.page_clusters import KnownPage
from pagekin.dom import Page
from pagekin.dom.link_collections import TagList, link_collections
from pagekin.similarity.page_schema import ST, PageSchema, likeness
from pagekin.site import BreadthFirst, Counts, Failure, Site, Stop, Watch
from pagekin.urls import Scope


class SearchEndedError(Exception):
    """The search has to end here, with what it has found; the message says why."""


class Hyperlink(NamedTuple):
    """A link as it was followed: the page that it is on, its place there, and where it leads."""

    page: str
    tag_list: TagList
    url: str


class KnownSite:
    """The pages that were downloaded, how each was reached, and the two counts of Figure 6.

    Downloads are done in batches. A batch is fetched concurrently, but learned in its own order, whatever
    the order of the responses. A page that two links reach under different URLs (by a redirect) is one
    page, known by the URL it was found at.

    A limit on depth has no meaning here: it counts links from an entry, and these searches have none.
    """

    def __init__(
        self,
        site: Site,
        sample: Page,
        scope: Scope,
        stop: Stop,
        *,
        st: int = ST,
        concurrency: int = 8,
        watch: Watch = lambda _: None,
    ) -> None:
        self.pages: dict[str, KnownPage] = {}
        self.reached_by: dict[str, Hyperlink] = {}
        self.visits = 0
        self.counts = Counts(pages=1, targets=1)
        self._site = site
        self._scope = scope
        self._stop = stop
        self._watch = watch
        self._queue: BreadthFirst[Hyperlink] = BreadthFirst(self, stop, ahead=2 * concurrency)
        self._results: dict[str, KnownPage | None] = {}
        self._leads_to: dict[str, KnownPage | None] = {}
        self._urls: dict[str, dict[str, None]] = {}
        self._texts: dict[str, str] = {}
        self._schemas: dict[PageSchema, PageSchema] = {}
        self.sample = self._add(self._remember(sample))
        self.is_target = likeness(self.sample.schema, st)
        for url in (sample.url, sample.requested, scope.follow(sample.url) or sample.url):
            self._queue.mark_seen(url)
            self._lead(url, self.sample)

    @property
    def downloads(self) -> int:
        """#dwnl: the pages requested, including the sample and those that did not come."""
        return self._queue.visited + 1

    def is_known(self, url: str) -> bool:
        """Return whether a link can be followed without a download."""
        return url in self._leads_to

    def links_to(self, pages: Iterable[KnownPage]) -> set[str]:
        """Return the URLs of links to these pages: their own, and those that redirect to them."""
        return {url for page in pages for url in self._urls[page.url]}

    def visit(self, urls: Iterable[str]) -> Iterator[KnownPage]:
        """Yield the pages that known links lead to, and count the visits: #evl.

        A link whose page did not come is skipped, as if it were not there.
        """
        for url in urls:
            page = self._leads_to.get(url)
            if page is not None:
                self.visits += 1
                yield page

    def like(self, is_like: Callable[[PageSchema], bool]) -> list[KnownPage]:
        """Return the known pages whose schema is like another, in the order in which they became known."""
        return [page for page in self.pages.values() if is_like(page.schema)]

    async def download(self, links: Iterable[Hyperlink]) -> None:
        """Download what unknown links lead to; raise SearchEndedError when it is time to stop."""
        batch: dict[str, Hyperlink] = {}
        for link in links:
            if link.url not in self._leads_to:
                batch.setdefault(link.url, link)
        for link in batch.values():
            self._queue.add(link.url, link)
        async for visit in self._queue:
            self._learn(visit.note)
            self.counts.pages, self.counts.queued = self.downloads, len(self._queue)
            self._watch(self.counts)
            del visit  # with its page, whose memory the next one may need
        await asyncio.sleep(0)  # a long computation over known pages must notice an interruption
        # Without anything to download, only time and a person's wish can end the search.
        stopped = self._queue.stopped or self._stop.reason(0)
        if stopped:
            raise SearchEndedError(stopped)
        # The queue skips redirects to what was found under its own URL, but they do lead somewhere.
        for link in batch.values():
            if link.url in self._results:
                self._learn(link)

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch a page for the queue; only its links are kept."""
        result = await self._site.fetch(url)
        self._results[url] = self._remember(result) if isinstance(result, Page) else None
        return result

    def _learn(self, link: Hyperlink) -> None:
        """Note the result of a link, in the order of its batch."""
        page = self._results.pop(link.url)
        if page is None:
            self.counts.failed += 1
        elif page.url in self.pages:
            page = self.pages[page.url]
        else:
            self._add(page)
            self.reached_by[page.url] = link
            self.counts.targets += self.is_target(page.schema)
        self._lead(link.url, page)

    def _add(self, page: KnownPage) -> KnownPage:
        self.pages[page.url] = page
        self._lead(page.url, page)
        return page

    def _lead(self, url: str, page: KnownPage | None) -> None:
        self._leads_to[url] = page
        if page is not None:
            self._urls.setdefault(page.url, {})[url] = None

    def _remember(self, page: Page) -> KnownPage:
        """Reduce a page to its links; texts that many pages share are kept once."""
        collections = {
            TagList(self._once(tag_list)): tuple(self._followed(anchor.url for anchor in anchors))
            for tag_list, anchors in link_collections(page)
        }
        schema = frozenset(collections)
        return KnownPage(page.url, self._schemas.setdefault(schema, schema), collections)

    def _followed(self, urls: Iterable[str]) -> dict[str, None]:
        followed = (self._scope.follow(url) for url in urls)
        return dict.fromkeys(self._once(url) for url in followed if url)

    def _once(self, text: str) -> str:
        return self._texts.setdefault(text, text)
