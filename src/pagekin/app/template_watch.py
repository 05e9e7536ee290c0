"""The watch over a template: signs that it has changed from one crawl to the next, and what follows from them.

A slight change is healed at once: the crawler's file is rewritten, and the changed pages are read anew. A
drastic one is proposed, once, and waits for a person.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pagekin.app.crawl_differences import ArchivedVersions
from pagekin.app.storing.workspace import Workspace
from pagekin.app.template_repair import (
    CameAgain,
    StoredRepair,
    apply_to_crawl,
    came_again,
    crawler_of_crawl,
    repair_from_store,
    rewrite_file,
)
from pagekin.monitor import CrawlComparison, EventPlace
from pagekin.monitor.markup_signs import MarkupSigns, markup_signs
from pagekin.monitor.repair_proposals import (
    Proposal,
    decide,
    open_proposal,
    proposals_of,
    propose,
)
from pagekin.navigation import Crawler, finding_digest
from pagekin.navigation.crawler_file import dumps, from_json
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.states import Outcome, ProposalState
from pagekin.store.writing.wrapper_ids import wrapper_digest
from pagekin.wrappers.repair.drift import CERTAIN
from pagekin.wrappers.sampling import stable_sample

_LOOKED_AT = 30  # pages whose markup is compared; more would tell nothing new


@dataclass(frozen=True, slots=True)
class TemplateChange:
    """A template that changed, what shows it, and what was done about it."""

    evidence: str
    places: tuple[EventPlace, ...]
    drastic: bool = False
    healed: bool = False
    proposal: int | None = None  # its number; None: nothing has to be changed, or nothing was found
    is_news: bool = True  # False: an earlier crawl has told it, and it waits for a person

    @property
    def pages(self) -> int:
        """The number of pages that have the changed template."""
        return len(self.places)


@dataclass(slots=True)
class TemplateWatch:
    """A look at the template that a crawl has seen."""

    workspace: Workspace
    connection: Connection
    crawl: int
    files: Mapping[str, Path]  # of crawlers, by their ids
    notes: list[str] = field(default_factory=list)  # for the person at the terminal

    def look(self, compared: CrawlComparison) -> TemplateChange | None:
        """Look for signs of a changed template, and follow it."""
        older = compared.older
        came = list(came_again(self.connection, older, self.crawl))
        most_came = len(came) >= max(CERTAIN, self._targets(older) / 2)
        if not compared.template and not most_came:
            return None
        crawler = crawler_of_crawl(self.connection, self.crawl)
        markup = self._markup(crawler, came) if most_came else MarkupSigns()
        if not compared.template and not markup:
            return None
        places = tuple(EventPlace(page.page, page.url) for page in came)
        evidence = "; ".join(filter(None, (str(compared.template), str(markup))))
        repaired = None
        waiting = self._waiting(crawler)
        if waiting is not None:
            return TemplateChange(
                evidence, places, waiting.drastic, proposal=waiting.id, is_news=False
            )
        if crawler is not None and (compared.template or markup.dead):
            repaired = repair_from_store(
                self.workspace.store,
                self.connection,
                crawler,
                (older, self.crawl),
                compared.template.field_names(crawler.wrapper),
            )
        if repaired is None or not repaired.has_changed:
            found = "" if compared.template else "; all fields are still found"
            return TemplateChange(f"{evidence}{found}", places)
        return self._followed(repaired, evidence, places, older)

    def _waiting(self, crawler: Crawler | None) -> Proposal | None:
        """Return the proposal for the same change that an earlier crawl has made, if it waits."""
        number = self._crawler_number()
        if crawler is None or number is None:
            return None
        waiting = open_proposal(self.connection, number)
        is_same = waiting is not None and waiting.found == finding_digest(crawler)
        return waiting if is_same else None

    def _targets(self, crawl: int) -> int:
        [(number,)] = self.connection.rows(
            "SELECT count(*) FROM pagekin_crawl_page WHERE crawl_id = %s AND outcome = %s",
            crawl,
            Outcome.TARGET.value,
        )
        return int(number)

    def _crawler_number(self) -> int | None:
        known = crawl_numbered(self.connection, self.crawl)
        return known.crawler if known else None

    def _markup(self, crawler: Crawler | None, came: Sequence[CameAgain]) -> MarkupSigns:
        """Compare the markup of some pages with what it was."""
        if crawler is None or crawler.wrapper is None:
            return MarkupSigns()
        versions = ArchivedVersions(self.workspace.store, self.connection)
        pairs = []
        for page in stable_sample(came, _LOOKED_AT, lambda one: one.url):
            old, new = (
                versions.page(version, page.url) for version in (page.old_version, page.version)
            )
            if old is not None and new is not None:
                pairs.append((old, new))
        return markup_signs(crawler.wrapper, pairs)

    def _followed(
        self, repaired: StoredRepair, evidence: str, places: tuple[EventPlace, ...], older: int
    ) -> TemplateChange:
        """Apply a repair, or propose it."""
        number = self._crawler_number()
        assert number is not None  # noqa: S101 - a single crawler took part
        told = "; ".join((evidence, *repaired.evidence))
        if _is_rejected(self.connection, number, repaired):
            return TemplateChange(told, places, repaired.is_drastic, is_news=False)
        file = self.files.get(repaired.before.id)
        healed = not repaired.is_drastic and file is not None and self._heal(repaired, file, older)
        made = keep_proposal(
            self.connection, number, self.crawl, repaired, None, evidence=told, healed=healed
        )
        return TemplateChange(told, places, repaired.is_drastic, healed, made)

    def _heal(self, repaired: StoredRepair, file: Path, older: int) -> bool:
        if not rewrite_file(file, repaired):
            self.notes.append(
                f"{file} is not the crawler that was run: the repair is proposed, not written"
            )
            return False
        apply_to_crawl(self.workspace, self.connection, repaired.after, older, self.crawl)
        wrapper = repaired.after.wrapper
        version = f"; version {wrapper.version} of the wrapper" if wrapper else ""
        self.notes.append(f"{file} follows the changed template{version}")
        return True


def keep_proposal(
    connection: Connection,
    crawler: int,
    crawl: int,
    repaired: StoredRepair,
    waiting: Proposal | None,
    *,
    evidence: str = "",
    accepted: bool = False,
    healed: bool = False,
    who: str = "",
) -> int:
    """Write down a repair and what became of it; one that waits is decided. Return its number."""
    content = dumps(repaired.after)
    if waiting is not None and _is_of(waiting, repaired):
        if accepted:
            decide(connection, replace(waiting, content=content), ProposalState.ACCEPTED, who)
        return waiting.id
    state = ProposalState.ACCEPTED if accepted else ProposalState.OPEN
    now = connection.now()
    return propose(
        connection,
        Proposal(
            0,
            crawler,
            crawl,
            ProposalState.HEALED if healed else state,
            content,
            dumps(repaired.before),
            finding_digest(repaired.after),
            finding_digest(repaired.before),
            repaired.is_drastic,
            evidence or "; ".join(repaired.evidence),
            now,
            now if accepted or healed else None,
            who,
        ),
    )


def _is_of(waiting: Proposal, repaired: StoredRepair) -> bool:
    """Return whether a proposal that waits is for the same change; when it was made does not matter."""
    finds = finding_digest(repaired.before), finding_digest(repaired.after)
    return (waiting.found, waiting.finds) == finds


def _is_rejected(connection: Connection, crawler: int, repaired: StoredRepair) -> bool:
    """Return whether a person has turned the same repair down before."""
    wrapper = repaired.after.wrapper
    for one in proposals_of(connection, crawler):
        if one.state is ProposalState.REJECTED and _is_of(one, repaired):
            known = from_json(json.loads(one.content), f"proposal {one.id}").wrapper
            if wrapper and known and wrapper_digest(wrapper) == wrapper_digest(known):
                return True
    return False
