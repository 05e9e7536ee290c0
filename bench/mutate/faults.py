"""Faults: a comparison turned round, a condition negated, a number changed, a result dropped, a call left out."""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path

HERE = Path(__file__).resolve().parents[2]
SOURCE = HERE / "src" / "pagekin"
_COMPARED = {
    ast.Lt: "<=",
    ast.LtE: "<",
    ast.Gt: ">=",
    ast.GtE: ">",
    ast.Eq: "!=",
    ast.NotEq: "==",
    ast.In: "not in",
    ast.NotIn: "in",
    ast.Is: "is not",
    ast.IsNot: "is",
}
_OPERATORS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Div: "*"}
_SMALL = 10  # from here on one more is no fault that anybody would notice, but twice as much is
# Options that say how a thing is done or shown, not what comes of it.
_NO_BEHAVIOUR = {"strict", "repr", "stacklevel", "maxsize", "slots", "kw_only", "help", "daemon"}
_LOGS = {"log", "_log", "logger", "_logger", "logging"}
_Node = ast.expr | ast.stmt


@dataclass(frozen=True, slots=True)
class Fault:
    """A piece of a file, and what stands there instead."""

    file: Path  # below src/pagekin
    lines: tuple[int, ...]  # of the statement; none if it is run when the module is loaded
    line: int
    start: int  # offsets into the file
    end: int
    instead: str
    what: str

    def applied(self, text: bytes) -> bytes:
        """Return the file with the fault in it."""
        return text[: self.start] + self.instead.encode() + text[self.end :]

    def shown(self) -> str:
        """Describe the fault in a line."""
        text = (SOURCE / self.file).read_bytes()
        was = " ".join(text[self.start : self.end].decode().split())
        instead = " ".join(self.instead.split())
        return f"{self.file}:{self.line}: {self.what}: {was[:70]!r} → {instead[:70]!r}"


def faults_in(file: Path) -> Iterator[Fault]:
    """Yield every fault that can be put into a file."""
    text = _Text((SOURCE / file).read_bytes())
    tree = ast.parse(text.content)
    unseen, lines = _unseen(tree), lines_of_statements(tree)
    for node in ast.walk(tree):
        if node not in unseen:
            for turn in (_of_conditions, _of_values, _of_statements):
                for there, instead, what in turn(node, text):
                    place = text.place(there)
                    yield Fault(file, lines.get(node, ()), there.lineno, *place, instead, what)


def replacement(file: Path, was: str, instead: str, what: str) -> Fault | None:
    """Return the fault of one text in place of another, None unless that stands there exactly once."""
    content = (SOURCE / file).read_bytes()
    if content.count(was.encode()) != 1:
        return None
    start = content.index(was.encode())
    first = content.count(b"\n", 0, start) + 1
    around = {lines for lines in lines_of_statements(ast.parse(content)).values() if first in lines}
    lines = min(around, key=len, default=())
    return Fault(file, lines, first, start, start + len(was.encode()), instead, what)


def sample(package: str, number: int, seed: int) -> list[Fault]:
    """Draw faults of a package at random, the same ones for the same seed."""
    files = sorted(
        file.relative_to(SOURCE)
        for file in (SOURCE / package).rglob("*.py")
        if "migrations" not in file.parts
    )
    found = [fault for file in files for fault in faults_in(file)]
    drawn = random.Random(f"{seed} {package}")
    return drawn.sample(found, min(number, len(found)))


def lines_of_statements(tree: ast.Module) -> dict[ast.AST, tuple[int, ...]]:
    """Return the lines of the statement that each node is part of, for what stands inside functions.

    A function that remembers its results is run by the first test, but tells all others what it told that.
    """
    found: dict[ast.AST, tuple[int, ...]] = {}
    for function in ast.walk(tree):
        if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef) and not any(
            "cache" in ast.unparse(decorator) for decorator in function.decorator_list
        ):
            for part in function.body:
                for statement in ast.walk(part):
                    if isinstance(statement, ast.stmt):
                        _note(statement, found)
    return found


def _note(statement: ast.stmt, found: dict[ast.AST, tuple[int, ...]]) -> None:
    """Note the lines of a statement, of a compound one those of its head."""
    body = getattr(statement, "body", None) or getattr(statement, "cases", None)
    end = (statement.end_lineno or 0) + 1
    if isinstance(body, list):
        first = body[0].pattern if isinstance(body[0], ast.match_case) else body[0]
        end = max(first.lineno, statement.lineno + 1)
    lines = tuple(range(statement.lineno, end))
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        found[node] = lines
        waiting += [one for one in ast.iter_child_nodes(node) if not isinstance(one, ast.stmt)]


