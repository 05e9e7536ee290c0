"""Further pages of a list: one page of the site, continued under numbers."""

from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit, urlunsplit

from pagekin.dom import Page
from pagekin.dom.features import Vocabulary

_ALIKE = 0.5  # share of the paths that a further page has in common with the first


class FurtherPages:
    """Knows which pages continue a list, by the numbers that lead from its first page to them.

    `/cups/page/2/` has a URL unlike that of `/cups/`, but is not another kind of page.
    """

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._vocabulary = vocabulary
        self._first: dict[str, str] = {}
        self._supposed: dict[str, tuple[str, frozenset[int]]] = {}  # with the first page's paths

    def first_of(self, url: str) -> str:
        """Return the URL of the first page of the list that a page continues, or else its own."""
        return self._first.get(url, url)

    def see(self, page: Page, features: Iterable[int]) -> None:
        """Note a page: whether it continues a list, and which pages may continue it."""
        supposed = self._supposed.get(page.url)
        numbered = {link.url for link in page.links if link.text.isdecimal()}
        if not numbered and supposed is None:
            return
        kind = self._vocabulary.kind
        paths = frozenset(feature for feature in features if kind(feature) == "path")
        first = page.url, paths
        if supposed is not None and _share(paths, supposed[1]) >= _ALIKE:
            first = supposed
            self._first[page.url] = first[0]
        for url in numbered:
            if any(same(first[0], base) for base in without_number(url)):
                self._supposed.setdefault(url, first)


def without_number(url: str) -> Iterator[str]:
    """Yield what a numbered URL may be without its number: /a/page/2 may be /a/page or /a."""
    parts = urlsplit(url)
    pairs = parts.query.split("&") if parts.query else []
    for place, pair in enumerate(pairs):
        if pair.partition("=")[2].isdecimal():
            query = "&".join(pairs[:place] + pairs[place + 1 :])
            yield urlunsplit(parts._replace(query=query))
    levels = parts.path.rstrip("/").split("/")
    if levels[-1].isdecimal():
        yield urlunsplit(parts._replace(path="/".join(levels[:-1])))
        yield urlunsplit(parts._replace(path="/".join(levels[:-2])))


def same(url: str, other: str) -> bool:
    """Return whether two URLs are the same but for a slash at the end of their path."""
    one, two = urlsplit(url), urlsplit(other)
    return one._replace(path=one.path.rstrip("/")) == two._replace(path=two.path.rstrip("/"))


def _share(one: frozenset[int], other: frozenset[int]) -> float:
    return len(one & other) / len(one | other) if one or other else 1.0
