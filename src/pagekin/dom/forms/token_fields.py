"""Hidden fields with a new value on each visit, such as tokens: they do not identify a page."""

import re
from collections.abc import Iterator

from pagekin.dom.forms.controls import Asks
from pagekin.dom.forms.page_forms import Form
from pagekin.urls.warning_words import TOKENS, WHOLE_NAMES

# Long base64 with upper case, lower case and digits: nobody types that.
_RANDOM = re.compile(r"(?=.*[A-Z])(?=.*[a-z])(?=.*\d)[\w+/.=-]{40,}", re.ASCII | re.DOTALL)
_FEWEST = 6  # characters of a value that may have been generated
_PARTS, _NAMES = TOKENS.split(), frozenset(WHOLE_NAMES.split())
_DIGIT = re.compile(r"\d")


def token_fields(form: Form) -> frozenset[str]:
    """Return the hidden fields that look like tokens by name or by value."""
    return frozenset(
        name for name, value in hidden(form) if _is_name(name.lower()) or _RANDOM.fullmatch(value)
    )


def _is_name(name: str) -> bool:
    letters = re.sub(r"[\W_]", "", name)
    last = name.rpartition(".")[2].strip("_")
    return last in _NAMES or any(part in letters for part in _PARTS)


def suspected_token_fields(form: Form) -> frozenset[str]:
    """Return the hidden fields that may be tokens; to make sure, the page has to be fetched again."""
    return frozenset(
        name for name, value in hidden(form) if len(value) >= _FEWEST and _DIGIT.search(value)
    ) - token_fields(form)


def differing(form: Form, again: Form) -> frozenset[str]:
    """Return the hidden fields of a form whose values differ when the same page is fetched again."""
    return frozenset(name for name, _ in set(hidden(form)) ^ set(hidden(again)))


def hidden(form: Form) -> Iterator[tuple[str, str]]:
    """Yield the names and values of the hidden fields."""
    for control in form.controls:
        if control.asks is Asks.HIDDEN:
            yield from control.fillings[0].pairs
