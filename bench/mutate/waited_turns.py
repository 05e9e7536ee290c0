"""How long a process had to wait for a processor: on a busy machine, that is most of the time that passes."""

from pathlib import Path


def waited_for_a_turn(process: int | str = "self") -> float:
    """Return for how many seconds a process could have run, but others had the processors."""
    try:
        return int(Path(f"/proc/{process}/schedstat").read_text().split()[1]) / 1e9
    except OSError:  # it has ended, or the system does not tell
        return 0.0
