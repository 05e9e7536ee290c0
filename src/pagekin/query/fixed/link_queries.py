"""Fixed queries about links: what is broken, what leads to a page, where it leads."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from operator import itemgetter

from pagekin.query.answer_table import AnswerTable, Cell
from pagekin.query.fixed.fixed_query import Answerer, Asked
from pagekin.query.fixed.link_health import (
    BrokenTarget,
    LinkState,
    Referrer,
    broken_targets,
    fixed_targets,
    referrers,
)
from pagekin.query.links.graph_places import pages_at
from pagekin.query.links.link_graph import GraphLink, LinkGraph
from pagekin.query.links.reach import reached

_NONE = Referrer("", "", "")


def broken_in(*states: LinkState) -> Answerer:
    """Return what answers which links are in some states, with all their referrers."""

    def answer(asked: Asked) -> AnswerTable:
        found = [
            one
            for one in (
                *broken_targets(asked.connection, asked.crawl),
                *(
                    fixed_targets(asked.connection, asked.crawl)
                    if LinkState.FIXED in states
                    else ()
                ),
            )
            if one.state in states
        ]
        led = referrers(asked.connection, asked.crawl.id, [one.page for one in found])
        return broken_table(found, led, asked.most)

    return answer


def broken_table(
    found: Sequence[BrokenTarget], led: Mapping[int, Sequence[Referrer]], most: int
) -> AnswerTable:
    """Return a row for each link that does not work; one for what no link leads to, such as a start."""
    rows: list[tuple[Cell, ...]] = [
        (one.url, one.state.value, one.status, one.why, one.since, by.url, by.anchor, by.tag)
        for one in found
        for by in led.get(one.page) or (_NONE,)
    ]
    columns = ("page", "state", "status", "why", "since", "referrer", "anchor", "tag")
    return AnswerTable(columns, rows[:most], is_cut=len(rows) > most)


def pointing_to(asked: Asked) -> AnswerTable:
    """Return the links that lead to a page."""
    graph = LinkGraph(asked.connection, asked.crawl.id)
    [page] = pages_at(asked.connection, graph, asked.crawl.id, asked.parameters["x"])
    links = sorted(graph.links_to([page]))
    table = _links(asked, graph, [(link.source, link) for link in links])
    return replace(table, rows=sorted(table.rows, key=itemgetter(0)))


def pointed_to(asked: Asked) -> AnswerTable:
    """Return the links of a page."""
    graph = LinkGraph(asked.connection, asked.crawl.id)
    [page] = pages_at(asked.connection, graph, asked.crawl.id, asked.parameters["x"])
    links = sorted(graph.links_from([page]))
    return _links(asked, graph, [(link.target, link) for link in links])


def reachable(asked: Asked) -> AnswerTable:
    """Return the pages that can be reached from a page in at most so many steps."""
    graph = LinkGraph(asked.connection, asked.crawl.id)
    [page] = pages_at(asked.connection, graph, asked.crawl.id, asked.parameters["x"])
    found = reached(graph, page, int(asked.number("y")))[: asked.most + 1]
    urls = graph.urls({page, *(one.page for one in found)})
    rows = [
        (urls[one.page], one.steps, urls[one.link.source], one.link.anchor, one.link.tag)
        for one in found[: asked.most]
    ]
    columns = ("page", "steps", "from", "anchor", "tag")
    return AnswerTable(columns, rows, is_cut=len(found) > asked.most)


def _links(asked: Asked, graph: LinkGraph, links: list[tuple[int, GraphLink]]) -> AnswerTable:
    shown = links[: asked.most]
    urls = graph.urls(page for page, _ in shown)
    rows = [(urls[page], link.anchor, link.tag) for page, link in shown]
    return AnswerTable(("page", "anchor", "tag"), rows, is_cut=len(links) > len(shown))
