"""Slows down when the server does: a brisk one is not spared."""

# Seconds; a server that answers within this is not in trouble. Our own work between two answers
# counts as latency, too, and must not slow us down.
BRISK = 0.25
# Seconds; a server that is slower than this is not helped by asking even less often.
_LONGEST = 10.0
_OK = 200


class Throttle:
    """The delay between two requests that the latency of a server's answers calls for."""

    def __init__(self) -> None:
        self.delay = 0.0

    def saw(self, latency: float, status: int, most: int) -> None:
        """Learn from an answer that took `latency` seconds while `most` requests may be under way.

        A server that needs that long gets a request every `latency / most` seconds; slower at once,
        faster step by step. Error pages come quickly whatever the load, so they never speed it up.
        """
        if not self.delay and latency <= BRISK:
            return
        wanted = latency / most if latency > BRISK else 0.0
        delay = min(max(wanted, (self.delay + wanted) / 2), _LONGEST)
        if status == _OK or delay > self.delay:
            self.delay = delay
