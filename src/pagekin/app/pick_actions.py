"""What a person can do while picking, by name: each turns a draft into another one."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from pagekin.app.field_editing import listed_fields
from pagekin.app.pick_draft import OPTIONAL, DraftField, FieldEdit, Pick, PickDraft
from pagekin.app.picking import Picking
from pagekin.errors import UsageError
from pagekin.values.registry import type_named

MAX_NAME = 80
_TEXT = "text"


@dataclass(frozen=True, slots=True)
class PickAction:
    """Something that a person did: its kind, the field and the value that it is about, or what was clicked."""

    kind: str
    field: str = ""
    value: str = ""
    pick: Pick | None = None


def acted(picking: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    """Return what an action makes of a draft, and what to tell the person; UsageError if it cannot be done."""
    if action.kind == "take":
        if action.pick is None:
            raise UsageError("nothing was clicked")
        return picking.taken(draft, action.pick)
    if action.kind not in _ACTIONS:
        raise UsageError(f"there is no action {action.kind!r}")
    after, told = _ACTIONS[action.kind](picking, draft, action)
    picking.wrapper(after)  # raises what would be wrong with it
    return after, told


def _look(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    del action
    return draft, ""


def _select(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    return replace(draft, selected=action.field, adding=False), ""


def _begin(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    del action
    return replace(draft, selected="", adding=False), "The next click begins a new field."


def _add(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    adding = replace(draft, selected=action.field, adding=True)
    what = "another" if draft.field(action.field) else "the right"
    return adding, f"Click {what} value of “{action.field}” on the page."


def _rename(picking: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    name = " ".join(action.value.split())[:MAX_NAME]
    field = draft.field(action.field)
    if not name:
        raise UsageError("a field needs a name")
    if field is None:
        change = FieldEdit("rename", action.field, name)
        return replace(_with_change(draft, change), selected=name), f"Renamed to “{name}”."
    known = {entry.field.name for entry in listed_fields(picking.kept(draft))}
    taken = known | {one.name for one in draft.fields}
    if name != field.name and name in taken:
        raise UsageError(f"another field is called “{name}”")
    return draft.having(replace(field, name=name), field.name), f"Renamed to “{name}”."


def _retype(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    kind = type_named(action.value).name
    field = draft.field(action.field)
    if field is None:
        return _with_change(draft, FieldEdit("retype", action.field, kind)), ""
    return draft.having(replace(field, type=kind)), ""


def _option(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    field = draft.field(action.field)
    told = "may be missing" if action.value == OPTIONAL else "must be there"
    if field is None:
        after = _with_change(draft, FieldEdit("option", action.field, action.value))
    else:
        after = draft.having(replace(field, optional=action.value == OPTIONAL))
    return after, f"“{action.field}” {told}."


def _drop(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    told = f"“{action.field}” is left out."
    if draft.field(action.field):
        left = tuple(one for one in draft.fields if one.name != action.field)
        return replace(draft, fields=left, selected="", adding=False), told
    return replace(_with_change(draft, FieldEdit("drop", action.field)), selected=""), told


def _choose(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    return draft.having(replace(_picked(draft, action), choice=action.value)), ""


def _attribute(_: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    field = _picked(draft, action)
    name = "" if action.value == _TEXT else action.value
    picks = tuple(replace(pick, attribute=name) for pick in field.picks)
    return draft.having(replace(field, picks=picks, choice="")), ""


def _wider(picking: Picking, draft: PickDraft, action: PickAction) -> tuple[PickDraft, str]:
    field = _picked(draft, action)
    picks = tuple(dict.fromkeys(map(picking.wider, field.picks)))
    return draft.having(replace(field, picks=picks, choice="")), ""


def _with_change(draft: PickDraft, change: FieldEdit) -> PickDraft:
    return replace(draft, changes=(*draft.changes, change), adding=False)


def _picked(draft: PickDraft, action: PickAction) -> DraftField:
    field = draft.field(action.field)
    if field is None:
        raise UsageError(f"no field “{action.field}” was picked")
    return field


_ACTIONS: dict[str, Callable[[Picking, PickDraft, PickAction], tuple[PickDraft, str]]] = {
    "look": _look,
    "select": _select,
    "begin": _begin,
    "add": _add,
    "rename": _rename,
    "retype": _retype,
    "option": _option,
    "drop": _drop,
    "choose": _choose,
    "attribute": _attribute,
    "wider": _wider,
}
