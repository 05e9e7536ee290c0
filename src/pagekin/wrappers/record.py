"""Records: what a wrapper extracts of one instance of a bundle."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pagekin.values import Value


@dataclass(frozen=True, slots=True)
class Record:
    """One instance of a bundle: the values of each field, and the instances of bundles inside it."""

    bundle: str
    index: int  # among the bundle's instances in the page, or in the instance around it
    fields: Mapping[str, tuple[Value, ...]]
    nested: tuple["Record", ...] = ()
    many: frozenset[str] = frozenset()  # the fields that are lists

    def first_text(self, field: str) -> str:
        """Return the first text of a field, "" if it has none."""
        return next((value.text for value in self.fields.get(field, ())), "")


def has_values(record: Record) -> bool:
    """Return whether a record holds anything at all."""
    return any(record.fields.values()) or any(map(has_values, record.nested))


def record_json(page_url: str, record: Record) -> dict[str, Any]:
    """Return a record as the JSON object of `pagekin extract`; inner records are under "nested"."""
    return {"page": page_url} | record_content(record)


def record_content(record: Record) -> dict[str, Any]:
    """Return the same without the page."""
    fields: dict[str, Any] = {}
    for name, values in record.fields.items():
        contents = [_value_content(value) for value in values]
        fields[name] = contents if name in record.many else next(iter(contents), None)
    content = {"bundle": record.bundle, "index": record.index, "fields": fields}
    if record.nested:
        content["nested"] = [record_content(inner) for inner in record.nested]
    return content


def _value_content(value: Value) -> dict[str, Any]:
    if value.misfit is not None:
        return {"text": value.text, "misfit": value.misfit}
    return {"text": value.text} | dict(value.attributes)
