"""Drafts as the browser keeps them: written as JSON, and read back without trusting any of it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from pagekin.app.pick_actions import MAX_NAME, PickAction
from pagekin.app.pick_draft import CHANGES, DraftField, FieldEdit, Pick, PickDraft
from pagekin.errors import UsageError

MOST_BYTES = 200_000
_MAX_FIELDS = 100
_MAX_PICKS = 20  # of one field: more than anybody clicks
_MAX_TEXT = 4000  # of a path


def content_of(body: bytes) -> dict[str, Any]:
    """Return the object that a request holds."""
    if len(body) > MOST_BYTES:
        raise UsageError("this is more than anybody could have picked")
    try:
        content = json.loads(body)
    except (ValueError, RecursionError):
        raise UsageError("the request is no JSON") from None
    return _object(content)


def draft_content(draft: PickDraft) -> dict[str, Any]:
    """Return a draft for the browser."""
    return asdict(draft)


def draft_from(content: object) -> PickDraft:
    """Read a draft back; a UsageError if it is none."""
    known = _object(content)
    return PickDraft(
        tuple(map(_field, _list(known, "fields", _MAX_FIELDS))),
        tuple(map(_change, _list(known, "changes", _MAX_FIELDS * 5))),
        _text(known, "selected", MAX_NAME * 3),
        known.get("adding") is True,
    )


def action_from(content: object, page: int) -> PickAction:
    """Read what a person did on a page."""
    known = _object(content)
    kind = _text(known, "kind", MAX_NAME)
    pick = None
    if kind == "take":
        pick = Pick(page, _number(known, "node"), _number(known, "text"))
    return PickAction(
        kind, _text(known, "field", MAX_NAME * 3), _text(known, "value", _MAX_TEXT), pick
    )


def page_from_content(content: dict[str, Any]) -> int:
    """Read which page is shown."""
    return _number(content, "page")


def _field(content: object) -> DraftField:
    known = _object(content)
    picks = tuple(map(_pick, _list(known, "picks", _MAX_PICKS)))
    if not picks:
        raise UsageError("a field without a click is none")
    optional = known.get("optional")
    return DraftField(
        _text(known, "name", MAX_NAME),
        picks,
        _text(known, "type", MAX_NAME),
        optional if isinstance(optional, bool) else None,
        known.get("alone") is True,
        _text(known, "choice", _MAX_TEXT),
    )


def _pick(content: object) -> Pick:
    known = _object(content)
    page, node, text = (_number(known, name) for name in ("page", "node", "text"))
    return Pick(page, node, text, _text(known, "attribute", MAX_NAME))


def _change(content: object) -> FieldEdit:
    known = _object(content)
    kind = _text(known, "kind", MAX_NAME)
    if kind not in CHANGES:
        raise UsageError(f"there is no change {kind!r}")
    return FieldEdit(kind, _text(known, "field", MAX_NAME * 3), _text(known, "value", MAX_NAME * 3))


def _object(content: object) -> dict[str, Any]:
    if not isinstance(content, dict):
        raise UsageError("the request is not what this page sends")
    return content


def _list(content: dict[str, Any], name: str, most: int) -> list[Any]:
    found = content.get(name, [])
    if not isinstance(found, list) or len(found) > most:
        raise UsageError(f"'{name}' is no list of at most {most}")
    return found


def _text(content: dict[str, Any], name: str, most: int) -> str:
    found = content.get(name, "")
    if not isinstance(found, str) or len(found) > most:
        raise UsageError(f"'{name}' is no text of at most {most} characters")
    return found


def _number(content: dict[str, Any], name: str) -> int:
    found = content.get(name, 0)
    if not isinstance(found, int) or isinstance(found, bool) or not 0 <= found < 2**31:
        raise UsageError(f"'{name}' is no number")
    return found
