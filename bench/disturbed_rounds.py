"""What came of disturbed work: rounds, in a file that a soak can be continued from, and their table."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

KILL, SERVER, DATABASE, DISK = "kill -9", "server away", "database away", "disk full"


@dataclass(frozen=True, slots=True)
class Round:
    """One piece of work: how often it was disturbed in which way, and what was not as it should be."""

    work: str
    happened: dict[str, int]
    gave_up: int  # times that it ended with a reason, and was run again
    problems: list[str]


def read_rounds(file: Path) -> list[Round]:
    """Return the rounds of a file; none if there is no such file."""
    if not file.exists():
        return []
    return [Round(**json.loads(line)) for line in file.read_text(encoding="utf-8").splitlines()]


def append_round(file: Path, one: Round) -> None:
    """Add a round to a file."""
    with file.open("a", encoding="utf-8") as rounds:
        rounds.write(json.dumps(asdict(one)) + "\n")


def times_disturbed(rounds: Iterable[Round]) -> Counter[tuple[str, str]]:
    """Return how often each work was disturbed in each way."""
    times: Counter[tuple[str, str]] = Counter()
    for one in rounds:
        for how, number in one.happened.items():
            times[one.work, how] += number
    return times


def table(rounds: Sequence[Round], works: Iterable[str]) -> str:
    """Return what happened, in Markdown."""
    lines = ["| work | disturbed by | times | rounds | identical |", "|---|---|---|---|---|"]
    times = times_disturbed(rounds)
    for work in works:
        for how in (KILL, SERVER, DATABASE, DISK):
            if times[work, how]:
                some = [one for one in rounds if one.work == work and how in one.happened]
                different = sum(bool(one.problems) for one in some)
                verdict = f"**{different} were not**" if different else "all"
                lines.append(f"| {work} | {how} | {times[work, how]} | {len(some)} | {verdict} |")
    kills = sum(number for (_, how), number in times.items() if how == KILL)
    outages = sum(times.values()) - kills
    given_up = sum(one.gave_up for one in rounds)
    end = f"{given_up} times work gave up with a reason and was run again"
    return "\n".join(
        [*lines, "", f"{kills} kills and {outages} outages in {len(rounds)} rounds; {end}"]
    )
