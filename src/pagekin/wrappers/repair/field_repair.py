"""Field repair: whether a field's locators still lead to the known values, and if not, what does."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum

from pagekin.wrappers.by_example.example_bundles import relative
from pagekin.wrappers.by_example.fallbacks import MAX_LOCATORS
from pagekin.wrappers.model import Anchor, Field, Locator
from pagekin.wrappers.repair.repair_units import Finds, Keys, Readers, RepairUnit, known_key, plain
from pagekin.wrappers.repair.value_search import ValueSearch, spread

_LIKELY = 30  # candidates tried on all units
_SURE = 0.9  # the share of known values still on the pages that a new locator must find
_SAMPLE = 10  # units on which all candidates are tried


class RepairOutcome(StrEnum):
    """What became of a field."""

    KEPT = "kept"  # its locators still hold
    HEALED = "healed"  # its values have moved, and are found again
    DOUBTFUL = "doubtful"  # its values have moved, but no locator finds (nearly) all of them
    VANISHED = "vanished"  # its values are gone
    UNKNOWN = "unknown"  # no value of it is known on these pages


@dataclass(frozen=True, slots=True)
class FieldRepair:
    """The result for a field, or for the instances of a bundle."""

    name: str  # "bundle.field"
    outcome: RepairOutcome
    old: tuple[Locator, ...]
    new: tuple[Locator, ...] = ()
    confidence: float = 0.0
    agreed: int = 0  # known values found at the new place
    checked: int = 0  # known values still somewhere on the pages
    moved: bool = False  # no known place on the page leads to the values any more

    @property
    def has_changed(self) -> bool:
        """Whether the locators have changed."""
        is_applied = self.outcome is not RepairOutcome.DOUBTFUL  # otherwise it is a proposal
        return is_applied and bool(self.new) and self.new != self.old


@dataclass(frozen=True, slots=True)
class _Tried:
    """A locator with what it finds on all units."""

    locator: Locator
    found: tuple[Keys, ...]
    agreed: int
    contradicting: int
    distance: float = 0.0
    trust: float = 1.0
    is_old: bool = False

    @property
    def rank(self) -> tuple[float, ...]:
        """The sort key, best first: more known values, old before new, sure before near, near before far."""
        return (
            self.contradicting - self.agreed,
            not self.is_old,
            self.locator.anchor is Anchor.POSITION,
            self.distance,
            -self.trust,
            len(self.locator.path),
        )


class FieldMender:
    """A repairer of the fields of one bundle."""

    def __init__(self, units: Sequence[RepairUnit], bundle: str, *, instances: bool) -> None:
        self._units = units
        self._bundle = bundle
        self._small = instances
        self._search = ValueSearch([unit.small for unit in units])
        self._readers = Readers(units)

    def mend(self, field: Field) -> FieldRepair:
        """Return what has become of a field."""
        name = f"{self._bundle}.{field.name}"
        known = [
            tuple(known_key(field.type, value) for value in unit.values(field))
            for unit in self._units
        ]
        having = [number for number, keys in enumerate(known) if keys]
        if not having:
            return FieldRepair(name, RepairOutcome.UNKNOWN, field.locators)
        finds = Finds(self._units, field, self._readers)
        old = [
            self._tried(locator, [finds.on(locator, n) for n in range(len(known))], known)
            for locator in field.locators
        ]
        now = [next(filter(None, found), ()) for found in zip(*(t.found for t in old), strict=True)]
        agreed = sum(now[number] == known[number] for number in having)
        missing = [number for number in having if now[number] != known[number]]
        lost = [n for n in missing if self._search.stands(n, plain(known[n]), field)]
        checked = agreed + len(lost)
        return self._judged(
            _Case(name, field, known, having, finds, old, now, agreed, lost, checked)
        )

    def _tried(
        self,
        locator: Locator,
        found: Sequence[Keys],
        known: Sequence[Keys],
        distance: float = 0.0,
        trust: float = 1.0,
        *,
        is_old: bool = True,
    ) -> _Tried:
        agreed = sum(bool(here) and here == there for here, there in zip(found, known, strict=True))
        wrong = sum(bool(here) and here != there for here, there in zip(found, known, strict=True))
        return _Tried(locator, tuple(found), agreed, wrong, distance, trust, is_old)

    def _judged(self, case: "_Case") -> FieldRepair:
        live = [tried for tried in case.old if tried.agreed > tried.contradicting]
        moved = _has_moved(case.field, live)
        holds = 2 * case.agreed > len(case.having)
        if not case.lost and not holds:
            # The old values are gone from the pages. Where the locators still find others, they have
            # changed; where they find nothing, the field is gone.
            found = sum(bool(case.now[number]) for number in case.having)
            changed = 2 * found > len(case.having)
            outcome = RepairOutcome.KEPT if changed else RepairOutcome.VANISHED
            return case.result(outcome, moved=not changed)
        dead = [tried for tried in case.old if not tried.agreed]
        if not case.lost and not dead:
            return case.kept(moved=moved)
        ranked = sorted([*live, *self._new(case)], key=lambda tried: tried.rank)
        if not ranked or 2 * ranked[0].agreed <= case.checked:
            return self._unhealed(case, holds=holds, moved=moved)
        chosen = _with_fallbacks(ranked)
        if case.agreed >= chosen[0].agreed and case.old[0] in chosen:
            # Locators that still hold keep their order.
            chosen.sort(key=lambda tried: _place(tried, case.old))
        return self._healed(case, chosen, ranked, moved=moved)

    def _unhealed(self, case: "_Case", *, holds: bool, moved: bool) -> FieldRepair:
        if holds:
            return case.kept(moved=moved)
        # Short texts occur on any page by chance: most values must be found to be convincing.
        some = 2 * len(case.lost) > len(case.having)
        return case.result(RepairOutcome.DOUBTFUL if some else RepairOutcome.VANISHED, moved=True)

    def _healed(
        self, case: "_Case", chosen: Sequence[_Tried], ranked: Sequence[_Tried], *, moved: bool
    ) -> FieldRepair:
        best = chosen[0]
        others = [t for t in ranked if t.rank[0] == best.rank[0]]
        differing = max(
            sum(bool(a) and bool(b) and a != b for a, b in zip(t.found, best.found, strict=True))
            for t in others
        )
        locators = tuple(self._as_written(tried) for tried in chosen)
        sure = _confidence(best, case, differing)
        # An old locator holds if it finds as much as the best one.
        if case.agreed >= best.agreed and case.old[0] in chosen:
            return case.result(RepairOutcome.KEPT, locators, best.agreed, sure, moved=moved)
        if best.agreed < _SURE * case.checked:
            # It would find something else where the known values are still on the page.
            return case.result(RepairOutcome.DOUBTFUL, locators, best.agreed, sure, moved=moved)
        if 2 * sure <= 1:
            return self._unhealed(case, holds=2 * case.agreed > len(case.having), moved=moved)
        return case.result(RepairOutcome.HEALED, locators, best.agreed, sure, moved=moved)

    def _as_written(self, tried: _Tried) -> Locator:
        if tried.is_old or not self._small:
            return tried.locator
        return replace(tried.locator, path=relative(tried.locator.path))

    def _new(self, case: "_Case") -> list[_Tried]:
        """Try what may lead to the known values now: all on a few units, the best on all units."""
        examples = case.lost or case.having
        places = self._search.candidates(case.field, list(map(plain, case.known)), examples)
        sample = sorted({*spread(examples, _SAMPLE), *spread(range(len(case.known)), _SAMPLE)})
        likely = []
        for candidate, distance in places:
            found = [case.finds.on(candidate.locator, n, small=self._small) for n in sample]
            some = self._tried(
                candidate.locator,
                found,
                [case.known[n] for n in sample],
                distance,
                candidate.trust,
                is_old=False,
            )
            if some.agreed > 0:
                likely.append(some)
        likely.sort(key=lambda tried: tried.rank)
        everywhere = range(len(case.known))
        return [
            self._tried(
                tried.locator,
                [case.finds.on(tried.locator, n, small=self._small) for n in everywhere],
                case.known,
                tried.distance,
                tried.trust,
                is_old=False,
            )
            for tried in likely[:_LIKELY]
        ]


@dataclass(frozen=True, slots=True)
class _Case:
    """A field on the units: what is known, what its locators find, and what they miss."""

    name: str
    field: Field
    known: Sequence[Keys]
    having: Sequence[int]  # units with a known value
    finds: Finds
    old: Sequence[_Tried]
    now: Sequence[Keys]
    agreed: int
    lost: Sequence[int]  # units that still have the value, but not where the locators lead
    checked: int

    def kept(self, *, moved: bool) -> FieldRepair:
        """Return the result for locators that still hold."""
        share = (self.agreed + 1) / (max(self.checked, self.agreed) + 2)
        return self.result(RepairOutcome.KEPT, self.field.locators, self.agreed, share, moved=moved)

    def result(
        self,
        outcome: RepairOutcome,
        new: tuple[Locator, ...] = (),
        agreed: int = 0,
        confidence: float = 0.0,
        *,
        moved: bool,
    ) -> FieldRepair:
        """Return the result for an outcome."""
        return FieldRepair(
            self.name,
            outcome,
            self.field.locators,
            new,
            round(confidence, 4),
            agreed,
            self.checked,
            moved,
        )


def _confidence(best: _Tried, case: _Case, differing: int) -> float:
    """Return how likely the next value is right, beyond what chance alone would explain.

    This is the rule of succession, corrected for chance like Cohen's kappa: "yes" and "1" occur on
    any page. Units on which an equally good locator finds something else count against it.
    """
    share = min(1.0, (best.agreed + 1) / (case.checked + differing + 2))
    chance = _by_chance(best.found, case.known)
    return max(0.0, (share - chance) / (1 - chance)) if chance < 1 else 0.0


def _by_chance(found: Sequence[Keys], known: Sequence[Keys]) -> float:
    """Return the share of pairs of units where what one finds is the known value of the other."""
    both = [number for number, keys in enumerate(known) if keys and found[number]]
    if len(both) < 2:
        return 0.0
    finds = Counter(found[number] for number in both)
    knows = Counter(known[number] for number in both)
    pairs = sum(finds[keys] * knows[keys] for keys in finds)
    own = sum(found[number] == known[number] for number in both)
    return (pairs - own) / (len(both) * (len(both) - 1))


def _place(tried: _Tried, old: Sequence[_Tried]) -> int:
    return next((number for number, one in enumerate(old) if one is tried), len(old))


def _has_moved(field: Field, live: Sequence[_Tried]) -> bool:
    """Return whether a field has lost all its places on the page itself, structured data aside."""
    inside = [at for at in field.locators if is_inside(at)]
    return bool(inside) and not any(tried.locator in inside for tried in live)


def is_inside(locator: Locator) -> bool:
    """Return whether a locator leads to what people see, not to data for machines."""
    return locator.anchor is not Anchor.DATA and not locator.path.startswith("//meta")


def _with_fallbacks(ranked: Sequence[_Tried]) -> list[_Tried]:
    """Return the best, then others with another anchor that never find anything else."""
    best = ranked[0]
    chosen = [best]
    for tried in ranked[1:]:
        if len(chosen) >= MAX_LOCATORS:
            break
        agrees = all(
            here in ((), there) for here, there in zip(tried.found, best.found, strict=True)
        )
        if agrees and 2 * tried.agreed > best.agreed and _is_another(tried, chosen):
            chosen.append(tried)
    return chosen


def _is_another(tried: _Tried, chosen: Sequence[_Tried]) -> bool:
    """Return whether a locator is worth a place behind others: old, or sure and of another kind."""
    if any(other.locator.path == tried.locator.path for other in chosen):
        return False
    if tried.is_old:
        return True
    held = {(other.locator.anchor, round(other.distance, 3)) for other in chosen}
    is_new = (tried.locator.anchor, round(tried.distance, 3)) not in held
    return is_new and tried.trust >= 1 and tried.locator.anchor is not Anchor.POSITION
