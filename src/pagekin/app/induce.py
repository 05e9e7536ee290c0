"""From pages, with or without examples, to a wrapper."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from operator import attrgetter

from pagekin.dom import Page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.wrappers import Wrapper, by_example, by_itself
from pagekin.wrappers.by_example import Example
from pagekin.wrappers.compiled_paths import PathError, compiled
from pagekin.wrappers.record_keys import with_key
from pagekin.wrappers.sampling import stable_sample

ENOUGH = 50  # pages to learn a wrapper from; more tell nothing new
_EXAMPLE = re.compile(r"\s*([^=@]*[^=@\s])\s*([=@])\s*(.*\S)\s*", re.DOTALL)


@dataclass(frozen=True, slots=True)
class FieldExample:
    """A field by example, as typed: its name, and the text or the XPath of a value."""

    field: str
    text: str | None = None
    xpath: str | None = None

    @classmethod
    def parse(cls, typed: str) -> "FieldExample":
        """Read NAME=VALUE or NAME@XPATH."""
        match = _EXAMPLE.fullmatch(typed)
        if not match:
            raise UsageError(f"the field {typed!r} is neither NAME=VALUE nor NAME@XPATH")
        name, sign, value = match.groups()
        if sign == "=":
            return cls(name, text=value)
        try:
            compiled(value)
        except PathError as error:
            raise UsageError(f"the field {typed!r}: {error}") from None
        return cls(name, xpath=value)


def induce(
    pages: Iterable[Page],
    samples: Sequence[Page] = (),
    wanted: Sequence[FieldExample] = (),
    *,
    everything: bool = False,
) -> Wrapper:
    """Learn a wrapper from the samples and some of the pages: of what is wanted, or of all there is."""
    samples = [sample for sample in samples if not sample.is_empty]
    known = {sample.url for sample in samples}
    others = (page for page in pages if page.url not in known and not page.is_empty)
    number = max(ENOUGH - len(samples), 1)
    chosen = [*samples, *stable_sample(others, number, attrgetter("url"))]
    if not chosen:
        raise NothingFoundError("there is no page to learn from: all are empty")
    if wanted:
        return with_key(by_example.induce(chosen, examples_on(samples, wanted)), chosen)
    wrapper = by_itself.induce(chosen, everything=everything)
    if not any(bundle.fields or bundle.bundles for bundle in wrapper.bundles):
        raise NothingFoundError(
            f"no field found on {len(chosen)} page{'s' if len(chosen) != 1 else ''}: "
            "nothing differs from page to page; give more pages, or examples with --field"
        )
    return with_key(wrapper, chosen)


def examples_on(samples: Sequence[Page], wanted: Sequence[FieldExample]) -> list[Example]:
    """Return examples by the sample that has them; raise a UsageError for one that none has."""
    return [_example(one, samples) for one in wanted]


def _example(wanted: FieldExample, samples: Sequence[Page]) -> Example:
    """Find the sample that an example speaks of: the first that has the value."""
    for number, page in enumerate(samples):
        if _has(page, wanted):
            return Example(number, wanted.field, wanted.text, wanted.xpath)
    where = ", ".join(page.url for page in samples) or "no sample: give one with --sample"
    what = f"text {wanted.text!r}" if wanted.text is not None else f"place {wanted.xpath}"
    raise UsageError(f"the field '{wanted.field}': there is no {what} on {where}")


def _has(page: Page, wanted: FieldExample) -> bool:
    if wanted.xpath is not None:
        return bool(compiled(wanted.xpath)(page.root))
    text = " ".join((wanted.text or "").split())
    words = " ".join(" ".join(map(str, page.root.itertext())).split())
    if text in words or text.replace(" ", "") in words.replace(" ", ""):
        return True
    return any(text in value for element in page.root.iter("*") for value in element.values())
