"""One of the crawlers of a crawl, made ready to judge pages: which are of its class, and where they lead."""

from dataclasses import dataclass

from pagekin.crawl.follower import Follower, Steps
from pagekin.crawl.visits import PlannedVisit
from pagekin.dom import Page
from pagekin.navigation import TARGET, Crawler
from pagekin.similarity.membership_rule import MembershipJudge


@dataclass(frozen=True, slots=True)
class ClassVerdict:
    """Whether a page is of a class, and how sure that is; the score is None if nothing but URLs was judged."""

    kin: bool
    score: float | None = None

    @property
    def weight(self) -> float:
        """What the verdict counts for where several classes would take a page."""
        return 1.0 if self.score is None else self.score


class ClassJudge:
    """Judges the pages of a crawl for one of its crawlers.

    Without a membership rule the navigation decides: a page is of the class if it was found as a target,
    or, where another crawler found it, if its URL is one that the navigation takes for a target's.
    A page that somebody has said is not kin is none, whatever it has.
    """

    def __init__(self, number: int, crawler: Crawler) -> None:
        self.number = number
        self.scope = crawler.scope
        self.follower = Follower(crawler.navigation, crawler.scope)
        self.takes_everything = crawler.navigation.everything
        self._starts = frozenset(crawler.navigation.starts)
        self._negatives = frozenset(crawler.negatives)
        self._judge = MembershipJudge(crawler.membership) if crawler.membership else None

    @property
    def has_rule(self) -> bool:
        """Whether the class is told by what is on a page, not only by how it was found."""
        return self._judge is not None

    def judge(self, page: Page, entry: PlannedVisit) -> ClassVerdict:
        """Judge a page that was reached as a certain kind of page."""
        if not self._negatives.isdisjoint((page.url, entry.url)):
            return ClassVerdict(kin=False)
        if self._judge:
            verdict = self._judge.judge(page)
            return ClassVerdict(verdict.kin, verdict.score)
        if self.takes_everything:
            return ClassVerdict(kin=False)
        if entry.crawler == self.number:
            return ClassVerdict(entry.kind == TARGET)
        return ClassVerdict(TARGET in self.follower.kinds_of(page.url))

    def may_take(self, page: Page, entry: PlannedVisit) -> bool:
        """Return whether a page that was named as a target may be one."""
        if entry.crawler == self.number and not self._judge:
            return not self.takes_everything and entry.url not in self._negatives
        return self.judge(page, entry).kin

    def steps(self, page: Page, entry: PlannedVisit, *, kin: bool) -> Steps:
        """Return the steps of the navigation that hold on a page."""
        return self.follower.steps_from(sorted(self._kinds(page, entry, kin=kin)))

    def _kinds(self, page: Page, entry: PlannedVisit, *, kin: bool) -> set[str]:
        """Return the kinds of page that a page is for this crawler."""
        own = entry.crawler == self.number
        if kin:
            kinds = {TARGET}
        else:
            kinds = ({entry.kind} if own else self.follower.kinds_of(page.url)) - {TARGET}
        if entry.is_start if own else entry.url in self._starts:  # whatever else it is
            kinds |= {entry.url} if kin else {entry.url, self.follower.shape(page.url)}
        return kinds
