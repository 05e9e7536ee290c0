"""Decides about a page: is it kin, was it found before, which links are followed from it."""

from collections.abc import Iterable
from dataclasses import replace

from pagekin.crawl.follower import Follower
from pagekin.crawl.hash_set import HashSet64
from pagekin.crawl.page_fingerprint import KnownTargets, PageFingerprint
from pagekin.crawl.traps.content_repeats import content_hash, repeat_hash
from pagekin.crawl.traps.trap_detector import TrapDetector, VisitedPage
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, CrawledLink, PageDecision, PlannedVisit
from pagekin.dom import Page
from pagekin.navigation import TARGET, Crawler
from pagekin.similarity.membership_rule import MembershipJudge
from pagekin.site import content_digest


class Decider:
    """Decides for one crawl; all it remembers are the marks of the targets found so far."""

    def __init__(self, crawler: Crawler, hashes: Iterable[int] = ()) -> None:
        self._follower = Follower(crawler.navigation, crawler.scope)
        self._judge = MembershipJudge(crawler.membership) if crawler.membership else None
        self._known = HashSet64(hashes)
        self._targets = KnownTargets(self._known)
        self._scope = crawler.scope
        self.traps = TrapDetector(self._follower.shape, self._follower.hubs)

    def decide(self, page: Page, entry: PlannedVisit, digest: bytes) -> PageDecision:
        """Look at a page that was reached as a certain kind of page."""
        verdict = self._judge.judge(page) if self._judge else None
        kin = verdict.kin if verdict else entry.kind == TARGET
        kinds = {TARGET} if kin else {entry.kind} - {TARGET}
        if entry.is_start:  # whatever else it is
            kinds |= {entry.kind} if kin else {entry.kind, self._follower.shape(page.url)}
        score = verdict.score if verdict else None
        fingerprint = PageFingerprint.of(page, digest) if kin else None
        kind = self._target(fingerprint) if fingerprint else entry.kind
        shown = self._show(page)
        is_news = shown != repeat_hash(page.url)
        visited = VisitedPage(entry, page.url, bool(fingerprint) and kind == TARGET, is_news)
        links = self.traps.sift(visited, self._links(page, entry, kinds))
        if not kin and kind == TARGET:
            kind = NOT_KIN
        return PageDecision(kind, score, fingerprint, links, shown)

    def why_not(self, entry: PlannedVisit) -> str | None:
        """Say why a page is not worth fetching any more; None if it is."""
        return self.traps.why_not(entry)

    def miss(self, entry: PlannedVisit) -> None:
        """Note that a link led to no page, or to one that is known."""
        self.traps.miss(entry)

    def due(self) -> list[PlannedVisit]:
        """Give targets to look at before their turn, so as to know what others like them are worth."""
        return self.traps.sampling.taken()

    def look(self, entry: PlannedVisit, page: Page | None) -> None:
        """Look at a target before its turn, and remember nothing of it; None if there is no new page."""
        is_new = (
            page is not None
            and (self._judge is None or self._judge.judge(page).kin)
            and content_hash(page) not in self._known
            and not self._targets.knows(PageFingerprint.of(page, content_digest(page.body)))
        )
        self.traps.look(entry, is_new_target=is_new)

    def stands(self, entry: PlannedVisit) -> bool:
        """Tell whether what was decided about a page before holds again, if the page is what it was."""
        before = entry.before
        if before is None or not before.kind:
            return False
        if before.kind == TARGET:
            return bool(before.fingerprint) and (self._judge is not None or entry.kind == TARGET)
        if before.kind == NOT_KIN:
            return entry.kind == TARGET
        # What was a duplicate may be the only one now: it has to be looked at.
        return before.kind == entry.kind

    def again(self, entry: PlannedVisit) -> PageDecision | None:
        """Decide about a page that is what it was, without seeing it; None if it has to be seen."""
        before = entry.before
        if before is None or not self.stands(entry):
            return None
        if before.kind != TARGET:
            return PageDecision(before.kind, before.score)
        fingerprint = PageFingerprint.restored(entry.url, before.digest, before.fingerprint)
        return PageDecision(self._target(fingerprint), before.score, fingerprint)

    def is_again(self, url: str) -> bool:
        """Tell whether a page that was visited before an interruption shows what another has shown."""
        return repeat_hash(url) in self._known

    def _show(self, page: Page) -> int:
        """Give the mark of what a page shows, or of its showing what another has shown."""
        shown = content_hash(page)
        if shown in self._known:
            shown = repeat_hash(page.url)
        self._known.add(shown)
        return shown

    def _links(self, page: Page, entry: PlannedVisit, kinds: set[str]) -> list[CrawledLink]:
        """Give the links of a page; not followed are those that lead too far."""
        depth = entry.depth + 1
        return [
            replace(link, kind=None)
            if link.kind is not None and self._scope.too_deep(link.url, depth)
            else link
            for link in self._follower.links(page, sorted(kinds))
        ]

    def _target(self, fingerprint: PageFingerprint) -> str:
        return TARGET if self._targets.is_new(fingerprint) else DUPLICATE
