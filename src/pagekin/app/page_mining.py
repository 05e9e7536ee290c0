"""Mining: the records of pages as they come, and a watch for templates that have changed."""

from pagekin.dom import Page
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair import DriftWatch, TemplateChanged


class PageMiner:
    """A wrapper at work; every page is extracted once, whoever wants its records.

    On the first `look_at` pages every locator is tried: it may be dead though another one still works.
    """

    def __init__(self, wrapper: Wrapper, look_at: int | None = None) -> None:
        self.wrapper = wrapper
        self._extractor = Extractor(wrapper)
        self._watch = DriftWatch(wrapper)
        self._look_at = look_at

    def mine(self, page: Page) -> tuple[Record, ...]:
        """Return the records of a page that hold anything: a page of another kind has none."""
        extraction = self._extractor.extract(page)
        self._watch.add(extraction)
        if self._look_at is None or self._look_at > 0:
            self._watch.look(page)
            self._look_at = None if self._look_at is None else self._look_at - 1
        return tuple(filter(has_values, extraction.records))

    @property
    def template_changed(self) -> TemplateChanged | None:
        """How the template of the pages seen differs from the one that the wrapper was learned from."""
        return self._watch.drift().event


def has_values(record: Record) -> bool:
    """Return whether a record holds anything at all."""
    return any(record.fields.values()) or any(map(has_values, record.nested))
