"""Which forms are left alone: those that may change something on the server or ask who we are."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator
from itertools import pairwise

from pagekin.dom.forms.controls import Asks
from pagekin.dom.forms.page_forms import Form
from pagekin.dom.forms.script_links import ScriptLink
from pagekin.dom.forms.warning_words import ACTS, CHANGING, DANGEROUS, FIELDS, HARMLESS_FIELDS

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
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_WORD = re.compile(r"[^\W\d_]+")
_FIRST_WITHOUT_SPACES = "\u0e00"  # from here on: Thai, kana, Chinese, Korean …


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


def _telling(texts: Iterable[str], table: "_Table") -> str | None:
    """Return the first word that indicates a change."""
    return next((word for text in texts for word in _words(text) if table.has(word)), None)


def _words(text: str) -> Iterator[str]:
    """Yield the words of a text, and pairs of neighbours with and without a hyphen: sign-out, signout."""
    words = _WORD.findall(_plain(_CAMEL.sub(" ", text)))
    yield from words
    for one, two in pairwise(words):
        yield f"{one}-{two}"
        yield one + two


def _plain(text: str) -> str:
    """Return a text in lower case without accents."""
    split = unicodedata.normalize("NFKD", text.casefold()).replace("ı", "i").replace("ø", "o")
    plain = "".join(letter for letter in split if not unicodedata.category(letter).startswith("M"))
    return unicodedata.normalize("NFC", plain.replace("ł", "l"))


class _Table:
    """Words to look for: whole words, beginnings, and parts in scripts without spaces."""

    def __init__(self, *tables: str) -> None:
        entries = {entry for table in tables for entry in table.split()}
        self._whole = {_plain(entry[:-1]) for entry in entries if entry.endswith(".")}
        others = {_plain(entry) for entry in entries if not entry.endswith(".")}
        self._inside = {entry for entry in others if entry >= _FIRST_WITHOUT_SPACES}
        self._beginnings = others - self._inside
        self._lengths = sorted({len(entry) for entry in self._beginnings})

    def has(self, word: str) -> bool:
        """Return whether a word is one of them."""
        if word in self._whole or any(word[:n] in self._beginnings for n in self._lengths):
            return True
        return word >= _FIRST_WITHOUT_SPACES and any(part in word for part in self._inside)


_WORST = _Table(DANGEROUS)
_BOTH = _Table(DANGEROUS, CHANGING)
_NAMED = _Table(DANGEROUS, FIELDS)
_HARMLESS = frozenset(HARMLESS_FIELDS.split())
_ACTS = frozenset(ACTS.split())
