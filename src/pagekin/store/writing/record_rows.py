"""Records as rows: flat, numbered within their page version, with what is comparable in columns."""

import functools
import json
import math
from array import array
from collections.abc import Sequence
from dataclasses import replace
from hashlib import blake2b

from pagekin.store.database import Connection, Row
from pagekin.store.storable_text import joined, storable
from pagekin.store.writing.name_ids import FieldIds, NameIds
from pagekin.values import Value, comparable
from pagekin.wrappers.record import Record

_quoted = json.encoder.encode_basestring_ascii
_json_text = json.dumps
_storable_unit = functools.lru_cache(maxsize=256)(storable)  # there are few of them


class RecordRows:
    """The rows of a page version's records, but for the version's number, which comes first in each.

    Those with the same digest have the same records; without records there is none. What the digest
    stands for is gathered on the way, since there are many values.
    """

    __slots__ = ("_connection", "_names", "_numbers", "_texts", "digest", "records", "values")

    def __init__(self, connection: Connection, names: NameIds, records: Sequence[Record]) -> None:
        self._connection = connection
        self._names = names
        self._make(records)
        try:
            self.digest = self._digest() if self.records else None
        except ValueError:  # there is something in a text that no database takes
            self._make([_storable(record) for record in records])
            self.digest = self._digest()

    def _make(self, records: Sequence[Record]) -> None:
        self.records: list[Row] = []
        self.values: list[Row] = []
        self._numbers: list[int] = []
        self._texts: list[str] = []
        for record in records:
            self._add(record, None)

    def _add(self, record: Record, parent: int | None) -> None:
        number = len(self.records)
        known = self._names.fields(self._connection, record.bundle)
        self.records.append((number, known.bundle, record.index, parent))
        add, numbers, texts = self.values.append, self._numbers, self._texts
        for name, values in record.fields.items():
            many = name in record.many
            types = known.lists[name] if many else known.single[name]
            position = 0  # counted by hand: most fields have one value
            for value in values:
                kind, text = value.type, value.text
                field = types.get(kind) or self._enter(known, name, kind, many=many)
                numbers += (number, field, position)
                if value.attributes or value.misfit is not None:
                    amount, unit, attributes = _meaning(value)
                    texts += (text, attributes)
                    add((number, field, position, text, amount, unit, attributes))
                else:
                    texts += (text, "")
                    add((number, field, position, text, None, None, None))
                position += 1  # noqa: SIM113 - see above
        for inner in record.nested:
            self._add(inner, number)

    def _enter(self, known: FieldIds, name: str, kind: str, *, many: bool) -> int:
        return self._names.enter(self._connection, known, name, kind, many=many)

    def _digest(self) -> bytes:
        """Stand for all of it; ValueError if a text is not storable."""
        numbers = [-1 if number is None else number for row in self.records for number in row]
        content = array("q", numbers + self._numbers).tobytes() + joined(self._texts)
        return blake2b(content, digest_size=16).digest()


def _storable(record: Record) -> Record:
    fields = {
        name: tuple(replace(value, text=storable(value.text)) for value in values)
        for name, values in record.fields.items()
    }
    return replace(record, fields=fields, nested=tuple(map(_storable, record.nested)))


def _meaning(value: Value) -> tuple[float | None, str | None, str]:
    """Return number, unit and all attributes (as JSON) of a value."""
    if value.misfit is not None:
        return None, None, _json_text({"misfit": value.misfit})
    number, unit = comparable(value)
    parts: list[str] = []
    for name, attribute in value.attributes.items():
        if isinstance(attribute, str):
            parts.append(_key(name) + _quoted(attribute))
        else:
            # What JSON writes as Python does need not go through its encoder.
            kind = type(attribute)
            plain = kind is int or (kind is float and math.isfinite(attribute))
            parts.append(_key(name) + (repr(attribute) if plain else _json_text(attribute)))
    return number, unit and _storable_unit(unit), f"{{{','.join(parts)}}}"


@functools.lru_cache(maxsize=256)
def _key(name: str) -> str:
    return f"{_quoted(name)}:"
