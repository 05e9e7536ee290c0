"""What is to be measured: every case with every strategy, in every variant asked for."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field

from bench.corpus import Case


@dataclass(frozen=True, slots=True)
class Job:
    """One case, one strategy, and what the learner is given and not given."""

    case: Case
    strategy: str
    variant: str
    samples: tuple[str, ...]
    negatives: tuple[str, ...] = ()
    entry: bool = True
    hidden: frozenset[str] = frozenset()

    @property
    def folder(self) -> str:
        """A name for the folder that keeps this job's files."""
        return f"{self.case.name}.{self.strategy}.{self.variant}"


@dataclass(frozen=True, slots=True)
class Wanted:
    """Which variants of each case to run; by default the case as it stands."""

    strategies: tuple[str, ...] = ("gogetit",)
    entry: bool = True
    other_samples: int = 0
    hide: float = 0.0
    samples: tuple[str, ...] = field(default=())
    negatives: tuple[str, ...] = field(default=())


def jobs(cases: list[Case], wanted: Wanted) -> Iterator[Job]:
    """List the jobs; cases in their order, each with its strategies side by side."""
    base = "entry" if wanted.entry else "no-entry"
    if wanted.negatives or wanted.samples:
        base += f"+samples{len(wanted.samples) or 1}-not{len(wanted.negatives)}"
    if wanted.hide:
        base += f"+hide{wanted.hide:g}"
    for case in cases:
        hidden = hidden_targets(case, wanted.hide)
        samples = wanted.samples or (case.sample,)
        choices = [(base, samples)]
        if wanted.other_samples:
            others = other_samples(case, wanted.other_samples, hidden)
            choices = [(f"{base}+sample{n}", (page,)) for n, page in enumerate(others, 1)]
        for variant, given in choices:
            for strategy in wanted.strategies:
                yield Job(case, strategy, variant, given, wanted.negatives, wanted.entry, hidden)


def other_samples(case: Case, count: int, hidden: frozenset[str] = frozenset()) -> list[str]:
    """Draw other targets of a class to learn from; the same ones every time."""
    others = sorted(case.targets - {case.sample} - hidden)
    return random.Random(f"samples of {case.name}").sample(others, min(count, len(others)))


def hidden_targets(case: Case, share: float) -> frozenset[str]:
    """Draw the targets that do not exist yet while the crawler is learned."""
    others = sorted(case.targets - {case.sample, case.entry})
    drawn = random.Random(f"hidden of {case.name}").sample(others, round(share * len(others)))
    return frozenset(drawn)
