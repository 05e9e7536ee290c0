"""A site whose forms are filled in: each way to submit a form becomes a link of the form's page.

All about a form is found out once, when it is first met. Its page is fetched again to see which hidden fields
change from visit to visit; the form is tried out to see whether it leads anywhere and which fields change
nothing. The answers to such trials are kept until they are asked for.
"""

import asyncio
import logging
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Sequence
from dataclasses import replace
from functools import partial

from pagekin.dom import Link, LinkKind, Page
from pagekin.dom.forms import Form, encoded, find_forms
from pagekin.dom.forms.filling import count_ways, filled_forms, probes, tries
from pagekin.dom.forms.safety import why_left_alone, why_not_clicked
from pagekin.dom.forms.script_links import jump_links, script_links
from pagekin.dom.forms.token_fields import differing, hidden, suspected_token_fields, token_fields
from pagekin.dom.shown_digest import shown_digest
from pagekin.navigation import FormUse, KnownForm, Navigation
from pagekin.site.form_budgets import FormBudgets
from pagekin.site.form_trials import FormKind, FormTrials, kind_of
from pagekin.site.fresh_fields import REFUSALS, FreshFields, Network
from pagekin.site.port import Answer, Failure, RecordedSite, Site, Validators
from pagekin.urls import Scope
from pagekin.urls.url_shapes import UrlShapes

_log = logging.getLogger(__name__)
_MOST_PROBED = 8  # controls of a form that are tried out one by one
_EXAMPLES = 1000  # submissions by which it is told whether a navigation follows a form
_WAITING = 64  # answers to trials that nobody has asked for yet
KEPT = 100  # forms left alone that are named

Key = tuple[str, tuple[str, ...]]  # path and fields: what is the same wherever a form stands


