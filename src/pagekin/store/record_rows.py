"""Records as rows: flat, numbered within their page version, with what is comparable in columns."""

import json
import math
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b

from pagekin.store.database import Row, Session
from pagekin.store.names import Names
from pagekin.store.texts import storable
from pagekin.values.value import Attribute, Value
from pagekin.wrappers.apply import Record

_MOMENTS = ("date", "datetime")
_quoted = json.encoder.encode_basestring_ascii


class RecordRows:
    """The rows of a page version's records, without the version's number."""

    __slots__ = ("_names", "_session", "records", "values")

    def __init__(self, session: Session, names: Names, records: Sequence[Record]) -> None:
        self._session = session
        self._names = names
        self.records: list[Row] = []
        self.values: list[Row] = []
        for record in records:
            self._add(record, None)

    def digest(self) -> bytes:
        """Stand for all of it: pages with the same digest have the same records."""
        numbers = [number for row in self.records for number in row]
        texts = [""]
        for record, field, position, text, _, _, attributes in self.values:
            numbers += (record, field, position)
            texts += (text, attributes or "")
        texts[0] = str(numbers)
        # No text holds a NUL: what is joined by it could be taken apart again.
        return blake2b("\0".join(texts).encode(), digest_size=16).digest()

    def _add(self, record: Record, parent: int | None) -> None:
        number = len(self.records)
        bundle = self._names.bundle(self._session, record.bundle)
        self.records.append((number, bundle, record.index, parent))
        add, field_number = self.values.append, self._names.field
        for name, values in record.fields.items():
            many = name in record.many
            for position, value in enumerate(values):
                field = field_number(self._session, (bundle, name, value.type, many))
                text = value.text
                if not text.isascii() or "\0" in text:
                    text = storable(text)
                if value.attributes or value.misfit is not None:
                    add((number, field, position, text, *_meaning(value)))
                else:
                    add((number, field, position, text, None, None, None))
        for inner in record.nested:
            self._add(inner, number)


def _meaning(value: Value) -> tuple[float | None, str | None, str]:
    """Give number, unit and all attributes of a value."""
    if value.misfit is not None:
        return None, None, _json({"misfit": value.misfit})
    attributes = value.attributes
    unit = attributes.get("currency") or attributes.get("unit")
    return (
        _number(attributes),
        storable(unit) if isinstance(unit, str) else None,
        _json(attributes),
    )


def _json(attributes: Mapping[str, Attribute]) -> str:
    """Write attributes as JSON; an encoder for anything takes four times as long."""
    parts = [f"{_quoted(name)}:{_scalar(value)}" for name, value in attributes.items()]
    return f"{{{','.join(parts)}}}"


def _scalar(value: Attribute) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, float) and math.isfinite(value):
        return repr(value)
    return json.dumps(value)


def _number(attributes: Mapping[str, Attribute]) -> float | None:
    """Give what a value is compared by: its first number, or its moment in seconds."""
    for name, attribute in attributes.items():
        if not isinstance(attribute, str):
            return _finite(attribute)
        if name in _MOMENTS:
            return _seconds(attribute)
    return None


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
