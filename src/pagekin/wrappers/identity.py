"""Identity of bundles and fields: what stays the same when a wrapper is edited."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from operator import attrgetter

from pagekin.wrappers.model import Bundle, Field, Wrapper
from pagekin.wrappers.record import Record

BundlePath = tuple[str, ...]  # the ids of a bundle and of the bundles around it, outermost first
ComparedFields = Mapping[BundlePath, frozenset[str]]
_NAME, _ID = attrgetter("name"), attrgetter("id")


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
    return _relabelled(records, _labels(wrapper.bundles, _NAME, _ID))


def by_name(records: Sequence[Record], wrapper: Wrapper) -> Sequence[Record]:
    """Return records that have ids with the names of a wrapper; what it lacks is left out."""
    return _relabelled(records, _labels(wrapper.bundles, _ID, _NAME))


class _Labels:
    """The labels of a bundle, of its fields and of the bundles inside it, by their other labels."""

    __slots__ = ("fields", "inner", "is_same", "label")

    def __init__(self, label: str, fields: dict[str, str], inner: dict[str, "_Labels"]) -> None:
        self.label = label
        self.fields = fields
        self.inner = inner
        self.is_same = all(old == new for old, new in fields.items())


def _labels(
    bundles: Iterable[Bundle], old: Callable[..., str], new: Callable[..., str]
) -> dict[str, _Labels]:
    return {
        old(bundle): _Labels(
            new(bundle),
            {old(field): new(field) for field in bundle.fields},
            _labels(bundle.bundles, old, new),
        )
        for bundle in bundles
    }


def _relabelled(records: Sequence[Record], labels: Mapping[str, _Labels]) -> Sequence[Record]:
    return [
        _relabelled_record(record, labels[record.bundle])
        for record in records
        if record.bundle in labels
    ]


def _relabelled_record(record: Record, labels: _Labels) -> Record:
    nested = tuple(_relabelled(record.nested, labels.inner)) if record.nested else ()
    if (
        labels.is_same
        and labels.label == record.bundle
        and labels.fields.keys() >= record.fields.keys()
    ):
        return replace(record, nested=nested) if nested else record
    known = labels.fields
    return replace(
        record,
        bundle=labels.label,
        fields={known[name]: values for name, values in record.fields.items() if name in known},
        nested=nested,
        many=frozenset(known[name] for name in record.many if name in known),
    )


def _ids(fields: Iterable[Field]) -> frozenset[str]:
    return frozenset(field.id for field in fields)
