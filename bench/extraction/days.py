"""Follow the demo shop from day to day: `python -m bench.extraction.days --help`.

Day 1: wrappers are learned. Up to the day before the template changes, every attribute of every
product is compared with the truth. On the days of the two changes: what is noticed, what is healed,
what is only proposed, and whether any value is wrong afterwards.
"""

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from bench.extraction.shop_pages import Product, Spelled, Texts, extracted, is_right, products
from bench.extraction.shop_wrappers import by_hand, learn_by_example, learn_by_itself
from pagekin.demo import DRASTIC_CHANGE_DAY, SLIGHT_CHANGE_DAY, Shop
from pagekin.wrappers import Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.repair import DriftVerdict, DriftWatch, Repair, RepairOutcome, repair

LEARNED_FROM = 40
_MAX_SHOWN = 3
METHODS: dict[str, Callable[[Sequence[Product]], Wrapper]] = {
    "by-itself": learn_by_itself,
    "by-example": learn_by_example,
    "by-hand": by_hand,
}


@dataclass(slots=True)
class Score:
    """How often an attribute was exactly right, and the first pages where it was not."""

    source: str  # the field that was taken for the attribute
    right: int = 0
    looked: int = 0
    missed: int = 0  # of those not right, the ones without any value
    wrong: list[str] = field(default_factory=list)

    def add(self, product: Product, got: Spelled, true: Texts, day: int) -> None:
        """Count a page."""
        self.looked += 1
        if is_right(got, true):
            self.right += 1
            return
        self.missed += not got
        if len(self.wrong) < _MAX_SHOWN:
            shown = [sorted(spellings) for spellings in got]
            self.wrong.append(f"day {day} {product.url}: expected {true}, got {str(shown)[:300]}")


class Follower:
    """Applies a wrapper to the shop's products; a page that stays the same is read once."""

    def __init__(self, wrapper: Wrapper) -> None:
        self._extractor = Extractor(wrapper)
        self._known: dict[tuple[str, bytes], dict[str, Spelled]] = {}

    def read(self, product: Product) -> dict[str, Spelled]:
        """Extract a product's page."""
        key = product.url, product.body
        if key not in self._known:
            self._known[key] = extracted(self._extractor.extract(product.page()))
        return self._known[key]

    def scored(
        self, shown: Iterable[tuple[int, Product]], sources: Mapping[str, str]
    ) -> dict[str, Score]:
        """Compare the fields that stand for attributes with the truth."""
        scores = {name: Score(source) for name, source in sources.items()}
        for day, product in shown:
            found = self.read(product)
            for name, score in scores.items():
                score.add(product, found.get(score.source, ()), product.values(name), day)
        return scores


def best_fields(follower: Follower, learned: Sequence[Product]) -> dict[str, str]:
    """Choose for each attribute the field that is right on most of the pages learned from.

    An attribute that no field is right about on any page is left out: the wrapper does not have it.
    """
    names = dict.fromkeys(name for product in learned for name in product.columns)
    found = [(product, follower.read(product)) for product in learned]
    fields = dict.fromkeys(source for _, values in found for source in values)
    best = {}
    for name in names:
        right = Counter[str]()
        told = set()
        for product, values in found:
            true = product.values(name)
            for source in fields:
                if is_right(values.get(source, ()), true):
                    right[source] += 1
                    told |= {source} if true else set()
        known = [source for source, _ in right.most_common() if source in told]
        best.update({name: known[0]} if known else {})
    return best


def fields_for(method: str, follower: Follower, shown: Sequence[Product]) -> dict[str, str]:
    """Return, for each attribute, the field that stands for it: by its name if a person gave it one."""
    if method == "by-itself":
        return best_fields(follower, shown)
    keys = dict.fromkeys(key for product in shown for key in follower.read(product))
    own = {key.partition(".")[2]: key for key in keys if key.startswith("page.")}
    by_name = {key.partition(".")[2]: key for key in keys} | {key: key for key in keys} | own
    names = dict.fromkeys(name for product in shown for name in product.columns)
    return {name: by_name[name] for name in names if name in by_name}


def _some(shown: Sequence[Product]) -> list[Product]:
    """Choose products to learn from: always the same, but not by a rule that shelves follow too."""
    return random.Random(1).sample(list(shown), LEARNED_FROM)


def ordinary_days(method: str, shop: Shop, days: int) -> int:
    """Learn on the first day, follow the shop, print; give how many attributes were not all right."""
    first = products(shop)
    wrapper = METHODS[method](_some(first))
    follower = Follower(wrapper)
    sources = fields_for(method, follower, first)
    shown = ((day, product) for day in range(1, days + 1) for product in products(shop.on(day)))
    scores = follower.scored(shown, sources)
    names = dict.fromkeys(name for product in first for name in product.columns)
    for name in names:
        if name not in scores:
            print(f"{method:<11}{name:<24}no field")
    for name, score in scores.items():
        share = score.right / max(1, score.looked)
        print(f"{method:<11}{name:<24}{score.source:<34}{share:>8.2%} of {score.looked:,}")
        print(*(f"    {wrong}" for wrong in score.wrong), sep="\n", end="\n" if score.wrong else "")
    return sum(score.right < score.looked for score in scores.values()) + len(names) - len(scores)


