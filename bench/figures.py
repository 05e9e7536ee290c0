"""A measured number beside what it must be."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Figure:
    """A measured number, and what it must be."""

    name: str
    value: float
    least: float | None = None
    most: float | None = None

    @property
    def holds(self) -> bool:
        """Whether it is what it must be."""
        return (self.least is None or self.value >= self.least) and (
            self.most is None or self.value <= self.most
        )

    def __str__(self) -> str:
        demand = f"  (at least {self.least:,})" if self.least is not None else ""
        demand += f"  (at most {self.most:,})" if self.most is not None else ""
        return f"{self.name:60} {self.value:14,.2f}{demand}{'' if self.holds else '  FAILS'}"