class FormFiller:
    """Fills in the forms of pages.

    Pages come from `site`. Where a page must not be answered from memory, because it is fetched again to
    see what changes, it comes from `network`.
    """

    def __init__(self, site: Site, network: Network, forms: FormUse) -> None:
        self.forms = forms
        self.fresh = FreshFields(network, forms)
        self.trials = FormTrials(self._tried_out)
        self._site = site
        self._network = network
        followed = forms.followed
        self._paths = None if followed is None else {form.path for form in followed}
        self._known: dict[Key, asyncio.Future[KnownForm]] = {}  # but for idle fields
        self._tried: dict[Key, asyncio.Future[KnownForm]] = {}
        self._refused: dict[tuple[FormKind, str], str] = {}  # forms and why not → where they lead
        self._menus: dict[Key, KnownForm] = {}  # drop-downs that lead somewhere without any form
        self._answers: OrderedDict[str, Page | Failure] = OrderedDict()
        self._learned = {(form.path, form.fields): form for form in followed or ()}
        self._budgets = FormBudgets(forms)
        self._hidden: dict[Key, dict[str, str]] = {}  # the first values seen
        self._examples: dict[Key, dict[str, None]] = {}

    @property
    def left_alone(self) -> dict[str, str]:
        """The forms that are not submitted: where each leads → why not. A form on many pages counts once."""
        found: dict[str, str] = {}
        refused = ((target, reason) for (_, reason), target in self._refused.items())
        for target, reason in (*refused, *self.trials.barren()):
            more = f"{found[target]}; another " if target in found else "the form "
            if len(found) < KEPT and reason not in found.get(target, ""):
                found[target] = more + reason
        return found

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch a page as it is, forms not filled in."""
        if url in self._answers:
            return self._answers.pop(url)
        return await self.fresh.sent(url, lambda: self._site.fetch(url), is_refused)

    async def _tried_out(self, url: str) -> Page | Failure:
        """Fetch a page, and keep it for whoever asks next."""
        if url not in self._answers:
            answer = self._answers[url] = await self.fetch(url)
            if len(self._answers) > _WAITING:
                self._answers.popitem(last=False)
            return answer
        return self._answers[url]

    async def complete(self, page: Page) -> Page:
        """Return a page with everything that its forms lead to among its links."""
        links: list[Link] = []
        if self._paths is None:
            self.trials.hear(page)
        forms = find_forms(page)
        for form in forms:
            known = await self._about(form, page) if self._is_wanted(form) else None
            if known is not None:
                self.fresh.see(form, known.fresh)
                given = self._give(form, known)
                links += (Link(url, text, form.path, LinkKind.FORM) for url, text in given.items())
        links += [link async for link in self._clicked(page, forms)]
        links += self._jumps(page)
        return replace(page, submissions=tuple(links)) if links else page

    def followed(self, navigation: Navigation, scope: Scope) -> FormUse | None:
        """Return the forms that a navigation follows, for the crawler file; None if there are none."""
        url_shapes = UrlShapes(navigation.parts, navigation.plain)
        used = []
        for key, examples in self._examples.items():
            urls = (scope.follow(url) or url for url in examples)
            if any(_leads(navigation, url_shapes, key[0], url) for url in urls):
                known = self._learned.get(key) or self._menus.get(key)
                used.append(known or self._tried[key].result())
        return replace(self.forms, followed=tuple(used)) if used else None

    async def _clicked(self, page: Page, forms: Sequence[Form]) -> AsyncIterator[Link]:
        """Yield the links whose scripts submit a form of the page."""
        for link in script_links(page, forms):
            if self._paths is not None and link.path not in self._paths:
                continue
            key = link.path, link.form.fields
            reason = why_not_clicked(link, self.forms.names)
            if reason:
                self._leave((link.path, "", ()), link.form.target, reason)
                continue
            known = self._learned.get(key) or await _once(
                self._tried, key, partial(self._find_out, link.form, page, link.path)
            )
            url = link.url(known.fresh)
            if url is not None and self._is_within(key, url):
                self.fresh.see(link.form, known.fresh)
                self.fresh.keep(url, link.form, known.fresh)
                yield Link(url, link.text, link.path, LinkKind.FORM)

    def _jumps(self, page: Page) -> Iterator[Link]:
        """Yield where drop-down menus lead."""
        for link in jump_links(page):
            if self._paths is None or link.path in self._paths:
                key = link.path, ()
                self._menus.setdefault(key, KnownForm(link.path, page.url, link.url))
                if self._is_within(key, link.url):
                    yield link

    def _is_within(self, key: Key, url: str) -> bool:
        """Return whether a link is within the budget; there is one only while learning."""
        examples = self._examples.setdefault(key, {})
        most = self.forms.budget if self._paths is None else _EXAMPLES
        if len(examples) < most:
            examples.setdefault(url)
        return self._paths is not None or url in examples

    def _is_wanted(self, form: Form) -> bool:
        if self._paths is not None and form.path not in self._paths:
            return False
        reason = why_left_alone(form, self.forms.names)
        if reason:
            self._leave(kind_of(form), form.target, reason)
        chosen = self._paths is not None or form.is_one_of(self.forms.names)
        if reason or (self._shows_its_page_only(form) and not chosen):
            return False
        return bool(filled_forms(form, 1, self.forms.words))

    def _leave(self, kind: FormKind, target: str, reason: str) -> None:
        """Note why a form is left alone, wholly or in part; once for all pages that have it."""
        if (kind, reason) not in self._refused:
            self._refused[kind, reason] = target
            _log.info("%s: the form %s", target, reason)

    def _shows_its_page_only(self, form: Form) -> bool:
        """Return whether a form only shows its own page in another way, such as in another order.

        Such a form is sent to its own page and keeps what identifies that page: the whole query, or all of
        it but what is chosen in the form, together with a hidden field that differs from page to page.
        """
        pairs = list(hidden(form))
        seen = self._hidden.setdefault((form.path, form.fields), {})
        differing = {name for name, value in pairs if seen.setdefault(name, value) != value}
        path, mark, query = form.page.partition("?")
        if not mark or form.is_link or form.method != "get" or form.target != path:
            return False
        kept = set(encoded(pairs, form.charset).split("&"))
        others = {pair.partition("=")[0] for pair in set(query.split("&")) - kept}
        return not others or (bool(differing) and others <= set(form.fields))

    def _give(self, form: Form, known: KnownForm) -> dict[str, str]:
        given = self._budgets.given(form, known)
        possible = count_ways(form, self.forms.words, known.idle)
        if self._paths is not None and len(given) >= self.forms.budget < possible:
            some = (
                f"can be filled in in {possible:,} ways; {len(given):,} were tried (--form-budget)"
            )
            self._leave(kind_of(form), form.target, some)
        examples = self._examples.setdefault((form.path, form.fields), {})
        if len(examples) < _EXAMPLES:
            examples.update(dict.fromkeys(given))
        return given

    async def _about(self, form: Form, page: Page) -> KnownForm | None:
        """Return what is known about a form; whoever meets it first finds that out for all.

        Returns None if it leads nowhere new. Forms that a crawler follows, or a person named, always do.
        """
        key = form.path, form.fields
        if key in self._learned:
            return self._learned[key]
        known = await _once(self._known, key, lambda: self._find_out(form, page))
        self.fresh.see(form, known.fresh)
        words, is_named = self.forms.words, form.is_one_of(self.forms.names)
        is_tried = self._paths is None and not is_named
        if is_tried and not await self.trials.pays(
            form, page, lambda: tries(form, words, known.fresh)
        ):
            return None
        return await _once(self._tried, key, lambda: self._with_idle(form, known))

    async def _find_out(self, form: Form, page: Page, path: str = "") -> KnownForm:
        fresh = token_fields(form)
        if suspected_token_fields(form):
            again = await self._network.fetch(page.url)
            if isinstance(again, Page):
                for other in find_forms(again):
                    if (other.path, other.fields) == (form.path, form.fields):
                        fresh |= differing(form, other)
                        break
        names = tuple(sorted(fresh))
        return KnownForm(path or form.path, page.url, form.target, form.fields, names)

    async def _with_idle(self, form: Form, known: KnownForm) -> KnownForm:
        idle = await self._idle(form, frozenset(known.fresh))
        return replace(known, idle=tuple(sorted(idle)))

    async def _idle(self, form: Form, fresh: frozenset[str]) -> set[str]:
        """Find out which controls change nothing; that matters only if there are several to combine."""
        as_found, changed = probes(form, self.forms.words, fresh)
        ways = filled_forms(form, self.forms.budget, self.forms.words, fresh=fresh)
        alone = filled_forms(
            form, self.forms.budget, self.forms.words, fresh=fresh, idle=form.fields
        )
        if as_found is None or len(ways) == len(alone) or len(changed) > _MOST_PROBED:
            return set()
        idle = await self._unchanging(as_found, changed)
        # A control may change nothing as long as nothing is chosen elsewhere, and something afterwards.
        as_chosen, changed = probes(form, self.forms.words, fresh, chosen=True)
        if idle and as_chosen not in {None, as_found}:
            some = {name: urls for name, urls in changed.items() if name in idle}
            idle = await self._unchanging(str(as_chosen), some)
        return idle

    async def _unchanging(self, as_found: str, changed: dict[str, list[str]]) -> set[str]:
        """Return the names of the controls that make no difference."""
        found, *others = await asyncio.gather(
            *(self._shown(urls) for urls in ([as_found], *changed.values()))
        )
        pairs = zip(changed, others, strict=True)
        return {name for name, other in pairs if other and set(other) == set(found)}

    async def _shown(self, urls: list[str]) -> list[object]:
        """Return digests of what pages show; a page that did not come is like no other."""
        results = await asyncio.gather(*map(self._tried_out, urls))
        return [
            shown_digest(result) if isinstance(result, Page) else object() for result in results
        ]


async def _once(
    done: dict[Key, asyncio.Future[KnownForm]],
    key: Key,
    work: Callable[[], Coroutine[object, object, KnownForm]],
) -> KnownForm:
    """Do something once for everybody who wants it, when the first one comes."""
    if key not in done:
        done[key] = asyncio.ensure_future(work())
    return await asyncio.shield(done[key])


def _leads(navigation: Navigation, url_shapes: UrlShapes, path: str, url: str) -> bool:
    """Return whether a navigation follows a submission of the form at a path."""
    for step in navigation.steps:
        if step.pattern is not None and step.pattern.matches(url):
            return True
        if (
            step.shape is not None
            and step.path in {None, path}
            and step.shape == url_shapes.shape(url)
        ):
            return True
    return False


def is_refused(result: object) -> bool:
    """Return whether a server refused a form as it was filled in."""
    return isinstance(result, Failure) and result.status in REFUSALS


class FormSite:
    """A site whose pages come with what their forms lead to."""

    def __init__(self, filled_in: FormFiller) -> None:
        self.filled_in = filled_in

    async def fetch(self, url: str) -> Page | Failure:
        """Fetch one page and fill in its forms."""
        result = await self.filled_in.fetch(url)
        return result if isinstance(result, Failure) else await self.filled_in.complete(result)


class RecordedFormSite(FormSite):
    """The same for a site that tells what went over the wire."""

    def __init__(self, site: RecordedSite, filled_in: FormFiller) -> None:
        super().__init__(filled_in)
        self._recorded = site

    async def visit(self, url: str, known: Validators | None = None) -> Answer:
        """Fetch one page, unless it is unchanged, and fill in its forms."""
        answer = await self.filled_in.fresh.sent(
            url,
            lambda: self._recorded.visit(url, known),
            lambda answer: is_refused(answer.result),
        )
        if isinstance(answer.result, Page):
            return replace(answer, result=await self.filled_in.complete(answer.result))
        return answer
