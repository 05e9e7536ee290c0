"""Which links of a page the navigation follows, and to what kind of page they lead."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from pagekin.dom import Page
from pagekin.navigation import Navigation
from pagekin.urls import Scope, URLPattern
from pagekin.urls.forms import UrlForms


class Follower:
    """A navigation made ready for use: its steps by the kind of page that they start from."""

    def __init__(self, navigation: Navigation, scope: Scope) -> None:
        self._scope = scope
        self._forms = UrlForms(navigation.parts, navigation.plain, remember=1 << 16)
        self._patterns: defaultdict[str, list[tuple[URLPattern, str]]] = defaultdict(list)
        self._collections: defaultdict[str, dict[tuple[str, str], str]] = defaultdict(dict)
        for step in navigation.steps:
            if step.pattern is not None:
                self._patterns[step.source].append((step.pattern, step.to))
            elif step.form is not None and step.path is not None:
                self._collections[step.source][step.path, step.form] = step.to

    def follow(self, page: Page, kinds: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the URLs to fetch next from a page of these kinds, each with the kind it leads to."""
        patterns = [pair for kind in kinds for pair in self._patterns.get(kind, ())]
        collections: dict[tuple[str, str], str] = {}
        for kind in kinds:
            collections |= self._collections.get(kind, {})
        if not patterns and not collections:
            return
        paths = {path for path, _ in collections}
        for link in page.links:
            url = self._scope.follow(link.url) if link.leads_on else None
            if url is None:
                continue
            if link.path in paths:
                kind_there = collections.get((link.path, self._forms.form(url)))
                if kind_there:
                    yield url, kind_there
            for pattern, kind_there in patterns:
                if pattern.matches(url):
                    yield url, kind_there
