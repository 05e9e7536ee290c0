"""Sampling: choose some of many things, the same ones each time."""

from collections.abc import Callable, Iterable
from hashlib import blake2b
from heapq import heappush, heapreplace
from random import Random
from typing import TypeVar

T = TypeVar("T")
_SEED = 1


def random_sample(things: Iterable[T], number: int) -> list[T]:
    """Return at most `number` things in their order, each as likely as any other.

    Things often come in a meaningful order: every seventh page may be of one shelf, and the first
    values of a column are those of the first page. A random choice follows no such rule. Its seed is
    fixed: the same things in the same order give the same sample. No more than `number` things are
    held at a time.
    """
    lot = Random(_SEED)  # noqa: S311 - it keeps no secret
    kept: list[tuple[int, T]] = []
    for place, thing in enumerate(things):
        if place < number:
            kept.append((place, thing))
        elif (out := lot.randrange(place + 1)) < number:
            kept[out] = place, thing
    return [thing for _, thing in sorted(kept, key=lambda pair: pair[0])]


def stable_sample(things: Iterable[T], number: int, key: Callable[[T], str]) -> list[T]:
    """Return at most `number` things in the order of their keys, chosen by the keys alone.

    The order of the things does not matter: the pages of a crawl arrive as the network delivers
    them, and the same pages must give the same wrapper. No more than `number` things are held at a
    time.
    """
    kept: list[tuple[int, int, T]] = []
    for place, thing in enumerate(things):
        digest = blake2b(key(thing).encode(errors="surrogatepass"), digest_size=8).digest()
        entry = -int.from_bytes(digest), -place, thing
        if len(kept) < number:
            heappush(kept, entry)
        elif entry[:2] > kept[0][:2]:
            heapreplace(kept, entry)
    return sorted((thing for _, _, thing in kept), key=key)
