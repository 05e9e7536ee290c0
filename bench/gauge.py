"""How fast the machine is at the moment: a fixed piece of work, timed again and again beside what is measured.

CPU time is no fixed measure where others are at work, too: caches and memory are shared, and the same work
takes up to twice as long. What is to be compared over an hour is therefore also given in runs of this work.
"""

import statistics
import time
from array import array

_SIZE = 1500  # about half a millisecond
_ODD = 10  # one in so many, at either end, is not counted: something came between


class Gauge:
    """Does the work now and then, in the thread that asks for it."""

    def __init__(self) -> None:
        self.seconds = 0.0  # of CPU, in all
        self._times = array("d")

    @property
    def runs(self) -> int:
        """How often the work was done."""
        return len(self._times)

    def run(self) -> None:
        """Do the work once more; it makes nothing that the garbage collector would look at."""
        began = time.thread_time()
        made = {str(number): number for number in range(_SIZE)}
        self._times.append(time.thread_time() - began)
        self.seconds += self._times[-1]
        del made

    def speed(self, since: int, until: int) -> float:
        """Return the CPU seconds of one run, from those that were done between two times."""
        times = sorted(self._times[since:until])
        odd = len(times) // _ODD
        return statistics.fmean(times[odd : len(times) - odd])
