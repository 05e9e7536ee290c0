"""Records read back from the store: those of a crawl, as they were extracted."""

from collections.abc import Iterator

from pagekin.store.opening import Store
from pagekin.store.reading import record_sets
from pagekin.wrappers import Wrapper
from pagekin.wrappers.record import Record


def records_of_crawl(
    store: Store, crawl: int, wrapper: Wrapper
) -> Iterator[tuple[str, tuple[Record, ...]]]:
    """Yield the targets of a crawl, each with its records of the bundles that a wrapper has."""
    bundles = {bundle.name for bundle in wrapper.bundles}
    with store.connection() as connection:
        for url, records in record_sets.records_of_crawl(connection, crawl):
            yield url, tuple(record for record in records if record.bundle in bundles)
