"""The third step: the fields as a table of real values; they are named, typed, dropped and put in order."""

from __future__ import annotations

from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.shortcuts import redirect, render
from django.urls import reverse

from pagekin.app.class_pages import class_pages
from pagekin.app.field_adding import typed_example, with_field
from pagekin.app.field_editing import (
    ListedField,
    dropped,
    keyed,
    listed_fields,
    moved,
    renamed,
    retyped,
)
from pagekin.app.find import MinedPage, mined_pages
from pagekin.app.learned_file import write_text, write_wrapper
from pagekin.app.watch import follow_file
from pagekin.console.access import ROUTES, Who, route
from pagekin.console.auditing import audit
from pagekin.console.crawler_files import crawler_file
from pagekin.console.current_store import current_store
from pagekin.console.finding.path_steps import CrawlerDraft, draft_named, steps_for
from pagekin.errors import PagekinError, UsageError
from pagekin.navigation.crawler_file import dumps
from pagekin.values.registry import type_named, type_names

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from pagekin.values import Value
    from pagekin.wrappers import Wrapper
    from pagekin.wrappers.record import Record

_ROWS = 6  # pages whose values are shown
_VALUES = 3  # of each field
_MOVES = {"up": -1, "down": 1}
_ADDRESSES = frozenset({"", "href", "src"})  # what stands for values that are addresses
_RARE = 0.5  # what fewer of the pages have is shown apart


@dataclass(frozen=True, slots=True)
class ShownField:
    """A field with its values on some pages."""

    number: int
    listed: ListedField
    values: tuple[str, ...]
    is_first: bool  # in its bundle
    is_last: bool

    @property
    def coverage(self) -> float | None:
        """The share of the pages that have it."""
        seen = self.listed.field.seen
        return min(seen.found / seen.pages, 1.0) if seen and seen.pages else None

    @property
    def is_rare(self) -> bool:
        """Whether most pages do not have it."""
        return self.coverage is not None and self.coverage < _RARE


@route("crawlers/<str:name>/fields/", name="crawler-fields", who=Who.ADMINISTRATOR)
def crawler_fields(request: Any, name: str) -> Any:
    """Show the fields with values of real pages."""
    draft = draft_named(name)
    if draft.crawler is None:
        return redirect("looking", name=name)
    wrapper = draft.crawler.wrapper
    pages = _preview(draft) if wrapper else ()
    fields = list(_shown(wrapper, pages)) if wrapper else []
    about = {
        "draft": draft,
        "steps": steps_for(draft, "crawler-fields"),
        "groups": _groups(fields),
        "types": type_names(),
        "table": _table(fields, pages),
        "picker": reverse("picker", kwargs={"name": name}) if "picker" in ROUTES else "",
    }
    return render(request, "console/fields.html", about)


@route(
    "crawlers/<str:name>/fields/change/",
    name="change-fields",
    who=Who.ADMINISTRATOR,
    methods=("POST",),
)
def change_fields(request: Any, name: str) -> Any:
    """Change the fields as the form says, and show them again, or go on."""
    draft = draft_named(name)
    if draft.crawler is None or draft.crawler.wrapper is None:
        raise UsageError(f"{name} has no fields to change yet")
    before = draft.crawler.wrapper
    try:
        wrapper = _changed(before, request.POST)
    except UsageError as error:
        messages.error(request, str(error))
        return redirect("crawler-fields", name=name)
    if wrapper != before:
        wrapper = replace(wrapper, version=before.version + 1)
        crawler = replace(draft.crawler, wrapper=wrapper)
        write_text(crawler_file(name).path, dumps(crawler))
        follow_file(current_store(), crawler_file(name).path)
        audit(request, "changed the fields", name)
        if not request.POST.get("move"):
            messages.success(request, "Saved.")
    if request.POST.get("then") == "go-on":
        return redirect("crawler-schedule", name=name)
    number, where = _move(request.POST)
    row = f"#row-{number + _MOVES[where]}" if where else ""
    return redirect(reverse("crawler-fields", kwargs={"name": name}) + row)


