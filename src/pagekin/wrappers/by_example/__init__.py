"""Wrappers by example: learned from values that a person points out on pages."""

from pagekin.wrappers.by_example.example_induction import (
    FieldDoubt,
    Learned,
    LocatorChoice,
    choices,
    induce,
    learn,
)
from pagekin.wrappers.by_example.examples import Example

__all__ = ["Example", "FieldDoubt", "Learned", "LocatorChoice", "choices", "induce", "learn"]
