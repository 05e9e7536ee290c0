"""Differences between the records of two versions of a page, field by field."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pagekin.values.value import Attribute, Value
from pagekin.wrappers.identity import BundlePath, ComparedFields
from pagekin.wrappers.pairing import PairedBy, RecordPair, pair
from pagekin.wrappers.record import Record

# Types whose attributes stand in the markup: they may change together with the text or without it.
_FROM_MARKUP = frozenset({"image", "link", "meta"})


@dataclass(frozen=True, slots=True)
class FieldDifference:
    """A field whose text or attribute has changed."""

    field: str  # its id
    old: str
    new: str
    attribute: str = ""  # "" for the text itself


@dataclass(frozen=True, slots=True)
class RecordDifference:
    """A record that was added (`old` is None), removed (`new` is None), or changed in some fields."""

    bundle: BundlePath
    old: Record | None
    new: Record | None
    by: PairedBy | None = None  # what the two were paired by
    fields: tuple[FieldDifference, ...] = ()


def differences(
    old: Sequence[Record],
    new: Sequence[Record],
    fields: ComparedFields | None = None,
    keys: Mapping[BundlePath, str] | None = None,
) -> Iterator[RecordDifference]:
    """Yield the differences between two versions of a page, by the ids of bundles and fields.

    `fields` are the ones to compare, by default all. Where the wrapper was edited in between, pass
    `identity.shared_fields`: a field that one wrapper lacks is no change of the page. `keys` are the
    fields that tell records apart.
    """
    yield from _between(old, new, (), fields, keys or {})


def _between(
    old: Sequence[Record],
    new: Sequence[Record],
    around: BundlePath,
    fields: ComparedFields | None,
    keys: Mapping[BundlePath, str],
) -> Iterator[RecordDifference]:
    before, after = (_by_bundle(records, around, fields) for records in (old, new))
    for name in dict.fromkeys((*before, *after)):
        path = (*around, name)
        paired = pair(before.get(name, ()), after.get(name, ()), keys.get(path, ""))
        for one in paired.pairs:
            changed = tuple(_in_fields(one))
            if changed:
                yield RecordDifference(path, one.old, one.new, one.by, changed)
            yield from _between(one.old.nested, one.new.nested, path, fields, keys)
        yield from (RecordDifference(path, record, None) for record in paired.removed)
        yield from (RecordDifference(path, None, record) for record in paired.added)


def _by_bundle(
    records: Sequence[Record], around: BundlePath, fields: ComparedFields | None
) -> dict[str, list[Record]]:
    """Return the records by bundle, with the compared fields only."""
    found: dict[str, list[Record]] = {}
    for record in records:
        if fields is None or (*around, record.bundle) in fields:
            compared = _compared(record, around, fields)
            found.setdefault(record.bundle, []).append(compared)
    return found


def _compared(record: Record, around: BundlePath, fields: ComparedFields | None) -> Record:
    if fields is None:
        return record
    path = (*around, record.bundle)
    own = {name: values for name, values in record.fields.items() if name in fields[path]}
    nested = tuple(
        _compared(inner, path, fields) for inner in record.nested if (*path, inner.bundle) in fields
    )
    return replace(record, fields=own, nested=nested)


def _in_fields(paired: RecordPair) -> Iterator[FieldDifference]:
    old, new = paired.old.fields, paired.new.fields
    for field in dict.fromkeys((*old, *new)):
        yield from _in_values(field, old.get(field, ()), new.get(field, ()))


def _in_values(field: str, old: Sequence[Value], new: Sequence[Value]) -> Iterator[FieldDifference]:
    """Compare values as a multiset: a list in another order is the same list."""
    texts = [value.text for value in old], [value.text for value in new]
    has_changed = sorted(texts[0]) != sorted(texts[1])
    if has_changed:
        yield FieldDifference(field, ", ".join(texts[0]), ", ".join(texts[1]))
    if has_changed and not len(old) == len(new) == 1:
        return  # there is no telling which value is which
    for one, other in zip(_in_order(old), _in_order(new), strict=True):
        # Another type reads other attributes.
        if one.type == other.type and (not has_changed or one.type in _FROM_MARKUP):
            yield from _in_attributes(field, one.attributes, other.attributes)


def _in_order(values: Sequence[Value]) -> Sequence[Value]:
    """Return values in an order that does not depend on where they stand."""
    if len(values) == 1:
        return values
    return sorted(
        values, key=lambda value: (value.text, sorted(map(str, value.attributes.items())))
    )


def _in_attributes(
    field: str, old: Mapping[str, Attribute], new: Mapping[str, Attribute]
) -> Iterator[FieldDifference]:
    for name in dict.fromkeys((*old, *new)):
        was, now = old.get(name, ""), new.get(name, "")
        if was != now:
            yield FieldDifference(field, str(was), str(now), name)
