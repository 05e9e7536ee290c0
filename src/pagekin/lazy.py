"""Modules that are slow to load and seldom needed: loaded when something in them is first used."""

import importlib.util
import sys
from typing import Any


def lazy_module(name: str) -> Any:
    """Return a module that is loaded at its first use; that it exists is checked at once."""
    known = sys.modules.get(name)
    if known is not None:
        return known
    spec = importlib.util.find_spec(name)
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError(f"No module named {name!r}", name=name)
    spec.loader = importlib.util.LazyLoader(spec.loader)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
