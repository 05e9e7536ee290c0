"""Induction by example: from values that a person showed on pages to a wrapper for all pages of the class."""

from collections.abc import Sequence

from pagekin.dom.page import Page
from pagekin.values import Reading, infer_type, read
from pagekin.wrappers.examples import Example, shown_in
from pagekin.wrappers.field_learning import FieldLearner, Learned
from pagekin.wrappers.finders import LocatorFinder, PageReader
from pagekin.wrappers.model import Bundle, Field, Seen, Wrapper

_EXAMPLES_KEPT = 3
_MAX_EXAMPLE = 200

__all__ = ["Example", "induce"]


def induce(pages: Sequence[Page], examples: Sequence[Example]) -> Wrapper:
    """Learn a wrapper from examples; all pages should be of one template."""
    learner = FieldLearner(pages)
    readers = [PageReader(page) for page in pages]
    fields = []
    for name in dict.fromkeys(example.field for example in examples):
        shown = [shown_in(pages, example) for example in examples if example.field == name]
        fields.append(_field(name, learner.learn(name, shown), readers))
    return Wrapper((Bundle("page", tuple(fields)),))


def _field(name: str, learned: Learned, readers: Sequence[PageReader]) -> Field:
    readings = [_readings(learned, reader) for reader in readers]
    flat = [reading for page in readings for reading in page]
    kind = infer_type(flat, name)
    fitting = sum(
        all(read(kind, reading).misfit is None for reading in page) for page in readings if page
    )
    texts = dict.fromkeys(reading.text[:_MAX_EXAMPLE] for reading in flat)
    found = sum(map(bool, readings))
    return Field(
        name,
        kind,
        tuple(trial.locator for trial in learned.trials),
        many=learned.many,
        optional=found < len(readers),
        seen=Seen(len(readers), found, fitting, tuple(texts)[:_EXAMPLES_KEPT]),
    )


def _readings(learned: Learned, reader: PageReader) -> list[Reading]:
    for trial in learned.trials:
        finder = LocatorFinder(trial.locator)
        found = finder.readings(reader, reader.page.root, many=learned.many)
        if found:
            return found
    return []