class _Text:
    """The text of a file, with the places of its nodes in bytes."""

    def __init__(self, content: bytes) -> None:
        self.content = content
        self._lines = [0, *accumulate(map(len, content.splitlines(keepends=True)))]

    def place(self, node: _Node) -> tuple[int, int]:
        """Return where a node begins and ends."""
        return (
            self._lines[node.lineno - 1] + node.col_offset,
            self._lines[(node.end_lineno or 0) - 1] + (node.end_col_offset or 0),
        )

    def of(self, node: _Node) -> str:
        """Return the source of a node."""
        start, end = self.place(node)
        return self.content[start:end].decode()


def _of_conditions(node: ast.AST, text: _Text) -> Iterator[tuple[_Node, str, str]]:
    match node:
        case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in _COMPARED:
            yield node, f"({text.of(left)} {_COMPARED[type(op)]} {text.of(right)})", "comparison"
        case ast.BoolOp(op=op, values=values):
            word = " or " if isinstance(op, ast.And) else " and "
            yield node, f"({word.join(f'({text.of(value)})' for value in values)})", "and/or"
            yield node, f"({text.of(values[0])})", "condition left out"
        case ast.UnaryOp(op=ast.Not(), operand=operand):
            yield node, f"({text.of(operand)})", "not"
        case ast.If(test=test) | ast.While(test=test) | ast.IfExp(test=test):
            yield test, f"(not ({text.of(test)}))", "condition"


def _of_values(node: ast.AST, text: _Text) -> Iterator[tuple[_Node, str, str]]:
    match node:
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            if not (_is_text(left) or _is_text(right)):
                instead = f"({text.of(left)} {_OPERATORS[type(op)]} {text.of(right)})"
                yield node, instead, "operator"
        case ast.Constant(value=bool() as value):
            yield node, str(not value), "constant"
        case ast.Constant(value=int() | float() as value):
            yield node, repr(value + 1 if value < _SMALL else 2 * value), "constant"


def _of_statements(node: ast.AST, _: _Text) -> Iterator[tuple[_Node, str, str]]:
    match node:
        case ast.Return(value=ast.Constant(value=None | False)) | ast.Return(value=None):
            return  # None is as false as False
        case ast.Return():
            yield node, "return None", "result dropped"
        case ast.Expr(value=ast.Call() | ast.Await()):
            yield node, "pass", "call left out"
        case ast.Break():
            yield node, "continue", "break"
        case ast.Continue():
            yield node, "break", "continue"


def _is_text(node: ast.expr) -> bool:
    return isinstance(node, ast.JoinedStr) or (
        isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


def _unseen(tree: ast.Module) -> set[ast.AST]:
    """Find what is no behaviour: annotations, decorators, assertions, log texts, how things are shown to debuggers."""
    roots: list[ast.AST] = []
    for node in ast.walk(tree):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                roots += _around(node)
            case ast.ClassDef():
                roots += node.decorator_list
            case ast.AnnAssign():
                roots.append(node.annotation)
            case ast.FormattedValue(format_spec=ast.expr() as written):
                roots.append(written)
            case ast.keyword(arg=name) if name in _NO_BEHAVIOUR:
                roots.append(node)
            case ast.Expr(value=ast.Call(func=ast.Attribute(value=ast.Name(id=name)))) if (
                name in _LOGS
            ):
                roots.append(node)
            case ast.Assert() | ast.If(test=ast.Name(id="TYPE_CHECKING")):
                roots.append(node)
            case ast.Assign(targets=[ast.Name(id="__all__")]):
                roots.append(node)
    return {below for root in roots for below in ast.walk(root)}


def _around(function: ast.FunctionDef | ast.AsyncFunctionDef) -> list[ast.AST]:
    """Return what stands around the body of a function; all of it if it is for debuggers."""
    if function.name == "__repr__":
        return [function]
    arguments = [arg for arg in ast.walk(function.args) if isinstance(arg, ast.arg)]
    annotations = [function.returns, *(arg.annotation for arg in arguments)]
    return [*function.decorator_list, *filter(None, annotations)]
