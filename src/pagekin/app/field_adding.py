"""A field added by an example that a person types: a value as it stands on one of some pages, or its place."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice

from pagekin.app.field_editing import joined, listed_fields
from pagekin.app.induce import FieldExample, examples_on
from pagekin.dom import Page
from pagekin.errors import UsageError
from pagekin.wrappers import Wrapper, by_example
from pagekin.wrappers.record_keys import with_key

_PATHS = ("/", "./", ".//", "(/", "(./")  # what an XPath begins with, and hardly any value
_SHOWN = 3  # values


def typed_example(name: str, text: str) -> FieldExample:
    """Read the name of a field, and an example of it: a value, or an XPath if it begins like one."""
    name, text = name.strip(), text.strip()
    if not name:
        raise UsageError("what should the field be called? Enter a name")
    if not text:
        raise UsageError(f"{name}: enter a value as it stands on one of the pages")
    if text.startswith(_PATHS):
        return FieldExample.parse(f"{name}@{text}")
    return FieldExample(name, text=text)


def with_field(
    wrapper: Wrapper | None, pages: Sequence[Page], example: FieldExample
) -> tuple[Wrapper, str]:
    """Return a wrapper with one field more, and what a person should know of it: "" if all is clear."""
    known = wrapper or Wrapper(())
    if any(entry.field.name == example.field for entry in listed_fields(known)):
        raise UsageError(f"there is a field called {example.field!r} already: choose another name")
    learned = by_example.learn(pages, examples_on(pages, [example]), {})
    told = "; ".join(map(_in_words, learned.doubts))
    added = joined(known, learned.wrapper)
    return (added if wrapper else with_key(replace(added, version=0), pages)), told


def _in_words(doubt: by_example.FieldDoubt) -> str:
    """Say what was taken, where the example can be found in several ways."""
    taken = doubt.options[doubt.taken - 1]
    texts = dict.fromkeys(text for page in taken.selects for text in page)
    shown = ", ".join(islice(texts, _SHOWN)) + (", …" if len(texts) > _SHOWN else "")
    return (
        f"this value stands in more than one place; taken as {doubt.field}: {shown}. "
        "If that is not it, pick it on the page"
    )
