"""A bound on what would take minutes, whoever else keeps the machine busy."""

from contextlib import contextmanager
from time import process_time

# Many times what anything measured with it takes on a quiet machine: where caches and cores are shared, the same
# work takes several times as long even by the process's own clock. What grows too fast takes far longer.
SECONDS = 20


@contextmanager
def soon(seconds=SECONDS):
    """Fail if the block takes more of the processor's time than anything sound takes on any machine."""
    began = process_time()
    yield
    spent = process_time() - began
    assert spent < seconds, f"{spent:.0f} seconds of the processor's time"
