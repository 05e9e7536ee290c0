"""What hostile answers did to commands: rows of a file that a run can be continued from, and their summary."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

_HEAD = (
    "| command | trials | wrong | most CPU time | most memory | longest end after Ctrl-C |\n"
    "|---|---|---|---|---|---|"
)


@dataclass(frozen=True, slots=True)
class Stopped:
    """How a command ended after Ctrl-C; `wrong` is empty if it did so in time, with all that it had started."""

    moment: float = 0.0  # seconds after its start
    wall_seconds: float = 0.0  # from Ctrl-C to the end
    cpu_seconds: float = 0.0  # used in between
    own_seconds: float = 0.0  # in between, without those for which it waited for a processor
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Tried:
    """What one answer did to one command; `wrong` is empty if all was well."""

    answer: str
    command: str
    megabytes: float
    cpu_seconds: float
    wall_seconds: float
    stopped: Stopped
    said: str
    wrong: str

    def row(self) -> str:
        """Return a line of the table."""
        stopped = f"{self.stopped.wall_seconds:5.2f} s ({self.stopped.cpu_seconds:.2f} s CPU)"
        cost = f"{self.megabytes:5.0f} MB {self.cpu_seconds:5.1f} s {stopped}"
        return f"{self.answer:32.32} {self.command:7} {cost}  {self.wrong or 'ok'}  {self.said:.60}"


def read_results(file: Path) -> list[Tried]:
    """Return the rows of a file, of each trial the last; none if there is no such file."""
    if not file.exists():
        return []
    rows: dict[tuple[str, str], Tried] = {}
    for line in file.read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        rows[row["answer"], row["command"]] = Tried(**row | {"stopped": Stopped(**row["stopped"])})
    return list(rows.values())


def append_result(file: Path, result: Tried) -> None:
    """Add a row to a file."""
    with file.open("a", encoding="utf-8") as rows:
        rows.write(json.dumps(asdict(result)) + "\n")


def summary(results: Sequence[Tried], commands: Iterable[str]) -> str:
    """Return the worst of each command, as a table in Markdown."""
    lines = [_HEAD]
    for command in commands:
        rows = [row for row in results if row.command == command]
        if rows:
            lines.append(f"| {command} | {len(rows)} | {_wrong(rows)} | {_worst(rows)} |")
    wall = sum(row.wall_seconds for row in results)
    text = f"{len(results)} trials, {_wrong(results)} wrong; {wall / 60:.0f} minutes without Ctrl-C"
    return "\n".join([*lines, "", text])


def _wrong(rows: Iterable[Tried]) -> int:
    return sum(bool(row.wrong) for row in rows)


def _worst(rows: Sequence[Tried]) -> str:
    cpu = max(rows, key=lambda row: row.cpu_seconds)
    memory = max(rows, key=lambda row: row.megabytes)
    last = max(rows, key=lambda row: row.stopped.own_seconds)
    stopped = last.stopped
    end = f"{stopped.own_seconds:.1f} s, of which {stopped.cpu_seconds:.1f} s CPU; by the clock"
    return (
        f"{cpu.cpu_seconds:.1f} s ({cpu.answer}) | {memory.megabytes:.0f} MB ({memory.answer}) | "
        f"{end} {stopped.wall_seconds:.1f} s ({last.answer})"
    )
