"""What one run of the benchmark yields: a row per case, strategy and variant."""

from dataclasses import dataclass
from typing import Protocol

from bench.process import Usage
from bench.score import Score
from bench.server import RequestLog


@dataclass(frozen=True, slots=True)
class Phase:
    """The cost of learning, or of crawling: at the server and in the process."""

    downloads: int
    requests: int
    pages: int
    statuses: dict[int, int]
    cpu_seconds: float
    wall_seconds: float
    peak_mb: float

    @property
    def cpu_ms_per_page(self) -> float:
        """CPU time for each HTML page that came, start-up included."""
        return 1000 * self.cpu_seconds / max(1, self.pages)


class _Measures(Protocol):
    @property
    def precision(self) -> float: ...
    @property
    def recall(self) -> float: ...
    @property
    def f1(self) -> float: ...


class Scored:
    """A row with a score, by which floors are held."""

    __slots__ = ()
    score: _Measures

    @property
    def precision(self) -> float:
        """As the score has it."""
        return self.score.precision

    @property
    def recall(self) -> float:
        """As the score has it."""
        return self.score.recall

    @property
    def f1(self) -> float:
        """As the score has it."""
        return self.score.f1


@dataclass(frozen=True, slots=True)
class Result(Scored):
    """How one strategy did on one case."""

    case: str
    strategy: str
    variant: str
    ended: str
    score: Score
    reachable_pages: int
    learn: Phase | None
    crawl: Phase | None
    unseen: Score | None = None
    """Of the pages that were hidden while learning: how many the crawler found."""
    detail: str = ""
    steps: int | None = None
    expected: int | None = None
    """How many targets the crawler was said to find."""
    found: int = 0

    @property
    def said_true(self) -> bool:
        """Whether the crawl found as many pages as it was said to, within five in a hundred."""
        return bool(self.expected) and abs((self.expected or 0) - self.found) <= 0.05 * self.found

    @property
    def key(self) -> str:
        """The name of this row among the floors."""
        return f"{self.case}/{self.strategy}/{self.variant}"

    @property
    def downloads_per_target(self) -> float | None:
        """What the crawl fetched for each target that it brought home."""
        if self.crawl is None or not self.score.hits:
            return None
        return self.crawl.downloads / self.score.hits


def phase(usage: Usage, log: RequestLog) -> Phase:
    """Put together what the process used and what the server saw."""
    return Phase(
        downloads=log.unique,
        requests=log.total,
        pages=len(log.pages),
        statuses=log.statuses,
        cpu_seconds=round(usage.cpu_seconds, 3),
        wall_seconds=round(usage.wall_seconds, 3),
        peak_mb=round(usage.peak_bytes / 1e6, 1),
    )
