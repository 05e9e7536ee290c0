"""Session numbers in a site's URLs, found by trials: without them the page is the same, but has new numbers."""

from dataclasses import replace

from lxml import etree

from pagekin.dom import Page
from pagekin.site import Failure, Site
from pagekin.urls import Scope
from pagekin.urls.session_ids import SessionId, suspected_session_ids

_MOST = 3  # numbers in one URL
_TRIES = 2  # links to try
_SAME = 0.95  # share of texts that two fetches of one page have in common
_string = etree.XPath("string()", smart_strings=False)


async def scope_without_sessions(site: Site, scope: Scope, page: Page) -> Scope:
    """Look for session numbers in the links of a page, and return a scope that leaves them out."""
    for _ in range(_MOST):
        found = await _session(site, scope, page)
        if found is None:
            break
        if found.parameter:
            scope = replace(scope, sessions=(*scope.sessions, found.parameter))
        else:
            levels = filter(None, (scope.session_level, found.level))
            scope = replace(scope, session_level="|".join(levels))
    return scope


async def _session(site: Site, scope: Scope, page: Page) -> SessionId | None:
    links = (scope.follow(link.url) for link in page.links if link.leads_on)
    urls = [url for url in dict.fromkeys(links) if url and url not in (page.url, page.requested)]
    for suspect in suspected_session_ids(urls):
        carrying = [url for url in urls if suspect.value(url) is not None]
        for url in carrying[:_TRIES]:
            if await _means_nothing(site, url, suspect):
                return suspect
    return None


async def _means_nothing(site: Site, url: str, suspect: SessionId) -> bool:
    """Return whether a page is the same without a part of its URL, while its links then have another value.

    If they have the same value, it is no session number: the site may be in a folder with an odd name, or
    the number says what to show. If they have none any more, it is none either: a menu may pass what is
    shown on to pages that do not need it.
    """
    plain = await site.fetch(suspect.without(url))
    if isinstance(plain, Failure):
        return False
    others = _values(plain, suspect)
    if not others or suspect.value(url) in others:
        return False
    page = await site.fetch(url)
    return (
        isinstance(page, Page)
        and _is_same(page, plain)
        and others.isdisjoint(_values(page, suspect))
    )


def _values(page: Page, suspect: SessionId) -> set[str]:
    return {value for link in page.links if (value := suspect.value(link.url)) is not None}


def _is_same(one: Page, other: Page) -> bool:
    if one.title != other.title or _headline(one) != _headline(other):
        return False
    texts, others = _texts(one), _texts(other)
    return len(texts & others) >= _SAME * len(texts | others)


def _headline(page: Page) -> str:
    headline = page.root.find(".//h1")
    return "" if headline is None else str(_string(headline))


def _texts(page: Page) -> set[str]:
    return {text for text in map(str.strip, map(str, page.root.itertext())) if text}
