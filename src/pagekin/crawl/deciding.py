"""Decides about a page: is it kin, was it found before, which links are followed from it."""

from collections.abc import Iterable
from dataclasses import replace

from pagekin.crawl.follower import Follower
from pagekin.crawl.identity import Facts, Identities
from pagekin.crawl.marks import Marks
from pagekin.crawl.sameness import shown_again, shown_mark
from pagekin.crawl.traps import Visited, Yields
from pagekin.crawl.visits import DUPLICATE, NOT_KIN, Decision, Entry, FoundLink
from pagekin.dom import Page
from pagekin.navigation import TARGET, Crawler
from pagekin.similarity.membership_rule import MembershipJudge
from pagekin.site import content_digest


class Decider:
    """Decides for one crawl; all it remembers are the marks of the targets found so far."""

    def __init__(self, crawler: Crawler, marks: Iterable[int] = ()) -> None:
        self._follower = Follower(crawler.navigation, crawler.scope)
        self._judge = MembershipJudge(crawler.membership) if crawler.membership else None
        self._known = Marks(marks)
        self._identities = Identities(self._known)
        self._scope = crawler.scope
        self.yields = Yields(self._follower.shape, self._follower.hubs)

    def decide(self, page: Page, entry: Entry, digest: bytes) -> Decision:
        """Look at a page that was reached as a certain kind of page."""
        verdict = self._judge.judge(page) if self._judge else None
        kin = verdict.kin if verdict else entry.kind == TARGET
        kinds = {TARGET} if kin else {entry.kind} - {TARGET}
        if entry.is_start:  # whatever else it is
            kinds |= {entry.kind} if kin else {entry.kind, self._follower.shape(page.url)}
        score = verdict.score if verdict else None
        facts = Facts.of(page, digest) if kin else None
        kind = self._target(facts) if facts else entry.kind
        shown = self._show(page)
        is_news = shown != shown_again(page.url)
        visited = Visited(entry, page.url, bool(facts) and kind == TARGET, is_news)
        links = self.yields.sift(visited, self._links(page, entry, kinds))
        if not kin and kind == TARGET:
            kind = NOT_KIN
        return Decision(kind, score, facts, links, shown)

    def why_not(self, entry: Entry) -> str | None:
        """Say why a page is not worth fetching any more; None if it is."""
        return self.yields.why_not(entry)

    def miss(self, entry: Entry) -> None:
        """Note that a link led to no page, or to one that is known."""
        self.yields.miss(entry)

    def due(self) -> list[Entry]:
        """Give targets to look at before their turn, so as to know what others like them are worth."""
        return self.yields.promises.taken()

    def look(self, entry: Entry, page: Page | None) -> None:
        """Look at a target before its turn, and remember nothing of it; None if there is no new page."""
        is_new = (
            page is not None
            and (self._judge is None or self._judge.judge(page).kin)
            and shown_mark(page) not in self._known
            and not self._identities.knows(Facts.of(page, content_digest(page.body)))
        )
        self.yields.look(entry, is_new_target=is_new)

    def stands(self, entry: Entry) -> bool:
        """Tell whether what was decided about a page before holds again, if the page is what it was."""
        before = entry.before
        if before is None or not before.kind:
            return False
        if before.kind == TARGET:
            return bool(before.facts) and (self._judge is not None or entry.kind == TARGET)
        if before.kind == NOT_KIN:
            return entry.kind == TARGET
        # What was a duplicate may be the only one now: it has to be looked at.
        return before.kind == entry.kind

    def again(self, entry: Entry) -> Decision | None:
        """Decide about a page that is what it was, without seeing it; None if it has to be seen."""
        before = entry.before
        if before is None or not self.stands(entry):
            return None
        if before.kind != TARGET:
            return Decision(before.kind, before.score)
        facts = Facts.restored(entry.url, before.digest, before.facts)
        return Decision(self._target(facts), before.score, facts)

    def is_again(self, url: str) -> bool:
        """Tell whether a page that was visited before an interruption shows what another has shown."""
        return shown_again(url) in self._known

    def _show(self, page: Page) -> int:
        """Give the mark of what a page shows, or of its showing what another has shown."""
        shown = shown_mark(page)
        if shown in self._known:
            shown = shown_again(page.url)
        self._known.add(shown)
        return shown

    def _links(self, page: Page, entry: Entry, kinds: set[str]) -> list[FoundLink]:
        """Give the links of a page; not followed are those that lead too far."""
        depth = entry.depth + 1
        return [
            replace(link, kind=None)
            if link.kind is not None and self._scope.too_deep(link.url, depth)
            else link
            for link in self._follower.links(page, sorted(kinds))
        ]

    def _target(self, facts: Facts) -> str:
        return TARGET if self._identities.is_new(facts) else DUPLICATE
