"""How often a form is submitted: the pages that have it share a budget."""

from collections import OrderedDict
from dataclasses import replace

from pagekin.dom.forms import Form
from pagekin.dom.forms.filling import FilledForm, filled_forms
from pagekin.dom.forms.token_fields import hidden
from pagekin.navigation import FormUse, KnownForm
from pagekin.site.form_trials import FormKind, kind_of

_VARIANTS = 12  # of the hidden fields of a form that is sent to one place
_REMEMBERED = 1024  # forms whose submissions are remembered
_ENUMERATED = 64  # forms whose enumeration is kept

Kept = frozenset[tuple[str, str]]  # names and values of hidden fields


class FormBudgets:
    """Hands out submissions of forms, no more than the budget allows."""

    def __init__(self, forms: FormUse) -> None:
        self._forms = forms
        self._learns = forms.followed is None
        self._given: OrderedDict[object, dict[str, str]] = OrderedDict()
        self._variants: dict[tuple[FormKind, str], set[Kept]] = {}
        self._enumerated: dict[object, tuple[FilledForm, ...]] = {}

    def given(self, form: Form, known: KnownForm) -> dict[str, str]:
        """Return the submissions of a form; all pages that have it share one budget.

        A page that is itself an answer of the form shows what was chosen. So further combinations turn up
        there, and the options of controls that depend on the choice.
        """
        kept = frozenset(pair for pair in hidden(form) if pair[0] not in known.fresh)
        if self._learns and not form.is_link and not self._is_near(form, kept):
            return {}
        ways = self._ways(form, known, keep_idle=form.page.startswith(f"{form.target}?"))
        # While learning, all that people see as one form share a budget, wherever it is sent: that is enough
        # to see what it is good for. A crawl submits each of them.
        key = kind_of(form) if self._learns else (form.method, form.target, kept, form.fields)
        given = self._given.setdefault(key, {})
        self._given.move_to_end(key)
        if len(self._given) > _REMEMBERED:
            self._given.popitem(last=False)
        for url, text in ways:
            if len(given) < self._forms.budget:
                given.setdefault(url, text)
        return {url: text for url, text in ways if url in given}

    def _is_near(self, form: Form, kept: Kept) -> bool:
        """Return whether a form is among the first variants that are sent to one place.

        A few are enough to see what the form is good for, whatever hidden fields the others have.
        """
        variants = self._variants.setdefault((kind_of(form), form.target), set())
        if len(variants) < _VARIANTS:
            variants.add(kept)
        return kept in variants

    def _ways(self, form: Form, known: KnownForm, *, keep_idle: bool) -> tuple[FilledForm, ...]:
        """Return the ways to fill in a form; for a form that is on every page they are enumerated once."""
        key = (replace(form, page="", url=form.address, names=(), says=()), keep_idle)
        ways = self._enumerated.get(key)
        if ways is None:
            if len(self._enumerated) >= _ENUMERATED:
                self._enumerated.clear()
            ways = self._enumerated[key] = filled_forms(
                form,
                self._forms.budget,
                self._forms.words,
                idle=known.idle,
                fresh=known.fresh,
                keep_idle=keep_idle,
            )
        return ways
