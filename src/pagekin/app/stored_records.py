"""Records read back from the store: those of a crawl, as they were extracted."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from pagekin.app.crawl_summary import targets_of
from pagekin.store.opening import Store
from pagekin.store.reading.crawl_pages import records_of
from pagekin.wrappers import Bundle, Wrapper
from pagekin.wrappers.record import Record


def records_of_crawl(
    store: Store, crawl: int, wrapper: Wrapper
) -> Iterator[tuple[str, tuple[Record, ...]]]:
    """Yield the targets of a crawl, each with its records as the wrapper gives them."""
    bundles = {bundle.name: bundle for bundle in wrapper.bundles}
    with store.connection() as connection:
        for seen in targets_of(connection, crawl):
            found = records_of(connection, seen.version) if seen.version is not None else ()
            yield seen.url, _complete(found, bundles)


def _complete(records: Sequence[Record], bundles: Mapping[str, Bundle]) -> tuple[Record, ...]:
    """Return records with all their fields in the wrapper's order: the store keeps values only."""
    return tuple(
        _completed(record, bundles[record.bundle]) for record in records if record.bundle in bundles
    )


def _completed(record: Record, bundle: Bundle) -> Record:
    fields = {part.name: record.fields.get(part.name, ()) for part in bundle.fields}
    many = frozenset(part.name for part in bundle.fields if part.many)
    nested = _complete(record.nested, {inner.name: inner for inner in bundle.bundles})
    return replace(record, fields=fields, nested=nested, many=many)
