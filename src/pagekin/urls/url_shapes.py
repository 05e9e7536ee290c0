"""Shapes of URLs: a URL with its variable parts left open, such as /advisories/RUSTSEC-….html.

In the crawler file a shape is called a form.
"""

from array import array
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, combinations

from pagekin.urls.url_variables import choices, variables, without_numbers

# A part is spelled out in shapes if at least this share of the site's URLs has it, and this many do.
COMMON = 0.02
FEWEST = 5
_FOLDERS = ("folder 1", "folder -1")
_WORDS = ("begins", "begins further", "ends")
_ENDPOINT = "endpoint"  # what answers queries, such as /search?q: another one leads to other pages
_OPEN = "…"
_USED = ("levels", "ending", "shape", "query", *_FOLDERS, *_WORDS, _ENDPOINT)
_PURE = 0.05  # a plainer shape will do if at most this share of its URLs is not of its main class

Part = tuple[str, str]  # a variable and its value
Variables = Mapping[str, str]
_Kind = tuple[str | None, ...]  # all that a shape is made of


class UrlKinds:
    """The URLs of a site, by all that shapes are made of: many have it in common, and it is found out once."""

    def __init__(self, urls: Iterable[str] = ()) -> None:
        self.of: array[int] = array("I")  # for each URL: the number of its kind
        self.choices: list[str] = []  # for each URL: the words in its query
        self.variables: list[Variables] = []  # of each kind
        self._numbers: dict[_Kind, int] = {}
        # The shapes of all kinds as they were asked for last, and what they depended on.
        self.spelled: list[str] = []
        self.spelled_by: tuple[frozenset[Part], frozenset[str]] | None = None
        for url in urls:
            self.add(url)

    def add(self, url: str) -> None:
        """Add the next URL."""
        found = variables(without_numbers(url))
        number = self._numbers.setdefault(_kind(found), len(self.variables))
        if number == len(self.variables):
            self.variables.append({name: found[name] for name in _USED if name in found})
        self.of.append(number)
        self.choices.append(choices(url))

    def common_choices(self) -> set[str]:
        """Return the words in queries that many URLs of the site share."""
        least = max(FEWEST, COMMON * len(self.of))
        return {words for words, count in Counter(self.choices).items() if words and count >= least}

    def endpoint(self, url: int) -> str:
        """Return what answers the queries of a URL, given by its place; "" if it has none."""
        return self.variables[self.of[url]].get(_ENDPOINT, "")


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
        self._known_by_kind: dict[_Kind, str] = {}
        self._remember = remember

    @classmethod
    def of(cls, urls: Iterable[str]) -> "UrlShapes":
        """Return the shapes of a site, by what its URLs have in common."""
        return cls.of_kinds(UrlKinds(urls))

    @classmethod
    def of_kinds(cls, kinds: UrlKinds, *, endpoints: bool = False) -> "UrlShapes":
        """Return the shapes of a site, by what its URLs have in common; on request also before queries."""
        variables_used = (*_FOLDERS, *_WORDS, *([_ENDPOINT] if endpoints else []))
        counts: Counter[Part] = Counter()
        for number, count in Counter(kinds.of).items():
            found = kinds.variables[number]
            for name in variables_used:
                if name in found:
                    counts[name, found[name]] += count
        least = max(FEWEST, COMMON * len(kinds.of))
        return cls(part for part, count in counts.items() if count >= least)

    def with_words(self, kinds: UrlKinds, urls: Iterable[int]) -> "UrlShapes":
        """Return the same with the words spelled out that the last levels of some URLs begin and end with."""
        found = (kinds.variables[kind] for kind in {kinds.of[url] for url in urls})
        words = {(name, one[name]) for one in found for name in _WORDS if name in one}
        return UrlShapes(self.parts | words, self.plain)

    def shape(self, url: str) -> str:
        """Return the shape of a URL: the plainest that will do."""
        shape = self._known.get(url)
        if shape is None:
            if len(self._known) >= self._remember:
                self._known.clear()
                self._known_by_kind.clear()
            found = variables(without_numbers(url))
            kind = _kind(found)
            shape = self._known_by_kind.get(kind)
            if shape is None:
                shape = self._known_by_kind[kind] = self._shape(found)
            self._known[url] = shape
        return shape

    def shapes(self, kinds: UrlKinds) -> list[str]:
        """Return the shapes of all URLs."""
        if kinds.spelled_by != (self.parts, self.plain):
            kinds.spelled_by, kinds.spelled = (self.parts, self.plain), []
        shapes = kinds.spelled
        shapes += [self._shape(found) for found in kinds.variables[len(shapes) :]]
        return [shapes[kind] for kind in kinds.of]

    def in_folders(self, kinds: UrlKinds) -> list[str]:
        """Return the shapes of all kinds of URLs without the words of their last level: what their folders say."""
        return [self._spell(found, _OPEN, _FOLDERS) for found in kinds.variables]

    def simplified(self, kinds: UrlKinds, classes: Sequence[int | None]) -> "UrlShapes":
        """Return the shapes without whatever does not help to tell classes of URLs apart (None: unknown).

        Folders that all URLs of a shape's main class share stay: /p/… says more than /*/…, and no less is reached.
        """
        counts: defaultdict[str, Counter[int]] = defaultdict(Counter)
        known = Counter(zip(kinds.of, classes, strict=True))
        for (kind, number), count in known.items():
            if number is not None:
                for shape in self.plainer(kinds.variables[kind]):
                    counts[shape][number] += count
        pure = {f for f, n in counts.items() if max(n.values()) >= (1 - _PURE) * n.total()}
        open_folders: set[str] = (
            set()
        )  # shapes that leave folders open which all of their URLs share
        for kind in {kind for kind, number in known if number is not None}:
            for shape, fuller in combinations(self.plainer(kinds.variables[kind]), 2):
                if _last(shape) == _last(fuller) and _all_share(counts[shape], counts[fuller]):
                    open_folders |= {shape} - {fuller}
        return UrlShapes(self.parts, pure - open_folders)

    def _shape(self, found: Variables) -> str:
        if self.plain:
            for shape in chain(self.plainer(found), self.deep(found)):
                if shape in self.plain:
                    return shape
        return self._full_shape(found)

    def plainer(self, found: Variables) -> Iterator[str]:
        """Yield ever fuller shapes: without any parts, with the first folder, with words, with both."""
        words = list(self._words(found))
        yield self._spell(found, "…", ())
        yield self._spell(found, "…", _FOLDERS[:1])
        for folders in ((), _FOLDERS[:1], _FOLDERS):
            for last in words:
                yield self._spell(found, last, folders)

    def deep(self, found: Variables) -> Iterator[str]:
        """Yield shapes for any number of folders: /**/….html, /org/**/….html, /**/class-use/….html.

        They stand for what no other plain shape does, the fullest first.
        """
        if found["levels"] == "0":
            return
        first, last = ((part, found.get(part)) for part in _FOLDERS)
        ways = [["**", found["folder -1"]]] if last in self.parts else []
        ways += [[found["folder 1"], "**"]] if first in self.parts else []
        ways += [["**"]]
        for words in reversed(self._words(found)):
            for way in ways:
                yield _spelled(found, way, words)

    def _full_shape(self, found: Variables) -> str:
        *_, last = self._words(found)
        if last == "…" and not any((p, found.get(p)) in self.parts for p in _FOLDERS):
            last = found["shape"]
        return self._spell(found, last, _FOLDERS)

    def _words(self, found: Variables) -> dict[str, None]:
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

    def _spell(self, found: Variables, last: str, written_out: Sequence[str]) -> str:
        folders = ["*"] * int(found["levels"])
        for variable in written_out:
            if variable in found and (variable, found[variable]) in self.parts:
                folders[0 if variable == "folder 1" else -1] = found[variable]
        return _spelled(found, folders, last)


