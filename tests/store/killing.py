"""Kills a crawl again and again at random moments, and lets it go on until it comes to its end."""

import multiprocessing
import os
import random
import signal
import time
from multiprocessing import forkserver
from pathlib import Path
from unittest import mock

import synthetic

# A server that has everything loaded forks the processes: they start at once.
_PROCESSES = multiprocessing.get_context("forkserver")
_PROCESSES.set_forkserver_preload([synthetic.__name__])


def crawl_with_kills(location, products, kills, seed, longest=0.4):
    """Run the synthetic crawl, killing it at most so many times; give how often it was killed at work."""
    dice = random.Random(seed)
    with mock.patch.dict(os.environ, {"PYTHONPATH": str(Path(__file__).parent)}):
        forkserver.ensure_running()
    killed = 0
    while True:
        heard, told = _PROCESSES.Pipe(duplex=False)
        process = _PROCESSES.Process(target=synthetic.run, args=(location, products, told))
        process.start()
        told.close()
        try:
            heard.recv()
            if killed < kills:
                # Not waiting for anything: the moment is to be any moment.
                time.sleep(dice.uniform(0, longest))
                process.kill()
        except EOFError:
            pass  # there was nothing left to do
        process.join()
        heard.close()
        if process.exitcode == 0:
            return killed
        if process.exitcode != -signal.SIGKILL:
            raise RuntimeError(f"the crawl ended with exit code {process.exitcode}")
        killed += 1
