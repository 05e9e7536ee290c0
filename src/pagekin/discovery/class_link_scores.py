"""Neighbourhood clusters evaluation (step 2 of Figure 4): what a class-link earns in new target pages."""

from collections import deque
from collections.abc import Callable, Iterable

from pagekin.discovery.known_site import Hyperlink, KnownSite
from pagekin.discovery.page_clusters import ClassLink, Cluster
from pagekin.dom.link_collections import TagList
from pagekin.similarity.page_schema import PageSchema

IsLike = Callable[[PageSchema], bool]


class ClassLinkEvaluation:
    """One class-link under evaluation: its links are followed as long as all lead to target pages."""

    def __init__(self, class_link: ClassLink, known: KnownSite, is_like: IsLike) -> None:
        self.tag_list = class_link.tag_list
        self._known = known
        self._is_like = is_like
        self._is_zero = False
        # What each link collection of the class-link leads to, as far as it was followed.
        self._reached: dict[str, set[str]] = {page.url: set() for page, _ in class_link.collections}
        self._waiting: deque[Hyperlink] = deque()
        links = (
            Hyperlink(page.url, class_link.tag_list, url)
            for page, urls in class_link.collections
            for url in urls
        )
        # Known pages first: if one of them is not similar, nothing has to be downloaded.
        for link in links:
            if known.is_known(link.url):
                self._visit(link)
            else:
                self._waiting.append(link)
            if self._is_zero:
                return

    def next_download(self) -> Hyperlink | None:
        """Go on as far as links are known, and return the one to download next; None at the end."""
        while self._waiting and not self._is_zero:
            if not self._known.is_known(self._waiting[0].url):
                return self._waiting[0]
            self._visit(self._waiting.popleft())
        return None

    def score(self, present: set[str]) -> float:
        """Return the average score of the link collections: how many new pages each reaches.

        Pages that are not `present` are new. There must be nothing left to download.
        """
        if self._is_zero:
            return 0.0
        return sum(len(pages - present) for pages in self._reached.values()) / len(self._reached)

    def _visit(self, link: Hyperlink) -> None:
        """Follow a link; one to a page that is not similar is the early zero of the class-link."""
        for page in self._known.visit([link.url]):
            self._is_zero = not self._is_like(page.schema)
            self._reached[link.page].add(page.url)


class NeighbourCluster:
    """A neighbourhood cluster with its class-links under evaluation."""

    def __init__(self, cluster: Cluster, known: KnownSite, is_like: IsLike) -> None:
        self.cluster = cluster
        self.evaluations = [
            ClassLinkEvaluation(link, known, is_like) for link in cluster.class_links()
        ]

    def back_class_links(self, present: set[str]) -> dict[TagList, float]:
        """Return the class-links that lead to target pages not present yet, with their scores."""
        scores = ((each.tag_list, each.score(present)) for each in self.evaluations)
        return {tag_list: score for tag_list, score in scores if score > 0}


async def evaluate(
    clusters: Iterable[Cluster], known: KnownSite, is_like: IsLike
) -> list[NeighbourCluster]:
    """Follow the class-links of the clusters, each until its early zero or its end.

    In each round every class-link that is still in the running takes just one link, since the page
    behind it may be the last that it needs.
    """
    neighbours = [NeighbourCluster(cluster, known, is_like) for cluster in clusters]
    running = [each for neighbour in neighbours for each in neighbour.evaluations]
    while True:
        wanted = [(each, link) for each in running if (link := each.next_download())]
        if not wanted:
            return neighbours
        await known.download(link for _, link in wanted)
        running = [each for each, _ in wanted]
