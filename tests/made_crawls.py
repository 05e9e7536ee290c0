"""Crawls of made-up sites, written to a store as crawls write: what became of each page is said in a table."""

from dataclasses import dataclass
from hashlib import blake2b

from pagekin.site import FailureKind
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageLink, PageResult
from pagekin.store.states import CrawlState, Outcome
from pagekin.store.writing.crawl_runs import end_crawl, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter

HOST = "made.test"
ROOT = f"http://{HOST}"
ANY_PAGE = KindOfPage("page")


@dataclass(frozen=True)
class Seen:
    """What a crawl saw of a page; links are paths, or (path, anchor) or (path, anchor, tag)."""

    links: tuple = ()
    status: int | None = 200
    failure: FailureKind | None = None
    to: str = ""  # where it redirects
    outcome: Outcome = Outcome.PAGE
    text: str = ""  # another text is another content
    records: tuple = ()
    follows: bool = False  # its links lead to what the crawl asked for because of them


def page(*links, **more):
    return Seen(links, **more)


def gone(status=404, **more):
    defaults = {"failure": FailureKind.STATUS, "outcome": Outcome.FAILED}
    return Seen(status=status, **defaults | more)


def away(**more):
    """A page that did not come for the network."""
    return Seen(status=None, failure=FailureKind.NETWORK, **{"outcome": Outcome.FAILED, **more})


def moved(to, **more):
    return Seen(to=to, **{"outcome": Outcome.REDIRECTED, "status": None, **more})


def checked(status=200, **more):
    failure = FailureKind.STATUS if status and status >= 400 else None
    return Seen(status=status, **{"outcome": Outcome.CHECKED, "failure": failure, **more})


def url(path):
    return path if "://" in path else ROOT + path


def store_crawl(store, site, *, uid="c", wrapper=None, state=CrawlState.FINISHED):
    """Write a crawl of a site, path → Seen; give its number."""
    opened = open_crawl(store, HOST, (ClassOfPages(uid, uid, "{}", "", wrapper),))
    with CrawlWriter(store, opened) as writer:
        for path, seen in site.items():
            writer.enqueue(_result(path, seen))
        writer.call(lambda connection: end_crawl(connection, opened.id, state))
    return opened.id


def _result(path, seen):
    detail = "" if seen.failure is None else f"the server answers {seen.status}"
    common = {"status": seen.status, "failure": seen.failure, "detail": detail}
    if seen.to or seen.failure or seen.outcome is Outcome.CHECKED:
        to = url(seen.to) if seen.to else ""
        kind = None if seen.outcome is Outcome.CHECKED else ANY_PAGE
        return PageResult(url(path), kind, seen.outcome, redirect_to=to, **common)
    links = [_link(link, ANY_PAGE if seen.follows else None) for link in seen.links]
    digest = blake2b(repr((path, seen.text)).encode(), digest_size=16).digest()
    content = Content(digest, f"Page {path}", records=seen.records or None, links=links)
    return PageResult(url(path), ANY_PAGE, seen.outcome, content=content, **common)


def _link(link, kind):
    path, anchor, tag = (link, "", "a") if isinstance(link, str) else (*link, "a")[:3]
    return PageLink(url(path), anchor or path, kind, tag)