@route(
    "crawlers/<str:name>/fields/add/", name="add-field", who=Who.ADMINISTRATOR, methods=("POST",)
)
def add_field(request: Any, name: str) -> Any:
    """Add a field by an example of its values, or by its place."""
    draft = draft_named(name)
    if draft.crawler is None:
        raise UsageError(f"{name} has no pages yet")
    before, field = draft.crawler.wrapper, request.POST.get("name", "")
    try:
        example = typed_example(field, request.POST.get("example", ""))
        first = [page.url for page in _preview(draft)]
        pages = class_pages(current_store(), draft.crawler, first=first)
        wrapper, told = with_field(before, pages, example)
        write_wrapper(crawler_file(name).path, draft.crawler, wrapper)
        follow_file(current_store(), crawler_file(name).path)
    except PagekinError as error:
        messages.error(request, str(error))
        return redirect("crawler-fields", name=name)
    audit(request, f"added the field {example.field}", name)
    messages.success(request, f"Added {example.field}.")
    if told:
        messages.warning(request, f"{told[:1].upper()}{told[1:]}.")
    number = next(
        (n for n, one in enumerate(listed_fields(wrapper)) if one.field.name == example.field), 0
    )
    return redirect(reverse("crawler-fields", kwargs={"name": name}) + f"#row-{number}")


def _move(given: Any) -> tuple[int, str]:
    """Return the number of the field to move, and where to; "" if there is none."""
    number, _, where = given.get("move", "").partition("-")
    return (int(number), where) if number.isdecimal() and where in _MOVES else (0, "")


def _changed(wrapper: Wrapper, given: Any) -> Wrapper:
    """Return a wrapper with what the form says; fields go by their number when the form was shown.

    Drops come last, and names are changed by way of others, so that two fields can swap theirs.
    """
    entries = listed_fields(wrapper)
    if given.get("version") != str(wrapper.version):
        raise UsageError("somebody has changed the fields meanwhile: look at them again first")
    wrapper = _with_names(wrapper, entries, given)
    names = [one.name for one in listed_fields(wrapper)]
    for number, entry in enumerate(entries):
        wanted = given.get(f"type-{number}", entry.type)
        if wanted != entry.type:
            wrapper = retyped(wrapper, names[number], wanted)
    key = given.get("key", "")
    if key.isdecimal() and int(key) < len(names) and not entries[int(key)].field.key:
        wrapper = keyed(wrapper, names[int(key)])
    moving, where = _move(given)
    if where and moving < len(names):
        wrapper = moved(wrapper, names[moving], _MOVES[where])
    for number, name in enumerate(names):
        if f"drop-{number}" in given:
            wrapper = dropped(wrapper, name)
    if not any(bundle.fields or bundle.bundles for bundle in wrapper.bundles):
        raise UsageError("one field at least has to stay")
    return wrapper


def _with_names(wrapper: Wrapper, entries: Sequence[ListedField], given: Any) -> Wrapper:
    wanted = [
        given.get(f"name-{number}", "").strip() or entry.field.name
        for number, entry in enumerate(entries)
    ]
    seen = [(entry.path, name) for entry, name in zip(entries, wanted, strict=True)]
    twice = next((name for path, name in seen if seen.count((path, name)) > 1), None)
    if twice:
        raise UsageError(f"two fields would be called {twice!r}: give one of them another name")
    changed = [n for n, entry in enumerate(entries) if wanted[n] != entry.field.name]
    for number in changed:
        wrapper = renamed(wrapper, listed_fields(wrapper)[number].name, f"\0{number}")
    for number in changed:
        wrapper = renamed(wrapper, listed_fields(wrapper)[number].name, wanted[number])
    return wrapper


