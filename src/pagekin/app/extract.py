"""From pages to records in a file."""

from collections.abc import Iterable

from pagekin.app.coverage import Coverage, has_values
from pagekin.dom import Page
from pagekin.output import RecordWriter
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extraction, Extractor
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair import DriftWatch


def extract_all(
    pages: Iterable[Page],
    wrapper: Wrapper,
    writer: RecordWriter,
    tally: Coverage,
    watch: DriftWatch | None = None,
) -> None:
    """Extract the records of all pages, one page at a time, and write those that hold anything.

    The tally counts how it went; the watch, if there is one, looks out for a changed template.
    """
    extractor = Extractor(wrapper)
    for page in pages:
        extraction = extractor.extract(page)
        records = full_records(extraction)
        tally.add(extraction, records)
        if watch:
            watch.add(extraction)
            watch.look(page)
        for record in records:
            writer.write(page.url, record)


def full_records(extraction: Extraction) -> tuple[Record, ...]:
    """Give the records with any value: a page of another kind has none, not an empty one."""
    return tuple(record for record in extraction.records if has_values(record))
