"""Values over time: what a field was in each crawl, of one record, drawn and as a table."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.shortcuts import render

from pagekin.app.history import graph_of, history
from pagekin.app.query_draft import names_to_choose_from
from pagekin.console.access import Who, route
from pagekin.console.asking.crawl_choice import (
    asked_crawl_or_none,
    crawls_to_choose_from,
    number_in,
)
from pagekin.console.current_store import current_store
from pagekin.console.drawings import drawn_graph
from pagekin.errors import NothingFoundError, UsageError

_ON_A_PAGE = 50


@route("history/", name="history", who=Who.USER)
def values_over_time(request: Any) -> Any:
    """Show the history of a value."""
    given = request.GET
    crawl = asked_crawl_or_none(given)
    field, key = given.get("field", "").strip(), given.get("key", "").strip()
    about: dict[str, Any] = {"field": field, "key": key, "crawl": crawl}
    if crawl is not None:
        about["crawls"] = crawls_to_choose_from(crawl.id)
        with current_store().connection() as connection:
            about["fields"], _ = names_to_choose_from(connection, crawl.id)
            if field and key:
                try:
                    found = history(connection, field, key, crawl.id)
                except (NothingFoundError, UsageError) as error:
                    about["trouble"] = str(error)
                else:
                    graph = graph_of(found)
                    newest_first = found.points[::-1]
                    number = number_in(given, "page") or 1
                    about |= {
                        "found": found,
                        "graph": drawn_graph(graph) if graph else "",
                        "page": Paginator(newest_first, _ON_A_PAGE).get_page(number),
                    }
    return render(request, "console/asking/history.html", about)
