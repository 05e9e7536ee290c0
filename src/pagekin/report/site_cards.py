"""A card for each kind of page: its name, its numbers, examples to open, the ways on."""

from collections.abc import Iterable, Iterator, Sequence

from pagekin.navigation import TARGET
from pagekin.report.escaping import code, count, esc, page_link
from pagekin.report.site_graph import Links, PageKindNode, Role, SiteGraph, Way
from pagekin.report.site_texts import kind_title, look_in_short, numbers

_OPEN_LOOKS = 4  # longer lists are folded
_OPEN_ASIDES = 6
_ROLES = {
    Role.START: "start page",
    Role.HUB: "on the way",
    Role.ANY: "on every page that the crawler comes to",
    Role.TARGET: "pages like the sample",
    Role.ASIDE: "not on the way",
}


def cards(graph: SiteGraph, host: str) -> str:
    """Return the cards of all kinds; those that the crawler does not visit come last, folded if many."""
    used = [kind for kind in graph.kinds if kind.role is not Role.ASIDE]
    asides = [kind for kind in graph.kinds if kind.role is Role.ASIDE]
    # Targets first: they are what it is all about.
    used.sort(key=lambda kind: kind.role is not Role.TARGET)
    ways = graph.ways_from()

    def all_of(kinds: Iterable[PageKindNode]) -> str:
        drawn = (_card(kind, ways.get(kind.number, ()), graph, host) for kind in kinds)
        return f'<div class="cards">{"".join(drawn)}</div>'

    parts = [all_of(used)]
    if asides:
        head = f"{count(len(asides), 'kind')} of pages seen, but not on the way"
        opened = ' open="open"' if len(asides) <= _OPEN_ASIDES else ""
        parts.append(f"<details{opened}><summary>{head}</summary>{all_of(asides)}</details>")
    return "\n".join(parts)


def _card(kind: PageKindNode, ways: Sequence[Way], graph: SiteGraph, host: str) -> str:
    parts = [
        f'<article class="card {kind.role}" id="kind-{kind.number}">',
        f'<h3>{_title(kind, host)}</h3><p class="role">{_ROLES[kind.role]}</p>',
        *(f'<p class="number">{esc(text)}</p>' for text in numbers(kind)),
        _bar(kind),
        *(f'<p class="called">{text}</p>' for text in _called(kind, host)),
        *_examples(kind, host),
        *_ways_on(ways, graph, host),
        "</article>",
    ]
    return "".join(parts)


def _title(kind: PageKindNode, host: str) -> str:
    title = kind_title(kind, host)
    if kind.role in {Role.TARGET, Role.ANY}:
        return title
    return page_link(kind.name, host) if kind.role is Role.START else code(title)


def _bar(kind: PageKindNode) -> str:
    """Show the share of targets among the pages that were looked at."""
    if not kind.pages or not kind.targets:
        return ""
    share = 100 * (min(kind.targets, kind.pages) / kind.pages)
    return (
        '<svg class="bar" viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">'
        f'<rect class="whole" width="100" height="4"/><rect class="part" width="{share:.1f}" '
        'height="4"/></svg>'
    )


def _called(kind: PageKindNode, host: str) -> Iterator[str]:
    """Return the whole pattern, and the name in the sentences, where the title does not tell them."""
    pattern = kind.pattern or kind.name
    if kind.role in {Role.START, Role.ANY} or pattern == TARGET:
        return
    if look_in_short(pattern, host) != pattern:
        yield code(pattern)
    if kind.pattern:
        yield f"called “{esc(kind.name)}” in the sentences below"


def _examples(kind: PageKindNode, host: str) -> Iterator[str]:
    urls = [url for url in kind.examples if url != kind.name]
    if urls:
        items = "".join(f"<li>{page_link(url, host)}</li>" for url in urls)
        yield f"<h4>Examples</h4><ul>{items}</ul>"


def _ways_on(ways: Sequence[Way], graph: SiteGraph, host: str) -> Iterator[str]:
    if ways:
        items = "".join(f"<li>{_way(way, graph, host)}</li>" for way in ways)
        yield f"<h4>Links to follow from here</h4><ul>{items}</ul>"


def _way(way: Way, graph: SiteGraph, host: str) -> str:
    """Say what the links of a way look like, and link to the card of what they lead to."""
    goal = graph.kinds[way.to]
    name = "targets" if goal.role is Role.TARGET else kind_title(goal, host)
    turn = " in turn" if way.source == way.to else ""
    looks = [look_in_short(links.look, host) for links in way.links]
    if looks == [name]:
        return f'<a href="#kind-{goal.number}">{code(name)}</a>{_places(way.links[0])}{turn}'
    to = f'<a href="#kind-{goal.number}">{esc(name)}</a>{turn}'
    told = [code(look) + _places(links) for look, links in zip(looks, way.links, strict=True)]
    if len(told) <= _OPEN_LOOKS:
        return f"{', '.join(told)} → {to}"
    items = "".join(f"<li>{text}</li>" for text in told)
    forms = count(len(told), "form")
    return (
        f"{to}, by {forms} of links<details><summary>Show them</summary><ul>{items}</ul></details>"
    )


def _places(links: Links) -> str:
    return f" in {links.places} places" if links.places > 1 else ""
