"""`pagekin path` and `pagekin links` on a site on loopback that was crawled as a whole."""

import csv
import json
from pathlib import Path

import pytest


def body(*paths):
    links = "".join(f'<a href="{path}">to {path}</a>' for path in paths)
    return f"<html><head><title>x</title></head><body>{links}</body></html>".encode()


@pytest.fixture
def site(once, web):
    web.routes |= {
        "/": body("/list", "/about"),
        "/about": body("/"),
        "/list": body("/p/1", "/p/2", "/moved"),
        "/p/1": body("/p/2"),
        "/p/2": body(),
        "/moved": "/p/1",
    }
    code, _, err = once("crawl", "--whole-site", f"{web.url}/", "-o", "pages.jsonl")
    assert code == 0, err
    return web


def test_a_path_is_drawn_with_the_texts_of_its_links(run, site):
    code, out, err = run("path", f"{site.url}/about", f"{site.url}/p/2")
    assert code == 0
    assert out.replace(site.url, "").splitlines() == [
        "/about",
        "  → /  “to /”",
        "  → /list  “to /list”",
        "  → /p/2  “to /p/2”",
    ]
    assert err == "crawl 1: 3 links\n"


def test_what_is_disconnected_is_told_with_the_exit_code_of_nothing_found(run, site):
    code, out, err = run("path", f"{site.url}/p/*", f"{site.url}/about", "--limit", "4")
    assert (code, out) == (3, "")
    assert err == "crawl 1: disconnected: no path of at most 4 links\n"


def test_a_path_can_be_written_as_a_table(run, site):
    code, _, _ = run("path", f"{site.url}/", f"{site.url}/moved", "-O", "path.csv")
    assert code == 0
    with Path("path.csv").open(encoding="utf-8-sig", newline="") as file:
        rows = [(row["page"].removeprefix(site.url), row["anchor"]) for row in csv.DictReader(file)]
    assert rows == [("/", ""), ("/list", "to /list"), ("/p/1", "to /p/1")]


def test_the_links_around_a_page_are_drawn_as_trees(run, site):
    code, out, err = run("links", f"{site.url}/p/1", "--in", "2")
    assert code == 0
    assert out.replace(site.url, "").splitlines() == [
        "/p/1",
        "  ← /list  “to /p/1”",
        "    ← /  “to /list”",
        "  → /p/2  “to /p/2”",
    ]
    assert err == "crawl 1: 2 paths to the page, 1 path from it\n"


def test_pages_in_reach_can_be_written_as_json(run, site):
    code, out, err = run("links", f"{site.url}/", "--reach", "2", "-O", "-:json")
    assert code == 0
    near = [(row["page"].removeprefix(site.url), row["steps"]) for row in json.loads(out)]
    assert near == [("/list", "1"), ("/about", "1"), ("/p/1", "2"), ("/p/2", "2")]
    assert err == "4 pages in reach of 2 steps\n"
