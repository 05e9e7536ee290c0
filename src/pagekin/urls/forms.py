"""Forms of URLs: each URL with its variable parts left open, such as /advisories/RUSTSEC-…html."""

from collections import Counter
from collections.abc import Iterable

from pagekin.urls.variables import variables

# A part of a URL is written out in its form if this share of the site's URLs has it, and so many do.
COMMON = 0.02
FEWEST = 5
_PARTS = ("folder 1", "folder -1", "begins", "begins further", "ends")

Part = tuple[str, str]  # a variable and its value


class UrlForms:
    """Gives every URL of a site the form that it shares with its like.

    Which parts are written out depends on what is common on the site; these parts are all that has to
    be kept (`parts`) to give the same forms again.
    """

    def __init__(self, parts: Iterable[Part]) -> None:
        self.parts = frozenset(parts)
        self._known: dict[str, str] = {}

    @classmethod
    def of(cls, urls: Iterable[str]) -> "UrlForms":
        """Find out what is common among a site's URLs."""
        counts: Counter[Part] = Counter()
        total = 0
        for url in urls:
            total += 1
            found = variables(url)
            counts.update([(part, found[part]) for part in _PARTS if part in found])
        least = max(FEWEST, COMMON * total)
        return cls(part for part, count in counts.items() if count >= least)

    def form(self, url: str) -> str:
        """Give the form of a URL; URLs of one form differ only in parts that hardly another one has."""
        form = self._known.get(url)
        if form is None:
            form = self._known[url] = self._form(url)
        return form

    def _form(self, url: str) -> str:
        found = variables(url)
        common = {p: found[p] for p in _PARTS if p in found and (p, found[p]) in self.parts}
        folders = ["*"] * int(found["levels"])
        if "folder 1" in common:
            folders[0] = common["folder 1"]
        if "folder -1" in common:
            folders[-1] = common["folder -1"]
        begins = common.get("begins further") or common.get("begins", "")
        ends = common.get("ends", "")
        last = f"{begins}…{ends}" if begins or ends else "…" if common else found["shape"]
        ending = found["ending"] if found["ending"] != "." else ""
        query = f"?{found['query']}" if "query" in found else ""
        return "/" + "/".join([*folders, last]) + ending + query
