"""Questions that a learned crawler leaves open: pages that a person would have to judge."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class KinReading:
    """One of two ways to understand what the samples have in common: how many of the pages seen, and which."""

    pages: int
    examples: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class KinQuestion:
    """Whether pages such as these are like the samples, too, and what each answer would mean.

    It is answered by learning again: with the first page of `about` as another sample, or as a negative.
    """

    about: tuple[str, ...]
    assumed: bool  # what the crawler goes by
    yes: KinReading
    no: KinReading
