"""Which links of a page the navigation follows, and to what kind of page they lead."""

from collections import defaultdict
from collections.abc import Collection, Iterator

from pagekin.crawl.visits import CrawledLink
from pagekin.dom import Page
from pagekin.navigation import ANY, TARGET, Navigation
from pagekin.urls import Scope, URLPattern
from pagekin.urls.url_shapes import UrlShapes


class Follower:
    """A navigation made ready for use: its steps by the kind of page that they start from."""

    def __init__(self, navigation: Navigation, scope: Scope) -> None:
        self._scope = scope
        self._forms = UrlShapes(navigation.parts, navigation.plain, remember=1 << 16)
        self._patterns: defaultdict[str, list[tuple[URLPattern, str]]] = defaultdict(list)
        self._forms_followed: defaultdict[str, dict[tuple[str | None, str], str]] = defaultdict(
            dict
        )
        self.hubs = frozenset(step.to for step in navigation.steps if step.to != TARGET)
        for step in navigation.steps:
            if step.pattern is not None:
                self._patterns[step.source].append((step.pattern, step.to))
            elif step.shape is not None:
                self._forms_followed[step.source][step.path, step.shape] = step.to

    def follow(self, page: Page, kinds: Collection[str]) -> Iterator[tuple[str, str]]:
        """Yield the URLs to fetch next from a page of these kinds, each with the kind it leads to."""
        for link in self.links(page, kinds):
            if link.kind is not None:
                yield link.url, link.kind

    def links(self, page: Page, kinds: Collection[str]) -> Iterator[CrawledLink]:
        """Yield the links of a page of these kinds, followed or not, each once."""
        patterns = [pair for kind in kinds for pair in self._patterns.get(kind, ())]
        forms = dict(self._forms_followed.get(ANY, {}))
        for kind in kinds:
            forms |= self._forms_followed.get(kind, {})
        found: dict[tuple[str, str | None], CrawledLink] = {}
        for link in page.links:
            if not link.leads_on:
                continue
            url = self._scope.follow(link.url) if patterns or forms else None
            leads_to = [] if url is None else self._kinds(url, link.path, patterns, forms)
            for kind_there in leads_to:
                found.setdefault(
                    (str(url), kind_there), CrawledLink(str(url), link.text, kind_there)
                )
            if not leads_to:
                found.setdefault((link.url, None), CrawledLink(link.url, link.text))
        followed = {url for url, kind_there in found if kind_there is not None}
        for one in found.values():
            if one.kind is not None or one.url not in followed:
                yield one

    def _kinds(
        self,
        url: str,
        path: str,
        patterns: list[tuple[URLPattern, str]],
        forms: dict[tuple[str | None, str], str],
    ) -> list[str]:
        kinds = [kind for pattern, kind in patterns if pattern.matches(url)]
        if forms:
            form = self._forms.shape(url)
            kind = forms.get((path, form)) or forms.get((None, form))
            return [kind, *kinds] if kind else kinds
        return kinds

    def shape(self, url: str) -> str:
        """Give the form of a URL, which is the kind of page that it has if that is one of hubs."""
        return self._forms.shape(url)
