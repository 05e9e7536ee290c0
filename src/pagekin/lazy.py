"""Modules that are slow to load and seldom needed: loaded when something in them is first used."""

import importlib.util
import sys
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    """Stands for a module and loads it at its first use.

    The standard library's `LazyLoader` is not enough: up to Python 3.11, a second thread that uses a module
    while a first one is loading it finds it empty. Here the import system's own locks make it wait.
    """

    def __getattr__(self, name: str) -> Any:
        return getattr(importlib.import_module(self.__name__), name)


def lazy_module(name: str) -> Any:
    """Return a module that is loaded at its first use; that it exists is checked at once."""
    known = sys.modules.get(name)
    if known is not None:
        return known
    if importlib.util.find_spec(name) is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _LazyModule(name)
