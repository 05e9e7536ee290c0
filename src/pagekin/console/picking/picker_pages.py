"""The picker's page, the copies of pages in its frame, and what clicks on them amount to."""

from __future__ import annotations

import json
import secrets
from dataclasses import asdict
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.http import HttpResponse, JsonResponse
from django.shortcuts import render
from django.template.loader import render_to_string
from django.templatetags.static import static
from django.urls import reverse

from pagekin.app.learned_file import write_wrapper
from pagekin.app.page_resources import as_json, page_resources, resource_url
from pagekin.app.pick_actions import acted
from pagekin.app.pick_draft import PickDraft
from pagekin.app.picking import elements_of
from pagekin.app.watch import follow_file
from pagekin.console.access import Who, may, route
from pagekin.console.auditing import audit
from pagekin.console.console_settings import here_settings
from pagekin.console.crawler_files import crawler_file
from pagekin.console.current_store import current_store
from pagekin.console.picking.draft_json import (
    action_from,
    content_of,
    draft_content,
    draft_from,
    page_from_content,
)
from pagekin.console.picking.open_pickings import OpenPicking, open_picking
from pagekin.errors import NothingFoundError, PagekinError, UsageError
from pagekin.report.pickable_page import pickable_page, pickable_policy
from pagekin.values.registry import type_names
from pagekin.wrappers.record_keys import with_key

if TYPE_CHECKING:
    from pagekin.app.picked_fields import FieldShown, PickingShown
    from pagekin.dom import Page

# Dark enough for a white page, and different from each other for most eyes.
COLOURS = ("#1d5fbf", "#b3261e", "#14633b", "#7b1fa2", "#a85b00", "#00707a", "#ad1457", "#4e5d00")
_MOST_NODES = 40  # whose pictures are asked for at once
_PREVIEWED = 300  # places of a way: more cannot be told apart by eye


@route("crawlers/<str:name>/picker/", name="picker", who=Who.ADMINISTRATOR)
def picker(request: Any, name: str) -> HttpResponse:
    """Show the two frames; what is in them comes when they ask for it."""
    crawler_file(name)
    back = reverse("crawler", kwargs={"name": name}) if may(request, "crawler") else reverse("home")
    return render(request, "console/picker.html", {"name": name, "back": back})


@route(
    "crawlers/<str:name>/picker/act/", name="picker-act", who=Who.ADMINISTRATOR, methods=("POST",)
)
def picker_act(request: Any, name: str) -> HttpResponse:
    """Do what a person did, and return the draft that it makes, with the fields as they are then."""
    try:
        content = content_of(request.body)
        opened = open_picking(name)
        with opened.lock:
            draft, page = _draft(content, opened), page_from_content(content)
            action = action_from(content.get("action"), page)
            if action.kind == "save":
                return JsonResponse({"saved": _saved(request, name, opened, draft)})
            if page >= len(opened.picking.pages):
                raise UsageError(f"there is no page number {page}")
            draft, told = acted(opened.picking, draft, action)
            return JsonResponse(_told(opened, draft, page) | {"message": told})
    except PagekinError as error:
        return JsonResponse({"error": _sentence(str(error))}, status=400)


@route("crawlers/<str:name>/picker/pages/<int:page>/", name="picker-page", who=Who.ADMINISTRATOR)
def picker_page(request: Any, name: str, page: int) -> HttpResponse:
    """Return the copy of a page for the frame, which has no origin and may do nothing by itself."""
    del request
    opened, nonce = open_picking(name), secrets.token_urlsafe(16)
    shown = _page(opened, page)
    with opened.lock:
        numbers = {element: number for number, element in enumerate(elements_of(shown))}
        text = pickable_page(shown.root, numbers, static("picker_frame.js"), nonce)
    response = HttpResponse(
        text.encode("utf-8", "replace"), content_type="text/html; charset=utf-8"
    )
    response.headers["Content-Security-Policy"] = pickable_policy(nonce)
    response.headers["Referrer-Policy"] = "no-referrer"
    return response


