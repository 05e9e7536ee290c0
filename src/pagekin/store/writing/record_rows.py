"""Records as rows: flat, numbered within their set, with what is comparable in columns."""

import functools
import json
import math
import sys
from array import array
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime
from hashlib import blake2b

from pagekin.store.database import Connection, Row
from pagekin.store.storable_text import joined, storable
from pagekin.store.writing.wrapper_ids import BundleIds, WrapperIds
from pagekin.values.value import Value
from pagekin.wrappers.record import Record

MISFIT = "misfit"  # the attribute that says why a text is no value of its field's type
LONGEST_KEY = 200  # characters: no index takes texts of any length
_MOMENTS = frozenset({"date", "datetime"})
_UNITS = frozenset({"currency", "unit"})
_LARGEST = sys.float_info.max
_storable_unit = functools.lru_cache(maxsize=256)(storable)  # there are few of them


class RecordRows:
    """The rows of a page's records, but for the number of their set, which comes first in each.

    Those with the same digest have the same records; without records there is none. What the digest
    stands for is gathered on the way, since there are many values.
    """

    __slots__ = (
        "_connection",
        "_ids",
        "_numbers",
        "_texts",
        "attributes",
        "digest",
        "records",
        "values",
    )

    def __init__(self, connection: Connection, ids: WrapperIds, records: Sequence[Record]) -> None:
        self._connection = connection
        self._ids = ids
        self._make(records)
        try:
            self.digest = self._digest() if self.records else None
        except ValueError:  # there is something in a text that no database takes
            self._make([_storable(record) for record in records])
            self.digest = self._digest()

    def _make(self, records: Sequence[Record]) -> None:
        self.records: list[Row] = []
        self.values: list[Row] = []
        self.attributes: list[Row] = []
        self._numbers: list[int] = []
        self._texts: list[str] = []
        for record in records:
            self._add(record, None, None)

    def _add(self, record: Record, parent: int | None, around: BundleIds | None) -> None:
        number = len(self.records)
        known = (around.inner if around else self._ids.bundles).get(record.bundle)
        if known is None:
            known = self._ids.bundle(self._connection, around, record.bundle)
        key = _key_text(record, known.key) if known.key else None
        self.records.append((number, known.number, record.index, parent, key))
        add, numbers, texts = self.values.append, self._numbers, self._texts
        for name, values in record.fields.items():
            types = known.fields.get(name) or {}
            position = 0  # counted by hand: most fields have one value
            for value in values:
                field = types.get(value.type)
                if field is None:
                    field = self._enter(known, record, name, value.type)
                    types = known.fields[name]
                numbers += (number, field, position)
                texts.append(value.text)
                if value.attributes or value.misfit is not None:
                    amount, unit = self._add_attributes(value, number, field, position)
                    add((number, field, position, value.text, amount, unit))
                else:
                    add((number, field, position, value.text, None, None))
                position += 1  # noqa: SIM113 - see above
        for inner in record.nested:
            self._add(inner, number, known)

    def _enter(self, known: BundleIds, record: Record, name: str, kind: str) -> int:
        many = name in record.many
        return self._ids.field(self._connection, known, name, kind, many=many)

    def _add_attributes(
        self, value: Value, number: int, field: int, position: int
    ) -> tuple[float | None, str | None]:
        """Add what a value says besides its text; return what it means as a number, and its unit.

        The number is what values are compared by: the first one, or a moment in seconds.
        """
        add, texts = self.attributes.append, self._texts
        if value.misfit is not None:
            texts += (MISFIT, value.misfit)
            add((number, field, MISFIT, position, value.misfit, None))
            return None, None
        amount: float | None = None
        unit: str | None = None
        for name, attribute in value.attributes.items():
            if isinstance(attribute, str):
                texts += (name, attribute)
                add((number, field, name, position, attribute, None))
                if name in _UNITS:
                    unit = _storable_unit(attribute)
                elif amount is None and name in _MOMENTS:
                    amount = _seconds(attribute)
            else:
                finite = _finite(attribute)
                if amount is None:
                    amount = finite
                kind = type(attribute)
                text = repr(attribute) if kind is int or kind is float else json.dumps(attribute)
                texts += (name, text)
                if finite is None:  # a number that is none, or too large: its text says which
                    finite = _LARGEST
                add((number, field, name, position, text, finite))
        return amount, unit

    def _digest(self) -> bytes:
        """Stand for all of it; ValueError if a text is not storable."""
        numbers = [-1 if one is None else one for row in self.records for one in row[:4]]
        keys = [row[4] or "" for row in self.records]
        content = array("q", numbers + self._numbers).tobytes() + joined(self._texts + keys)
        return blake2b(content, digest_size=16).digest()


def attribute_value(text: str, num: float | None) -> str | float | bool:
    """Return an attribute as it was: what has a number beside its text is one, or true or false."""
    if num is None:
        return text
    if text in _WORDS:
        return _WORDS[text]
    return int(text) if text.lstrip("-").isdecimal() else float(text)


_WORDS = {"true": True, "false": False}


def _storable(record: Record) -> Record:
    fields = {
        name: tuple(_storable_value(value) for value in values)
        for name, values in record.fields.items()
    }
    return replace(record, fields=fields, nested=tuple(map(_storable, record.nested)))


def _storable_value(value: Value) -> Value:
    attributes = {
        name: storable(attribute) if isinstance(attribute, str) else attribute
        for name, attribute in value.attributes.items()
    }
    misfit = None if value.misfit is None else storable(value.misfit)
    return Value(storable(value.text), value.type, attributes, misfit)


def _key_text(record: Record, key: str) -> str | None:
    text = next((value.text for value in record.fields.get(key, ())), "")
    if len(text) > LONGEST_KEY:
        digest = blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()
        text = f"{text[: LONGEST_KEY - len(digest) - 1]} {digest}"
    return text or None


def _finite(number: float) -> float | None:
    try:
        converted = float(number)
    except OverflowError:
        return None
    return converted if math.isfinite(converted) else None


def _seconds(text: str) -> float | None:
    try:
        moment = datetime.fromisoformat(text)
        return (moment if moment.tzinfo else moment.replace(tzinfo=UTC)).timestamp()
    except (ValueError, OverflowError):
        return None
