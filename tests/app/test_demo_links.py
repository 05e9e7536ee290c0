"""The links of the demo shop, whose broken ones and redirects are known: crawled, checked, asked for."""

import re
from functools import cache
from urllib.request import urlopen

import pytest

from pagekin.app.asked_crawl import crawl_to_ask
from pagekin.app.broken import broken_links
from pagekin.app.links import LinksRequest, links_around
from pagekin.app.path import find_path
from pagekin.cli import _run
from pagekin.demo import Shop, serve
from pagekin.demo.shop_model import paths
from pagekin.demo.templates.articles import BROKEN_LINKS, MOVED, POSTS, post_path
from pagekin.query.fixed.fixed_catalogue import run_fixed
from pagekin.store.opening import open_store

CONTACT = paths.help_topic("contact")
REFERRERS = {link: [post_path(number)] for number, link in enumerate(BROKEN_LINKS)}
REFERRERS[BROKEN_LINKS[1]].append(CONTACT)


@pytest.fixture
def shop(tmp_path, monkeypatch):
    """The journal and the help pages, crawled twice with all their links checked."""
    monkeypatch.chdir(tmp_path)
    for name, value in {"DELAY": "0", "RETRIES": "0", "AUTOTHROTTLE": "no"}.items():
        monkeypatch.setenv(f"PAGEKIN_{name}", value)
    with serve(Shop(products=100)) as server:
        home = server.url.rstrip("/")
        for _ in range(2):
            assert not _run(
                [
                    *("crawl", "--whole-site", f"{home}/blog/", "-o", "pages.jsonl"),
                    *("--seeds", f"{home}/help/", "--accept-regex", "/(blog|help)/"),
                    "--check-links",
                ]
            )
        with open_store().connection() as connection:
            yield home, connection


def test_what_is_asked_of_the_links_is_answered_as_it_is_true(shop):
    home, connection = shop
    crawl = crawl_to_ask(connection, None)

    found = broken_links(connection, crawl)
    assert {
        target.url.removeprefix(home): sorted(
            one.url.removeprefix(home) for one in found.referrers[target.page]
        )
        for target in found.targets
    } == {link: sorted(pages) for link, pages in REFERRERS.items()}
    assert {target.state.value for target in found.targets} == {"newly broken"}
    assert {target.status for target in found.targets} == {404}

    posts = [post_path(number) for number in range(POSTS)]
    for end in posts[1::5]:
        path = find_path(connection, home + posts[0], home + end)
        assert path.links == fewest_links(home, posts[0], end), end

    # A redirect leads to where it went.
    moved = home + "/help/contact-us"
    [page] = {one.url for one in find_path(connection, moved, moved).pages}
    assert page == home + MOVED["/help/contact-us"] == home + CONTACT

    around = links_around(connection, LinksRequest(home + CONTACT, 1, 1))
    assert home + BROKEN_LINKS[1] in {one.url for one in around.outwards}
    pointing = run_fixed(connection, "points-to", crawl, {"x": home + BROKEN_LINKS[0]})
    assert [row[0] for row in pointing.rows] == [home + post_path(0)]


def fewest_links(home, start, end):
    """Count the links from one page to another, by a plain search on the pages that the shop serves."""
    level, known = {start}, {start}
    for links in range(6):
        if end in level:
            return links
        level = {
            to
            for path in level
            for to in links_of(home + path)
            if re.match(r"/(blog|help)/", to) and to not in (*known, *BROKEN_LINKS)
        }
        known |= level
    return None


@cache
def links_of(url):
    with urlopen(url) as answer:
        return re.findall(r'<a [^>]*href="([^"]+)"', answer.read().decode())
