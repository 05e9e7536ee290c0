"""What the signs weigh by which a class is chosen: `python -m bench.class_weights`; needs `pip install --group weights`.

`pagekin.similarity.class_readings` goes by the reading that is least wrong, and each is as likely as its signs say. Here the weights of these are fitted,
so that readings that are right are as likely as possible, to the classes of the corpus that were looked at and to made-up sites.
Printed is how right the class is that is gone by: by the rules alone, with the weights that are built in, with fitted ones on sites that they
were not fitted to, and with each of those built in halved and doubled.
"""

import argparse
import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from functools import partial
from statistics import fmean

import numpy as np
from scipy.optimize import minimize

from bench.corpus import Case, CorpusError, Places, load_cases
from bench.made_sites.oracle import seen_whole
from bench.made_sites.plan import draw
from bench.made_sites.site_making import make_site
from bench.seen_state import SeenState
from bench.sensitivity import searched
from pagekin.similarity.class_readings import (
    WEIGHTS,
    ReadingSigns,
    SignedReading,
    least_wrong,
    signed_readings,
    weighed,
)

_PARTS = 5  # into which sites are divided
_NEARLY = 0.015  # less right than the best reading, and still a right one
_PRICE = 0.5  # of the square of a weight, so that what hardly occurs is not trusted
_PROCESSES = 2


@dataclass(frozen=True, slots=True)
class Example:
    """The readings of a class on one site, first the one that the rules decide for, and how right each is."""

    site: str
    readings: tuple[SignedReading, ...]
    rightness: tuple[float, ...]

    def by_rules(self) -> float:
        """Return how right the reading is that the rules decide for."""
        return self.rightness[0]

    def gone_by(self, weights: ReadingSigns = WEIGHTS) -> float:
        """Return how right the reading is that is least wrong with these weights."""
        bits = least_wrong(weighed(self.readings, weights)).bits
        return self.rightness[[one.bits for one in self.readings].index(bits)]


def main(arguments: list[str]) -> int:
    """Collect examples, fit weights to them, and say what comes of these."""
    options = _parser().parse_args(arguments)
    try:
        real, made = _collected(options)
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    print(f"{len(real)} classes, {len(made)} made-up sites; F1 of either")

    def figures(title: str, one: float, other: float) -> None:
        print(f"{title:<32}{one:>8.3f}{other:>8.3f}", flush=True)

    figures("by the rules", *(fmean(one.by_rules() for one in some) for some in (real, made)))
    figures("built in", *(fmean(one.gone_by() for one in some) for some in (real, made)))
    figures("fitted to other sites", *_cross_validated(real, made))
    fitted = _fitted([*real, *made])
    for name, weight in WEIGHTS._asdict().items():
        print(f"{name:<16}{weight:>8.2f} built in{getattr(fitted, name):>8.2f} fitted")
        for title, factor in (("halved", 0.5), ("doubled", 2.0)):
            changed = WEIGHTS._replace(**{name: factor * weight})
            both = (fmean(one.gone_by(changed) for one in some) for some in (real, made))
            figures(f"    {title}", *both)
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.class_weights", description=__doc__)
    add = parser.add_argument
    add("--cases", default="", metavar="REGEX", help="only those whose name matches")
    add("--max-pages", type=int, default=500, metavar="N", help="of a search [%(default)s]")
    add("--made", type=int, default=300, metavar="N", help="made-up sites [%(default)s]")
    add("--seed", type=int, default=11001, metavar="S", help="which of them [%(default)s]")
    return parser


def _collected(options: argparse.Namespace) -> tuple[list[Example], list[Example]]:
    cases = load_cases(Places.from_environment(), names=options.cases)
    with ProcessPoolExecutor(_PROCESSES) as pool:
        real = pool.map(partial(_from_case, max_pages=options.max_pages), cases)
        made = pool.map(partial(_from_made_site, options.seed), range(options.made))
        return [one for one in real if one], list(made)


def _from_case(case: Case, max_pages: int) -> Example | None:
    state = searched(case, max_pages)
    return _example(str(case.site.root), state) if state else None


def _from_made_site(seed: int, number: int) -> Example:
    return _example(f"{seed}-{number}", seen_whole(make_site(draw(seed, number))))


def _example(site: str, state: SeenState) -> Example:
    seen, decision = state.decided_by_rules()
    found = tuple(signed_readings(seen, decision, seen.everything))
    return Example(site, found, tuple(state.f1(one.bits) for one in found))


def _cross_validated(real: Sequence[Example], made: Sequence[Example]) -> Iterator[float]:
    """Yield how right the choice is with weights from other sites, of either kind."""
    sites = sorted({one.site for one in (*real, *made)})
    random.Random(0).shuffle(sites)
    part_of = {site: number % _PARTS for number, site in enumerate(sites)}
    weights = [
        _fitted([one for one in (*real, *made) if part_of[one.site] != part])
        for part in range(_PARTS)
    ]
    for some in (real, made):
        yield fmean(one.gone_by(weights[part_of[one.site]]) for one in some)


def _fitted(examples: Sequence[Example]) -> ReadingSigns:
    """Return the weights with which right readings are likeliest."""
    tables = [np.array([one.signs for one in example.readings]) for example in examples]
    right = [np.array(example.rightness) for example in examples]
    good = [some >= some.max() - _NEARLY for some in right]

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        value, slope = _PRICE * weights @ weights, 2 * _PRICE * weights
        for table, is_good in zip(tables, good, strict=True):
            scores = table @ weights
            shares = np.exp(scores - scores.max())
            shares /= shares.sum()
            rightly = shares[is_good].sum()
            value -= np.log(rightly)
            slope -= table.T @ (shares * is_good / rightly - shares)
        return float(value), slope

    found = minimize(loss, np.zeros(len(WEIGHTS)), jac=True, method="L-BFGS-B")
    return ReadingSigns(*found.x.tolist())


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
