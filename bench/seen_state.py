"""What was seen of a site, and which of it is right: for deciding over and over who is kin."""

from dataclasses import dataclass

from pagekin.discovery.explored_site import ExploredSite
from pagekin.similarity.class_readings import likeness, readings, settled
from pagekin.similarity.membership import MembershipDecision, SeenPages, decide, unlike


@dataclass(frozen=True, slots=True)
class SeenState:
    """The pages seen of a site, which of them are entries, targets or either right or wrong, as bits but for the first."""

    explored: ExploredSite
    entries: tuple[int, ...]
    targets: int
    dontcare: int = 0

    def decided_by_rules(self) -> tuple[SeenPages, MembershipDecision]:
        """Return what is known, and the decision of the rules on it."""
        seen = SeenPages.of(self.explored.evidence, self.explored.inbound())
        decision = decide(seen)
        return seen, decision if decision.steps else unlike(self.explored.evidence, self.entries)

    def decided(self) -> tuple[SeenPages, MembershipDecision]:
        """Return what is known, and the decision that is gone by."""
        seen, decision = self.decided_by_rules()
        return seen, settled(decision, readings(seen, decision, seen.everything))

    def f1(self, kin: int) -> float:
        """Return how right some pages are."""
        return likeness(kin & ~self.dontcare, self.targets)
