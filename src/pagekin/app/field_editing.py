"""The fields of a wrapper as a list for people: renamed, dropped, retyped, one more added by example."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

from pagekin.errors import UsageError
from pagekin.values.registry import type_named
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.unused_names import unused_name


@dataclass(frozen=True, slots=True)
class ListedField:
    """A field under the name by which commands know it: its own, or with its bundle if need be."""

    name: str
    path: tuple[str, ...]  # of bundles
    field: Field

    @property
    def type(self) -> str:
        """The name of the field's type."""
        return self.field.type

    @property
    def share(self) -> str:
        """The share of the pages it was learned from that have it, in per cent."""
        seen = self.field.seen
        return f"{min(seen.found / seen.pages, 1.0):.0%}" if seen and seen.pages else "–"

    @property
    def examples(self) -> tuple[str, ...]:
        """A few of its texts."""
        return self.field.seen.examples if self.field.seen else ()

    def as_json(self) -> dict[str, Any]:
        """Return the same for machines."""
        seen = self.field.seen
        return {
            "name": self.name,
            "bundle": self.path[-1],
            "field": self.field.name,
            "type": self.type,
            "many": self.field.many,
            "optional": self.field.optional,
            "key": self.field.key,
            "extra": self.field.extra,
            "coverage": round(min(seen.found / seen.pages, 1.0), 4)
            if seen and seen.pages
            else None,
            "examples": list(self.examples),
        }


def listed_fields(wrapper: Wrapper) -> list[ListedField]:
    """List the fields of a wrapper in their order."""
    found = [entry for bundle in wrapper.bundles for entry in _fields(bundle, ())]
    names = [field.name for _, field in found]
    return [
        ListedField(
            field.name if names.count(field.name) == 1 else ".".join((*path, field.name)),
            path,
            field,
        )
        for path, field in found
    ]


def renamed(wrapper: Wrapper, old: str, new: str) -> Wrapper:
    """Rename a field."""
    entry = _entry(wrapper, old)
    new = new.strip()
    taken = {e.field.name for e in listed_fields(wrapper) if e.path == entry.path}
    if not new or new in taken:
        raise UsageError(
            f"cannot rename '{old}' to {new!r}: the name is {'taken' if new else 'empty'}"
        )
    return _changed(wrapper, entry, lambda field: replace(field, name=new))


def dropped(wrapper: Wrapper, name: str) -> Wrapper:
    """Leave a field out."""
    return _changed(wrapper, _entry(wrapper, name), lambda _: None)


def retyped(wrapper: Wrapper, name: str, type_name: str) -> Wrapper:
    """Change the type of a field."""
    known = type_named(type_name).name
    return _changed(wrapper, _entry(wrapper, name), lambda field: replace(field, type=known))


def keyed(wrapper: Wrapper, name: str) -> Wrapper:
    """Let a field be the one that tells the instances of its bundle apart."""
    entry = _entry(wrapper, name)
    for other in listed_fields(wrapper):
        if other.path == entry.path:
            is_key = other.field.name == entry.field.name
            wrapper = _changed(wrapper, other, partial(replace, key=is_key))
    return wrapper


def shown(wrapper: Wrapper, name: str) -> Wrapper:
    """Let a field be a column of its bundle's table, behind the others."""
    entry = _entry(wrapper, name)
    siblings = [one.field for one in listed_fields(wrapper) if one.path == entry.path]
    columns = sum(not field.extra for field in siblings if field != entry.field)
    wrapper = _changed(wrapper, entry, partial(replace, extra=False))
    full_name = ".".join((*entry.path, entry.field.name))
    return moved(wrapper, full_name, columns - siblings.index(entry.field))


