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
        self._in_part = 0  # pages that hit a limit
        self._first_in_part = ""

    def mine(self, page: Page) -> tuple[Record, ...]:
        """Return the records of a page that hold anything: a page of another kind has none."""
        return self.mine_with_problems(page)[0]

    def mine_with_problems(self, page: Page) -> tuple[tuple[Record, ...], tuple[str, ...]]:
        """Return the records of a page, and what of the page as a whole kept others from being found."""
        extraction = self._extractor.extract(page)
        self._watch.add(extraction)
        if self._look_at is None or self._look_at > 0:
            self._watch.look(page)
            self._look_at = None if self._look_at is None else self._look_at - 1
        problems = tuple(one.reason for one in extraction.problems if not one.bundle)
        if problems or page.problems:
            self._in_part += 1
            first = (*page.problems, *problems)[0]
            self._first_in_part = self._first_in_part or f"{page.url}: {first}"
        return tuple(filter(has_values, extraction.records)), problems

    @property
    def template_changed(self) -> TemplateChanged | None:
        """How the template of the pages seen differs from the one that the wrapper was learned from."""
        return self._watch.drift().event

    @property
    def in_part(self) -> str:
        """How many pages hit a limit, and what of the first was not read; empty if none did."""
        if not self._in_part:
            return ""
        pages = "1 page was" if self._in_part == 1 else f"{self._in_part:,} pages were"
        return f"{pages} read in part only, such as {self._first_in_part}"


def has_values(record: Record) -> bool:
    """Return whether a record holds anything at all."""
    return any(record.fields.values()) or any(map(has_values, record.nested))
