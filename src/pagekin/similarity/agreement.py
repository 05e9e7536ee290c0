"""How well two splits of the same pages agree: squared normalised mutual information."""

from math import log2, sqrt


def entropy(count: int, total: int) -> float:
    """Return the entropy, in bits, of a split of `total` pages into `count` and the others."""
    if count <= 0 or count >= total:
        return 0.0
    share = count / total
    return -share * log2(share) - (1 - share) * log2(1 - share)


def agreement(one: int, other: int, both: int, total: int, entropies: float) -> float:
    """Return how well a split into `one` and the rest agrees with a split into `other` and the rest.

    `both` pages are in `one` and in `other`; `entropies` is the product of the two splits' entropies.
    The result is 1 for the same split, and 0 if they coincide no more often than by chance.
    """
    if both * total <= one * other:
        return 0.0
    mutual = 0.0
    for cell, row, column in (
        (both, one, other),
        (one - both, one, total - other),
        (other - both, total - one, other),
        (total - one - other + both, total - one, total - other),
    ):
        if cell:
            mutual += cell / total * log2(cell * total / (row * column))
    return min(1.0, max(0.0, mutual / sqrt(entropies)) ** 2)