def moved(wrapper: Wrapper, name: str, places: int) -> Wrapper:
    """Put a field so many places further behind among those of its bundle; below 0: further ahead."""
    entry = _entry(wrapper, name)

    def reordered(bundle: Bundle) -> Bundle:
        fields = list(bundle.fields)
        at = next(n for n, field in enumerate(fields) if field.name == entry.field.name)
        field = fields.pop(at)
        fields.insert(min(max(at + places, 0), len(fields)), field)
        return replace(bundle, fields=tuple(fields))

    bundles = (_in_place(bundle, entry.path, reordered) for bundle in wrapper.bundles)
    return replace(wrapper, bundles=tuple(bundles))


def _in_place(bundle: Bundle, path: tuple[str, ...], change: Callable[[Bundle], Bundle]) -> Bundle:
    """Change the bundle at a path."""
    if bundle.name != path[0]:
        return bundle
    if len(path) == 1:
        return change(bundle)
    inner = (_in_place(part, path[1:], change) for part in bundle.bundles)
    return replace(bundle, bundles=tuple(inner))


def optioned(wrapper: Wrapper, name: str, *, optional: bool) -> Wrapper:
    """Let pages lack a field, or have each of them that does called incomplete."""
    return _changed(wrapper, _entry(wrapper, name), partial(replace, optional=optional))


def joined(wrapper: Wrapper, more: Wrapper) -> Wrapper:
    """Add the fields of another wrapper, each to the bundle with the same instances."""
    bundles = list(wrapper.bundles)
    for bundle in more.bundles:
        places = {locator.path for locator in bundle.each}
        for number, known in enumerate(bundles):
            if places & {locator.path for locator in known.each} or not (places or known.each):
                bundles[number] = _with_fields(known, bundle.fields)
                break
        else:
            name = unused_name(bundle.name, {known.name for known in bundles})
            identity = unused_name(name, {known.id for known in bundles})
            bundles.append(replace(bundle, name=name, id=identity))
    return replace(wrapper, bundles=tuple(bundles))


def _with_fields(bundle: Bundle, fields: tuple[Field, ...]) -> Bundle:
    """Add fields to a bundle; one with the name of a known field takes its place and identity."""
    new = {field.name: field for field in fields}
    all_fields = [
        replace(new.pop(field.name), id=field.id) if field.name in new else field
        for field in bundle.fields
    ]
    for field in new.values():
        identity = unused_name(field.name, {known.id for known in all_fields})
        all_fields.append(replace(field, id=identity))
    return replace(bundle, fields=tuple(all_fields))


def _entry(wrapper: Wrapper, name: str) -> ListedField:
    entries = listed_fields(wrapper)
    found = [e for e in entries if name in (e.name, ".".join((*e.path, e.field.name)))]
    if found:
        return found[0]
    raise UsageError(
        f"there is no field '{name}'; there are {', '.join(e.name for e in entries) or 'none'}"
    )


def _changed(
    wrapper: Wrapper, entry: ListedField, change: Callable[[Field], Field | None]
) -> Wrapper:
    bundles = (_in_bundle(bundle, entry.path, entry, change) for bundle in wrapper.bundles)
    return replace(wrapper, bundles=tuple(bundle for bundle in bundles if bundle))


def _in_bundle(
    bundle: Bundle,
    path: tuple[str, ...],
    entry: ListedField,
    change: Callable[[Field], Field | None],
) -> Bundle | None:
    """Change the field inside a bundle; a bundle without any field left is none."""
    if not path or bundle.name != path[0]:
        return bundle
    if len(path) == 1:
        fields = (change(f) if f.name == entry.field.name else f for f in bundle.fields)
        bundle = replace(bundle, fields=tuple(field for field in fields if field))
    else:
        inner = (_in_bundle(part, path[1:], entry, change) for part in bundle.bundles)
        bundle = replace(bundle, bundles=tuple(part for part in inner if part))
    return bundle if bundle.fields or bundle.bundles else None


def _fields(bundle: Bundle, around: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Field]]:
    path = (*around, bundle.name)
    for field in bundle.fields:
        yield path, field
    for inner in bundle.bundles:
        yield from _fields(inner, path)
