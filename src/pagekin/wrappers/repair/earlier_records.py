"""Earlier records of pages, as extracted or as read back from a file."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pagekin.errors import FileFormatError
from pagekin.values import Value
from pagekin.wrappers.record import Record

KnownRecords = Mapping[str, Sequence[Record]]  # by the URL of the page


def texts_by_name(records: Iterable[Record], around: str = "") -> dict[str, tuple[str, ...]]:
    """Return the texts of each field (`bundle.field`) in all instances, in their order."""
    texts: dict[str, tuple[str, ...]] = {}
    for record in records:
        name = f"{around}{record.bundle}"
        for field, values in record.fields.items():
            key = f"{name}.{field}"
            texts[key] = (*texts.get(key, ()), *(value.text for value in values))
        for key, inner in texts_by_name(record.nested, f"{name}.").items():
            texts[key] = (*texts.get(key, ()), *inner)
    return texts


def record_from(content: Any, where: str) -> tuple[str, Record]:
    """Return the page's URL and the record in a JSON object of `pagekin extract`; errors say where."""
    if not isinstance(content, dict) or not isinstance(content.get("page"), str):
        raise FileFormatError(
            f"{where}: not a record of 'pagekin extract --nested': it has no \"page\""
        )
    return content["page"], _record(content, where)


def _record(content: Any, where: str) -> Record:
    fields = content.get("fields") if isinstance(content, dict) else None
    if not isinstance(fields, dict) or not isinstance(content.get("bundle"), str):
        raise FileFormatError(f'{where}: not a record: it needs "bundle" and "fields"')
    nested = content.get("nested", [])
    if not isinstance(nested, list):
        raise FileFormatError(f'{where}: "nested" is not a list')
    index = content.get("index", 0)
    return Record(
        content["bundle"],
        index if isinstance(index, int) else 0,
        {name: _values(value, f"{where}, field '{name}'") for name, value in fields.items()},
        tuple(_record(inner, where) for inner in nested),
        frozenset(name for name, value in fields.items() if isinstance(value, list)),
    )


def _values(content: Any, where: str) -> tuple[Value, ...]:
    contents = content if isinstance(content, list) else [] if content is None else [content]
    return tuple(_value(one, where) for one in contents)


def _value(content: Any, where: str) -> Value:
    if not isinstance(content, dict) or not isinstance(content.get("text"), str):
        raise FileFormatError(f'{where}: a value needs a "text"')
    attributes = {
        name: value
        for name, value in content.items()
        if name not in {"text", "misfit"} and isinstance(value, str | int | float | bool)
    }
    misfit = content.get("misfit")
    return Value(content["text"], "", attributes, misfit if isinstance(misfit, str) else None)
