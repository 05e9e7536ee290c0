"""Puts a fault into a module that is loaded already, by giving the function that has it another body.

Whoever has imported the function has the faulty one, too, so the tests need not be loaded anew for each fault.
That works for what stands inside of functions; what is run when a module is loaded takes a new process.
"""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from types import CodeType, FunctionType

from bench.mutate.faults import Fault

_WRAPPED = ("fget", "fset", "fdel", "__func__", "func", "__wrapped__")  # by decorators


def swap_in(fault: Fault, text: bytes) -> bool:
    """Have a loaded module do what the fault says; return whether that could be done.

    `text` is the source without the fault. A module that is not loaded yet will come with the fault.
    """
    module = sys.modules.get(_module_name(fault.file))
    if module is None:
        return True
    place = _function_around(fault, text)
    if place is None:
        return False
    names, first_line = place
    code = _code_at(
        compile(fault.applied(text), str(module.__file__), "exec"), names[-1], first_line
    )
    function = _function_at(module, names, first_line)
    if code is None or function is None or code.co_freevars != function.__code__.co_freevars:
        return False
    function.__code__ = code
    return True


def _module_name(file: Path) -> str:
    parts = ("pagekin", *file.with_suffix("").parts)
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _function_around(fault: Fault, text: bytes) -> tuple[tuple[str, ...], int] | None:
    """Return the names that lead to the outermost function whose body has the fault, and its first line."""
    lines = text.splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    waiting: list[tuple[ast.AST, tuple[str, ...]]] = [(ast.parse(text), ())]
    while waiting:
        node, names = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            first, last = node.body[0], node.body[-1]
            start = starts[first.lineno - 1] + first.col_offset
            end = starts[(last.end_lineno or 0) - 1] + (last.end_col_offset or 0)
            if start <= fault.start and fault.end <= end:
                head = min([node.lineno, *(one.lineno for one in node.decorator_list)])
                return (*names, node.name), head
            continue
        inner = (*names, node.name) if isinstance(node, ast.ClassDef) else names
        waiting += [(child, inner) for child in ast.iter_child_nodes(node)]
    return None


def _code_at(code: CodeType, name: str, first_line: int) -> CodeType | None:
    if code.co_name == name and code.co_firstlineno == first_line:
        return code
    inner = (one for one in code.co_consts if isinstance(one, CodeType))
    found = (_code_at(one, name, first_line) for one in inner)
    return next((one for one in found if one), None)


def _function_at(module: object, names: tuple[str, ...], first_line: int) -> FunctionType | None:
    owner: object = module
    for name in names[:-1]:
        owner = vars(owner).get(name)
        if not isinstance(owner, type):
            return None
    name = names[-1]
    if name.startswith("__") and not name.endswith("__") and len(names) > 1:
        name = f"_{names[-2].lstrip('_')}{name}"
    for function in _functions_in(vars(owner).get(name)):
        if function.__code__.co_firstlineno == first_line:
            return function
    return None


def _functions_in(thing: object) -> Iterator[FunctionType]:
    """Yield a function, or those that a decorator has wrapped."""
    if isinstance(thing, FunctionType):
        yield thing
    for name in _WRAPPED:
        inner = getattr(thing, name, None) if thing is not None else None
        if inner is not None and inner is not thing:
            yield from _functions_in(inner)
