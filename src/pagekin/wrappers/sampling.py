"""Drawing: some of many things by lot, the same ones each time."""

from collections.abc import Iterable
from random import Random
from typing import TypeVar

T = TypeVar("T")
_SEED = 1


def random_sample(things: Iterable[T], number: int) -> list[T]:
    """Draw so many things in their order, each as likely as any other, holding no more at a time.

    Things stand in an order that means something: every seventh page may be of one shelf, as every
    seventh product is, and the first values of a column those of the first page. The lot knows no such
    rule; it is the same each time, so that the same pages always give the same wrapper.
    """
    lot = Random(_SEED)  # noqa: S311 - it keeps no secret
    kept: list[tuple[int, T]] = []
    for place, thing in enumerate(things):
        if place < number:
            kept.append((place, thing))
        elif (out := lot.randrange(place + 1)) < number:
            kept[out] = place, thing
    return [thing for _, thing in sorted(kept, key=lambda pair: pair[0])]
