"""The frontier of a crawl that is stored: what became of a page is kept together with the mark "done"."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from pagekin.app.storing.archiving import ArchiveKeeper, transfer_of, validators_of
from pagekin.app.storing.replay import page_of_version
from pagekin.app.storing.workspace import Workspace
from pagekin.archive.position import Position
from pagekin.crawl.frontier import is_hub
from pagekin.crawl.visits import (
    DUPLICATE,
    NOT_KIN,
    PAGE,
    CrawledLink,
    LastSeen,
    PageOutcome,
    PlannedVisit,
)
from pagekin.dom import Page
from pagekin.navigation import TARGET
from pagekin.site import FailureKind, Validators
from pagekin.store import page_results
from pagekin.store.database import Connection
from pagekin.store.page_results import Content, KindOfPage, Lease, PageResult
from pagekin.store.reading.crawl_pages import is_known, positions_of_content
from pagekin.store.states import Outcome
from pagekin.store.writing.crawl_writer import CrawlWriter

PORTION = 16  # leases at a time: each costs a transaction


@dataclass(slots=True)
class StoredFrontier:
    """Hands out what the store has in its frontier, and writes outcomes down."""

    workspace: Workspace
    connection: Connection  # for reading
    writer: CrawlWriter
    keeper: ArchiveKeeper
    seen_before: bool  # there are pages that this crawler has seen, in a crawl or while learning
    _taken_up: bool = False

    @property
    def portion(self) -> int:
        """How many pages are best asked for at once."""
        return PORTION

    @property
    def waiting(self) -> int:
        """How many pages wait, with those that were handed out: the store counts them alike."""
        return self.writer.counts.queued

    async def take(self, count: int) -> Sequence[PlannedVisit]:
        """Return the next pages; first of all those that an interrupted crawl had taken, in its order."""
        if not self._taken_up:
            self._taken_up = True
            leases = await self.writer.take_up()
            if leases:
                return [self._entry(lease) for lease in leases]
        return [self._entry(lease) for lease in await self.writer.lease(count)]

    async def put(self, outcome: PageOutcome) -> None:
        """Archive what went over the wire, extract the records, and have all of it stored at once."""
        await self.writer.put(await self._result(outcome))

    async def knows(self, url: str) -> bool:
        """Return whether a page is queued or done, with everything that was put before."""
        return await self.writer.do(lambda connection: is_known(connection, self.writer.crawl, url))

    async def recall(self, entry: PlannedVisit) -> Page | None:
        """Read the content that a page had before from the archive."""
        if entry.before is None:
            return None
        version = entry.before.version
        page = page_of_version(self.workspace, self.connection, version, entry.url)
        return page if isinstance(page, Page) else None

    def _entry(self, lease: Lease) -> PlannedVisit:
        """Return a page to visit; if the archive has lost what it was, it is visited as if it was new."""
        entry, known = lease.entry, lease.known
        before = None
        if known and known.position and self.workspace.archive.holds(known.position):
            before = LastSeen(
                known.version,
                known.digest,
                Validators(known.etag, known.last_modified, known.digest),
                known.kind if self.writer.crawl.as_before else "",
                known.score,
                known.facts,
                self._place_of(known.crawler),
            )
        crawler = self._place_of(entry.kind.crawler)
        return PlannedVisit(
            entry.url, entry.kind.name, entry.depth, entry.found_on, before, crawler
        )

    def _place_of(self, crawler: int) -> int:
        """Return the place of a crawler among those of the crawl."""
        crawlers = [one.crawler for one in self.writer.crawl.classes]
        return crawlers.index(crawler) if crawler in crawlers else 0

    def _kind(self, name: str, crawler: int, *, hub: bool) -> KindOfPage:
        """Return a kind as the store knows it: where there are several crawlers, it is one's."""
        classes = self.writer.crawl.classes
        return KindOfPage(name, hub, classes[crawler].crawler if len(classes) > 1 else 0)

    def _link(self, link: CrawledLink) -> page_results.PageLink:
        kind = link.kind
        to = None if kind is None else self._kind(kind, link.crawler, hub=is_hub(kind))
        return page_results.PageLink(link.url, link.anchor, to, link.tag)

    async def _result(self, outcome: PageOutcome) -> PageResult:
        entry, decision, kind = outcome.entry, outcome.decision, outcome.kind
        redirected = outcome.url != entry.url
        before = entry.before
        content, problems = await self._content(outcome)
        return PageResult(
            outcome.url,
            self._kind(kind, outcome.crawler, hub=is_hub_kind(kind, entry)),
            _became(outcome),
            _status(outcome),
            outcome.failure.kind if outcome.failure else None,
            outcome.failure.detail if outcome.failure else "; ".join(problems),
            outcome.failure.leads_to if outcome.failure else outcome.redirected_to,
            entry.depth,
            decision.score if decision else None,
            entry.found_on,
            content,
            unchanged=before.version if outcome.unchanged and before else None,
            requested=entry.url if redirected else "",
            marks=decision.hashes() if decision else (),
            transfer=transfer_of(outcome.answer),
        )

    async def _content(self, outcome: PageOutcome) -> tuple[Content | None, tuple[str, ...]]:
        """Keep what came; a page that is what it was need not be kept again. Return limits that it hit, too."""
        exchanges, look, decision = outcome.answer.exchanges, outcome.look, outcome.decision
        before = outcome.entry.before
        last = exchanges[-1] if exchanges else None
        if outcome.unchanged:
            validators = validators_of(outcome.answer)
            if (
                before is None
                or last is None
                or last.status == 304
                or validators == replace(before.validators, digest=b"")
            ):
                return None, ()
            content = Content(outcome.digest, "", validators.etag, validators.last_modified)
            return content, ()
        position = await self._position(outcome)
        if look is None or decision is None:
            return None, ()
        validators = validators_of(outcome.answer) if last or not before else before.validators
        is_target = decision.kind == TARGET
        content = Content(
            outcome.digest,
            look.title,
            validators.etag,
            validators.last_modified,
            position,
            look.records if is_target else None,
            [self._link(link) for link in decision.links],
            decision.fingerprint.packed() if decision.fingerprint else b"",
            look.meta_tags,
        )
        return content, (*look.problems, *(look.unread if is_target else ()))

    async def _position(self, outcome: PageOutcome) -> Position | None:
        """Archive an answer, unless the archive has this very content from an earlier crawl."""
        digest = outcome.digest
        if digest and self.seen_before:
            site, url = self.writer.crawl.site, outcome.url
            known = positions_of_content(self.connection, site, url, digest)
            if any(map(self.workspace.archive.holds, known)):
                return None
        return await self.keeper.keep(outcome.answer.exchanges)

    def start(self, url: str, crawler: int) -> page_results.QueuedPage:
        """Return a start of one of the crawlers as the store queues it."""
        return page_results.QueuedPage(url, self._kind(url, crawler, hub=True))


def is_hub_kind(kind: str, entry: PlannedVisit) -> bool:
    """Return whether the store should call a kind of page one of hubs."""
    return kind == entry.kind and is_hub(kind)


def _status(outcome: PageOutcome) -> int | None:
    if outcome.failure:
        return outcome.failure.status
    exchanges = outcome.answer.exchanges
    return exchanges[-1].status if exchanges else 200


def _became(outcome: PageOutcome) -> Outcome:
    """Return what became of a page; a failure that is a trap was left out."""
    if outcome.failure:
        is_trap = outcome.failure.kind is FailureKind.TRAP
        return Outcome.LEFT_OUT if is_trap else Outcome.FAILED
    if outcome.kind in {DUPLICATE, NOT_KIN}:
        return Outcome(outcome.kind)
    if outcome.redirected_to:
        return Outcome.REDIRECTED
    of_kind = {TARGET: Outcome.TARGET, PAGE: Outcome.PAGE}
    return of_kind.get(outcome.kind, Outcome.HUB)