def _spelled(found: Variables, folders: Sequence[str], last: str) -> str:
    ending = found["ending"] if found["ending"] != "." else ""
    query = f"?{found['query']}" if "query" in found else ""
    return "/" + "/".join([*folders, last]) + ending + query


def with_choices(shape: str, words: str) -> str:
    """Return a shape with words in its query spelled out: /index.php?id&p=user."""
    path, mark, query = shape.partition("?")
    spelled = {pair.partition("=")[0]: pair for pair in words.split("&")}
    return path + mark + "&".join(spelled.get(name, name) for name in query.split("&"))


def is_deep(shape: str) -> bool:
    """Return whether URLs of a shape may have any number of folders."""
    return "/**/" in shape


def form(url_or_shape: str) -> tuple[int, str]:
    """Return what a URL has in common with its shape, at little cost: how many levels, and what its query names.

    A URL is of no shape with another form.
    """
    path, _, query = url_or_shape.partition("?")
    names = {pair.partition("=")[0] for pair in query.split("&")} - {""}
    return path.partition("://")[2].count("/") or path.count("/"), "&".join(sorted(names))


def _all_share(urls: Counter[int], narrower: Counter[int]) -> bool:
    """Return whether all URLs of the main class that a shape has are of a narrower shape as well."""
    if not urls or narrower.total() >= urls.total():
        return urls == narrower != Counter()
    main = max(urls, key=urls.__getitem__)
    return narrower[main] == urls[main]


def _last(shape: str) -> str:
    return shape.partition("?")[0].rpartition("/")[2]


def _kind(found: Variables) -> _Kind:
    return tuple(map(found.get, _USED))
