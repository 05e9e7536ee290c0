"""Fits weights: of the readings of a class, a right one should have the highest score.

The chance of a reading is its share of the exponentials of all scores. What is maximised is the logarithm of the F1 that is expected so,
averaged over the examples, with a small price on large weights.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from scipy.optimize import minimize

from bench.class_weights.examples import Example

_PRICE = 0.001  # of a weight, squared, in the unit of what varies
_FLOOR = 0.05  # added to what is expected, so that no single example counts without bound


@dataclass(frozen=True, slots=True)
class Table:
    """Examples as numbers: a row for each reading, a column for each trait."""

    names: tuple[str, ...]
    values: np.ndarray
    rightness: np.ndarray
    starts: np.ndarray  # of each example, among the rows
    sizes: np.ndarray
    counts: np.ndarray  # how much each example counts

    @classmethod
    def of(
        cls, examples: Sequence[Example], counts: Sequence[float], names: tuple[str, ...]
    ) -> "Table":
        """Put examples into a table."""
        sizes = np.array([len(one.traits) for one in examples])
        column = {name: number for number, name in enumerate(names)}
        values = np.zeros((sizes.sum(), len(names)))
        rows = (traits for one in examples for traits in one.traits)
        for row, traits in enumerate(rows):
            for name, value in traits.items():
                values[row, column[name]] = value
        rightness = np.array([right for one in examples for right in one.rightness])
        starts = np.concatenate(([0], np.cumsum(sizes)[:-1]))
        return cls(names, values, rightness, starts, sizes, np.array(counts))


def trait_names(examples: Sequence[Example]) -> tuple[str, ...]:
    """Return the names of all traits."""
    return tuple(sorted({name for one in examples for traits in one.traits for name in traits}))


def fitted(table: Table) -> dict[str, float]:
    """Return the weight of each trait."""
    spread = table.values.std(axis=0) + 1e-9
    scaled = (table.values - table.values.mean(axis=0)) / spread
    example = np.repeat(np.arange(len(table.sizes)), table.sizes)
    total = table.counts.sum()

    def loss(weights: np.ndarray) -> tuple[float, np.ndarray]:
        scores = scaled @ weights
        highest = np.maximum.reduceat(scores, table.starts)
        shares = np.exp(scores - highest[example])
        shares /= np.add.reduceat(shares, table.starts)[example]
        expected = np.add.reduceat(shares * table.rightness, table.starts)
        value = -(table.counts * np.log(expected + _FLOOR)).sum() / total
        pull = shares * (table.rightness - expected[example])
        pull *= (table.counts / (expected + _FLOOR))[example]
        slope = -(scaled.T @ pull) / total + 2 * _PRICE * weights
        return float(value + _PRICE * weights @ weights), slope

    found = minimize(
        loss, np.zeros(len(table.names)), jac=True, method="L-BFGS-B", options={"maxiter": 400}
    )
    return dict(zip(table.names, (found.x / spread).tolist(), strict=True))


def chosen(example: Example, weights: dict[str, float]) -> float:
    """Return how right the reading with the highest score is."""
    scores = [
        sum(weights.get(name, 0.0) * value for name, value in traits.items())
        for traits in example.traits
    ]
    return example.rightness[scores.index(max(scores))]
