"""One figure of a micro-benchmark, its rival and its limit; and how to take CPU time."""

import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """What was measured, for how much, against whom, and what is demanded of it."""

    name: str
    value: float
    unit: str
    rival: str = ""
    rival_value: float | None = None
    at_most: float | None = None
    """The limit on the value."""
    ratio: float | None = None
    """How the value relates to the rival's; work out which way round from `ratio_means`."""
    ratio_means: str = ""
    ratio_at_most: float | None = None
    ratio_at_least: float | None = None

    @property
    def failures(self) -> list[str]:
        """Say which limits do not hold."""
        broken = []
        if self.at_most is not None and self.value > self.at_most:
            broken.append(
                f"{self.name}: {self.value:.3g} {self.unit}, the limit is {self.at_most:g}"
            )
        ratio = self.ratio or 0.0
        if self.ratio_at_most is not None and ratio > self.ratio_at_most:
            broken.append(
                f"{self.name}: {ratio:.3g}× {self.rival}, at most {self.ratio_at_most:g}×"
            )
        if self.ratio_at_least is not None and ratio < self.ratio_at_least:
            broken.append(
                f"{self.name}: {ratio:.3g}× {self.rival}, at least {self.ratio_at_least:g}×"
            )
        return broken

    def __str__(self) -> str:
        text = f"{self.name:<28}{self.value:>12.4g} {self.unit:<12}"
        if self.rival_value is not None:
            text += f"{self.rival:<30}{self.rival_value:>12.4g} {self.unit:<12}"
        if self.ratio is not None:
            text += f"{self.ratio:>9.4g}× {self.ratio_means}"
        return text.rstrip()


def cpu_ms(work: Callable[[], object]) -> float:
    """Measure the CPU time of one call in milliseconds."""
    began = time.process_time_ns()
    work()
    return (time.process_time_ns() - began) / 1e6


def least_cpu_ms(work: Callable[[], object], times: int = 5) -> float:
    """Measure the CPU time of work that can be repeated: the least is the least disturbed."""
    return min(cpu_ms(work) for _ in range(times))


def least_of_rounds(rounds: Iterable[list[float]]) -> list[float]:
    """Take the least of each item over several rounds of the same items."""
    return [min(times) for times in zip(*rounds, strict=True)]
