"""Modules that take long to load and are needed seldom: loaded when something in them is first used."""

import contextlib
import importlib
import importlib.machinery
import importlib.util
import sys
from collections.abc import Iterator, Sequence
from importlib.abc import Loader
from types import ModuleType
from typing import Any


class _LazyModule(ModuleType):
    """Stands for a module and loads it at its first use.

    The standard library's `LazyLoader` is not enough: up to Python 3.11, a second thread that uses a module
    while a first one is loading it finds it empty. Here the import system's own locks make it wait.
    """

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):  # asked for by the import system itself
            raise AttributeError(f"module {self.__name__!r} has no attribute {name!r}")
        if sys.modules.get(self.__name__) is not self:
            return getattr(importlib.import_module(self.__name__), name)
        inner = f"{self.__name__}.{name}"  # in a block of lazy imports: only modules can be meant
        path = self.__dict__.get("__path__")
        if path is None or importlib.machinery.PathFinder.find_spec(inner, path) is None:
            raise AttributeError(f"{inner} is no module: it cannot be imported lazily")
        return importlib.import_module(inner)


def lazy_module(name: str) -> Any:
    """Return a module that is loaded at its first use; that it exists is checked at once."""
    known = sys.modules.get(name)
    if known is not None:
        return known
    if importlib.util.find_spec(name) is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    return _LazyModule(name)


@contextlib.contextmanager
def lazy_imports() -> Iterator[None]:
    """Have the modules of pagekin that are imported in the block loaded at their first use.

    Modules only, for to import something out of a module is to use it:

        with lazy_imports():
            from pagekin.app import get as app
    """
    finder = _LazyFinder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)
        finder.forget()


class _LazyFinder(Loader):
    """Finds modules of pagekin, and puts something that stands for them in their place."""

    def __init__(self) -> None:
        self._made: list[str] = []

    def find_spec(
        self, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        """Find a module; None if it is none of ours."""
        if not fullname.startswith("pagekin."):
            return None
        spec = importlib.machinery.PathFinder.find_spec(fullname, path, target)
        if spec is not None:
            spec.loader = self
        return spec

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType:
        """Make what stands for a module."""
        self._made.append(spec.name)
        return _LazyModule(spec.name)

    def exec_module(self, module: ModuleType) -> None:
        """Load nothing yet."""

    def forget(self) -> None:
        """Let the import system find the modules themselves: whoever has imported others keeps those."""
        for name in self._made:
            module = sys.modules.pop(name, None)
            package, _, leaf = name.rpartition(".")
            around = sys.modules.get(package)
            if module and around and around.__dict__.get(leaf) is module:
                delattr(around, leaf)
