"""The checking pass of a crawl: what its links lead to and nobody follows is asked whether it works.

What was checked is a page of the crawl like any other, committed as it comes: whoever is interrupted goes on with
the rest.
"""

import asyncio
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import islice

from pagekin.app.storing.archiving import Notice
from pagekin.fetch.link_checks import LinkCheck, LinkChecks
from pagekin.site import Counts, Stop, Watch
from pagekin.store.page_results import PageResult, Transfer
from pagekin.store.reading.unfollowed_links import UnfollowedLink, unfollowed_links
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_writer import CrawlWriter

MOST = 10_000  # links in one crawl: at a request a second, three hours
_AT_ONCE = 32  # links that wait for their turn: enough for the hosts of most pages


@dataclass(frozen=True, slots=True)
class CheckRequest:
    """Which links to check: those to other hosts only if asked, and not more than so many."""

    external: bool = False
    most: int = MOST


class LinkChecking:
    """Checks the links of one crawl that nobody has followed."""

    def __init__(self, writer: CrawlWriter, checks: LinkChecks, stop: Stop, watch: Watch) -> None:
        self._writer = writer
        self._checks = checks
        self._stop = stop
        self._watch = watch
        self._counts = Counts()

    async def run(self, most: int, notice: Notice) -> str | None:
        """Check what there is; return why that ended early, None if it did not."""
        crawl = self._writer.crawl.id
        found = await self._writer.do(lambda connection: unfollowed_links(connection, crawl))
        wanted = [link for link in found if self._checks.wants(link.url)]
        if len(wanted) > most:
            notice(
                f"{len(wanted):,} links are to be checked: the first {most:,} are; "
                "--max-checks has more of them checked"
            )
        links = _by_turns(wanted[:most])
        self._counts.queued = min(len(wanted), most)
        tasks: dict[asyncio.Task[LinkCheck], UnfollowedLink] = {}
        try:
            while True:
                for link in islice(links, _AT_ONCE - len(tasks)):
                    tasks[asyncio.ensure_future(self._checks.check(link.url))] = link
                if not tasks:
                    return None
                if not await self._stop.waits_for(asyncio.ensure_future(_first_of(tasks))):
                    return self._stop.reason(0)
                for task in [task for task in tasks if task.done()]:
                    await self._put(task.result(), tasks.pop(task))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    async def _put(self, check: LinkCheck, link: UnfollowedLink) -> None:
        failure = check.failure
        await self._writer.put(
            PageResult(
                check.url,
                None,
                Outcome.CHECKED,
                check.status,
                failure.kind if failure else None,
                failure.detail if failure else "",
                check.leads_to,
                link.depth,
                transfer=Transfer(check.size, check.content_type, check.asked_at),
            )
        )
        self._counts.pages += 1
        self._counts.failed += failure is not None
        self._counts.queued -= 1
        self._watch(self._counts)


async def _first_of(tasks: Iterable["asyncio.Task[LinkCheck]"]) -> None:
    await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)


def _by_turns(links: Iterable[UnfollowedLink]) -> Iterator[UnfollowedLink]:
    """Go through links so that hosts take turns: while one is slow, others can be asked."""
    queues: dict[str, list[UnfollowedLink]] = {}
    for link in links:
        queues.setdefault(link.url.split("/", 3)[2], []).append(link)
    for queue in queues.values():
        queue.reverse()
    while queues:
        for host in list(queues):
            yield queues[host].pop()
            if not queues[host]:
                del queues[host]
