"""From columns to fields: their names, types and evidence."""

from __future__ import annotations

from itertools import chain
from typing import TYPE_CHECKING

from pagekin.values import infer_type, read
from pagekin.wrappers.by_itself.column_affixes import trimmed
from pagekin.wrappers.by_itself.column_collection import anchor_of
from pagekin.wrappers.by_itself.field_naming import named, place_names
from pagekin.wrappers.by_itself.validate_locators import LocatorValidator, holds, validated
from pagekin.wrappers.by_itself.whole_texts import as_it_stands
from pagekin.wrappers.model import Bundle, Field, FieldEvidence, Locator
from pagekin.wrappers.unused_names import unused_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.wrappers.by_itself.class_spread import ClassSpread
    from pagekin.wrappers.by_itself.template_places import TemplatePlace
    from pagekin.wrappers.by_itself.text_columns import Repeat, TextColumn

_EXAMPLES = 3
_MAX_EXAMPLE = 200
_READ = 200  # readings from which a type is inferred


def fields_of(columns: Sequence[TextColumn], spread: ClassSpread) -> tuple[Field, ...]:
    """Return the fields of validated columns, in their order."""
    names = named(columns, spread=spread)
    return tuple(_field(column, name) for column, name in zip(columns, names, strict=True))


def bundle_of(
    repeat: Repeat,
    around: TemplatePlace | None,
    validator: LocatorValidator,
    spread: ClassSpread,
    taken: set[str],
) -> Bundle | None:
    """Return the bundle of a repeat, None if none of its fields can be reached."""
    place = repeat.place
    starts = validator.instances(place.nodes)
    columns = [validated(trimmed(column), starts) for column in repeat.columns]
    whole = [as_it_stands(column, starts) for column in columns if column is not None]
    kept = sorted(whole, key=lambda column: (column.order, column.locators[0].path))
    fields = fields_of(kept, spread)
    inside: set[str] = {field.name for field in fields}
    inner = [bundle_of(part, place, validator, spread, inside) for part in repeat.repeats]
    if not fields and not any(inner):
        return None
    path = place.path(around)
    if not holds(path, place, around):
        return None
    names = [name for name in place_names(place, spread) if name] or ["items"]
    name = next((one for one in names if one not in taken), unused_name(names[0], taken))
    taken.add(name)
    return Bundle(
        name,
        fields,
        (Locator(path, anchor_of(path)),),
        tuple(part for part in inner if part is not None),
        optional=True,
    )


def _field(column: TextColumn, name: str) -> Field:
    readings = column.readings
    flat = list(chain.from_iterable(readings))[:_READ]
    kind = "link" if column.link else infer_type(flat, name) if flat else "text"
    fitting = sum(
        all(read(kind, reading).misfit is None for reading in found) for found in readings if found
    )
    texts = dict.fromkeys(reading.text[:_MAX_EXAMPLE] for reading in flat)
    return Field(
        name,
        kind,
        column.locators,
        many=column.many,
        lead="" if column.title else column.lead,
        optional=any(not found for found in readings),
        seen=FieldEvidence(
            len(readings), sum(map(bool, readings)), fitting, tuple(texts)[:_EXAMPLES]
        ),
    )
