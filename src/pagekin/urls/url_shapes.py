"""Shapes of URLs: a URL with its variable parts left open, such as /advisories/RUSTSEC-….html.

In the crawler file a shape is called a form.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from pagekin.urls.url_variables import variables

# A part is spelled out in shapes if at least this share of the site's URLs has it, and this many do.
COMMON = 0.02
FEWEST = 5
_FOLDERS = ("folder 1", "folder -1")
_WORDS = ("begins", "begins further", "ends")
_ENDPOINT = "endpoint"  # what answers queries, such as /search?q: another one leads to other pages
_PURE = 0.05  # a plainer shape will do if at most this share of its URLs is not of its main class

Part = tuple[str, str]  # a variable and its value


class UrlShapes:
    """The shapes that the URLs of a site have, each shared by the URLs of similar pages.

    The full shape, `/qtcore/…-members.html`, spells out the folders and the words of the last level that
    are common on the site (`parts`); plainer shapes, `/*/….html`, leave some of them out. `simplified`
    learns which plainer shapes (`plain`) are enough to keep different classes of pages apart.
    """

    def __init__(
        self, parts: Iterable[Part], plain: Iterable[str] = (), remember: int = 1 << 20
    ) -> None:
        self.parts = frozenset(parts)
        self.plain = frozenset(plain)
        self._known: dict[str, str] = {}
        self._remember = remember

    @classmethod
    def of(cls, urls: Iterable[str], *, endpoints: bool = False) -> "UrlShapes":
        """Return the shapes of a site, by what its URLs have in common; on request also before queries."""
        variables_used = (*_FOLDERS, *_WORDS, *([_ENDPOINT] if endpoints else []))
        counts: Counter[Part] = Counter()
        total = 0
        for url in urls:
            total += 1
            found = variables(url)
            counts.update([(p, found[p]) for p in variables_used if p in found])
        least = max(FEWEST, COMMON * total)
        return cls(part for part, count in counts.items() if count >= least)

    def shape(self, url: str) -> str:
        """Return the shape of a URL: the plainest that will do."""
        shape = self._known.get(url)
        if shape is None:
            if len(self._known) >= self._remember:
                self._known.clear()
            shape = self._known[url] = self._shape(url)
        return shape

    def simplified(self, urls: Sequence[str], classes: Sequence[int | None]) -> "UrlShapes":
        """Return the shapes without whatever does not help to tell classes of URLs apart (None: unknown)."""
        counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
        for url, number in zip(urls, classes, strict=True):
            if number is not None:
                for shape in self._plainer(url):
                    counts[shape][number] += 1
        pure = (f for f, n in counts.items() if max(n.values()) >= (1 - _PURE) * n.total())
        return UrlShapes(self.parts, pure)

    def _shape(self, url: str) -> str:
        if self.plain:
            for shape in self._plainer(url):
                if shape in self.plain:
                    return shape
        return self._full_shape(url)

    def _plainer(self, url: str) -> Iterator[str]:
        """Yield ever fuller shapes: without any parts, with the first folder, with words, with both."""
        found = variables(url)
        words = list(self._words(found))
        yield self._spell(found, "…", ())
        yield self._spell(found, "…", _FOLDERS[:1])
        for folders in ((), _FOLDERS[:1], _FOLDERS):
            for last in words:
                yield self._spell(found, last, folders)

    def _full_shape(self, url: str) -> str:
        found = variables(url)
        *_, last = self._words(found)
        if last == "…" and not any((p, found.get(p)) in self.parts for p in _FOLDERS):
            last = found["shape"]
        return self._spell(found, last, _FOLDERS)

    def _words(self, found: dict[str, str]) -> dict[str, None]:
        """Return the last level with more and more of its common words."""
        begins, further, ends = (
            found[part] if (part, found.get(part)) in self.parts else "" for part in _WORDS
        )
        further = further or begins
        words = dict.fromkeys(
            (
                f"{a}…{b}"
                for a, b in (("", ""), (begins, ""), ("", ends), (further, ""), (further, ends))
            )
        )
        endpoint = found.get(_ENDPOINT, "")
        return words | ({endpoint: None} if (_ENDPOINT, endpoint) in self.parts else {})

    def _spell(self, found: dict[str, str], last: str, written_out: Sequence[str]) -> str:
        folders = ["*"] * int(found["levels"])
        for variable in written_out:
            if variable in found and (variable, found[variable]) in self.parts:
                folders[0 if variable == "folder 1" else -1] = found[variable]
        ending = found["ending"] if found["ending"] != "." else ""
        query = f"?{found['query']}" if "query" in found else ""
        return "/" + "/".join([*folders, last]) + ending + query
