"""Records as rows: flat, numbered within their page version, with what is comparable in columns."""

import functools
import json
import math
from array import array
from collections.abc import Sequence
from datetime import UTC, datetime
from hashlib import blake2b

from pagekin.store.database import Row, Session
from pagekin.store.names import Names
from pagekin.store.texts import storable
from pagekin.values.value import Value
from pagekin.wrappers.apply import Record

_MOMENTS = frozenset({"date", "datetime"})
_UNITS = frozenset({"currency", "unit"})
_quoted = json.encoder.encode_basestring_ascii
_json_text = json.dumps


class RecordRows:
    """The rows of a page version's records."""

    __slots__ = ("_names", "_session", "_version", "records", "values")

    def __init__(
        self, session: Session, names: Names, records: Sequence[Record], version: int
    ) -> None:
        self._session = session
        self._names = names
        self._version = version
        self.records: list[Row] = []
        self.values: list[Row] = []
        for record in records:
            self._add(record, None)

    def digest(self) -> bytes:
        """Stand for all of it but the version: those with the same digest have the same records."""
        numbers = [-1 if number is None else number for row in self.records for number in row[1:]]
        texts: list[str] = []
        for _, record, field, position, text, _, _, attributes in self.values:
            numbers += (record, field, position)
            texts += (text, attributes or "")
        # No text holds a NUL: what is joined by it could be taken apart again.
        content = array("q", numbers).tobytes() + "\0".join(texts).encode()
        return blake2b(content, digest_size=16).digest()

    def _add(self, record: Record, parent: int | None) -> None:
        number = len(self.records)
        bundle = self._names.bundle(self._session, record.bundle)
        version = self._version
        self.records.append((version, number, bundle, record.index, parent))
        add, known, look_up = self.values.append, self._names.fields, self._names.field
        for name, values in record.fields.items():
            many = name in record.many
            for position, value in enumerate(values):
                key = bundle, name, value.type, many
                field = known.get(key) or look_up(self._session, key)
                text = value.text
                if not text.isascii() or "\0" in text:
                    text = storable(text)
                if value.attributes or value.misfit is not None:
                    add((version, number, field, position, text, *_meaning(value)))
                else:
                    add((version, number, field, position, text, None, None, None))
        for inner in record.nested:
            self._add(inner, number)


def _meaning(value: Value) -> tuple[float | None, str | None, str]:
    """Give number, unit and all attributes (as JSON) of a value, in one pass: there are many values.

    The number is what values are compared by: the first one, or a moment in seconds.
    """
    if value.misfit is not None:
        return None, None, _json_text({"misfit": value.misfit})
    number: float | None = None
    unit: str | None = None
    parts: list[str] = []
    for name, attribute in value.attributes.items():
        if isinstance(attribute, str):
            parts.append(f"{_key(name)}{_quoted(attribute)}")
            if name in _UNITS:
                unit = storable(attribute)
            elif number is None and name in _MOMENTS:
                number = _seconds(attribute)
        else:
            if number is None:
                number = _finite(attribute)
            # What JSON writes as Python does need not go through its encoder.
            kind = type(attribute)
            plain = kind is int or (kind is float and math.isfinite(attribute))
            parts.append(f"{_key(name)}{attribute if plain else _json_text(attribute)}")
    return number, unit, f"{{{','.join(parts)}}}"


@functools.lru_cache(maxsize=256)
def _key(name: str) -> str:
    return f"{_quoted(name)}:"


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
