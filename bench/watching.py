"""A process watched from outside while it fetches pages: its CPU time, its memory, and what a page costs."""

import os
import subprocess
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from operator import attrgetter
from pathlib import Path

from bench.gauge import Gauge

_PARTS = 10
_EVERY_SECONDS = 0.25
_TICKS = os.sysconf("SC_CLK_TCK")
# A list that turns up late does not make what came before it lists.
_NEARLY_ALL = 0.999


@dataclass(frozen=True, slots=True)
class Sample:
    """The state of a process at one moment: CPU and memory so far, and requests at the server."""

    pages: int
    cpu_seconds: float
    peak_mb: float
    targets: int = 0  # among the pages
    gauged: int = 0  # runs of the gauge


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a crawl: what a page cost in it, in CPU time and in runs of the gauge (0: there is none)."""

    cpu_ms: float
    runs: float = 0.0


def watch(
    command: list[str],
    pages: Callable[[], int],
    environment: Mapping[str, str] | None = None,
    *,
    targets: Callable[[], int] = lambda: 0,
    gauge: Gauge | None = None,
) -> list[Sample]:
    """Run a command and look at its process again and again until it ends."""
    samples = []
    variables = {**os.environ, **(environment or {})}
    with subprocess.Popen(command, stdin=subprocess.DEVNULL, env=variables) as process:
        while True:
            if gauge:
                gauge.run()
            cpu, peak = cpu_seconds(process.pid), _peak_mb(process.pid)
            samples.append(Sample(pages(), cpu, peak, targets(), gauge.runs if gauge else 0))
            try:
                code = process.wait(_EVERY_SECONDS)
            except subprocess.TimeoutExpired:
                continue
            break
    if code:
        raise SystemExit(f"bench: exit {code} from {' '.join(command)}")
    return samples


def among_lists(samples: Sequence[Sample]) -> list[Sample]:
    """Return what was seen while lists were fetched, which come first."""
    return list(samples[: _first_of_targets(samples) + 1])


def among_targets(samples: Sequence[Sample]) -> list[Sample]:
    """Return what was seen when (nearly) all lists were done."""
    return list(samples[_first_of_targets(samples) :])


def _first_of_targets(samples: Sequence[Sample]) -> int:
    lists = [sample.pages - sample.targets for sample in samples]
    return next(place for place, count in enumerate(lists) if count >= _NEARLY_ALL * lists[-1])


def tenths(samples: Sequence[Sample], gauge: Gauge | None = None) -> list[Part]:
    """Work out what a page cost in each tenth of the pages; starting up is not in it."""
    started = sum(sample.pages == 0 for sample in samples)
    samples = samples[max(0, started - 1) :]
    first, last = samples[0].pages, samples[-1].pages
    places = [first + (last - first) * part / _PARTS for part in range(_PARTS + 1)]
    cpu = [_value_at(samples, place, attrgetter("cpu_seconds")) for place in places]
    gauged = [round(_value_at(samples, place, attrgetter("gauged"))) for place in places]
    size = max(1, last - first) / _PARTS
    parts = []
    for (before, after), (since, until) in zip(pairwise(cpu), pairwise(gauged), strict=True):
        cost = (after - before) / size
        speed = gauge.speed(since, until) if gauge and until > since else 0.0
        parts.append(Part(1000 * cost, cost / speed if speed else 0.0))
    return parts


def _value_at(samples: Sequence[Sample], pages: float, value: Callable[[Sample], float]) -> float:
    """Interpolate what was counted when so many pages were done."""
    before = samples[0]
    for sample in samples:
        if sample.pages >= pages:
            span = sample.pages - before.pages
            share = (pages - before.pages) / span if span else 1.0
            return value(before) + share * (value(sample) - value(before))
        before = sample
    return value(before)


def cpu_seconds(pid: int) -> float:
    """Read how much CPU time a process has had."""
    # The name of the program, in brackets, may hold spaces: count from behind it.
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / _TICKS


def _peak_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text(encoding="utf-8").splitlines()
    peak = next((line.split()[1] for line in status if line.startswith("VmHWM:")), "0")
    return int(peak) * 1024 / 1e6
