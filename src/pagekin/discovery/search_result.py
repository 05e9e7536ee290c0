"""What a search for similar pages found: the pages, and the class-links that lead to them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from pagekin.discovery.known_site import Hyperlink, KnownSite
from pagekin.discovery.page_clusters import KnownPage
from pagekin.dom.link_collections import TagList
from pagekin.similarity.page_schema import PageSchema


@dataclass(frozen=True, slots=True)
class FoundClassLink:
    """A class-link that was followed with success, from one set of pages to another.

    `source` and `target` are numbers of `SearchResult.clusters`. `pages` are those on which the tag-list was
    followed to at least one page like the target; `led_to` are those pages.
    """

    source: int
    tag_list: TagList
    target: int
    pages: tuple[str, ...]
    led_to: tuple[str, ...]

    def __str__(self) -> str:
        return (
            f"cluster {self.source} ({len(self.pages)} pages) — {self.tag_list} → "
            f"cluster {self.target} ({len(self.led_to)} pages)"
        )


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The pages similar to the sample and the way to them.

    `clusters` are the sets of pages that were searched for or used as indices, by their URLs: number 0
    is the sample's and holds the targets (and, with TRIVIALSEARCH, pages like them that only served as
    indices). Class-links lead from one to another: those with target 0 to the targets, those with
    target n to the pages of cluster n. A target that was met on the way is at the end of no class-link.

    `reached_by` has for each of those pages except the sample the link by which it was first reached; the
    page of that link is in it too, and so on back to the sample. Pages are named by the URL they were
    found at, after redirects; a link's `url` is the one under which the scope follows it.
    """

    targets: tuple[str, ...]
    clusters: tuple[tuple[str, ...], ...]
    class_links: tuple[FoundClassLink, ...]
    reached_by: Mapping[str, Hyperlink]
    downloads: int  # #dwnl of Figure 6
    visits: int  # #evl of Figure 6
    failed: int
    stopped: str | None

    @property
    def index_pages(self) -> tuple[str, ...]:
        """The pages that offer indices to the targets, each once."""
        direct = (link.pages for link in self.class_links if link.target == 0)
        return tuple(dict.fromkeys(url for pages in direct for url in pages))

    def path(self, url: str) -> tuple[Hyperlink, ...]:
        """Return the links from the sample to a page that was found."""
        links: list[Hyperlink] = []
        while url in self.reached_by:
            links.append(self.reached_by[url])
            url = links[-1].page
        return tuple(reversed(links))


@dataclass(slots=True)
class _Followed:
    """The ends of a class-link, as far as they are known; dicts keep their order."""

    pages: dict[str, None] = field(default_factory=dict)
    led_to: dict[str, None] = field(default_factory=dict)


class SearchLog:
    """A log of what a search follows; clusters are numbered in the order in which they are noted."""

    def __init__(self, sample: KnownPage) -> None:
        self._numbers: dict[PageSchema, int] = {sample.schema: 0}
        self._links: dict[tuple[int, TagList, int], _Followed] = {}

    def number(self, schema: PageSchema) -> int:
        """Return the number of a cluster, the next one if it has none."""
        return self._numbers.setdefault(schema, len(self._numbers))

    def followed(
        self,
        source: PageSchema,
        tag_list: TagList,
        target: PageSchema,
        page: KnownPage,
        led_to: Iterable[KnownPage],
    ) -> None:
        """Note that a collection of a page like `source` led to pages like `target`."""
        urls = dict.fromkeys(found.url for found in led_to)
        if urls:
            key = self.number(source), tag_list, self.number(target)
            ends = self._links.setdefault(key, _Followed())
            ends.pages[page.url] = None
            ends.led_to.update(urls)

    def result(
        self, known: KnownSite, targets: Iterable[KnownPage], stopped: str | None
    ) -> SearchResult:
        """Return what was found, with everything that leads to it."""
        found = tuple(page.url for page in targets)
        members: list[dict[str, None]] = [{} for _ in self._numbers]
        members[0].update(dict.fromkeys(found))
        for (source, _, target), ends in self._links.items():
            members[source].update(ends.pages)
            members[target].update(ends.led_to)
        links = tuple(
            FoundClassLink(*key, tuple(ends.pages), tuple(ends.led_to))
            for key, ends in self._links.items()
        )
        return SearchResult(
            targets=found,
            clusters=tuple(map(tuple, members)),
            class_links=links,
            reached_by=_ways(known.reached_by, members),
            downloads=known.downloads,
            visits=known.visits,
            failed=known.counts.failed,
            stopped=stopped,
        )


def _ways(
    reached_by: Mapping[str, Hyperlink], members: Iterable[Iterable[str]]
) -> dict[str, Hyperlink]:
    """Return the links that lead, one after the other, from the sample to the members."""
    ways: dict[str, Hyperlink] = {}
    for urls in members:
        for member in urls:
            url = member
            while url in reached_by and url not in ways:
                ways[url] = reached_by[url]
                url = ways[url].page
    return ways
