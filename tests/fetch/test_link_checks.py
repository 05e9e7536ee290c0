"""Whether links work is asked by HEAD, then by GET; politely, and never where nobody allowed it."""

import pytest
from loopback import HTML, Answer, opened, redirect, serving

from pagekin.fetch.link_checks import LinkChecks
from pagekin.fetch.request_errors import SiteClosedError
from pagekin.site import FailureKind
from pagekin.urls import Scope


class Methods:
    """Answers by method, and remembers which were used."""

    def __init__(self, **answers):
        self.answers = answers
        self.used = []

    async def __call__(self, asked, _writer):
        self.used.append(asked.method)
        return self.answers.get(asked.method, self.answers.get("ANY", Answer(b"", 405)))


PICTURE = Answer(b"x" * 5000, 200, {"Content-Type": "image/png"})


async def test_head_alone_is_enough_where_all_is_well():
    route = Methods(ANY=PICTURE)
    async with serving({"/a.png": route}) as server, opened(server) as site:
        found = await site.link_checks().check(server.url("/a.png"))
    assert route.used == ["HEAD"]
    assert (found.status, found.failure, found.leads_to) == (200, None, "")
    assert (found.content_type, found.size) == ("image/png", 5000)


@pytest.mark.parametrize("status", [400, 403, 404, 405, 501, 503])
async def test_what_head_refuses_is_asked_by_get(status):
    route = Methods(HEAD=Answer(b"", status), GET=Answer())
    async with serving({"/x": route}) as server, opened(server) as site:
        found = await site.link_checks().check(server.url("/x"))
    assert route.used == ["HEAD", "GET"]
    assert (found.status, found.failure) == (200, None)


@pytest.mark.parametrize("status", [404, 410, 500])
async def test_what_get_refuses_too_is_a_failure_with_its_status(status):
    route = Methods(ANY=Answer(b"", status))
    async with serving({"/": Answer(), "/x": route}) as server, opened(server) as site:
        assert (await site.link_checks().check(server.url("/"))).failure is None
        found = await site.link_checks().check(server.url("/x"))
    assert route.used[:2] == ["HEAD", "GET"]
    assert (found.status, found.failure.kind) == (status, FailureKind.STATUS)
    assert str(status) in found.failure.detail


async def test_of_a_compressed_or_endless_file_only_the_beginning_is_read():
    packed = {"Content-Type": "text/html", "Content-Encoding": "gzip"}
    routes = {
        "/packed": Methods(HEAD=Answer(b"", 200, packed)),
        "/long": Methods(GET=Answer(b"<p>" + b"x" * 3_000_000, 200, HTML)),
    }
    async with serving(routes) as server, opened(server) as site:
        checks = site.link_checks()
        assert (await checks.check(server.url("/packed"))).failure is None
        assert (await checks.check(server.url("/long"))).failure is None
        assert site.stats.bytes < 1_000_000


async def test_redirects_are_followed_and_told():
    routes = {"/old": redirect("/older"), "/older": redirect("/new"), "/new": Answer(b"")}
    async with serving(routes) as server, opened(server) as site:
        found = await site.link_checks().check(server.url("/old"))
        assert (found.status, found.leads_to) == (200, server.url("/new"))
        loop = redirect("/loop")
        server.routes["/loop"] = loop
        found = await site.link_checks().check(server.url("/loop"))
        assert found.failure.kind is FailureKind.REDIRECT


async def test_other_hosts_are_asked_only_if_that_is_allowed():
    async with serving({"/": Answer(b"")}) as other:
        routes = {"/out": redirect(other.url())}
        async with serving(routes) as server, opened(server) as site:
            checks = site.link_checks()
            assert not checks.wants(other.url())
            found = await checks.check(server.url("/out"))
            assert (found.failure, found.leads_to) == (None, other.url())
            assert other.log == []
            checks = site.link_checks(external=True)
            assert checks.wants(other.url())
            # It is on loopback, and nobody named it: the address filter holds for checks, too.
            found = await checks.check(other.url())
            assert found.failure.kind is FailureKind.SCOPE
            assert other.log == []
        async with (
            serving(routes) as server,
            opened(server, allow_networks="127.0.0.0/8") as site,
        ):
            found = await site.link_checks(external=True).check(server.url("/out"))
            assert (found.status, found.leads_to) == (200, other.url())


async def test_robots_txt_holds_for_checks_and_forms_are_never_submitted():
    robots = Answer(b"User-agent: *\nDisallow: /private", 200, {"Content-Type": "text/plain"})
    async with serving({"/robots.txt": robots}) as server, opened(server) as site:
        checks = site.link_checks()
        found = await checks.check(server.url("/private/x"))
        assert found.failure.kind is FailureKind.ROBOTS
        assert server.asked_for("/private/x") == []


async def test_of_other_hosts_that_are_silent_only_some_links_are_tried():
    async with serving({"/x": b""}) as other:  # hangs up
        options = {"allow_networks": "127.0.0.0/8", "retries": 0}
        async with serving({"/": Answer()}) as server, opened(server, **options) as site:
            checks = site.link_checks(external=True)
            other.routes |= {f"/{n}": b"" for n in range(6)}
            found = [await checks.check(other.url(f"/{n}")) for n in range(6)]
        assert {one.failure.kind for one in found} == {FailureKind.NETWORK}
        assert {asked.target for asked in other.log} - {"/robots.txt"} == {"/0", "/1", "/2"}
        assert "not asked for" in found[3].failure.detail


@pytest.mark.parametrize(
    ("error", "kind", "detail"),
    [
        (SiteClosedError(), FailureKind.NETWORK, "given up, since the site was closed"),
        (ValueError("port"), FailureKind.SCOPE, "not a valid address"),
    ],
)
async def test_a_check_that_cannot_be_made_is_a_failure_with_its_reason(error, kind, detail):
    async def send(_request):
        raise error

    checks = LinkChecks(Scope("h.test"), send, lambda _url: None, external=True)
    found = await checks.check("http://h.test/x")
    assert (found.status, found.failure.kind, found.failure.detail) == (None, kind, detail)
