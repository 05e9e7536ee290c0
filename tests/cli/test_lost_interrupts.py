"""Ctrl-C in a moment in which Python drops exceptions: it counts all the same."""

import subprocess
import sys

PROGRAM = """
import sys, time, weakref
from pagekin.cli import hear_again

class Thing:
    pass

def dropped(_):
    raise KeyboardInterrupt

sys.unraisablehook = hear_again
thing = Thing()
watched = weakref.ref(thing, dropped)
try:
    del thing
    print("dropped", flush=True)
    time.sleep(100)
except KeyboardInterrupt:
    print("heard")
"""


def test_ctrl_c_that_python_drops_is_heard_a_moment_later():
    ran = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=True
    )
    assert ran.stdout.split() == ["dropped", "heard"]
    assert not ran.stderr
