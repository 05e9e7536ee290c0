"""A set of 64-bit hashes in little memory: millions of them stand for what a crawl has to recognise."""

import mmap
import tempfile
from array import array
from collections.abc import Iterable
from hashlib import blake2b

_SMALLEST = 1 << 10
_NONE = 0  # an empty slot
# Slots, 128 MB: those of a larger set are in a file, of which the system keeps in memory what fits.
_IN_MEMORY = 1 << 24


def hash64(*parts: str | bytes) -> int:
    """Return a hash of a fact that is the same in every process, on every machine; never 0."""
    digest = blake2b(digest_size=8)
    for part in parts:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(b"%d:" % len(data))
        digest.update(data)
    return int.from_bytes(digest.digest(), "big", signed=True) or 1


class HashSet64:
    """A set of hashes from `hash64`. At most half of its slots are taken: 16 to 32 bytes for each hash.

    More than eight million of them are in a temporary file without a name, mapped into memory: what is in use
    is held in memory as long as there is room, and nobody runs out of it.
    """

    def __init__(self, known: Iterable[int] = ()) -> None:
        self._slots = _empty_slots(_SMALLEST)
        self._mask = _SMALLEST - 1
        self._count = 0
        self.update(known)

    def __len__(self) -> int:
        return self._count

    def __contains__(self, number: int) -> bool:
        return self._slots[self._slot(number)] == number

    def add(self, number: int) -> None:
        """Add a number."""
        self.update((number,))

    def update(self, numbers: Iterable[int]) -> None:
        """Add many numbers at once: a crawl that is resumed has millions."""
        slots, mask = self._slots, self._mask
        for number in numbers:
            place = number & mask  # the numbers are digests: their last bits are as good as random
            while (there := slots[place]) != number:
                if there == _NONE:
                    slots[place] = number
                    self._count += 1
                    if 2 * self._count > mask:
                        self._grow()
                        slots, mask = self._slots, self._mask
                    break
                place = (place + 1) & mask

    def _slot(self, number: int) -> int:
        """Return the slot of a number, or the free one where it would go."""
        slots, mask = self._slots, self._mask
        place = number & mask
        while (there := slots[place]) != number and there != _NONE:
            place = (place + 1) & mask
        return place

    def _grow(self) -> None:
        before, size = self._slots, 2 * len(self._slots)
        slots, mask = _empty_slots(size), size - 1
        for number in before:
            if number != _NONE:
                place = number & mask
                while slots[place] != _NONE:
                    place = (place + 1) & mask
                slots[place] = number
        self._slots, self._mask = slots, mask


def _empty_slots(count: int) -> "array[int] | memoryview[int]":
    if count <= _IN_MEMORY:
        return array("q", bytes(8)) * count
    with tempfile.TemporaryFile(prefix="pagekin-hashes-") as file:
        file.truncate(8 * count)  # takes room only where something is written
        return memoryview(mmap.mmap(file.fileno(), 8 * count)).cast("q")
