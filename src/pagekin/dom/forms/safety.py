"""Which forms are left alone: those that may change something on the server or ask who we are."""

import re
from collections.abc import Collection, Iterable, Iterator

from pagekin.dom.forms.controls import Asks
from pagekin.dom.forms.page_forms import Form
from pagekin.dom.forms.script_links import ScriptLink
from pagekin.urls.warning_words import ACTS, CHANGING, DANGEROUS, FIELDS, HARMLESS_FIELDS
from pagekin.urls.word_table import WordTable, words_and_pairs

_PERSONAL = {
    "password": "asks for a password",
    "file": "wants a file",
}
_WRITTEN = {
    "textarea": "asks for a message",
    "email": "asks for an e-mail address",
    "tel": "asks for a telephone number",
}
_PAYMENT = re.compile(r"card.?(?:number|cvc|cvv|exp)|\bcvc\b|\bcvv\b|iban", re.IGNORECASE)
_OVERRIDE = re.compile(r"_?_?(?:http_?)?method(?:_?override)?", re.IGNORECASE)
_SAFE_METHODS = frozenset({"", "get", "post"})


def why_left_alone(form: Form, named: Collection[str] = ()) -> str | None:
    """Return why a form is not submitted; None if it is, for instance because a person named it.

    A person names a form by its id, its name, or the path that it is sent to.
    """
    if form.is_one_of(named):
        return None
    for control in form.controls:
        if control.kind in _PERSONAL:
            return _PERSONAL[control.kind]
        if _PAYMENT.search(control.name):
            return "asks for money"
    overridden = _method_override(form)
    if overridden:
        return f"is sent as {overridden}"
    posts = form.method == "post" or any(
        filling.method == "post" for control in form.controls for filling in control.fillings
    )
    if posts:
        for control in form.controls:
            if control.kind in _WRITTEN:
                return _WRITTEN[control.kind]
    # A button on its own does what it says, whatever the method.
    table = _BOTH if posts or form.is_link else _WORST
    word = _telling((*form.says, *_acts(form)), table)
    if word is None and posts:
        word = _telling(_asked(form), _NAMED)
    return f"says '{word}'" if word else None


def why_not_clicked(link: ScriptLink, named: Collection[str] = ()) -> str | None:
    """Return why a link that submits a form is not followed; None if it is, or if a person named the form."""
    if link.form.is_one_of(named):
        return None
    overridden = _method_override(link.form)
    if overridden:
        return f"is sent as {overridden}"
    word = _telling((*link.says, *_acts(link.form)), _BOTH)
    return f"says '{word}'" if word else None


def _acts(form: Form) -> Iterator[str]:
    """Yield the actions that hidden fields name, as in action=delete."""
    for control in form.controls:
        if control.asks is Asks.HIDDEN and control.name.lower() in _ACTS:
            yield from (value for _, value in control.fillings[0].pairs)


def _asked(form: Form) -> Iterator[str]:
    """Yield the names of the fields that a person fills in, except for harmless ones."""
    return (name for name in form.asks if name.lower() not in _HARMLESS)


def _method_override(form: Form) -> str | None:
    """Return the method that a form really means, if a hidden field overrides it."""
    for control in form.controls:
        if control.asks is Asks.HIDDEN and _OVERRIDE.fullmatch(control.name):
            for _, value in control.fillings[0].pairs:
                if value.strip().lower() not in _SAFE_METHODS:
                    return value.strip().upper()
    return None


def _telling(texts: Iterable[str], table: WordTable) -> str | None:
    """Return the first word that indicates a change."""
    return next((word for text in texts for word in words_and_pairs(text) if table.has(word)), None)


_WORST = WordTable(DANGEROUS)
_BOTH = WordTable(DANGEROUS, CHANGING)
_NAMED = WordTable(DANGEROUS, FIELDS)
_HARMLESS = frozenset(HARMLESS_FIELDS.split())
_ACTS = frozenset(ACTS.split())