def _preview(draft: CrawlerDraft) -> tuple[MinedPage, ...]:
    file = crawler_file(draft.name)
    pages = tuple(one["url"] for one in draft.found.get("pages", ()))
    samples = draft.crawler.samples if draft.crawler else ()
    return _mined(file.path, file.path.stat().st_mtime_ns, pages or samples)


@lru_cache(maxsize=32)
def _mined(path: Path, changed: int, urls: tuple[str, ...]) -> tuple[MinedPage, ...]:
    """Return the records of some pages; to parse them takes a while, so those of the last files are kept."""
    del changed
    wrapper = crawler_file(path.stem).read().wrapper
    found: list[MinedPage] = []
    for page in mined_pages(current_store(), wrapper, urls) if wrapper else ():
        found.append(page)
        if len(found) == _ROWS:
            break
    return tuple(found)


def _shown(wrapper: Wrapper, pages: Sequence[MinedPage]) -> Iterator[ShownField]:
    entries = listed_fields(wrapper)
    paths = [entry.path for entry in entries]
    for number, entry in enumerate(entries):
        is_first = paths.index(entry.path) == number
        is_last = entry.path not in paths[number + 1 :]
        values = [_text(page.records, entry) for page in pages]
        some = [value for value in values if value][:_VALUES] or list(entry.examples[:_VALUES])
        yield ShownField(number, entry, tuple(some), is_first, is_last)


def _text(records: Sequence[Record], entry: ListedField) -> str:
    """Return the texts of a field on a page, as one."""
    texts = [
        _shown_text(value, entry)
        for record in _at(records, entry.path)
        for value in record.fields.get(entry.field.name, ())
    ]
    return " · ".join(texts)


def _shown_text(value: Value, entry: ListedField) -> str:
    """Return a value as it stands on the page; where that is an address with a meaning, what it means."""
    means = type_named(entry.type).cell
    if "://" not in value.text or means in _ADDRESSES:
        return value.text
    return str(value.attributes.get(means) or value.text)


def _at(records: Sequence[Record], path: tuple[str, ...]) -> list[Record]:
    found = [record for record in records if record.bundle == path[0]]
    if len(path) == 1:
        return found
    return _at([inner for record in found for inner in record.nested], path[1:])


def _groups(fields: Sequence[ShownField]) -> list[dict[str, Any]]:
    """Return the fields by the bundle that they are in; those of few pages, and those that are no columns, apart."""
    groups: list[dict[str, Any]] = []
    for path in dict.fromkeys(one.listed.path for one in fields):
        own = [one for one in fields if one.listed.path == path]
        if groups:
            title = f"Several on a page: {' › '.join(path)}"
            groups.append({"title": title, "fields": own, "is_open": False})
            continue
        columns = [one for one in own if not one.listed.field.extra]
        usual = [one for one in columns if not one.is_rare] or columns or own
        rare = [one for one in columns if one not in usual]
        others = [one for one in own if one not in usual and one not in rare]
        groups.append({"title": "Each page", "fields": usual, "is_open": True})
        for title, some in (
            ("Only on some pages", rare),
            ("Not in the table: always the same, or said by another field", others),
        ):
            if some:
                groups.append({"title": title, "fields": some, "is_open": False})
    return groups


def _table(fields: Sequence[ShownField], pages: Sequence[MinedPage]) -> dict[str, Any]:
    """Return the table as it will be: a column for each field of the first bundle, those of few pages last."""
    own = [one for one in fields if one.listed.path == fields[0].listed.path]
    wanted = [one for one in own if not one.listed.field.extra] or own
    columns = [one.listed for one in sorted(wanted, key=lambda one: one.is_rare)]
    rows = [
        {
            "url": page.url,
            "title": page.title,
            "cells": [_text(page.records, one) for one in columns],
        }
        for page in pages
    ]
    return {"columns": [one.field.name for one in columns], "rows": rows}
