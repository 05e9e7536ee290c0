"""Parameters that make no difference, found by trials: without them the pages show the same.

A commit may be linked as `?id=9fceb02` and, from the list of each branch it is on, as `?h=green&id=9fceb02`.
"""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from itertools import islice

from pagekin.discovery.explored_site import ExploredSite
from pagekin.dom import Page
from pagekin.dom.shown_digest import shown_digest
from pagekin.site import Site
from pagekin.site.remembering_site import MOST
from pagekin.urls.redundant_parameters import (
    Redundant,
    parameters_of,
    query_kind,
    value_of,
    without_parameter,
)

_TRIES = 3  # pages, all different, that must stay the same without a parameter
_VALUES = 2  # different values of a parameter, if it has several
_FEWEST = 6  # URLs of a kind of kin, from which on a trial is worth it
_MANY = 40  # of any kind
_IN_VAIN = 20  # after so many parameters that were needed, no more are tried


class ParameterTrials:
    """Tries parameters, each once for every kind of URL."""

    def __init__(self, site: Site) -> None:
        self._site = site
        self._tried: set[Redundant] = set()
        self._urls: defaultdict[str, list[int]] = defaultdict(list)  # by kind
        self._seen = 0
        self._in_vain = 0

    def __getstate__(self) -> dict[str, object]:
        """Return all that is known; the site has to be attached again."""
        return {name: value for name, value in vars(self).items() if name != "_site"}

    def attach(self, site: Site) -> None:
        """Go on with a site that is open now."""
        self._site = site

    def begin_again(self) -> None:
        """Forget the URLs, whose numbers change, but not the trials."""
        self._urls.clear()
        self._seen = 0

    async def find(
        self, known: Mapping[int, bytes], explored: ExploredSite, kin: AbstractSet[int]
    ) -> list[Redundant]:
        """Return the needless parameters found by now; `known` has what pages show, by their numbers."""
        found: list[Redundant] = []
        for number in range(self._seen, len(explored.urls)):
            kind = query_kind(explored.urls[number])
            if kind:
                self._urls[kind].append(number)
        self._seen = len(explored.urls)
        of_kin_first = sorted(self._urls.items(), key=lambda item: kin.isdisjoint(item[1]))
        for kind, numbers in of_kin_first:
            fetched = {known[number]: number for number in numbers if number in known}
            worth_it = len(numbers) >= _MANY or any(number in kin for number in fetched.values())
            if not worth_it or len(fetched) < _TRIES or len(numbers) < _FEWEST:
                continue
            pages = {explored.urls[number]: showing for showing, number in fetched.items()}
            urls = [explored.urls[number] for number in numbers]
            parameter = await self._needless(kind, pages, urls)
            if parameter:
                found.append((kind, parameter))
        return found

    def worth_a_restart(
        self, found: Sequence[Redundant], explored: ExploredSite, kin: AbstractSet[int]
    ) -> bool:
        """Return whether to begin again without these parameters: if kin have them, or if it saves requests."""
        urls = [number for kind, _ in found for number in self._urls[kind]]
        if len(explored.pages) < MOST or not kin.isdisjoint(urls):
            return bool(found)
        return len(set(urls) - explored.done) > len(explored.pages)

    async def _needless(
        self, kind: str, pages: Mapping[str, bytes], urls: Sequence[str]
    ) -> str | None:
        """Return the first parameter that pages do not need, whatever its values."""
        for parameter in parameters_of(kind):
            if (kind, parameter) in self._tried or self._in_vain >= _IN_VAIN:
                continue
            differing = {value_of(url, parameter): url for url in pages}
            if len(differing) < min(_VALUES, len({value_of(url, parameter) for url in urls})):
                continue  # others have to be seen first
            self._tried.add((kind, parameter))
            some = islice(dict.fromkeys([*differing.values(), *pages]), _TRIES)
            if await self._is_needless(parameter, {url: pages[url] for url in some}):
                return parameter
            self._in_vain += 1
        return None

    async def _is_needless(self, parameter: str, pages: Mapping[str, bytes]) -> bool:
        """Return whether all these pages show the same without a parameter."""
        for url, showing in pages.items():
            page = await self._site.fetch(without_parameter(url, parameter))
            if not isinstance(page, Page) or shown_digest(page) != showing:
                return False
        return True
