"""Views: pages that show a target again, under a URL that has all of the target's URL and something more.

A commit at `/commit/?id=9fceb02` may also be shown for a single file at `/commit/src/x.c?id=9fceb02`: the same
template and the same title, a page for every file of every commit. Such pages add nothing but requests.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from typing import NamedTuple

from pagekin.discovery.explored_site import ExploredSite
from pagekin.dom import Page
from pagekin.dom.page_identity import fingerprint, headline_of, numbers_a_page

_FEWEST = 3  # pages that must be views before others like them are taken for views
_NEARLY_ALL = 0.9
_DISTINCT = (
    0.8  # share of targets that have to have a title of their own: only then does it tell them
)


class _Parts(NamedTuple):
    """A URL taken apart: its host and levels, and the pairs of its query."""

    levels: tuple[str, ...]
    pairs: frozenset[str]

    @classmethod
    def of(cls, url: str) -> "_Parts":
        path, _, query = url.partition("://")[2].partition("?")
        pairs = frozenset(pair for pair in query.split("&") if pair)
        return cls(tuple(path.rstrip("/").split("/")), pairs)

    @property
    def kind(self) -> "_Kind":
        return _Kind(len(self.levels), _names(self.pairs))

    def within(self, kind: "_Kind") -> "_Parts | None":
        """Return what is left of a URL when cut down to a kind; None if nothing is cut, or something is missing."""
        kept = frozenset(pair for pair in self.pairs if pair.partition("=")[0] in kind.names)
        cut = _Parts(self.levels[: kind.depth], kept)
        return None if cut == self or cut.kind != kind else cut

    def beyond(self, other: "_Parts") -> tuple[str, ...]:
        """Return what a URL has in addition to another one."""
        return (*self.levels[len(other.levels) :], *(self.pairs - other.pairs))


class _Kind(NamedTuple):
    """How deep a URL is, and what its query names."""

    depth: int
    names: frozenset[str]


class _Extension(NamedTuple):
    """How URLs extend those of the samples' kind: in the path or not, and by which names in the query."""

    kind: _Kind
    longer: bool
    names: frozenset[str]


@dataclass(slots=True)
class _Seen:
    """The pages with one extension, and what is known about some of them."""

    pages: list[int] = field(default_factory=list)
    same: int = 0
    different: int = 0

    @property
    def are_views(self) -> bool:
        """Whether all of them can be taken for views."""
        return self.same >= max(_FEWEST, _NEARLY_ALL * (self.same + self.different))


class TargetViews:
    """Knows the titles of the pages seen, and finds the kin that are only views of other kin."""

    def __init__(self, explored: ExploredSite) -> None:
        self._explored = explored
        self._titles: dict[int, int] = {}  # as fingerprints
        self._known_parts: dict[int, _Parts] = {}

    def see(self, number: int, page: Page) -> None:
        """Remember what a page calls itself."""
        self._titles[number] = fingerprint(page.title, headline_of(page))

    def among(self, kin: AbstractSet[int], likely: AbstractSet[int]) -> set[int]:
        """Return the kin that only show other kin again, whose URLs are of the samples' kind.

        `likely` are URLs that are taken for kin, fetched or not.
        """
        explored = self._explored
        parts = self._parts
        kinds = {parts(sample).kind for sample in explored.samples}
        own = [page for page in kin if parts(page).kind in kinds]
        if not self._have_titles_of_their_own(own):
            return set()
        known = {parts(url): self._titles.get(url) for url in (*likely, *own)}
        seen: dict[_Extension, _Seen] = {}
        for page in explored.pages:
            for kind in kinds:
                if parts(page).kind not in kinds:
                    self._sort(page, kind, known, seen, is_kin=page in kin)
        return {page for group in seen.values() if group.are_views for page in group.pages}

    def _parts(self, url: int) -> _Parts:
        parts = self._known_parts.get(url)
        if parts is None:
            parts = self._known_parts[url] = _Parts.of(self._explored.urls[url])
        return parts

    def _have_titles_of_their_own(self, pages: Sequence[int]) -> bool:
        titles = Counter(self._titles.get(page) for page in pages)
        return len(pages) >= _FEWEST and len(titles) >= _DISTINCT * len(pages)

    def _sort(
        self,
        page: int,
        kind: _Kind,
        known: Mapping[_Parts, int | None],
        seen: dict[_Extension, _Seen],
        *,
        is_kin: bool,
    ) -> None:
        """Check whether a page's URL extends a known one, and compare the pages if both were fetched."""
        parts = self._parts(page)
        shorter = parts.within(kind)
        if shorter is None or any(map(numbers_a_page, parts.beyond(shorter))):
            return
        names = parts.kind.names - kind.names
        extension = _Extension(kind, len(parts.levels) > kind.depth, names)
        group = seen.setdefault(extension, _Seen())
        if shorter not in known:
            group.different += is_kin  # it may be the only way to what it shows
            return
        group.pages.append(page)
        title = known[shorter]
        if title is not None:
            group.same += title == self._titles.get(page)
            group.different += title != self._titles.get(page)


def _names(pairs: Iterable[str]) -> frozenset[str]:
    return frozenset(pair.partition("=")[0] for pair in pairs)
