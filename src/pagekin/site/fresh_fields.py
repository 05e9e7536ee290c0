"""Fresh values for the fields of forms that change from visit to visit, such as tokens against forgery.

They are no part of a submission's URL. The last values seen are sent along; if the server refuses them, the
form's page is fetched anew.
"""

import asyncio
from collections import Counter, defaultdict
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol, TypeVar

from pagekin.dom import Page
from pagekin.dom.form_tokens import hidden
from pagekin.dom.forms import Form, encoded, find_forms
from pagekin.navigation import Forms
from pagekin.site.port import Site
from pagekin.urls.submission import as_posted

# What servers answer to a token that is too old, used up, or not theirs.
REFUSALS = frozenset({400, 401, 403, 409, 410, 419, 422, 440, 498})
_ONCE = 2  # values refused that a new one took the place of: each is good for one time only
T = TypeVar("T")


class Network(Site, Protocol):
    """A site that sends along what `fresh` holds (url-encoded) for the URL that a form goes to."""

    fresh: dict[str, str]


class FreshFields:
    """Keeps the values at hand and sees to it that they are good."""

    def __init__(self, network: Network, forms: Forms) -> None:
        self._network = network
        # Where a form goes to → a page that has it, and the names of its fresh fields.
        self._forms: dict[str, tuple[str, Collection[str]]] = {
            form.target: (form.on, form.fresh) for form in forms.followed or () if form.fresh
        }
        self._refusals: Counter[str] = Counter()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def see(self, form: Form, names: Collection[str]) -> None:
        """Keep the values of a form that stands on a page."""
        if names and form.method == "post":
            pairs = [pair for pair in hidden(form) if pair[0] in names]
            self._forms[form.address] = form.page, names
            self._network.fresh[form.address] = encoded(pairs, form.charset)

    async def sent(
        self, url: str, send: Callable[[], Awaitable[T]], is_refused: Callable[[T], bool]
    ) -> T:
        """Send a request; if it submits a form with such fields, with good values."""
        request = as_posted(url)
        target = request.url if request else ""
        if not request or not await self._has_values(target):
            return await send()
        if self._refusals[target] < _ONCE:
            answer = await send()
            if not is_refused(answer):
                return answer
        async with self._locks[target]:
            await self._renew(target)
            answer = await send()
            self._refusals[target] += not is_refused(answer)
            return answer

    async def _has_values(self, target: str) -> bool:
        if target in self._network.fresh:
            return True
        # A crawler's form that this run has not seen yet.
        async with self._locks[target]:
            if target not in self._network.fresh:
                await self._renew(target)
        return target in self._network.fresh

    async def _renew(self, target: str) -> None:
        """Fetch the page of a form anew for the sake of its values."""
        on, names = self._forms.get(target) or self._forms.get(target.partition("?")[0], ("", ()))
        page = await self._network.fetch(on) if on else None
        for form in find_forms(page) if isinstance(page, Page) else ():
            if form.address == target and set(names) <= set(form.fields):
                self.see(form, names)
