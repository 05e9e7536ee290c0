"""Whether weights would choose a class better than the rules do: `python -m bench.class_weights`; needs `pip install --group weights`.

A reading of a class has traits (`readings`), and the weights of these are learned so that the reading with the highest score is right as often as
possible. How right it is on sites that the weights were not learned from: the sites are divided into five parts, and each is decided with
weights learned from the other four. What is set aside is not looked at.
"""

import argparse
import pickle
import random
import sys
from collections import defaultdict
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from statistics import fmean

from bench.class_weights.examples import (
    EARLY,
    Example,
    from_case,
    from_early_search,
    from_made_site,
)
from bench.class_weights.fitting import Table, chosen, fitted, trait_names
from bench.corpus import APART, FRESH, LATER, PARTS, UNTRIED, CorpusError, Places, load_cases

# These stay for a figure at first sight.
_LEARNED_FROM = tuple(part for part in PARTS if part not in {APART, UNTRIED, LATER})
_PARTS = 5  # into which sites are divided
# How much an example counts: made-up sites and searches that have hardly begun less, the classes of the corpus, which are
# labelled one by one, more.
_COUNTS = {"made-up": 0.6, EARLY: 0.3, "captures": 3.0, "debian": 3.0}
_PROCESSES = 2


def main(arguments: list[str]) -> int:
    """Collect examples, learn from them, and say how right the choice is."""
    options = _parser().parse_args(arguments)
    if options.examples and options.examples.is_file():
        examples = pickle.loads(options.examples.read_bytes())  # noqa: S301 - what was kept here
    else:
        try:
            examples = _collected(options)
        except CorpusError as error:
            print(f"bench: {error}", file=sys.stderr)
            return 2
        if options.examples:
            options.examples.write_bytes(pickle.dumps(examples))
    names = trait_names(examples)
    _report("by the rules", examples, [one.by_rules for one in examples])
    _report("by weights learned from the other sites", examples, _cross_validated(examples, names))
    weights = _learned(examples, names)
    _report("by weights learned from all", examples, [chosen(one, weights) for one in examples])
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.class_weights", description=__doc__)
    add = parser.add_argument
    add("--cases", default="", metavar="REGEX", help="only those whose name matches")
    add("--max-pages", type=int, default=500, metavar="N", help="of a search [%(default)s]")
    add("--samples", type=int, default=4, metavar="N", help="for each class [%(default)s]")
    add("--made", type=int, default=700, metavar="N", help="made-up sites [%(default)s]")
    add("--seed", type=int, default=11001, metavar="S", help="which of them [%(default)s]")
    add(
        "--examples",
        type=Path,
        metavar="FILE",
        help="keep examples there, and take them from there",
    )
    return parser


def _collected(options: argparse.Namespace) -> list[Example]:
    places = Places.from_environment()
    cases = load_cases(places, parts=_LEARNED_FROM, names=options.cases)
    cases += load_cases(
        places, parts=(FRESH,), names=options.cases, set_aside=True
    )  # all of them have been looked at
    real = partial(from_case, max_pages=options.max_pages, samples=options.samples)
    found: list[Example] = []
    with ProcessPoolExecutor(_PROCESSES) as pool:
        for examples in pool.map(real, cases):
            found += examples
            print(f"{len(found)} examples", end="\r", file=sys.stderr, flush=True)
        for examples in pool.map(from_early_search, cases):
            found += examples
        for examples in pool.map(partial(from_made_site, options.seed), range(options.made)):
            found += examples
    return found


def _learned(examples: Sequence[Example], names: tuple[str, ...]) -> dict[str, float]:
    counts = [_COUNTS.get(one.part, 1.0) for one in examples]
    return fitted(Table.of(examples, counts, names))


def _cross_validated(examples: Sequence[Example], names: tuple[str, ...]) -> list[float]:
    """Return how right the choice is on each example, with weights from other sites."""
    sites = sorted({one.site for one in examples})
    random.Random(0).shuffle(sites)
    part_of = {site: number % _PARTS for number, site in enumerate(sites)}
    found = [0.0] * len(examples)
    for part in range(_PARTS):
        weights = _learned([one for one in examples if part_of[one.site] != part], names)
        for number, one in enumerate(examples):
            if part_of[one.site] == part:
                found[number] = chosen(one, weights)
    return found


def _report(title: str, examples: Sequence[Example], right: Sequence[float]) -> None:
    by_part: defaultdict[str, list[float]] = defaultdict(list)
    for one, value in zip(examples, right, strict=True):
        by_part[one.part].append(value)
    figures = ", ".join(f"{part} {fmean(values):.3f}" for part, values in by_part.items())
    print(f"{title}: {figures}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
