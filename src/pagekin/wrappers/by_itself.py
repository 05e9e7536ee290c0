"""Induction without examples: from the pages of one class to a wrapper for all that varies on them."""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.dom.page import Page
from pagekin.values import Reading
from pagekin.wrappers.finders import cut_out
from pagekin.wrappers.model import Anchor, Bundle, Field, Locator, Seen, Wrapper
from pagekin.wrappers.template.build import Template
from pagekin.wrappers.template.columns import Column, Repeat, columns_of
from pagekin.wrappers.template.duplicates import merged
from pagekin.wrappers.template.naming import named, place_name
from pagekin.wrappers.template.proving import Prover
from pagekin.wrappers.template.spots import descendants, spots_of
from pagekin.wrappers.template.structured_data import structured_columns
from pagekin.wrappers.template.trimming import around
from pagekin.wrappers.template.usefulness import Judge
from pagekin.wrappers.typed import inferred_type

_TRIED = 120  # columns whose locators are tried on all pages; the rest can hardly be useful
_USEFUL = 3.0
_MAX_USEFUL = 60
_EXAMPLES = 3


def induce(pages: Sequence[Page], *, everything: bool = False) -> Wrapper:
    """Infer the template of pages of one class, and a wrapper for its fields, the most useful first."""
    pages = sorted(pages, key=lambda page: (page.url, page.body))
    homes = [spots_of(page, number) for number, page in enumerate(pages)]
    template = Template(homes)
    sizes = [len(descendants(home)) for home in homes]
    found = columns_of(template.roots, len(pages), sizes)
    judge, prover = Judge(pages), Prover(pages)
    columns = [
        _trimmed(c) for c in (*found.columns, *structured_columns(pages)) if not c.is_constant
    ]
    columns = _ranked(merged(columns), judge)
    proven = [prover.on_pages(c) for c in columns[: None if everything else _TRIED]]
    columns = _ranked(merged([c for c in proven if c is not None]), judge)
    if not everything:
        columns = [c for c in columns if judge.of_page(c) >= _USEFUL][:_MAX_USEFUL]
    fields = _fields(columns)
    bundles = [Bundle("page", fields)]
    taken = {"page"}
    for repeat in sorted(found.repeats, key=lambda r: (-r.pages, r.order, r.place.path())):
        bundle = _bundle(repeat, None, prover, taken)
        if bundle is not None:
            bundles.append(bundle)
            taken.add(bundle.name)
    return Wrapper(tuple(bundles))


def _ranked(columns: list[Column], judge: Judge) -> list[Column]:
    return sorted(columns, key=lambda c: (-round(judge.of_page(c), 6), c.order, c.locators[0].path))


def _trimmed(column: Column) -> Column:
    """Cut the template text off a column's texts."""
    if column.image:
        return column
    before, after = around([text for texts in column.texts.values() for text in texts])
    if not before and not after:
        return column
    texts = {
        unit: tuple(cut_out(text, before, after) for text in found)
        for unit, found in column.texts.items()
    }
    locators = tuple(replace(loc, before=before, after=after) for loc in column.locators)
    label = column.label or before.strip(" :：=#|-–—>(")
    kept = {unit: found for unit, found in texts.items() if all(found)}
    return replace(column, texts=kept, locators=locators, label=label)


def _fields(columns: Sequence[Column]) -> tuple[Field, ...]:
    return tuple(_field(column, name) for column, name in zip(columns, named(columns), strict=True))


def _field(column: Column, name: str) -> Field:
    texts = [text for found in column.texts.values() for text in found]
    type_name = (
        "image" if column.image else inferred_type([Reading(text) for text in texts[:50]], name)
    )
    examples = tuple(dict.fromkeys(texts))[:_EXAMPLES]
    seen = Seen(column.units, len(column.texts), len(column.texts), examples)
    return Field(
        name,
        type_name,
        column.locators,
        many=column.many,
        optional=len(column.texts) < column.units,
        seen=seen,
    )


def _bundle(repeat: Repeat, start: Repeat | None, prover: Prover, taken: set[str]) -> Bundle | None:
    place = repeat.place
    elements = [(spot.page, spot.element) for spot in place.spots]
    columns = [prover.in_instances(_trimmed(c), elements) for c in repeat.columns]
    kept = sorted((c for c in columns if c is not None), key=lambda c: c.order)
    inner = [_bundle(r, repeat, prover, set()) for r in repeat.repeats]
    path = place.path(start.place if start else None)
    name = place_name(place) or "items"
    number = 2
    base = name
    while name in taken:
        name = f"{base}_{number}"
        number += 1
    if not kept and not any(inner):
        return None
    return Bundle(
        name,
        _fields(kept),
        (Locator(path, Anchor.NAME if "@" in path else Anchor.POSITION),),
        tuple(b for b in inner if b is not None),
        optional=True,
    )