def days_of_change(method: str, shop: Shop) -> list[str]:
    """Repair on both days on which the template changes; give what is not as it should be."""
    first = products(shop)
    wrapper = METHODS[method](_some(first))
    sources = fields_for(method, Follower(wrapper), first)
    faults = []
    for day in (SLIGHT_CHANGE_DAY, DRASTIC_CHANGE_DAY):
        before, now = products(shop.on(day - 1)), products(shop.on(day))
        scores = Follower(wrapper).scored(((day - 1, product) for product in before), sources)
        sources = {name: s.source for name, s in scores.items() if s.right == s.looked}
        drift = _watched(wrapper, now).drift()
        print(f"{method}, day {day}: {drift.verdict}{f': {drift.event}' if drift.event else ''}")
        result = _repaired(wrapper, before, now)
        faults += _compared(wrapper, result.wrapper, now, sources, day)
        if result.is_drastic != (day == DRASTIC_CHANGE_DAY):
            faults.append(
                f"{method}, day {day}: taken for {'drastic' * result.is_drastic or 'slight'}"
            )
        if day == DRASTIC_CHANGE_DAY and drift.verdict is not DriftVerdict.TEMPLATE_CHANGED:
            faults.append(f"{method}, day {day}: not noticed")
        wrapper = result.wrapper
    print(*(f"    {fault}" for fault in faults), sep="\n", end="\n" if faults else "")
    return faults


def _watched(wrapper: Wrapper, shown: Sequence[Product]) -> DriftWatch:
    watch, extractor = DriftWatch(wrapper), Extractor(wrapper)
    for product in shown:
        page = product.page()
        watch.add(extractor.extract(page))
        watch.look(page)
    return watch


def _repaired(wrapper: Wrapper, before: Sequence[Product], now: Sequence[Product]) -> Repair:
    extractor = Extractor(wrapper)
    known = {product.url: extractor.extract(product.page()).records for product in before}
    pages = [product.page() for product in now]
    began = time.perf_counter()
    result = repair(wrapper, known, pages)
    seconds = time.perf_counter() - began
    outcomes = Counter(part.outcome for part in result.fields)
    size = "drastic, proposed" if result.is_drastic else "slight, applied"
    counts = ", ".join(
        f"{outcomes[outcome]} {outcome}" for outcome in RepairOutcome if outcomes[outcome]
    )
    print(f"  {size} from {result.pages} pages in {seconds:.1f} s: {counts}")
    return result


def _compared(
    old: Wrapper, new: Wrapper, now: Sequence[Product], sources: Mapping[str, str], day: int
) -> list[str]:
    """Say what repair changed for the better, and give the wrong values it leaves."""
    before = Follower(old).scored(((day, product) for product in now), sources)
    after = Follower(new).scored(((day, product) for product in now), sources)
    wrong = sum(score.looked - score.right - score.missed for score in after.values())
    missed = sum(score.missed for score in after.values())
    right = [sum(s.right for s in scores.values()) for scores in (before, after)]
    looked = sum(score.looked for score in after.values())
    print(
        f"  {len(sources)} attributes that were right the day before: {right[0]:,} values right with "
        f"the old wrapper, {right[1]:,} of {looked:,} with the new one; {missed:,} missing, {wrong:,} wrong"
    )
    for name, score in after.items():
        if score.missed:
            print(f"    {name}: missing on {score.missed} pages")
    return [line for s in after.values() if s.looked > s.right + s.missed for line in s.wrong]


def main(arguments: Sequence[str]) -> int:
    """Follow the shop; 1 if anything was not exactly right."""
    parser = argparse.ArgumentParser(prog="python -m bench.extraction.days", description=__doc__)
    parser.add_argument("--products", type=int, default=300, help="[%(default)s]")
    parser.add_argument("--seed", type=int, default=1, help="another shop [%(default)s]")
    parser.add_argument("--days", type=int, default=SLIGHT_CHANGE_DAY - 1, help="[%(default)s]")
    parser.add_argument("--method", choices=list(METHODS), help="only this one")
    parser.add_argument("--only", choices=["days", "changes"], help="only this part")
    options = parser.parse_args(arguments)
    shop = Shop(options.products, seed=options.seed)
    faults = 0
    for method in METHODS if options.method is None else [options.method]:
        if options.only != "changes" and method != "by-hand":
            faults += ordinary_days(method, shop, options.days)
        if options.only != "days":
            faults += len(days_of_change(method, shop))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
