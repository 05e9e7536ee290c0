"""`pagekin crawls`: what crawls there are in the store."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from pagekin.errors import NothingFoundError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.store.opening import Store
    from pagekin.store.reading.crawls import CrawlListing

with lazy_imports():
    import pagekin.store.reading.crawls as crawl_reading
    from pagekin.cli import printing
    from pagekin.store import crawler_lock, opening


@click.command("crawls")
@click.argument("site", default="")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each.")
def command(site: str, as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """List the crawls that are in the store.

    All, or those of a SITE (its host). A crawl's number is what other commands want to know.

    \b
    Example:
      pagekin crawls shop.example
    """
    store = opening.open_store()
    with store.connection() as connection:
        listed = crawl_reading.all_crawls(connection, site)
    if not listed:
        raise NothingFoundError(f"no crawl{f' of {site}' if site else ''} in {store.location}")
    for crawl in listed:
        click.echo(
            json.dumps(_content(store, crawl), ensure_ascii=False)
            if as_json
            else "  ".join(_columns(store, crawl))
        )


def _columns(store: Store, crawl: CrawlListing) -> Iterator[str]:
    yield f"{crawl.info.id:>5}"
    yield f"{_moment(crawl.info.began_at):%Y-%m-%d %H:%M}"
    yield f"{_state(store, crawl):<11}"
    found = f"{crawl.targets:,} targets in " if crawl.info.purpose == "crawl" else ""
    yield f"{crawl.info.purpose}: {found}{printing.counted(crawl.pages, 'page')}"
    yield crawl.name


def _content(store: Store, crawl: CrawlListing) -> dict[str, Any]:
    info = crawl.info
    return {
        "crawl": info.id,
        "site": crawl.site,
        "crawler": crawl.uid,
        "sample": crawl.name,
        "purpose": info.purpose,
        "state": _state(store, crawl),
        "began": _moment(info.began_at).isoformat(timespec="seconds"),
        "ended": info.ended_at and _moment(info.ended_at).isoformat(timespec="seconds"),
        "pages": crawl.pages,
        "targets": crawl.targets,
    }


def _state(store: Store, crawl: CrawlListing) -> str:
    """Return the state of a crawl; one that nobody is at work with was interrupted."""
    if crawl.info.state != "running":
        return crawl.info.state
    at_work = crawler_lock.is_at_work(store, crawler_lock.lock_name(crawl.site, crawl.uid))
    return "under way" if at_work else "interrupted"


def _moment(seconds: float) -> datetime:
    return datetime.fromtimestamp(seconds, UTC)