@route(
    "crawlers/<str:name>/picker/pages/<int:page>/look/", name="picker-look", who=Who.ADMINISTRATOR
)
def picker_look(request: Any, name: str, page: int) -> HttpResponse:
    """Return style sheets and pictures of a page, by the numbers of the elements that name them."""
    opened = open_picking(name)
    shown = _page(opened, page)
    with opened.lock:
        elements = elements_of(shown)
        nodes = [n for n in _numbers(request.GET.get("nodes", "")) if n < len(elements)]
        urls = {node: url for node in nodes if (url := resource_url(shown, elements[node]))}
    settings = here_settings(opened.crawler.scope.host)
    found = page_resources(current_store(), opened.crawler, settings, list(urls.values()))
    response = JsonResponse(
        as_json({node: found[url] for node, url in urls.items() if url in found})
    )
    response.headers["Cache-Control"] = "private, max-age=3600"
    return response


def _page(opened: OpenPicking, number: int) -> Page:
    if number >= len(opened.picking.pages):
        raise NothingFoundError(f"there is no page number {number}")
    return opened.picking.pages[number]


def _numbers(listed: str) -> list[int]:
    return [int(one) for one in listed.split(",")[:_MOST_NODES] if one.isascii() and one.isdigit()]


def _draft(content: dict[str, Any], opened: OpenPicking) -> PickDraft:
    """Read the draft; if it was made on other pages, begin anew."""
    draft = draft_from(content.get("draft", {}))
    stamp = content["draft"].get("stamp", "") if "draft" in content else ""
    return PickDraft() if stamp and stamp != opened.stamp else draft


def _saved(request: Any, name: str, opened: OpenPicking, draft: PickDraft) -> str:
    """Write a new version of the crawler's wrapper, and return where to go on."""
    wrapper = with_key(opened.picking.wrapper(draft), opened.picking.pages)
    if not wrapper.bundles:
        raise UsageError("there is no field left: pick one first")
    new = write_wrapper(opened.path, opened.crawler, wrapper)
    follow_file(current_store(), opened.path)
    audit(request, f"changed the fields (version {new.version})", name)
    messages.success(request, f"Saved the fields of {name} as version {new.version}.")
    return reverse("picker", kwargs={"name": name})


def _told(opened: OpenPicking, draft: PickDraft, page: int) -> dict[str, Any]:
    picking = opened.picking
    shown = picking.shown(draft, page)
    numbers = {field.name: n % len(COLOURS) for n, field in enumerate(shown.fields)}
    return {
        "draft": draft_content(draft) | {"stamp": opened.stamp},
        "fields": _fields_html(opened, draft, page, shown),
        "groups": [_group(field, draft, COLOURS[numbers[field.name]]) for field in shown.fields],
        "pages": [asdict(one) for one in opened.shown],
    }


def _fields_html(opened: OpenPicking, draft: PickDraft, page: int, shown: PickingShown) -> str:
    """Return the list of fields; the one that is selected has what can be done with it."""
    entries = iter(range(len(shown.fields)))
    bundles = [
        {
            "bundle": bundle,
            "fields": [
                {
                    "shown": field,
                    "number": (number := next(entries)),
                    "colour": number % len(COLOURS),
                    "is_selected": _is_selected(field, draft),
                    "ways": _ways(opened, draft, page, field) if _is_selected(field, draft) else (),
                }
                for field in fields
            ],
        }
        for bundle, fields in shown.bundles
    ]
    about = {"bundles": bundles, "draft": draft, "pages": shown.pages, "types": type_names()}
    return render_to_string("console/picked_fields.html", about)


def _is_selected(field: FieldShown, draft: PickDraft) -> bool:
    return draft.selected in {field.name, field.field.name} if draft.selected else False


def _ways(
    opened: OpenPicking, draft: PickDraft, page: int, field: FieldShown
) -> list[tuple[Any, str]]:
    """Return the ways to find a field, each with its places, if there is a choice at all."""
    if len(field.ways) < 2:
        return []
    found = []
    for way in field.ways:
        places = opened.picking.places_of_way(draft, field.field.name, way.path, page)
        found.append((way, json.dumps(places[:_PREVIEWED])))
    return found


def _group(field: FieldShown, draft: PickDraft, colour: str) -> dict[str, Any]:
    return {"colour": colour, "places": field.places, "selected": _is_selected(field, draft)}


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}{'' if text.endswith(('.', '!', '?')) else '.'}"
