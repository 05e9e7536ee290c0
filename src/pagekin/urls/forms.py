"""Forms of URLs: each URL with its variable parts left open, such as /advisories/RUSTSEC-…html."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence

from pagekin.urls.variables import variables

# A part of a URL is written out in its form if this share of the site's URLs has it, and so many do.
COMMON = 0.02
FEWEST = 5
_FOLDERS = ("folder 1", "folder -1")
_WORDS = ("begins", "begins further", "ends")
_PURE = 0.05  # a plain form is kept if the smaller of two classes of its URLs is at most this share

Part = tuple[str, str]  # a variable and its value


class UrlForms:
    """Gives every URL of a site the form that it shares with its like.

    The plain form has folders, ending and names of the query, `/p/…`; the full one also common words of
    the last level, `/p/…-members.html`. Which parts are common depends on the site; these (`parts`), and
    the plain forms that need no words to be told apart (`plain`), are all that has to be kept.
    """

    def __init__(
        self, parts: Iterable[Part], plain: Iterable[str] = (), remember: int = 1 << 20
    ) -> None:
        self.parts = frozenset(parts)
        self.plain = frozenset(plain)
        self._known: dict[str, str] = {}
        self._remember = remember

    @classmethod
    def of(cls, urls: Iterable[str]) -> "UrlForms":
        """Find out what is common among a site's URLs."""
        counts: Counter[Part] = Counter()
        total = 0
        for url in urls:
            total += 1
            found = variables(url)
            counts.update([(p, found[p]) for p in (*_FOLDERS, *_WORDS) if p in found])
        least = max(FEWEST, COMMON * total)
        return cls(part for part, count in counts.items() if count >= least)

    def form(self, url: str) -> str:
        """Give the form of a URL; URLs of one form differ only in parts that hardly another one has."""
        form = self._known.get(url)
        if form is None:
            if len(self._known) >= self._remember:
                self._known.clear()
            form = self._plain_form(url)
            if form not in self.plain:
                form = self._full_form(url)
            self._known[url] = form
        return form

    def simplified(self, urls: Sequence[str], chosen: Sequence[bool]) -> "UrlForms":
        """Leave words out of the forms wherever they do not help to tell the chosen URLs from others."""
        counts: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        for url, is_chosen in zip(urls, chosen, strict=True):
            counts[self._plain_form(url)][is_chosen] += 1
        pure = (form for form, two in counts.items() if min(two) <= _PURE * sum(two))
        return UrlForms(self.parts, pure)

    def _plain_form(self, url: str) -> str:
        return self._spell(url, "…")

    def _full_form(self, url: str) -> str:
        found = variables(url)
        common = {p: found[p] for p in _WORDS if p in found and (p, found[p]) in self.parts}
        begins = common.get("begins further") or common.get("begins", "")
        ends = common.get("ends", "")
        if begins or ends:
            return self._spell(url, f"{begins}…{ends}")
        in_common_folder = any((p, found.get(p, "")) in self.parts for p in _FOLDERS)
        return self._spell(url, "…" if in_common_folder else found["shape"])

    def _spell(self, url: str, last: str) -> str:
        found = variables(url)
        folders = ["*"] * int(found["levels"])
        for variable, place in zip(_FOLDERS, (0, -1), strict=True):
            if (variable, found.get(variable, "")) in self.parts:
                folders[place] = found[variable]
        ending = found["ending"] if found["ending"] != "." else ""
        query = f"?{found['query']}" if "query" in found else ""
        return "/" + "/".join([*folders, last]) + ending + query
