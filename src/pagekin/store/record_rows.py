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

_UNITS = ("currency", "unit")
_MOMENTS = ("date", "datetime")


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

    @property
    def digest(self) -> bytes:
        """Stand for all of it: pages with the same digest have the same records."""
        text = json.dumps((self.records, self.values))
        return blake2b(text.encode(), digest_size=16).digest()

    def _add(self, record: Record, parent: int | None) -> None:
        number = len(self.records)
        bundle = self._names.bundle(self._session, record.bundle)
        self.records.append((number, bundle, record.index, parent))
        for name, values in record.fields.items():
            many = name in record.many
            for position, value in enumerate(values):
                field = self._names.field(self._session, (bundle, name, value.type, many))
                self.values.append((number, field, position, *_columns(value)))
        for inner in record.nested:
            self._add(inner, number)


def _columns(value: Value) -> tuple[str, float | None, str | None, str | None]:
    """Give text, number, unit and all attributes of a value."""
    text = storable(value.text)
    if value.misfit is not None:
        return text, None, None, storable(json.dumps({"misfit": value.misfit}))
    attributes = value.attributes
    if not attributes:
        return text, None, None, None
    unit = next((attributes[name] for name in _UNITS if name in attributes), None)
    return (
        text,
        _number(attributes),
        None if unit is None else storable(str(unit)),
        json.dumps(dict(attributes), separators=(",", ":")),
    )


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
