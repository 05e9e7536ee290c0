"""A store of the first schema, made by the code of that time (see old_store/make.py.old), and what was in it."""

import json
import sqlite3
import tarfile
from functools import cache
from pathlib import Path

from pagekin.store.reading.crawl_pages import links_of, pages_of, position_of
from pagekin.store.reading.crawls import all_crawls
from pagekin.store.reading.record_sets import records_of
from pagekin.wrappers.record import record_json

ARCHIVE = Path(__file__).parent / "old_store" / "store.tar.xz"
PORT = 18931  # of the shop that was crawled


def unpacked(folder):
    """Unpack the store, and return its data directory."""
    with tarfile.open(ARCHIVE) as tar:
        tar.extractall(folder, filter="data")
    return Path(folder) / "data"


@cache
def _expected_text():
    with tarfile.open(ARCHIVE) as tar:
        return tar.extractfile("expected.json").read()


def expected():
    """Return what the old code read from the store, crawl by crawl, as today's code would put it."""
    crawls = json.loads(_expected_text())
    for crawl in crawls:
        for page in crawl["pages"].values():
            if crawl["purpose"] != "crawl" or page["kind"] != "target":
                page["records"] = []  # those of another crawl that saw the same content
            page["error"] = page["error"].removeprefix("redirected to ")
            if ": " in page["error"]:
                page["failure"], _, page["error"] = page["error"].partition(": ")
            page["score"] = page["score"] and round(page["score"], 3)
    return crawls


def what_is_stored(store):
    """Return the same of a store of today."""
    with store.connection() as connection:
        return [_crawl(connection, listed) for listed in all_crawls(connection)]


def _crawl(connection, listed):
    info = listed.info
    waiting = connection.rows(
        "SELECT page.url FROM pagekin_frontier waiting JOIN pagekin_page page "
        "ON page.id = waiting.page_id WHERE waiting.crawl_id = %s ORDER BY waiting.id",
        info.id,
    )
    return {
        "id": info.id,
        "number": info.number,
        "purpose": info.purpose.value,
        "state": info.state.value,
        "site": listed.site,
        "sample": listed.name,
        "pages": {page.url: _page(connection, page) for page in pages_of(connection, info.id)},
        "links": [
            [link.page, link.to, link.anchor, link.kind] for link in links_of(connection, info.id)
        ],
        "waiting": [url for (url,) in waiting],
    }


def _page(connection, page):
    position = position_of(connection, page.version) if page.version else None
    found = {
        "kind": page.kind,
        "status": page.status,
        "error": page.redirect_to or page.detail,
        "depth": page.depth,
        "score": page.score,
        "found_on": page.found_on,
        "title": page.title,
        "records": [_record(page.url, one) for one in records_of(connection, page.records)],
        "position": position and [position.file, position.offset, position.length, position.digest],
    }
    if page.failure:
        found["failure"] = page.failure.value
    return found


def _record(url, record):
    """Return a record as the old code put it: without the fields that have no value."""
    return _filled(record_json(url, record))


def _filled(content):
    fields = {name: value for name, value in content["fields"].items() if value not in (None, [])}
    filled = content | {"fields": fields}
    if "nested" in content:
        filled["nested"] = [_filled(inner) for inner in content["nested"]]
    return filled


def rows_of_first_schema(folder):
    """Yield each table of the old store with its columns and rows."""
    connection = sqlite3.connect(unpacked(folder) / "store.sqlite3")
    tables = connection.execute(
        "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE 'pagekin_%' "
        "ORDER BY rootpage"
    ).fetchall()
    for (table,) in tables:
        cursor = connection.execute(f"SELECT * FROM {table}")
        yield table, [column[0] for column in cursor.description], cursor.fetchall()
    connection.close()
