"""Which links of a page a navigation follows, and to what kind of page they lead."""

from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence

from pagekin.crawl.visits import PAGE, CrawledLink
from pagekin.dom import Link, Page
from pagekin.dom.image_links import image_links
from pagekin.navigation import ANY, TARGET, Navigation
from pagekin.urls import Scope, URLPattern
from pagekin.urls.url_shapes import UrlShapes, form, is_deep

_REMEMBERED = 1 << 13  # links, for each set of steps
_SETS = 32  # of steps that are kept: there are as many as kinds of page, but every start is one
_WRITTEN_OUT = 2  # folders in the shape of a URL of a site about which nothing was learned


class Steps:
    """The steps of a navigation that hold on one page."""

    def __init__(
        self,
        follower: "Follower",
        patterns: Sequence[tuple[URLPattern, str]],
        shapes: dict[tuple[str | None, str], str],
    ) -> None:
        self._follower = follower
        self._patterns = patterns
        self._shapes = shapes
        self._forms = {form(shape) for _, shape in shapes}
        self._deep = any(is_deep(shape) for _, shape in shapes)
        # Most links of a page stand on many others, too: in menus and at the foot.
        self._known: dict[tuple[str, str], tuple[str, list[str]]] = {}

    def leads_to(self, link: Link) -> tuple[str, list[str]]:
        """Return the URL under which a link is followed, and the kinds of page that it leads to.

        There are none if the link is not followed.
        """
        key = link.url, link.path
        known = self._known.get(key)
        if known is None:
            if len(self._known) >= _REMEMBERED:
                self._known.clear()
            known = self._known[key] = self._leads_to(link)
        return known

    def _leads_to(self, link: Link) -> tuple[str, list[str]]:
        everything = self._follower.everything
        if not (self._patterns or self._shapes or everything):
            return link.url, []
        url = self._follower.scope.follow(link.url)
        if url is None:
            return link.url, []
        return url, [PAGE] if everything else self._kinds(url, link.path)

    def _kinds(self, url: str, path: str) -> list[str]:
        kinds = [kind for pattern, kind in self._patterns if pattern.matches(url)]
        if self._shapes and (self._deep or form(url) in self._forms):
            shape = self._follower.shape(url)
            kind = self._shapes.get((path, shape)) or self._shapes.get((None, shape))
            return [kind, *kinds] if kind else kinds
        return kinds


class Follower:
    """A navigation made ready for use: its steps by the kind of page that they start from."""

    def __init__(self, navigation: Navigation, scope: Scope) -> None:
        self.scope = scope
        self.everything = navigation.everything
        self.hubs = frozenset(step.to for step in navigation.steps if step.to != TARGET)
        self._shapes = UrlShapes(navigation.parts, navigation.plain, remember=1 << 16)
        self._patterns: defaultdict[str, list[tuple[URLPattern, str]]] = defaultdict(list)
        self._shapes_followed: defaultdict[str, dict[tuple[str | None, str], str]] = defaultdict(
            dict
        )
        self._kind_of_shape: defaultdict[str, set[str]] = defaultdict(set)
        self._steps: dict[tuple[str, ...], Steps] = {}
        for step in navigation.steps:
            if step.pattern is not None:
                self._patterns[step.source].append((step.pattern, step.to))
            elif step.shape is not None:
                self._shapes_followed[step.source][step.path, step.shape] = step.to
                self._kind_of_shape[step.shape].add(step.to)

    def steps_from(self, kinds: Collection[str]) -> Steps:
        """Return the steps that hold on a page of these kinds."""
        key = tuple(kinds)
        known = self._steps.get(key)
        if known is None:
            patterns = [pair for kind in kinds for pair in self._patterns.get(kind, ())]
            shapes = dict(self._shapes_followed.get(ANY, {}))
            for kind in kinds:
                shapes |= self._shapes_followed.get(kind, {})
            if len(self._steps) >= _SETS:
                self._steps.clear()
            known = self._steps[key] = Steps(self, patterns, shapes)
        return known

    def shape(self, url: str) -> str:
        """Return the shape of a URL; that of a hub is the kind of page that it is."""
        return _folders(url) if self.everything else self._shapes.shape(url)

    def knows_shape(self, shape: str) -> bool:
        """Return whether any step leads to URLs of a shape."""
        return shape in self._kind_of_shape

    def kinds_of(self, url: str) -> set[str]:
        """Return the kinds of page that steps lead to at a URL, wherever they start from."""
        kinds = set(self._kind_of_shape.get(self.shape(url), ()))
        for pairs in self._patterns.values():
            kinds.update(kind for pattern, kind in pairs if pattern.matches(url))
        return kinds


def links_of(page: Page, steps: Sequence[Steps]) -> Iterator[CrawledLink]:
    """Yield the links of a page, followed or not, each once; then its images.

    Each of the `steps` belongs to the crawler of its number. Where one of them follows everything, it
    speaks for all others.
    """
    found: dict[tuple[str, int, str | None], CrawledLink] = {}
    for link in page.links:
        if link.leads_on:
            for one in _followed(link, steps):
                found.setdefault((one.url, one.crawler, one.kind), one)
    followed = {url for url, _, kind in found if kind is not None}
    for one in found.values():
        if one.kind is not None or one.url not in followed:
            yield one
    images: dict[str, CrawledLink] = {}
    for image in image_links(page):
        images.setdefault(image.url, CrawledLink(image.url, image.text, tag=image.kind.value))
    yield from images.values()


def _followed(link: Link, steps: Sequence[Steps]) -> list[CrawledLink]:
    """Return a link once for every kind of page that it leads to; as it stands, if it is not followed."""
    tag = link.kind.value
    found: list[CrawledLink] = []
    for crawler, of_crawler in enumerate(steps):
        url, kinds = of_crawler.leads_to(link)
        if kinds == [PAGE]:
            return [CrawledLink(url, link.text, PAGE, crawler, tag)]
        found += [CrawledLink(url, link.text, kind, crawler, tag) for kind in kinds]
    return found or [CrawledLink(link.url, link.text, tag=tag)]


def _folders(url: str) -> str:
    """Return the shape of a URL by its first folders and the names in its query."""
    path, _, query = url.partition("?")
    folders = path.split("/")[3:-1]
    words = ["*" if any(map(str.isdigit, word)) else word for word in folders[:_WRITTEN_OUT]]
    names = sorted({pair.partition("=")[0] for pair in query.split("&")}) if query else ()
    levels = [*words, *("*" for _ in folders[_WRITTEN_OUT:]), "…"]
    return f"/{'/'.join(levels)}{'?' if query else ''}{'&'.join(names)}"
