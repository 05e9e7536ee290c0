"""`pagekin crawls`: what crawls there are in the store."""

from __future__ import annotations

import json
from dataclasses import asdict
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import click

from pagekin.errors import NothingFoundError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.monitor.crawl_figures import MiningStatistics
    from pagekin.store.opening import Store
    from pagekin.store.reading.crawls import CrawlListing

with lazy_imports():
    import pagekin.store.reading.crawls as crawl_reading
    from pagekin.cli import printing
    from pagekin.monitor import crawl_figures
    from pagekin.store import crawler_lock, opening


@click.command("crawls")
@click.argument("site", default="")
@click.option("--figures", is_flag=True, help="How much was mined of the pages of each.")
@click.option("--json", "as_json", is_flag=True, help="One line of JSON for each.")
def command(
    site: str,
    figures: bool,  # noqa: FBT001 - click hands flags over like this
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
) -> None:
    """List the crawls that are in the store.

    All, or those of a SITE (its host). A crawl's number is what other commands want to know. With
    --figures: the pages that were mined, their templates, the records of all bundles, the fields that
    have a value of their type and those that have none, and how many of the prices could be read.

    \b
    Example:
      pagekin crawls shop.example
      pagekin crawls shop.example --figures
    """
    store = opening.open_store()
    with store.connection() as connection:
        if figures:
            _show_figures(crawl_figures.mining_statistics(connection, site), as_json=as_json)
            return
        listed = crawl_reading.all_crawls(connection, site)
    if not listed:
        raise NothingFoundError(f"no crawl{f' of {site}' if site else ''} in {store.location}")
    for crawl in listed:
        click.echo(
            json.dumps(_content(store, crawl), ensure_ascii=False)
            if as_json
            else "  ".join(_columns(store, crawl))
        )


def _show_figures(found: list[MiningStatistics], *, as_json: bool) -> None:
    """Print the figures of crawls as the table that the eShopmonitor paper has."""
    if not found:
        raise NothingFoundError("no crawl with figures: they are written when a crawl ends")
    if as_json:
        for one in found:
            content = asdict(one) | {"null": one.empty_share, "price_rate": one.price_share}
            click.echo(json.dumps(content, ensure_ascii=False))
        return
    heading = (
        "crawl",
        "pages",
        "templates",
        "bundles",
        "non-empty",
        "empty",
        "NULL",
        "prices read",
    )
    click.echo("  ".join(f"{name:>11}" for name in heading) + "  site")
    for one in found:
        numbers = (one.crawl, one.pages, one.templates, one.bundles, one.filled, one.empty)
        shares = (one.empty_share, one.price_share)
        cells = [f"{number:,}" for number in numbers]
        cells += ["–" if share is None else f"{share:.1%}" for share in shares]
        click.echo("  ".join(f"{cell:>11}" for cell in cells) + f"  {one.site}")


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
