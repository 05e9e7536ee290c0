"""From pages, with or without examples, to a wrapper."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from operator import attrgetter

from pagekin.dom import Page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.wrappers import Wrapper, by_example, by_itself
from pagekin.wrappers.by_example import Example
from pagekin.wrappers.compiled_paths import PathError, compiled
from pagekin.wrappers.declared_values import declared_doubts
from pagekin.wrappers.record_keys import with_key
from pagekin.wrappers.sampling import stable_sample

_SHOWN = 4  # values of a choice
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
    choose: Mapping[str, int] | None = None,
    tell: Callable[[str], None] = lambda _: None,
) -> Wrapper:
    """Learn a wrapper from the samples and some of the pages: of what is wanted, or of all there is.

    Where the examples of a field stand in several places, that is told, with the choices there are; `choose` has
    the number of the one that is wanted.
    """
    samples = [sample for sample in samples if not sample.is_empty]
    known = {sample.url for sample in samples}
    others = (page for page in pages if page.url not in known and not page.is_empty)
    number = max(ENOUGH - len(samples), 1)
    chosen = [*samples, *stable_sample(others, number, attrgetter("url"))]
    if not chosen:
        raise NothingFoundError("there is no page to learn from: all are empty")
    if wanted:
        learned = by_example.learn(chosen, examples_on(samples, wanted), choose)
        _check_choices(choose or {}, wanted, learned.wrapper)
        for doubt in learned.doubts:
            tell(in_words(doubt))
        _tell_differences(learned.wrapper, chosen, tell)
        return with_key(learned.wrapper, chosen)
    _check_choices(choose or {}, (), Wrapper(()))
    wrapper = by_itself.induce(chosen, everything=everything)
    if not any(bundle.fields or bundle.bundles for bundle in wrapper.bundles):
        raise NothingFoundError(
            f"no field found on {len(chosen)} page{'s' if len(chosen) != 1 else ''}: "
            "nothing differs from page to page; give more pages, or examples with --field"
        )
    _tell_differences(wrapper, chosen, tell)
    return with_key(wrapper, chosen)


def _tell_differences(wrapper: Wrapper, pages: Sequence[Page], tell: Callable[[str], None]) -> None:
    """Tell which fields read something else than the pages declare about themselves."""
    for doubt in declared_doubts(wrapper, pages):
        tell(
            f"{doubt.field}: the page reads {doubt.shown!r} where its structured data says "
            f"{doubt.declared!r}, on {doubt.pages:,} of {doubt.of:,} pages, such as {doubt.url}; "
            "look there which of them is right"
        )


def parse_choices(typed: Iterable[str]) -> dict[str, int]:
    """Read NAME=N, as many as there are."""
    found = {}
    for one in typed:
        name, equals, number = one.rpartition("=")
        if not equals or not name.strip() or not number.strip().isdecimal():
            raise UsageError(f"--choose {one!r} is not NAME=NUMBER")
        found[name.strip()] = int(number)
    return found


def _check_choices(
    choose: Mapping[str, int], wanted: Sequence[FieldExample], wrapper: Wrapper
) -> None:
    """Raise a UsageError for a choice of what was not shown: neither a field nor the rows of a bundle."""
    known = {one.field for one in wanted} | {bundle.name for bundle in wrapper.bundles}
    for name in choose:
        if name not in known:
            raise UsageError(f"--choose {name}: there is no example of it (--field {name}=VALUE)")


def in_words(doubt: by_example.FieldDoubt) -> str:
    """Say which choices there are for a field, which was taken, and how to take another."""
    stands = (
        f"value shown stands in {doubt.places} places"
        if doubt.places > 1
        else f"{'value' if doubt.places else 'rows'} shown can be found in several ways"
    )
    lines = [f"{doubt.field}: the {stands}; took choice {doubt.taken}:"]
    for number, option in enumerate(doubt.options, start=1):
        texts = dict.fromkeys(text for page in option.selects for text in page[:_SHOWN])
        shown = ", ".join(islice(texts, _SHOWN)) + (", …" if len(texts) > _SHOWN else "")
        count = sum(map(len, option.selects))
        mark = "*" if number == doubt.taken else " "
        lines.append(f" {mark}{number}  {count:,} found: {shown}  ({option.locator.path})")
    other = 1 if doubt.taken != 1 else 2
    return "\n".join([*lines, f"  another: --choose {doubt.field}={other}"])


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
