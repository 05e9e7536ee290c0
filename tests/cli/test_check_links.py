"""`pagekin crawl --whole-site --check-links`: links that nobody follows are checked once, and told."""

import asyncio
import csv

import pytest

from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.sites.site_opening import whole_site_from
from pagekin.app.storing.link_checking import CheckRequest
from pagekin.app.storing.workspace import open_workspace
from pagekin.settings import Settings
from pagekin.store.opening import open_store
from pagekin.store.reading.crawl_pages import pages_of
from pagekin.store.states import CrawlState, Outcome


def body(*links, images=()):
    anchors = "".join(f'<a href="{link}">to {link}</a>' for link in links)
    shown = "".join(f'<img src="{image}" alt="">' for image in images)
    return f"<html><head><title>x</title></head><body>{anchors}{shown}</body></html>".encode()


PNG = (200, {"Content-Type": "image/png"}, b"PNG")


@pytest.fixture
def site(web):
    web.routes |= {
        "/": body("/a", "/left/1", "/left/2", images=["/logo.png", "/gone.png"]),
        "/a": body("/", "/left/1", "http://127.0.0.1:9/", images=["/logo.png", "/moved.png"]),
        "/logo.png": PNG,
        "/moved.png": "/logo.png",
        "/left/1": body(),
        "/left/2": (500, {}, b"broken"),
    }
    return web


def checked(web, crawl_number=1):
    with open_store().connection() as connection:
        return {
            page.url.removeprefix(web.url): (
                page.status,
                page.failure.value if page.failure else "",
                page.redirect_to.removeprefix(web.url),
            )
            for page in pages_of(connection, crawl_number, Outcome.CHECKED)
        }


EXPECTED = {
    "/logo.png": (200, "", ""),
    "/gone.png": (404, "status", ""),
    "/moved.png": (200, "", "/logo.png"),
    "/left/1": (200, "", ""),
    "/left/2": (500, "status", ""),
}


def test_what_is_not_followed_is_asked_once_whether_it_works(run, site):
    command = (
        "crawl",
        "--whole-site",
        f"{site.url}/",
        "--reject-regex",
        "/left/",
        "-o",
        "pages.jsonl",
    )
    code, _, err = run(*command, "--check-links")
    assert code == 0, err
    assert checked(site) == EXPECTED
    assert sorted(site.heads) == sorted([*EXPECTED, "/logo.png"])  # once where /moved.png leads
    asked = [path for path in site.requests if path.startswith("/left/1") or path == "/logo.png"]
    assert asked == []
    assert "crawl 1: 0 targets in 2 pages fetched" in err
    assert "5 links checked that are not followed; 'pagekin broken 1' lists" in err
    site.heads.clear()
    code, _, err = run(*command)
    assert code == 0, err
    assert site.heads == []
    assert checked(site, 2) == {}


def test_other_hosts_are_asked_with_external_alone_and_through_the_address_filter(run, site):
    code, _, err = run(
        *("crawl", "--whole-site", f"{site.url}/", "--reject-regex", "/left/", "-o", "pages.jsonl"),
        *("--check-links", "--external"),
    )
    assert code == 0, err
    assert checked(site) == EXPECTED | {"http://127.0.0.1:9/": (None, "scope", "")}


def test_there_may_be_more_than_are_to_be_checked(run, site):
    code, _, err = run(
        *("crawl", "--whole-site", f"{site.url}/", "--reject-regex", "/left/", "-o", "pages.jsonl"),
        *("--check-links", "--max-checks", "2"),
    )
    assert code == 0
    assert "5 links are to be checked: the first 2 are" in err
    assert len(checked(site)) == 2


def test_which_links_to_check_is_said_only_with_checking(run, site):
    code, _, err = run("crawl", "--whole-site", f"{site.url}/", "--external")
    assert code == 2
    assert "it needs --check-links" in err


