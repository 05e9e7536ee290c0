"""Identity of bundles and fields: what stays the same when a wrapper is edited."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace

from pagekin.wrappers.model import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

BundlePath = tuple[str, ...]  # the ids of a bundle and of the bundles around it, outermost first
ComparedFields = Mapping[BundlePath, frozenset[str]]


def bundles_of(wrapper: Wrapper) -> Iterator[tuple[BundlePath, Bundle]]:
    """Yield all bundles of a wrapper, each before those inside it."""
    waiting: list[tuple[BundlePath, Bundle]]
    waiting = [((bundle.id,), bundle) for bundle in reversed(wrapper.bundles)]
    while waiting:
        path, bundle = waiting.pop()
        yield path, bundle
        waiting.extend(((*path, inner.id), inner) for inner in reversed(bundle.bundles))


def shared_fields(one: Wrapper, other: Wrapper) -> dict[BundlePath, frozenset[str]]:
    """Return the ids of the fields that two versions of a wrapper both have, by bundle."""
    there = {path: _ids(bundle.fields) for path, bundle in bundles_of(other)}
    return {
        path: _ids(bundle.fields) & there[path] for path, bundle in bundles_of(one) if path in there
    }


def by_identity(records: Sequence[Record], wrapper: Wrapper) -> Sequence[Record]:
    """Return the records of a wrapper with ids in place of the names of bundles and fields."""
    return _under_ids(records, wrapper.bundles)


def _under_ids(records: Sequence[Record], bundles: Iterable[Bundle]) -> list[Record]:
    known = {bundle.name: bundle for bundle in bundles}
    return [_under_id(record, known[record.bundle]) for record in records if record.bundle in known]


def _under_id(record: Record, bundle: Bundle) -> Record:
    ids = {field.name: field.id for field in bundle.fields}
    return replace(
        record,
        bundle=bundle.id,
        fields={ids[name]: values for name, values in record.fields.items() if name in ids},
        nested=tuple(_under_ids(record.nested, bundle.bundles)),
        many=frozenset(ids[name] for name in record.many if name in ids),
    )


def _ids(fields: Iterable[Field]) -> frozenset[str]:
    return frozenset(field.id for field in fields)
