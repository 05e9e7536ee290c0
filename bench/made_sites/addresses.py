"""How a site spells its addresses."""

import random

from bench.made_sites.wording import slug

HOST = "http://made.test"


class Addresses:
    """The addresses of one site: each is given once; those of other classes may look the same."""

    def __init__(self, kind: str, rng: random.Random) -> None:
        self.kind = kind
        self._rng = rng
        self._numbers = rng.sample(range(1, 10**5), 5000)
        self._given: set[str] = set()
        self._ending = rng.choice(("", "", ".html", "/"))
        self._folders: dict[str, str] = {}
        self._numbered = rng.random() < 0.4
        self._folder = rng.choice(("", "node/", "item/"))
        self._typed = rng.random() < 0.5

    def give(self, cls: str, *, below: str = "", language: str = "") -> str:
        """Return a new path for a page of a class, below another page's path if one is given."""
        while (path := self._path(cls, below, language)) in self._given:
            pass
        self._given.add(path)
        return path

    def _path(self, cls: str, below: str, language: str) -> str:
        number, name = self._numbers.pop(), slug(self._rng)
        start = f"/{language}" if language else ""
        if self.kind == "query":
            spoken = f"lang={language}&" if language else ""
            kind = f"p={self._folder_of(cls)}&" if self._typed else ""
            return f"/{'index.php' if self._typed else 'view'}?{spoken}{kind}id={number}"
        if self.kind == "numbers":
            return f"{start}/{self._folder}{number}{self._ending}"
        if below:
            return f"{below.removesuffix('/').removesuffix('.html')}/{name}{self._ending}"
        if self.kind == "flat":
            return f"{start}/{name}{self._ending}"
        last = f"{number}-{name}" if self._numbered else name
        return f"{start}/{self._folder_of(cls)}/{last}{self._ending}"

    def single(self, *, language: str = "") -> str:
        """Return a path for a page that is the only one of its kind."""
        return self.give("pages", language=language) if self.kind != "telling" else self._short()

    def _short(self) -> str:
        while (path := f"/{slug(self._rng)}{self._ending}") in self._given:
            pass
        self._given.add(path)
        return path

    def further(self, path: str, page: int) -> str:
        """Return the path of a further page of a list."""
        if "?" in path:
            return f"{path}&page={page}"
        return f"{path}?page={page}" if self._typed else f"{path.rstrip('/')}/page/{page}"

    def _folder_of(self, cls: str) -> str:
        if cls not in self._folders:
            self._folders[cls] = slug(self._rng).replace("-", "")
        return self._folders[cls]
