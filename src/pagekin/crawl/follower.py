"""Which links of a page the navigation follows, and to what kind of page they lead."""

from collections import defaultdict
from collections.abc import Iterable, Iterator

from pagekin.dom import Page
from pagekin.navigation import ANY, Navigation
from pagekin.urls import Scope, URLPattern
from pagekin.urls.forms import UrlForms


class Follower:
    """A navigation made ready for use: its steps by the kind of page that they start from."""

    def __init__(self, navigation: Navigation, scope: Scope) -> None:
        self._scope = scope
        self._forms = UrlForms(navigation.parts, navigation.plain, remember=1 << 16)
        self._patterns: defaultdict[str, list[tuple[URLPattern, str]]] = defaultdict(list)
        self._forms_followed: defaultdict[str, dict[tuple[str | None, str], str]] = defaultdict(
            dict
        )
        for step in navigation.steps:
            if step.pattern is not None:
                self._patterns[step.source].append((step.pattern, step.to))
            elif step.form is not None:
                self._forms_followed[step.source][step.path, step.form] = step.to

    def follow(self, page: Page, kinds: Iterable[str]) -> Iterator[tuple[str, str]]:
        """Yield the URLs to fetch next from a page of these kinds, each with the kind it leads to."""
        patterns = [pair for kind in kinds for pair in self._patterns.get(kind, ())]
        followed = dict(self._forms_followed.get(ANY, {}))
        for kind in kinds:
            followed |= self._forms_followed.get(kind, {})
        if not patterns and not followed:
            return
        for link in page.links:
            url = self._scope.follow(link.url) if link.leads_on else None
            if url is None:
                continue
            if followed:
                form = self._forms.form(url)
                kind_there = followed.get((link.path, form)) or followed.get((None, form))
                if kind_there:
                    yield url, kind_there
            for pattern, kind_there in patterns:
                if pattern.matches(url):
                    yield url, kind_there

    def form(self, url: str) -> str:
        """Give the form of a URL, which is the kind of page that it has if that is one of hubs."""
        return self._forms.form(url)
