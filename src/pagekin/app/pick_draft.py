"""A draft of picked fields: all that a person has done so far, as a value.

So nothing has to be remembered between two clicks.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pagekin.app.field_editing import dropped, keyed, optioned, renamed, retyped
from pagekin.values.registry import type_named
from pagekin.wrappers import Field, Wrapper


@dataclass(frozen=True, slots=True)
class Pick:
    """A value that was clicked: the number of the page, of the element in it, and which part of that."""

    page: int
    node: int
    text: int = 0  # one of the element's own texts, from 1; 0 is all of it
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class DraftField:
    """A field that is being picked."""

    name: str
    picks: tuple[Pick, ...]
    type: str = ""  # "" is the one that its values suggest
    optional: bool | None = None  # None: as its values suggest
    alone: bool = False  # clicked twice: one value, whatever repeats around it
    choice: str = ""  # the path of the way that was chosen


@dataclass(frozen=True, slots=True)
class FieldEdit:
    """A change of a field that there is already: rename, retype, drop, optional, required, key."""

    kind: str
    field: str
    value: str = ""


@dataclass(frozen=True, slots=True)
class PickDraft:
    """What a person has done so far, and the field that is selected: the next click may belong to it."""

    fields: tuple[DraftField, ...] = ()
    changes: tuple[FieldEdit, ...] = ()
    selected: str = ""
    adding: bool = (
        False  # the next click is another value of the selected field, whatever it looks like
    )

    def field(self, name: str) -> DraftField | None:
        """Return the picked field with a name, None if there is none."""
        return next((field for field in self.fields if field.name == name), None)

    def having(self, field: DraftField, name: str = "") -> "PickDraft":
        """Return the draft with a field in the place of the one with a name, or at the end; it is selected."""
        name = name or field.name
        fields = tuple(field if one.name == name else one for one in self.fields)
        if self.field(name) is None:
            fields = (*fields, field)
        return replace(self, fields=fields, selected=field.name, adding=False)


def changed(wrapper: Wrapper, draft: PickDraft) -> Wrapper:
    """Return a wrapper with the changes of a draft to the fields that there are already."""
    for change in draft.changes:
        wrapper = CHANGES[change.kind](wrapper, change.field, change.value)
    return wrapper


def as_said(learned: Wrapper, draft: PickDraft) -> Wrapper:
    """Return what was learned with the types and options that a person chose."""
    bundles = tuple(
        replace(bundle, fields=tuple(_field_as_said(field, draft) for field in bundle.fields))
        for bundle in learned.bundles
    )
    return replace(learned, bundles=bundles)


def _field_as_said(field: Field, draft: PickDraft) -> Field:
    said = draft.field(field.name)
    if said is None:
        return field
    kind = type_named(said.type).name if said.type else field.type
    optional = field.optional if said.optional is None else said.optional
    return replace(field, type=kind, optional=optional)


def _without(wrapper: Wrapper, name: str, _: str) -> Wrapper:
    return dropped(wrapper, name)


def _with_key(wrapper: Wrapper, name: str, _: str) -> Wrapper:
    return keyed(wrapper, name)


def _with_option(wrapper: Wrapper, name: str, value: str) -> Wrapper:
    return optioned(wrapper, name, optional=value == OPTIONAL)


OPTIONAL, REQUIRED = "optional", "required"
CHANGES: dict[str, Callable[[Wrapper, str, str], Wrapper]] = {
    "rename": renamed,
    "retype": retyped,
    "drop": _without,
    "key": _with_key,
    "option": _with_option,
}
