"""INDESIT (Figure 4): learn which clusters are effective indices, and follow only those.

The paper describes the four steps in prose. Where it leaves a choice, the docstring says which one was made.
"""

from collections import Counter, deque
from collections.abc import Collection, Iterable
from operator import itemgetter

from pagekin.discovery.class_link_scores import NeighbourCluster, evaluate
from pagekin.discovery.known_site import Hyperlink, KnownSite, SearchEndedError
from pagekin.discovery.page_clusters import Cluster, KnownPage, clusters_of
from pagekin.discovery.search_result import SearchLog, SearchResult
from pagekin.dom import Page
from pagekin.dom.link_collections import TagList
from pagekin.similarity.page_schema import ST, PageSchema, likeness, similar
from pagekin.site import Site, Stop, Watch
from pagekin.urls import Scope

ENOUGH_LINKS = 3
"""Links of a collection that lead to one cluster; then the rest of the collection is not followed."""

# A search may need another search, and so on; a site that leads on endlessly must not exhaust the stack.
_MAX_NESTING = 50


async def indesit(
    site: Site,
    sample: Page,
    scope: Scope,
    stop: Stop,
    *,
    st: int = ST,
    concurrency: int = 8,
    watch: Watch = lambda _: None,
) -> SearchResult:
    """Find the pages similar to the sample, starting from the cluster that holds it alone.

    The result holds every downloaded page that is similar, including those met on the way while a
    class-link was evaluated or index pages were searched for. Stopped early, it holds those found by then.
    """
    known = KnownSite(site, sample, scope, stop, st=st, concurrency=concurrency, watch=watch)
    run = _Indesit(known, st)
    stopped = None
    try:
        await run.search(Cluster(known.sample.schema, (known.sample,)))
    except SearchEndedError as error:
        stopped = str(error)
    return run.record.result(known, known.like(known.is_target), stopped)


class _Indesit:
    """The searches of one run: what they know, and for which clusters they were made.

    A cluster that is similar to one being searched, or searched already, is not searched again: the known
    pages like it serve as its index pages. So every recursion ends, and there are no more searches than
    different clusters.
    """

    def __init__(self, known: KnownSite, st: int) -> None:
        self.known = known
        self.st = st
        self.record = SearchLog(known.sample)
        self._searched: list[PageSchema] = []

    async def search(self, cluster: Cluster, nesting: int = 0) -> None:
        """Download the pages of the clusters similar to a given cluster."""
        if nesting > _MAX_NESTING:
            return
        if any(similar(cluster.schema, other, self.st) for other in self._searched):
            return
        self._searched.append(cluster.schema)
        self.record.number(cluster.schema)  # indices come after what they lead to
        await _Search(self, cluster, nesting).run()


class _Search:
    """One search for the pages similar to a cluster, C0 in the paper.

    `present` is what "new" is judged by: the pages of C0 and those that an index has led to. A page
    that evaluation alone has reached stays new, so that the order of evaluation does not affect the
    scores.
    """

    def __init__(self, run: _Indesit, cluster: Cluster, nesting: int) -> None:
        self.cluster = cluster
        self.is_like = likeness(cluster.schema, run.st)
        self.present: set[str] = {page.url for page in cluster.pages}
        self._run = run
        self._known = run.known
        self._nesting = nesting

    async def run(self) -> None:
        """Do the four steps of Figure 4.

        C0 is one of its own neighbourhood clusters if its links lead to more pages of it.
        """
        reached = await self._discover()
        self.present.update(page.url for page in reached if self.is_like(page.schema))
        neighbours = await evaluate(clusters_of(reached), self._known, self.is_like)
        while index := _index_cluster(neighbours, self.present):
            neighbours.remove(index)
            back_class_links = index.back_class_links(self.present)
            await self._run.search(index.cluster, self._nesting + 1)
            await self._gather(index.cluster, back_class_links)

    async def _discover(self) -> list[KnownPage]:
        """Step 1, neighbourhood clusters discovery: return the pages that links of the cluster reach.

        Each collection is followed until three of its links have led to the same cluster. All collections
        proceed together: in a round each takes as many links as it needs in any case.
        """
        explorations = [
            _Exploration(self._known, page, tag_list)
            for page in self.cluster.pages
            for tag_list in page.collections
        ]
        while links := [link for each in explorations for link in each.next_links()]:
            await self._known.download(links)
            for exploration in explorations:
                exploration.visit()
        return [page for exploration in explorations for page in exploration.reached]

    async def _gather(self, index: Cluster, tag_lists: Collection[TagList]) -> None:
        """Follow the back class-links on the index pages to as many target pages as possible.

        Index pages are all known pages like the index cluster, whichever search made them known.
        """
        collections = [
            (page, tag_list)
            for page in self._known.like(likeness(index.schema, self._run.st))
            for tag_list in tag_lists
            if tag_list in page.collections
        ]
        try:
            await self._known.download(
                Hyperlink(page.url, tag_list, url)
                for page, tag_list in collections
                for url in page.collections[tag_list]
            )
        finally:  # what came before the stop counts as well
            for page, tag_list in collections:
                self._take(index, page, tag_list)

    def _take(self, index: Cluster, page: KnownPage, tag_list: TagList) -> None:
        """Take the target pages that one link collection of an index page leads to."""
        reached = self._known.visit(page.collections[tag_list])
        targets = [other for other in reached if self.is_like(other.schema)]
        self.present.update(target.url for target in targets)
        self._run.record.followed(index.schema, tag_list, self.cluster.schema, page, targets)


def _index_cluster(
    neighbours: Iterable[NeighbourCluster], present: set[str]
) -> NeighbourCluster | None:
    """Choose the neighbour with the highest score, the first of equals; None if all are zero."""
    scores = [(sum(each.back_class_links(present).values()), each) for each in neighbours]
    score, best = max(scores, key=itemgetter(0), default=(0.0, None))
    return best if score > 0 else None


class _Exploration:
    """One link collection on its way to neighbourhood clusters, under the three-links rule."""

    def __init__(self, known: KnownSite, page: KnownPage, tag_list: TagList) -> None:
        self.reached: list[KnownPage] = []
        self._known = known
        self._waiting = deque(
            Hyperlink(page.url, tag_list, url) for url in page.collections[tag_list]
        )
        self._taken: list[Hyperlink] = []
        self._clusters: Counter[PageSchema] = Counter()

    def next_links(self) -> list[Hyperlink]:
        """Return the links to follow in any case: as many as are still missing to three."""
        lacking = ENOUGH_LINKS - max(self._clusters.values(), default=0)
        number = min(lacking, len(self._waiting))
        self._taken = [self._waiting.popleft() for _ in range(number)]
        return self._taken

    def visit(self) -> None:
        """Note which clusters the links have led to."""
        for page in self._known.visit(link.url for link in self._taken):
            self.reached.append(page)
            self._clusters[page.schema] += 1
