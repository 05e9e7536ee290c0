"""Crawls of a few made-up pages, by any crawlers, and what a store holds afterwards."""

import asyncio
from hashlib import blake2b

from pagekin.archive.position import Position
from pagekin.store.page_results import ClassOfPages, Content, KindOfPage, PageLink, PageResult
from pagekin.store.states import Outcome
from pagekin.store.upkeep.store_tables import TABLES
from pagekin.store.writing.crawl_runs import open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter
from pagekin.values.value import Value
from pagekin.wrappers.record import Record

SITE = "shop.test"
ROOT = f"https://{SITE}"
TARGET = "target"


def crawl(store, pages, *, uids=("teapots",), content="{}", finish=True, archive=0):
    """Let crawlers see pages ({path: text}); the text is content, record, link and meta tag of a page."""
    classes = [ClassOfPages(uid, uid, f"{content} of {uid}", "finds") for uid in uids]
    opened = open_crawl(store, SITE, classes)
    asyncio.run(_write(store, opened, pages, archive, finish=finish))
    return opened


async def _write(store, opened, pages, archive, *, finish):
    async with CrawlWriter(store, opened) as writer:
        for number, (path, text) in enumerate(pages.items()):
            one = opened.classes[number % len(opened.classes)]
            await writer.put(_result(path, text, one.crawler, archive))
        await writer.flush()
        if finish:
            await writer.finish()


def _result(path, text, crawler, archive):
    if not text:
        return PageResult(f"{ROOT}{path}", _kind(crawler), Outcome.FAILED, 404, detail="gone")
    value = Value(f"€ {len(text)}", "price", {"amount": float(len(text)), "currency": "EUR"})
    record = Record("product", 0, {"name": (Value(text, "text"),), "price": (value,)})
    content = Content(
        blake2b(text.encode(), digest_size=16).digest(),
        text,
        position=Position("pagekin-1.warc.gz", len(text), 10, f"sha256:{text}", archive=archive),
        records=[record],
        links=[PageLink(f"{ROOT}/about", text)],
        meta_tags=[("description", text)],
    )
    url = f"{ROOT}{path}"
    return PageResult(url, _kind(crawler), Outcome.TARGET, 200, content=content)


def _kind(crawler):
    return KindOfPage(TARGET, crawler=crawler)


def counts(store):
    """Return the number of rows of each table that has any."""
    with store.connection() as connection:
        rows = {
            table.removeprefix("pagekin_"): connection.rows(f"SELECT count(*) FROM {table}")[0][0]
            for table in TABLES
        }
    return {table: number for table, number in rows.items() if number}


def texts(store, table="page_version", column="title"):
    """Return what stands in a column, sorted."""
    with store.connection() as connection:
        return sorted(text for (text,) in connection.rows(f"SELECT {column} FROM pagekin_{table}"))


def states(store):
    """Return the state of each crawl, by its number in the store."""
    with store.connection() as connection:
        return dict(connection.rows("SELECT id, state FROM pagekin_crawl ORDER BY id"))


def cite(store, crawl, why="a report"):
    with store.connection() as connection:
        connection.execute(
            "INSERT INTO pagekin_citation (crawl_id, why) VALUES (%s, %s)", crawl.id, why
        )
