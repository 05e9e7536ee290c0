"""URLs that repeat themselves or grow without end are left out, with the reason."""

import pytest
from loopback import Answer, opened, serving

from pagekin.dom import Page
from pagekin.fetch.trap_urls import why_trap
from pagekin.site import Failure, FailureKind


@pytest.mark.parametrize(
    ("path", "reason"),
    [
        ("/a/b/a/b/a/b/", "a path that repeats itself"),
        ("/shop/x/y/z/x/y/z/x/y/z/page.html", "a path that repeats itself"),
        ("/a/a/a/a", "a path that repeats itself"),
        ("/index.php/index.php/index.php/index.php/", "a path that repeats itself"),
        ("/" + "/".join(map(str, range(60))), "a path of more than 50 levels"),
        ("/?" + "&".join(["page=2"] * 4), "a query that repeats itself"),
        ("/" + "x" * 5000, "a URL of more than 4000 characters"),
        ("/", None),
        ("/2011/11/11/11-things.html", None),
        ("/a/b/a/b/page", None),
        ("/api/java.base/java/util/concurrent/locks/package-summary.html", None),
        ("/en/docs/en/en/page", None),
        ("/a//////b", None),
        ("/search?f=1&f=2&f=3&f=4&f=5", None),
        ("/search?a=1&b=1&a=1&c=1", None),
        ("/" + "/".join(map(str, range(40))), None),
    ],
)
def test_what_is_a_trap_by_its_form(path, reason):
    assert why_trap(f"http://h.example{path}") == reason


async def test_a_link_that_grows_with_every_page_ends_soon_and_says_why():
    """The classic: a relative link to a folder, on an error page that is served everywhere."""
    routes = {f"/{'a/b/' * n}": Answer(b'<a href="a/b/">on</a>') for n in range(100)}
    async with serving(routes) as server, opened(server) as site:
        url, pages = server.url(), 0
        while isinstance(page := await site.fetch(url), Page):
            pages += 1
            url = page.links[0].url
        assert pages == 3
        assert isinstance(page, Failure)
        assert (page.kind, page.detail) == (
            FailureKind.TRAP,
            "left out as a trap: a path that repeats itself",
        )
        assert site.stats.failures[FailureKind.TRAP] == 1
