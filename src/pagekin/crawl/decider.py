"""Decides about a page: of which class it is, whether it was found before, which links are followed from it."""

from collections.abc import Iterable, Sequence

from pagekin.crawl.hash_set import HashSet64
from pagekin.crawl.looking import Look, Looker
from pagekin.crawl.page_fingerprint import KnownTargets, PageFingerprint
from pagekin.crawl.traps.content_repeats import content_hash, repeat_hash
from pagekin.crawl.traps.trap_detector import TrapDetector, VisitedPage
from pagekin.crawl.visits import (
    DUPLICATE,
    NOT_KIN,
    PAGE,
    LastSeen,
    PageDecision,
    PlannedVisit,
)
from pagekin.dom import Page
from pagekin.navigation import TARGET, Crawler
from pagekin.site import content_digest


class Decider:
    """Decides for one crawl; all that it remembers are hashes of what was found so far.

    Several crawlers of one site may take part, each for a class of pages. A page belongs to the class that
    takes it with the best score, to the first of them if several do; links are followed if any of their
    navigations says so. With a crawler of everything, pages of no class are just pages.
    """

    def __init__(
        self, crawlers: Sequence[Crawler], hashes: Iterable[int] = (), *, mining: bool = False
    ) -> None:
        self.looker = Looker(crawlers, mining=mining)
        self._classes = self.looker.classes
        everything = [one.follower for one in self._classes if one.takes_everything]
        self._shaping = everything or [one.follower for one in self._classes]
        self._known = HashSet64(hashes)
        self._targets = KnownTargets(self._known)
        self.traps = TrapDetector(
            self._shape,
            frozenset().union(*(one.follower.hubs for one in self._classes)),
            whole_site=bool(everything),
        )

    def decide(self, look: Look, entry: PlannedVisit) -> PageDecision:
        """Decide about a page that was reached as a certain kind of page, by what it shows."""
        crawler = entry.crawler if look.taken_by is None else look.taken_by
        fingerprint = look.fingerprint
        kind = self._target(fingerprint) if fingerprint else self._kind(entry)
        shown = self._show(look)
        is_news = shown != repeat_hash(look.url)
        visited = VisitedPage(entry, look.url, kind == TARGET and bool(fingerprint), is_news)
        links = self.traps.sift(visited, look.links)
        if kind == TARGET and not fingerprint:
            kind = NOT_KIN
        return PageDecision(kind, look.verdicts[crawler].score, fingerprint, links, shown, crawler)

    def is_new_target(self, page: Page, entry: PlannedVisit, digest: bytes) -> bool:
        """Return whether a page is a target that was not found before; its links do not matter."""
        is_kin = any(one.judge(page, entry).kin for one in self._classes)
        return is_kin and self._target(PageFingerprint.of(page, digest)) == TARGET

    def why_not(self, entry: PlannedVisit) -> str | None:
        """Return why a page is not worth fetching any more; None if it is."""
        return self.traps.why_not(entry)

    def miss(self, entry: PlannedVisit) -> None:
        """Note that a link led to no page, or to one that is known."""
        self.traps.miss(entry)

    def fail(self, entry: PlannedVisit) -> None:
        """Note that what a link leads to is there, but is no page that could be had."""
        self.traps.count_link(entry, paid=False)

    def due(self) -> list[PlannedVisit]:
        """Return targets to look at before their turn, to learn what others like them are worth."""
        return self.traps.sampling.taken()

    def look(self, entry: PlannedVisit, page: Page | None) -> None:
        """Look at a target before its turn, and remember nothing of it; None if there is no new page."""
        is_new = (
            page is not None
            and any(one.may_take(page, entry) for one in self._classes)
            and content_hash(page) not in self._known
            and not self._targets.knows(PageFingerprint.of(page, content_digest(page.body)))
        )
        self.traps.look(entry, is_new_target=is_new)

    def stands(self, entry: PlannedVisit) -> bool:
        """Return whether what was decided about a page before holds again, if the page is what it was."""
        before = entry.before
        if before is None or not before.kind:
            return False
        same_class = before.crawler == entry.crawler
        if before.kind == TARGET:
            found_as_one = entry.kind == TARGET and same_class
            return bool(before.fingerprint) and (self._has_rule(before) or found_as_one)
        if before.kind == NOT_KIN:
            return entry.kind == TARGET and same_class
        # What was a duplicate may be the only one now: it has to be looked at.
        return before.kind == self._kind(entry) and same_class

    def again(self, entry: PlannedVisit) -> PageDecision | None:
        """Decide about a page that is what it was, without seeing it; None if it has to be seen."""
        before = entry.before
        if before is None or not self.stands(entry):
            return None
        self.traps.count_link(entry, paid=True)
        if before.kind != TARGET:
            return PageDecision(before.kind, before.score, crawler=before.crawler)
        fingerprint = PageFingerprint.restored(entry.url, before.digest, before.fingerprint)
        kind = self._target(fingerprint)
        return PageDecision(kind, before.score, fingerprint, crawler=before.crawler)

    def is_again(self, url: str) -> bool:
        """Return whether a page that was visited before an interruption shows what another has shown."""
        return repeat_hash(url) in self._known

    def _kind(self, entry: PlannedVisit) -> str:
        """Return the kind of a page that no class takes."""
        return PAGE if self._classes[entry.crawler].takes_everything else entry.kind

    def _has_rule(self, before: LastSeen) -> bool:
        return before.crawler < len(self._classes) and self._classes[before.crawler].has_rule

    def _shape(self, url: str) -> str:
        """Return the shape of a URL, as the first crawler has it that knows such URLs."""
        for follower in self._shaping:
            shape = follower.shape(url)
            if follower.knows_shape(shape):
                return shape
        return self._shaping[0].shape(url)

    def _show(self, look: Look) -> int:
        """Return the hash of what a page shows, or the one that says that another has shown it."""
        shown = look.shown
        if shown in self._known:
            shown = repeat_hash(look.url)
        self._known.add(shown)
        return shown

    def _target(self, fingerprint: PageFingerprint) -> str:
        return TARGET if self._targets.is_new(fingerprint) else DUPLICATE
