"""Pages that are empty without their scripts are counted, and after some of them somebody is told what to do."""

from loopback import Answer, opened, serving
from script_shop import SHELL


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
