"""The words around a site's picture: numbers, membership, how it was learned, the navigation."""

from collections.abc import Iterator, Sequence

from pagekin.dom.features import Feature
from pagekin.navigation import Crawler
from pagekin.navigation.sentences import sentences
from pagekin.report.escaping import code, count, esc, page_link
from pagekin.report.site_graph import Role, SiteGraph
from pagekin.similarity.membership_rule import in_words

_OPEN_ITEMS, _TOO_FEW_TO_FOLD = 12, 4
_SIGNS = {
    "url": "URL",
    "heading": "heading",
    "text": "text",
    "token": "element",
    "path": "place",
    "tags": "place",
    "no path": "place",
    "no tags": "place",
}


def tiles(crawler: Crawler, graph: SiteGraph) -> str:
    """Return the headline numbers."""
    learned = crawler.learned
    hubs = sum(kind.role is Role.HUB for kind in graph.kinds)
    starts = len(crawler.navigation.starts)
    told = [
        (f"{learned.expected:,}", "targets that the crawler reaches"),
        (f"{starts:,}", "start pages" if starts != 1 else "start page"),
        (f"{hubs:,}", "kinds of pages on the way" if hubs != 1 else "kind of page on the way"),
        (f"{learned.pages:,}", "pages fetched to learn it"),
    ]
    items = "".join(f"<li><b>{n}</b> {esc(text)}</li>" for n, text in told if n != "0")
    return f'<ul class="tiles">{items}</ul>'


def warning(crawler: Crawler) -> str:
    """Warn if learning was stopped early."""
    if crawler.learned.complete:
        return ""
    return (
        '<p class="warning"><b>Learning was stopped early:</b> '
        f"{esc(crawler.learned.ended)}. There may be more than is shown here.</p>"
    )


def membership(crawler: Crawler) -> str:
    """Say what sets the targets apart from all other pages."""
    parts = list(_compared(crawler))
    steps = crawler.membership.steps if crawler.membership else ()
    lead = "A page is a target if"
    for condition, features in (told for step in steps for told in _conditions(step)):
        signs = dict.fromkeys((_SIGNS.get(f.kind, "sign"), in_words(f)) for f in features)
        items = "".join(
            f'<li><span class="chip">{esc(kind)}</span> {esc(words)}</li>' for kind, words in signs
        )
        told = condition if len(signs) > 1 else condition.partition(" has ")[0] + " has this sign"
        parts.append(f'<p>{lead} {told}:</p><ul class="signs">{items}</ul>')
        lead = "and if"
    if not steps:
        parts.append(
            "<p>The crawler takes every page that the navigation leads to for a target.</p>"
        )
    return "".join([*parts, *_alternatives(crawler), *_doubtful(crawler)])


def _conditions(step: Sequence[Feature]) -> Iterator[tuple[str, list[Feature]]]:
    """Say what a step of a rule asks for, and of which features."""
    in_url = [feature for feature in step if feature.kind == "url"]
    in_page = [feature for feature in step if feature.kind != "url"]
    if in_url:
        yield "its URL has one of these signs", in_url
    if in_page:
        few = "one" if in_url else "at least half"
        yield f"the page has {few} of these signs", in_page


def _alternatives(crawler: Crawler) -> Iterator[str]:
    """Offer the classes that could have been meant instead."""
    if crawler.alternatives:
        items = "".join(
            f'<li><span class="chip">{esc(other.relation)}</span> '
            f"{count(other.pages, 'page')} of those seen: {esc(other.sign)}</li>"
            for other in crawler.alternatives
        )
        yield (
            "<h3>Did you mean another class?</h3><p>These hold the sample, too; learn again with "
            f"{code('--wider')} or {code('--narrower')} to get one of them.</p>"
            f'<ul class="signs">{items}</ul>'
        )


def _doubtful(crawler: Crawler) -> Iterator[str]:
    """List the close decisions, for a person to look at."""
    if crawler.doubtful:
        links = [f"<li>{page_link(url, crawler.scope.host)}</li>" for url in crawler.doubtful]
        yield (
            "<h3>In doubt</h3><p>These pages were a close decision: name one as a further sample, or "
            f"with {code('--not')}, to settle it.</p>{_folded(links, 'more page', 'ul')}"
        )


def _compared(crawler: Crawler) -> Iterator[str]:
    alike = crawler.similarity
    if alike:
        what = "tags and classes" if alike.labels.value == "tag+class" else "tags"
        folded = ", repeated siblings counted once" if alike.fold else ""
        yield (
            f"<p>While learning, a page was a target if its tree of {what} was at least "
            f"{100 * alike.threshold:g} % like the sample’s{folded}.</p>"
        )


def origin(crawler: Crawler) -> str:
    """Say how the crawler was learned."""
    learned, host = crawler.learned, crawler.scope.host
    rows = [
        ("Sample", [page_link(url, host) for url in crawler.samples]),
        ("Not like it", [page_link(url, host) for url in crawler.negatives]),
        ("Entry", [page_link(crawler.entry, host)]),
        ("Site", list(_scope(crawler))),
        ("Strategy", [esc(learned.strategy)]),
        ("Learned at", [esc(learned.at)]),
        ("Fetched", [f"{count(learned.pages, 'page')}, {learned.failed:,} of them failed"]),
        ("Targets", [f"{learned.targets:,} seen while learning; {learned.expected:,} expected"]),
        ("Ended" if learned.complete else "Stopped", [esc(learned.ended)]),
    ]
    items = "".join(
        f"<div><dt>{name}</dt>{''.join(f'<dd>{value}</dd>' for value in values)}</div>"
        for name, values in rows
        if values
    )
    return f"<dl>{items}</dl>"


def _scope(crawler: Crawler) -> Iterator[str]:
    scope = crawler.scope
    yield code(scope.host + (scope.prefix if scope.prefix != "/" else ""))
    if scope.subdomains:
        yield "with its subdomains"
    if scope.accept:
        yield f"only links like {code(scope.accept)}"
    if scope.reject:
        yield f"no links like {code(scope.reject)}"


def navigation(crawler: Crawler) -> str:
    """Return the navigation in sentences, folded if there are many."""
    told = [f"<li>{esc(sentence)}</li>" for sentence in sentences(crawler)]
    return _folded(told, "more sentence", "ol")


def _folded(items: list[str], more: str, kind: str) -> str:
    """Show the first items of a list and fold the rest."""
    if len(items) <= _OPEN_ITEMS + _TOO_FEW_TO_FOLD:
        return f"<{kind}>{''.join(items)}</{kind}>"
    first, rest = items[:_OPEN_ITEMS], items[_OPEN_ITEMS:]
    shown = f"<{kind}>{''.join(first)}</{kind}>"
    start = f' start="{_OPEN_ITEMS + 1}"' if kind == "ol" else ""
    further = f"<{kind}{start}>{''.join(rest)}</{kind}>"
    return f"{shown}<details><summary>{count(len(rest), more)}</summary>{further}</details>"
