"""Random-looking draws that are the same in every run: a hash of a seed and a purpose."""

from collections.abc import Sequence
from hashlib import blake2b
from typing import TypeVar

T = TypeVar("T")

_DIGEST_BYTES = 64
_REFILL_BELOW = 1 << 48


class Dice:
    """A stream of draws for one purpose, e.g. `Dice(seed, "price", slot, epoch)`.

    A new purpose gets dice of its own, so that what is drawn for one thing never shifts another.
    """

    __slots__ = ("_key", "_pool", "_round")

    def __init__(self, seed: int, *purpose: str | int) -> None:
        self._key = f"{seed}/{purpose}"
        self._round = 0
        self._pool = 0

    def below(self, limit: int) -> int:
        """Draw a whole number from 0 to limit - 1."""
        if self._pool < _REFILL_BELOW:
            self._round += 1
            text = f"{self._key}#{self._round}".encode()
            digest = blake2b(text, digest_size=_DIGEST_BYTES).digest()
            self._pool = int.from_bytes(digest, "little")
        self._pool, drawn = divmod(self._pool, limit)
        return drawn

    def between(self, low: int, high: int) -> int:
        """Draw a whole number from low to high, both included."""
        return low + self.below(high - low + 1)

    def chance(self, percent: int) -> bool:
        """Return True with the given probability in percent."""
        return self.below(100) < percent

    def pick(self, options: Sequence[T]) -> T:
        """Draw one of the options."""
        return options[self.below(len(options))]
