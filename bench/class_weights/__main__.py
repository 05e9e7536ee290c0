"""Learn the weights again: `python -m bench.class_weights --write`; needs `pip install --group weights`.

Without `--write` it only says how right the choice is on sites that the weights were not learned from: the sites are divided into five parts,
and each is decided with weights learned from the other four. What is set aside is not looked at.
"""

import argparse
import pickle
import random
import sys
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
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
from bench.corpus import FRESH, PARTS, REPOSITORY, CorpusError, Places, load_cases

_WEIGHTS = REPOSITORY / "src" / "pagekin" / "similarity" / "class_weights.py"
_NOTHING = "none is likely"
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
    _report("as learned from the other sites", examples, _cross_validated(examples, names))
    weights = _learned(examples, names)
    _report("as learned from all", examples, [chosen(one, weights) for one in examples])
    if options.write:
        _WEIGHTS.write_text(_module(weights, examples), encoding="utf-8")
        print(f"written: {_WEIGHTS}")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.class_weights", description=__doc__)
    add = parser.add_argument
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
    add("--write", action="store_true", help="write the weights into the source")
    return parser


def _collected(options: argparse.Namespace) -> list[Example]:
    places = Places.from_environment()
    cases = load_cases(places, parts=PARTS)
    cases += load_cases(places, parts=(FRESH,), set_aside=True)  # all of them have been looked at
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


def _module(weights: dict[str, float], examples: Sequence[Example]) -> str:
    """Return the source of the module with the weights."""
    made = sum(one.part == "made-up" for one in examples)
    real = len({one.name for one in examples if one.part != "made-up"})
    nothing = weights[_NOTHING]
    lines = [f'    "{name}": {value:.2f},' for name, value in _sorted(weights) if name != _NOTHING]
    return "\n".join((_HEAD.format(real=real, made=made), *lines, "}", _FOOT.format(nothing), ""))


def _sorted(weights: dict[str, float]) -> Iterator[tuple[str, float]]:
    order: Callable[[str], tuple[bool, str]] = lambda name: (":" not in name, name)  # noqa: E731
    for name in sorted(weights, key=order):
        yield name, weights[name]


_HEAD = '''"""What counts how much when the reading of a class is chosen: weights of the traits in `class_readings`.

Learned by `python -m bench.class_weights --write` from {real} page classes on real sites and {made} made-up sites; not written by hand.
The names are those of `ReadingContext.traits`: *alone* is a reading among all pages, *within* the same inside the *wider* class, *part* the best part of it.
"""

from collections.abc import Mapping

WEIGHTS: Mapping[str, float] = {{'''
_FOOT = "# The score of having no reading at all: what is unlike all other pages is taken then.\nUNLIKE = {:.2f}"

if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
