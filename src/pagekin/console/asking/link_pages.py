"""Navigational queries: the best path between two pages, and the links around one, drawn and as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.core.paginator import Paginator
from django.shortcuts import render
from django.urls import reverse

from pagekin.app.links import LinksRequest, links_around
from pagekin.app.path import find_path
from pagekin.console.access import Who, route
from pagekin.console.asking.crawl_choice import crawls_to_choose_from, number_in
from pagekin.console.current_store import current_store
from pagekin.console.drawings import drawn_links, drawn_path
from pagekin.errors import UsageError
from pagekin.query.links.link_trees import DEEPEST

if TYPE_CHECKING:
    from pagekin.query.answer_table import AnswerTable

_ON_A_PAGE = 50
_MOST = 400  # branches that are looked at for a page; the command line goes further


@route("links/", name="links", who=Who.USER)
def links(request: Any) -> Any:
    """Show the links around a page, or the best path from one to another."""
    given = request.GET
    crawl = number_in(given, "crawl")
    about: dict[str, Any] = {
        "crawls": crawls_to_choose_from(crawl),
        "crawl": crawl,
        "depths": range(DEEPEST + 1),
        "inwards": _depth(given, "in"),
        "outwards": _depth(given, "out"),
    }
    try:
        if given.get("from", "").strip() and given.get("to", "").strip():
            about |= _path(given, crawl)
        elif given.get("url", "").strip():
            about |= _around(given, crawl, about["inwards"], about["outwards"])
    except UsageError as error:  # no crawl knows the page
        about["trouble"] = str(error)
    return render(request, "console/asking/links.html", about)


def _around(given: Any, crawl: int | None, inwards: int, outwards: int) -> dict[str, Any]:
    wanted = LinksRequest(given["url"].strip(), inwards, outwards, _MOST, crawl)
    with current_store().connection() as connection:
        found = links_around(connection, wanted)
    kept = {"in": inwards, "out": outwards, "crawl": found.crawl}
    counts = (
        sum(one.depth == 1 for one in found.inwards),
        sum(one.depth == 1 for one in found.outwards),
    )
    return {
        "around": found,
        "leading": counts[0],
        "led_to": counts[1],
        "picture": drawn_links(found, lambda url: _address(url=url, **kept)),
        **_table(given, found.as_table()),
    }


def _path(given: Any, crawl: int | None) -> dict[str, Any]:
    with current_store().connection() as connection:
        found = find_path(connection, given["from"].strip(), given["to"].strip(), crawl=crawl)
    about: dict[str, Any] = {"path": found}
    if found.is_connected:
        kept = {"in": 1, "out": 1, "crawl": found.crawl}
        about["picture"] = drawn_path(found, lambda url: _address(url=url, **kept))
        about |= _table(given, found.as_table())
    return about


def _table(given: Any, found: AnswerTable) -> dict[str, Any]:
    page = Paginator(found.rows, _ON_A_PAGE).get_page(number_in(given, "page") or 1)
    parts = {name: given[name] for name in given if name != "page"}
    return {
        "columns": [name.capitalize() for name in found.columns],
        "page": page,
        "rows": [list(zip(found.columns, row, strict=True)) for row in page],
        "is_cut": found.is_cut,
        "more_of_address": urlencode(parts),
    }


def _depth(given: Any, name: str) -> int:
    number = number_in(given, name)
    return 1 if number is None else min(number, DEEPEST)


def _address(**parts: object) -> str:
    return f"{reverse('links')}?{urlencode(parts)}"
