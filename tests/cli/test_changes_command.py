"""`pagekin changes`: the user sees page by page what became of a shop since the crawl before."""

import csv
import json
from pathlib import Path

import pytest


def product(number, price):
    return (
        f"<html><head><title>Pot {number}</title></head><body><h1>Pot number {number}</h1><table>"
        f"<tr><th>Item no.</th><td class=item>POT-{number:04}</td></tr>"
        f"<tr><th>Price</th><td class=price>€ {price}.00</td></tr></table></body></html>"
    ).encode()


def listing(paths):
    items = "".join(f'<li><a href="{path}">{path}</a></li>' for path in paths)
    return f"<html><body><h2>Pots</h2><ul>{items}</ul></body></html>".encode()


@pytest.fixture
def shop(once, web):
    """A shop of which a crawler and a first crawl are there; the second day has come."""
    web.routes |= {f"/p/{number}": product(number, 10 + number) for number in range(1, 13)}
    web.routes["/"] = listing(web.routes)
    code, _, err = once(
        *("get", f"{web.url}/p/1", "--entry", f"{web.url}/", "--strategy", "gogetit"),
        *("--field", "item=POT-0001", "--field", "price=€ 11.00"),
        *("-O", "pots.csv", "--crawler", "crawler.json"),
    )
    assert code == 0, err
    web.routes["/p/2"] = product(2, 99)
    web.routes["/p/333"] = web.routes.pop("/p/3")
    web.routes["/p/4"] = (503, {}, b"later")
    del web.routes["/p/5"]
    web.routes["/p/13"] = product(13, 23)
    web.routes["/"] = listing([*(path for path in web.routes if path != "/"), "/p/5"])
    return web


def test_each_page_is_listed_with_what_became_of_it(run, shop):
    code, _, err = run("crawl", "crawler.json", "-o", "pages.jsonl")
    assert code == 0
    assert "1 new, 1 changed, 8 unchanged, 1 moved, 1 vanished, 1 unseen" in err
    assert "'pagekin changes 3' lists them" in err
    code, out, err = run("changes")
    assert code == 0
    assert {tuple(line.replace(shop.url, "").split(maxsplit=2)) for line in out.splitlines()} == {
        ("changed", "/p/2", "Pot 2  price: € 12.00 → € 99.00"),
        ("moved", "/p/333", "Pot 3  was /p/3"),
        ("unseen", "/p/4", "Pot 4  the server answers 503 Service Unavailable"),
        ("vanished", "/p/5", "Pot 5  the server answers 404 Not Found"),
        ("new", "/p/13", "Pot 13"),
    }
    assert "from crawl 2 to 3: 1 changed, 1 moved, 1 new, 8 unchanged" in err


def test_as_a_table_it_can_be_read_by_other_programs(run, shop):
    assert run("crawl", "crawler.json", "-o", "pages.jsonl")[0] == 0
    assert run("changes", "3", "--since", "2", "--all", "-O", "changes.csv")[0] == 0
    with Path("changes.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = {row["page"].removeprefix(shop.url): row for row in csv.DictReader(file)}
    assert len(rows) == 13
    assert rows["/p/1"]["state"] == "unchanged"
    assert rows["/p/333"]["was"] == f"{shop.url}/p/3"
    changed = {name: rows["/p/2"][name] for name in ("state", "name", "field", "old", "new")}
    assert changed == {
        "state": "changed",
        "name": "Pot 2",
        "field": "price",
        "old": "€ 12.00",
        "new": "€ 99.00",
    }
    _, out, _ = run("changes", "-o", "-")
    states = [json.loads(line)["state"] for line in out.splitlines()]
    assert sorted(states) == ["changed", "moved", "new", "unseen", "vanished"]


@pytest.mark.parametrize(
    ("arguments", "code", "why"),
    [
        ((), 3, "crawl 2 is the first: there is nothing to compare with"),
        (("9",), 2, "there is no crawl 9"),
        (
            ("2", "--since", "1"),
            2,
            "1 and 2 cannot be compared: both have to be crawls",
        ),  # 1 is learning
    ],
)
@pytest.mark.usefixtures("shop")
def test_where_there_is_nothing_to_compare_it_says_so(run, arguments, code, why):
    answer, out, err = run("changes", *arguments)
    assert (answer, out) == (code, "")
    assert why in err


def test_a_crawl_under_way_is_not_compared_for_what_it_has_not_seen_is_not_gone(run, shop):
    assert run("crawl", "crawler.json", "--max-pages", "4", "-o", "some.jsonl")[0] == 0
    code, _, err = run("changes", "3")
    assert code == 2
    assert "crawl 3 did not come to its end" in err
    assert "changes" not in shop.requests


def test_an_empty_store_has_no_changes(run):
    code, _, err = run("changes")
    assert code == 3
    assert "no crawl has come to its end yet" in err
