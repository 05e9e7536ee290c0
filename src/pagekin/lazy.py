"""Modules that take long to load and are needed seldom: loaded when something in them is first used."""

import contextlib
import importlib.machinery
import importlib.util
import sys
import threading
from collections.abc import Iterator, Sequence
from importlib.abc import Loader
from types import ModuleType
from typing import Any

# What the import system asks of a module before anybody uses it.
_ASKED_BEFORE = frozenset({"__class__", "__dict__", "__name__", "__path__", "__spec__"})
_LOADING = threading.RLock()


def lazy_module(name: str) -> Any:
    """Return a module that is loaded at its first use; that it exists is checked now."""
    known = sys.modules.get(name)
    if known is not None:
        return known
    with lazy_imports():
        return importlib.import_module(name)


@contextlib.contextmanager
def lazy_imports() -> Iterator[None]:
    """Have the modules of pagekin that are imported in the block loaded at their first use.

    They have to be imported as modules, for something out of a module is a use of it:

        with lazy_imports():
            from pagekin.app import get as app
    """
    sys.meta_path.insert(0, _LazyFinder)
    try:
        yield
    finally:
        sys.meta_path.remove(_LazyFinder)


class _LazyFinder(importlib.machinery.PathFinder):
    """Finds modules of pagekin, and has them loaded later."""

    @classmethod
    def find_spec(
        cls, fullname: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> importlib.machinery.ModuleSpec | None:
        if not fullname.startswith("pagekin."):
            return None
        spec = super().find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = _LazyLoader(spec.loader)
        return spec


class _LazyLoader(Loader):
    """Leaves a module unloaded until it is used."""

    def __init__(self, loader: Loader) -> None:
        self._loader = loader

    def create_module(self, spec: importlib.machinery.ModuleSpec) -> ModuleType | None:
        return self._loader.create_module(spec)

    def exec_module(self, module: ModuleType) -> None:
        if module.__spec__ is not None:
            module.__spec__.loader = self._loader
        module.__loader__ = self._loader
        module.__class__ = _UnloadedModule


class _UnloadedModule(ModuleType):
    """A module before its first use; modules inside it may be used all the same."""

    def __getattribute__(self, name: str) -> Any:
        if name in _ASKED_BEFORE:
            return object.__getattribute__(self, name)
        inner = object.__getattribute__(self, "__dict__").get(name)
        if isinstance(inner, ModuleType):
            return inner
        if _LazyFinder in sys.meta_path and _is_inside(self, name):
            return importlib.import_module(f"{self.__name__}.{name}")
        _load(self)
        return getattr(self, name)


def _is_inside(package: ModuleType, name: str) -> bool:
    """Return whether a package has a module of this name."""
    path = package.__dict__.get("__path__")
    find = importlib.machinery.PathFinder.find_spec
    return path is not None and find(f"{package.__name__}.{name}", path) is not None


def _load(module: ModuleType) -> None:
    """Load a module, after the package that it is in."""
    with _LOADING:
        package = sys.modules.get(module.__name__.rpartition(".")[0])
        if isinstance(package, _UnloadedModule):
            _load(package)
        spec = module.__spec__
        if not isinstance(module, _UnloadedModule) or spec is None or spec.loader is None:
            return  # another thread was faster
        object.__setattr__(module, "__class__", ModuleType)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            object.__setattr__(module, "__class__", _UnloadedModule)
            raise
