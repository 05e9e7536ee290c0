"""Runs a command and measures it alone: CPU time, wall time and peak memory.

A process reports as its peak memory at least what its parent held when it was started. So this file
is also a program: a small one that stands between the benchmark and the command.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from dataclasses import asdict, dataclass
from pathlib import Path


@dataclass(frozen=True, slots=True)
class Usage:
    """What a command used, and how it ended."""

    exit_code: int
    cpu_seconds: float
    wall_seconds: float
    peak_bytes: int
    timed_out: bool

    @property
    def ended(self) -> str:
        """Say in a word how the command ended."""
        if self.timed_out:
            return "timeout"
        return "ok" if self.exit_code == 0 else f"exit {self.exit_code}"


def measure(command: list[str], *, limit: float, log: Path) -> Usage:
    """Run a command for at most `limit` seconds in the folder of `log`, where its words go.

    The caller's own settings, as variables or as a file in the current folder, stay out of it, and so
    does what was stored before: the command has a data directory of its own, which is empty.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PAGEKIN_")}
    between = [sys.executable, "-S", "-E", __file__, str(limit), str(log), *command]
    with tempfile.TemporaryDirectory(prefix="pagekin-bench-") as data:
        report = subprocess.run(
            between,
            check=True,
            stdout=subprocess.PIPE,
            cwd=log.parent,
            env=environment | {"PAGEKIN_DATA": data},
        ).stdout
    return Usage(**json.loads(report))


def last_line(log: Path) -> str:
    """Quote the last thing that a command said, to explain how it ended."""
    lines = log.read_text(encoding="utf-8", errors="replace").split("\n")
    return next((line.strip() for line in reversed(lines) if line.strip()), "")


def _run(limit: float, log: str, command: list[str]) -> Usage:
    began = time.monotonic()
    with Path(log).open("wb") as printed:
        child = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=printed,
            stderr=printed,
            start_new_session=True,
        )
    late = threading.Event()

    def end() -> None:
        late.set()
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)

    timer = threading.Timer(limit, end)
    timer.start()
    try:
        _, status, used = os.wait4(child.pid, 0)
    except KeyboardInterrupt:
        end()
        raise
    finally:
        timer.cancel()
    child.returncode = os.waitstatus_to_exitcode(status)
    return Usage(
        exit_code=child.returncode,
        cpu_seconds=used.ru_utime + used.ru_stime,
        wall_seconds=time.monotonic() - began,
        peak_bytes=used.ru_maxrss * 1024,
        timed_out=late.is_set(),
    )


if __name__ == "__main__":
    usage = _run(float(sys.argv[1]), sys.argv[2], sys.argv[3:])
    sys.stdout.write(json.dumps(asdict(usage)))
