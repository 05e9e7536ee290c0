"""Pages that are empty without their scripts: counted and told of, or rendered; here by a made-up renderer."""

import pytest
from loopback import Answer, opened, serving
from script_shop import SHELL

from pagekin.dom import Page
from pagekin.fetch.raw_response import RawResponse
from pagekin.fetch.request_errors import Refused
from pagekin.site import FailureKind


async def test_after_some_shells_it_is_said_once_what_to_do(caplog):
    routes = {f"/{n}": Answer(SHELL) for n in range(5)} | {"/page": Answer()}
    async with serving(routes) as server, opened(server) as site:
        for number in range(5):
            await site.fetch(server.url("/page"))  # which is none
            assert len(caplog.records) == (1 if number >= 3 else 0)
            await site.fetch(server.url(f"/{number}"))
        assert site.stats.shells == 5
        [told] = caplog.records
        assert told.getMessage() == (
            f"pages such as {server.url('/2')} are empty without their scripts: try --render"
        )


class Renderer:
    """Renders everything but /plain, or refuses to."""

    def __init__(self, refused=None):
        self.refused = refused

    def wants(self, url):
        return not url.endswith("/plain")

    async def render(self, document):
        if self.refused:
            raise self.refused
        html = b"<title>Rendered</title><p>by scripts"
        return RawResponse(document.url, document.status, {"content-type": "text/html"}, html)

    async def close(self):
        pass


async def test_a_rendered_page_takes_the_place_of_the_document_and_ends_the_exchange():
    routes = {"/": Answer(SHELL), "/plain": Answer()}
    async with serving(routes) as server, opened(server) as site:
        site._renderer = Renderer()
        told = await site.visit(server.url("/"))
        assert isinstance(told.result, Page)
        assert (told.result.title, site.stats.shells) == ("Rendered", 0)
        assert [one.metadata for one in told.exchanges] == [(), (("rendered", "yes"),)]
        assert (await site.fetch(server.url("/plain"))).title == "A page"


@pytest.mark.parametrize(("status", "told"), [(None, 200), (503, 503)])
async def test_a_page_that_cannot_be_rendered_is_a_failure_with_the_status_that_counts(
    status, told
):
    async with serving({"/": Answer(SHELL)}) as server, opened(server) as site:
        site._renderer = Renderer(Refused(FailureKind.NETWORK, "its scripts did not end", status))
        failure = await site.fetch(server.url("/"))
    assert (failure.kind, failure.detail, failure.status) == (
        FailureKind.NETWORK,
        "its scripts did not end",
        told,
    )
