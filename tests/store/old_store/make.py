"""Makes the store in old_store.tar.xz with the code of commit adc6412, the last of the first schema.

Run it there, with that commit's environment: python make.py FOLDER
"""

import json
import os
import sys
from pathlib import Path

sys.path.insert(0, str(Path.cwd() / "tests"))
from dataclasses import astuple, replace

from pagekin.store.crawls import (
    all_crawls,
    finish,
    open_crawl,
)
from pagekin.store.results import Content, FoundLink, PageResult
from pagekin.store.results import Kind as Kind_
from pagekin.store.writer import Writer

from demo_crawlers import demo_crawler
from pagekin.cli import _run
from pagekin.demo import Kind, Shop, serve, truth
from pagekin.navigation.crawler_file import dumps
from pagekin.store.opening import open_store
from pagekin.store.reading import links_of, pages_of, position_of, records_of
from pagekin.values.value import Value
from pagekin.wrappers.apply import (
    Record,
    record_json,
)

PORT = 18931


def main(folder):
    os.environ.update(
        PAGEKIN_DATA=str(folder / "data"),
        PAGEKIN_DELAY="0",
        PAGEKIN_RETRIES="0",
        PAGEKIN_AUTOTHROTTLE="no",
    )
    with serve(Shop(products=100), port=PORT) as server:
        crawler = folder / "crawler.json"
        made = demo_crawler(server)
        paths = [page.path for page in truth(server.shop) if page.kind is Kind.CATEGORY]
        starts = tuple(server.url.rstrip("/") + path for path in paths[:1])
        crawler.write_text(dumps(replace(made, navigation=replace(made.navigation, starts=starts))))
        sample = made.samples[0]
        assert _run(["learn", sample, "-o", str(folder / "learned.json"), "--max-pages", "8"]) in {
            0,
            3,
        }
        for day in (1, 6, 45):
            server.day = day
            assert _run(["crawl", str(crawler), "-o", str(folder / "pages.jsonl")]) == 0
        assert _run(["changes", "-O", str(folder / "changes.jsonl"), "--all"]) == 0
        server.day = 60
        _run(["get", sample, "-O", str(folder / "table.csv"), "--max-pages", "12"])
        _run(["crawl", str(crawler), "-o", str(folder / "pages.jsonl"), "--max-pages", "6"])
    put_others(folder / "data")
    expected = read(folder / "data")
    (folder / "expected.json").write_text(json.dumps(expected, indent=1))


def put_others(data):
    """Store what the shop does not do: redirects, traps, pages that never came."""
    store, site = open_store(data), f"http://127.0.0.1:{PORT}"
    target, hub = Kind_("target"), Kind_("/c/…/", hub=True)
    opened = open_crawl(store, f"127.0.0.1:{PORT}", "made by hand", "{}")
    content = Content(
        b"0123456789abcdef",
        "Teapot",
        links=[FoundLink(f"{site}/about", "about")],
        records=[
            Record(
                "product",
                0,
                {
                    "name": (Value("Teapot", "text"),),
                    "sizes": (
                        Value("1 l", "quantity", {"number": 1.0, "unit": "l"}),
                        Value("?", "quantity", {}, "no number"),
                    ),
                },
                (Record("review", 0, {"stars": (Value("4", "integer", {"value": 4}),)}),),
                frozenset({"sizes"}),
            )
        ],
    )
    with Writer(store, opened) as writer:
        for result in (
            PageResult(
                f"{site}/t/2",
                target,
                200,
                content=content,
                requested=f"{site}/t/1",
                depth=2,
                found_on=f"{site}/c/",
                score=0.9,
            ),
            PageResult(f"{site}/t/3", target, 200, f"redirected to {site}/t/2", depth=2),
            PageResult(
                f"{site}/t/4", Kind_("duplicate"), 200, f"redirected to {site}/t/2", depth=2
            ),
            PageResult(
                f"{site}/t/5", target, None, "trap: ever more pages that bring nothing", depth=9
            ),
            PageResult(
                f"{site}/t/6", target, None, "network: no answer within 30 s: again", depth=2
            ),
            PageResult(
                f"{site}/t/7",
                Kind_("not kin"),
                200,
                content=Content(b"1123456789abcdef", "Other"),
                depth=2,
            ),
            PageResult(f"{site}/t/8", target, 200, "not-html: it is a PDF", depth=2),
            PageResult(
                f"{site}/c/",
                hub,
                200,
                content=Content(
                    b"2123456789abcdef", "All", links=[FoundLink(f"{site}/t/1", "1", target)]
                ),
            ),
        ):
            writer.enqueue(result)
        writer.call(lambda _: None)
        writer.call(lambda session: finish(session, opened))


def read(data):
    store = open_store(data)
    crawls = []
    with store.session() as session:
        for listed in all_crawls(session):
            crawl = listed.info.id
            pages = {}
            for page in pages_of(session, crawl):
                version = page.version
                pages[page.url] = {
                    "kind": page.kind,
                    "status": page.status,
                    "error": page.error,
                    "depth": page.depth,
                    "score": page.score,
                    "found_on": page.found_on,
                    "title": page.title,
                    "records": [record_json(page.url, r) for r in records_of(session, version)]
                    if version
                    else [],
                    "position": astuple(position)
                    if version and (position := position_of(session, version))
                    else None,
                }
            links = [astuple(link) for link in links_of(session, crawl)]
            info = listed.info
            crawls.append(
                {
                    "id": crawl,
                    "number": info.number,
                    "purpose": info.purpose,
                    "state": info.state,
                    "site": listed.site,
                    "sample": listed.sample,
                    "pages": pages,
                    "links": links,
                    "waiting": [
                        r
                        for (r,) in session.rows(
                            "SELECT page.url FROM pagekin_frontier f JOIN pagekin_page page ON page.id = f.page_id "
                            "WHERE f.crawl_id = %s ORDER BY f.id",
                            crawl,
                        )
                    ],
                }
            )
    return crawls


main(Path(sys.argv[1]))