class InterruptingRunner:
    """Stops a step once so many links were asked for by HEAD."""

    def __init__(self, web, heads):
        self.web = web
        self.heads = heads

    def run(self, name, step, stop):
        def watch(_counts):
            if len(self.web.heads) >= self.heads:
                stop.interrupted.set()

        return asyncio.run(step(watch))

    def notice(self, text):
        pass


def test_a_pass_that_was_interrupted_goes_on_with_the_rest(site):
    links = [f"/left/{n}" for n in range(200)]
    site.routes["/"] = body(*links)
    site.routes |= {link: body() for link in links}
    settings = Settings(delay=0.0, retries=0, reject_regex="/left/", concurrency=1)
    crawler = whole_site_from(f"{site.url}/", settings)
    request = CrawlRequest((crawler,), settings, check=CheckRequest())
    with open_workspace() as workspace:
        found = crawl(workspace, request, InterruptingRunner(site, 3))
        assert found.stopped == "interrupted"
        some = set(checked(site))
        assert 0 < len(some) < len(links)
        before = set(site.heads)
        site.heads.clear()
        found = crawl(workspace, request, InterruptingRunner(site, 10_000))
        assert (found.stopped, found.number) == (None, 1)
    assert set(checked(site)) == set(links)
    assert some.isdisjoint(site.heads)
    assert before | set(site.heads) == set(links)
    with open_store().connection() as connection:
        assert connection.rows("SELECT state FROM pagekin_crawl") == [(CrawlState.FINISHED,)]


def test_broken_links_are_listed_with_their_referrers_and_since_when(run, site):
    command = ("crawl", "--whole-site", f"{site.url}/", "--reject-regex", "/left/", "--check-links")
    run(*command, "-o", "pages.jsonl")
    code, out, err = run("broken")
    assert code == 0
    assert out.replace(site.url, "").splitlines() == [
        "failing       /gone.png  the server answers 404 Not Found (since crawl 1)",
        "    on /  <img>",
        "failing       /left/2  the server answers 500 Internal Server Error (since crawl 1)",
        "    on /  “to /left/2”",
    ]
    assert err == "crawl 1: 2 failing\n"
    site.routes["/a"] = body("/left/1", "/gone.png")
    run(*command, "-o", "pages.jsonl")
    code, out, err = run("broken", "2", "--state", "newly broken", "-O", "-:csv")
    assert code == 0
    rows = list(csv.DictReader(out.replace(site.url, "").splitlines()))
    assert [(row["page"], row["status"], row["since"], row["referrer"]) for row in rows] == [
        ("/gone.png", "404", "1", "/"),
        ("/gone.png", "404", "1", "/a"),
        ("/left/2", "500", "1", "/"),
    ]
    site.routes["/gone.png"] = PNG
    run(*command, "-o", "pages.jsonl")
    _, out, err = run("broken", "--state", "fixed")
    assert out.replace(site.url, "").splitlines() == [
        "fixed         /gone.png  it works again (since crawl 3)",
        "    on /  <img>",
        "    on /a  “to /gone.png”",
    ]
    assert err == "crawl 3: 1 fixed\n"


def test_a_redirect_out_of_the_site_works_and_one_in_circles_does_not(run, site):
    site.routes |= {
        "/": body("/out", "/circle"),
        "/out": "http://127.0.0.1:9/elsewhere",
        "/circle": "/circle",
    }
    code, _, err = run("crawl", "--whole-site", f"{site.url}/", "-o", "pages.jsonl")
    assert code == 0, err
    _, out, _ = run("broken")
    assert [line.split()[1] for line in out.splitlines() if line.startswith("failing")] == [
        f"{site.url}/circle"
    ]
    code, out, _ = run("path", f"{site.url}/", "http://127.0.0.1:9/elsewhere")
    assert code == 0
    assert out.splitlines()[1].split()[1] == "http://127.0.0.1:9/elsewhere"
