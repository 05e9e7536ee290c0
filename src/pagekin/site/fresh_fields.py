"""Fresh values for the fields of forms that change from visit to visit, such as tokens against forgery.

They are not part of a submission's URL. The last values seen are sent along; if the server refuses them, the
form's page is fetched again.
"""

import asyncio
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Awaitable, Callable, Collection
from typing import Protocol, TypeVar

from pagekin.dom import Page
from pagekin.dom.forms import Form, encoded, find_forms
from pagekin.dom.forms.token_fields import hidden
from pagekin.navigation import FormUse
from pagekin.site.port import Site
from pagekin.urls.form_urls import Posted, as_posted

# What servers answer to a token that is too old, used up, or not theirs.
REFUSALS = frozenset({400, 401, 403, 409, 410, 419, 422, 440, 498})
_ONCE = 2  # refused values that a new one replaced: then each is valid only once
_KEPT = 256  # pages whose state is kept
T = TypeVar("T")


def _values(form: Form, names: Collection[str]) -> str:
    """Return the values of some of a form's hidden fields, as they are sent."""
    return encoded([pair for pair in hidden(form) if pair[0] in names], form.charset)


class Network(Site, Protocol):
    """A site that sends along what `fresh` holds (url-encoded) for the URL that a form goes to."""

    fresh: dict[str, str]


class FreshFields:
    """Keeps the last values, and gets new ones when the server refuses them."""

    def __init__(self, network: Network, forms: FormUse) -> None:
        self._network = network
        # Where a form goes to → a page that has it, and the names of its fresh fields.
        self._forms: dict[str, tuple[str, Collection[str]]] = {
            form.target: (form.on, form.fresh) for form in forms.followed or () if form.fresh
        }
        self._refusals: Counter[str] = Counter()
        # Pages → their state, as their fresh fields have it, and the submissions to send from there.
        self._states: OrderedDict[str, tuple[str, list[str]]] = OrderedDict()
        # Submissions → the pages that they come from, and the names of the fresh fields there.
        self._holders: dict[str, tuple[str, Collection[str]]] = {}
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)

    def see(self, form: Form, names: Collection[str]) -> None:
        """Keep the values of a form on a page."""
        # An answer may hold another state than the page that others start from.
        begins = as_posted(form.page) is None or form.address not in self._network.fresh
        if names and form.method == "post" and begins:
            self._forms[form.address] = form.page, names
            self._network.fresh[form.address] = _values(form, names)

    def keep(self, url: str, form: Form, names: Collection[str]) -> None:
        """Keep the state of a page that a submission from it has to be sent with."""
        if names and form.method == "post" and (url not in self._holders):
            self._holders[url] = form.page, names
            _, urls = self._states.setdefault(form.page, (_values(form, names), []))
            urls.append(url)
            if len(self._states) > _KEPT:
                for forgotten in self._states.popitem(last=False)[1][1]:
                    self._holders.pop(forgotten, None)

    async def sent(
        self, url: str, send: Callable[[], Awaitable[T]], is_refused: Callable[[T], bool]
    ) -> T:
        """Send a request; if it submits a form with such fields, send valid values along."""
        request = as_posted(url)
        target = request.url if request else ""
        if request and (request.before or url in self._holders):
            return await self._sent_with_state(url, request, send)
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

    async def _sent_with_state(
        self, url: str, request: Posted, send: Callable[[], Awaitable[T]]
    ) -> T:
        """Send a request with the state of the page that it comes from, which is fetched if need be."""
        on, names = self._holders.get(url) or (
            request.origin,
            self._forms.get(request.url, ("", ()))[1],
        )
        state = self._states[on][0] if on in self._states else None
        if state is None:
            page = await self.sent(on, lambda: self._network.fetch(on), lambda _: False)
            forms = find_forms(page) if isinstance(page, Page) else ()
            values = (_values(form, names) for form in forms if form.address == request.url)
            state = next(values, "")
        self._network.fresh[url] = state
        try:
            return await send()
        finally:
            self._network.fresh.pop(url, None)

    async def _has_values(self, target: str) -> bool:
        if target in self._network.fresh:
            return True
        # A crawler's form that this run has not seen yet.
        async with self._locks[target]:
            if target not in self._network.fresh:
                await self._renew(target)
        return target in self._network.fresh

    async def _renew(self, target: str) -> None:
        """Fetch the page of a form again to get new values."""
        on, names = self._forms.get(target) or self._forms.get(target.partition("?")[0], ("", ()))
        page = await self._network.fetch(on) if on else None
        for form in find_forms(page) if isinstance(page, Page) else ():
            if form.address == target and set(names) <= set(form.fields):
                self.see(form, names)
