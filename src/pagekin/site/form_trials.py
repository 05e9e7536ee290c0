"""Trials of forms: whether a form leads to anything new, told by a few answers on the first pages that have it.

A form on many pages is one form to people. It is tried where it is met. If it brings nothing on several pages
in a row, it is left alone on all others; after enough trials the more frequent result counts.
"""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import parse_qsl, unquote_plus

from pagekin.dom import Page
from pagekin.dom.forms import Asks, Form, find_forms
from pagekin.dom.page_identity import headline_of
from pagekin.dom.shown_digest import shown_digest
from pagekin.site.port import Failure
from pagekin.urls.form_urls import as_posted, without_posted

_ENOUGH = 3  # pages in a row on which a form brought nothing
_MOST = 12  # pages on which it is tried before the more frequent result counts
_OPTIONS = 100_000  # of one page that are considered

FormKind = tuple[str, str, tuple[str, ...]]  # place on the page, method, what is asked for
Fetch = Callable[[str], Awaitable[Page | Failure]]


def kind_of(form: Form) -> FormKind:
    """Return what is the same wherever people see the same form, whatever hidden fields it has."""
    return form.path, form.method, form.asks


@dataclass(slots=True)
class _Record:
    """The results of trying out a form on several pages."""

    target: str  # where it first led to
    answers: int = 0
    tried: int = 0
    paid: int = 0
    run: int = 0  # pages in a row: above 0 that brought something, below 0 that did not

    def add(self, *, paid: bool) -> None:
        self.tried += 1
        self.paid += paid
        self.run = max(self.run, 0) + 1 if paid else min(self.run, 0) - 1

    @property
    def settled(self) -> bool | None:
        """Whether the form brings something; None as long as that is open."""
        if self.tried >= _MOST:
            return 2 * self.paid >= self.tried
        return False if self.run <= -_ENOUGH else None


class FormTrials:
    """Tries forms out and remembers the results."""

    def __init__(self, fetch: Fetch) -> None:
        self.samples: tuple[str, ...] = ()
        self._fetch = fetch
        self._heard: set[int] = set()  # where the links of all pages lead
        self._records: dict[FormKind, _Record] = {}
        self._places: dict[tuple[FormKind, str], asyncio.Future[bool]] = {}

    def hear(self, page: Page) -> None:
        """Take notice of where a page leads without its forms."""
        self._heard.add(hash(page.url))
        self._heard.update(hash(link.url) for link in page.links)

    async def pays(self, form: Form, page: Page, ways: Callable[[], Sequence[str]]) -> bool:
        """Return whether to submit a form of a page; `ways` returns the ways to try, the form as found first."""
        if self._gave_a_sample(form):
            return True
        kind = kind_of(form)
        record = self._records.setdefault(kind, _Record(form.target))
        trying = self._places.get((kind, form.target))
        if trying is None:
            if record.settled is not None:
                return record.settled
            trying = asyncio.ensure_future(self._try(form, page, ways(), record))
            self._places[kind, form.target] = trying
        return await asyncio.shield(trying)

    def barren(self) -> Iterator[tuple[str, str]]:
        """Yield where each form leads that was given up, with the reason."""
        for record in self._records.values():
            if record.tried and not record.paid:
                tries = "1 try" if record.answers == 1 else f"{record.answers} tries"
                yield record.target, f"brought nothing new in {tries}"

    def _gave_a_sample(self, form: Form) -> bool:
        """Return whether a sample is an answer of the form: then its answers are what is looked for."""
        for sample in self.samples:
            address, pairs = _asked(sample)
            names = form.asks or form.fields
            if address == form.target and not {name for name, _ in pairs}.isdisjoint(names):
                return True
        return False

    async def _try(self, form: Form, page: Page, ways: Sequence[str], record: _Record) -> bool:
        answers = await asyncio.gather(*map(self._fetch, ways))
        came = [(way, a) for way, a in zip(ways, answers, strict=True) if isinstance(a, Page)]
        if not came:
            return True  # nothing can be told
        paid = self._brings_something(form, page, came, "" if form.is_link else ways[0])
        record.answers += len(came)
        record.add(paid=paid)
        return paid

    def _brings_something(
        self, form: Form, page: Page, came: Iterable[tuple[str, Page]], as_found: str
    ) -> bool:
        """Return whether any answer leads where no other page does, or is a page of its own.

        The form as found brings nothing if links lead to its answer as well. Then another choice may only
        show that page in another way, and counts only if the title or the links are different.
        """
        known: set[str] = set()
        seen, titles = {shown_digest(page)}, {_title(page)}
        for way, answer in came:
            view = _View(form, way)
            known.update(view.facts(page))
            plain = view.plain(way)
            is_linked = not form.is_link and (plain == page.url or hash(plain) in self._heard)
            if way == as_found and is_linked:
                known.update(view.facts(answer))
                seen.add(shown_digest(answer))
                titles.add(_title(answer))
                continue
            is_view = is_linked and _title(answer) in titles
            if self._is_news(view.facts(answer), known) or not (
                is_view or shown_digest(answer) in seen
            ):
                return True
        return False

    def _is_news(self, facts: Iterable[str], known: Collection[str]) -> bool:
        return any(fact not in known and hash(fact) not in self._heard for fact in facts)


def _title(page: Page) -> tuple[str, str | None]:
    return page.title, headline_of(page)


class _View:
    """A view of pages that ignores what was chosen in a form: links that only pass it on lead nowhere new."""

    def __init__(self, form: Form, way: str) -> None:
        self._form = form
        self._way = way
        address, pairs = _asked(way)
        self._host = address.split("/", 3)[2]
        self._chosen = frozenset(pairs)

    def facts(self, page: Page) -> Iterator[str]:
        """Yield where a page leads, by links and by what can be chosen in its forms."""
        if (
            page.url != self._way
            and without_posted(page.url).partition("?")[0] != self._form.target
        ):
            yield self.plain(page.url)  # the answer redirects there
        for link in page.links:
            if link.leads_on and link.url.split("/", 3)[2] == self._host:
                yield self.plain(link.url)
        for form in find_forms(page):
            for control in form.controls:
                if control.asks is Asks.CHOICE:
                    for filling in control.fillings[:_OPTIONS]:
                        yield f"{form.path} {filling.pairs}"

    def plain(self, url: str) -> str:
        """Return a URL without what was chosen, and without addresses to return to."""
        address, mark, query = url.partition("?")
        if not mark:
            return url
        own = set(self._form.asks) if address == self._form.target else set()
        kept = []
        for pair in query.split("&"):
            name, _, value = map(unquote_plus, pair.partition("="))
            back = value.startswith(("/", "http:", "https:"))
            if name not in own and (name, value) not in self._chosen and not back:
                kept.append(pair)
        return f"{address}?{'&'.join(kept)}" if kept else address


def _asked(url: str) -> tuple[str, list[tuple[str, str]]]:
    """Take a URL apart: where it goes to, and what is sent there, posted or not."""
    posted = as_posted(url)
    address, _, query = (posted.url if posted else url).partition("?")
    return address, parse_qsl(posted.body if posted else query, keep_blank_values=True)
