"""Do the tests notice when the code is wrong? Small faults are put into a package, one at a time.

    python -m bench.mutate crawl values --number 40

For each package a sample of faults is drawn (the same one for the same seed): a comparison turned round, a
condition negated, a number off by one, a result dropped, a call left out. The tests that run the changed line
are run against each; a fault that none of them notices has survived, and is printed with its place. Which
tests run which line is found out first, by one run of the package's tests under coverage.
"""

import argparse
import ast
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from itertools import accumulate
from pathlib import Path
from queue import SimpleQueue

_HERE = Path(__file__).resolve().parent.parent
_SOURCE = _HERE / "src" / "pagekin"
_LONGEST = 120.0  # seconds; a fault that makes the tests hang is noticed, too
_MOST_TESTS = 40  # of those that run a line; the quickest first
PACKAGES = (
    "store",
    "archive",
    "fetch",
    "crawl",
    "discovery",
    "similarity",
    "navigation",
    "wrappers/repair",
    "values",
    "output",
)
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
_Node = ast.expr | ast.stmt
_OPERATORS = {ast.Add: "-", ast.Sub: "+", ast.Mult: "+", ast.FloorDiv: "*", ast.Div: "*"}


@dataclass(frozen=True, slots=True)
class Fault:
    """A piece of a file, and what stands there instead."""

    file: Path  # below src/pagekin
    line: int
    start: int  # offsets into the file
    end: int
    instead: str
    what: str

    def applied(self, text: bytes) -> bytes:
        """Return the file with the fault in it."""
        return text[: self.start] + self.instead.encode() + text[self.end :]

    def shown(self, text: bytes) -> str:
        """Describe the fault in a line."""
        was = " ".join(text[self.start : self.end].decode().split())
        return f"{self.file}:{self.line}: {self.what}: {was[:60]!r} → {self.instead[:60]!r}"


def faults_in(file: Path) -> Iterator[Fault]:
    """Yield every fault that can be put into a file."""
    text = _Text((_SOURCE / file).read_bytes())
    tree = ast.parse(text.content)
    unseen = _unseen(tree)
    for node in ast.walk(tree):
        if node not in unseen:
            for turn in (_of_conditions, _of_values, _of_statements):
                for there, instead, what in turn(node, text):
                    yield Fault(file, there.lineno, *text.place(there), instead, what)


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
            yield node, f"({word.join(map(text.of, values))})", "and/or"
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
            yield node, repr(value + 1), "constant"


def _of_statements(node: ast.AST, _: _Text) -> Iterator[tuple[_Node, str, str]]:
    match node:
        case ast.Return(value=ast.Constant(value=None)) | ast.Return(value=None):
            return
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
    """Find what no test could notice: annotations, decorators, `if TYPE_CHECKING`, assertions."""
    roots: list[ast.AST] = []
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            roots += node.decorator_list
            roots += [node.returns] if node.returns else []
            roots += [
                arg.annotation
                for arg in ast.walk(node.args)
                if isinstance(arg, ast.arg) and arg.annotation
            ]
        elif isinstance(node, ast.ClassDef):
            roots += node.decorator_list
        elif isinstance(node, ast.AnnAssign):
            roots.append(node.annotation)
        elif isinstance(node, ast.Assert):
            roots.append(node)
    return {below for root in roots for below in ast.walk(root)}


def sample(package: str, number: int, seed: int) -> list[Fault]:
    """Draw faults of a package at random: first the file, then the line, so that all parts get some."""
    files = sorted(
        file.relative_to(_SOURCE)
        for file in (_SOURCE / package).rglob("*.py")
        if "migrations" not in file.parts
    )
    drawn = random.Random(f"{seed} {package}")
    by_file = {file: list(faults_in(file)) for file in files}
    chosen: list[Fault] = []
    while len(chosen) < number and any(by_file.values()):
        weights = [len(by_file[file]) for file in files]
        found = by_file[drawn.choices(files, weights)[0]]
        chosen.append(found.pop(drawn.randrange(len(found))))
    return chosen


def tests_by_line(package: str, tests: list[str]) -> dict[tuple[str, int], list[str]]:
    """Run the tests once under coverage; return which tests run which line."""
    with tempfile.TemporaryDirectory(prefix="pagekin-mutate-") as folder:
        data = Path(folder) / "coverage"
        settings = Path(folder) / "coveragerc"
        settings.write_text(
            f"[run]\ndata_file = {data}\ndynamic_context = test_function\n"
            f"source = {_SOURCE / package}\nconcurrency = thread\n"
        )
        done = subprocess.run(
            [
                sys.executable,
                "-m",
                "coverage",
                "run",
                f"--rcfile={settings}",
                "-m",
                "pytest",
                "-q",
                "-p",
                "no:cacheprovider",
                *tests,
            ],
            cwd=_HERE,
            env=_environment(_HERE / "src"),
            capture_output=True,
            text=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"the tests of {package} fail as they are:\n{done.stdout[-2000:]}")
        return _read(data)


def _read(data: Path) -> dict[tuple[str, int], list[str]]:
    found: defaultdict[tuple[str, int], list[str]] = defaultdict(list)
    with sqlite3.connect(data) as database:
        rows = database.execute(
            "SELECT file.path, context.context, line_bits.numbits FROM line_bits "
            "JOIN file ON file.id = line_bits.file_id JOIN context ON context.id = line_bits.context_id"
        )
        for path, context, bits in rows:
            if context:
                for place, byte in enumerate(bits):
                    for bit in range(8):
                        if byte >> bit & 1:
                            found[path, 8 * place + bit].append(context)
    return found


class Copies:
    """Copies of the source, one for each fault that is tried at the same time."""

    def __init__(self, folder: Path, number: int) -> None:
        self._free: SimpleQueue[Path] = SimpleQueue()
        for one in range(number):
            copy = folder / str(one) / "src"
            shutil.copytree(_HERE / "src", copy, ignore=shutil.ignore_patterns("__pycache__"))
            self._free.put(copy)

    def noticed(self, fault: Fault, tests: list[str], selected: str) -> bool:
        """Whether some test fails with the fault in place."""
        copy = self._free.get()
        file = copy / "pagekin" / fault.file
        text = file.read_bytes()
        try:
            file.write_bytes(fault.applied(text))
            return _fails(copy, tests, selected)
        finally:
            file.write_bytes(text)
            self._free.put(copy)


def _fails(source: Path, tests: list[str], selected: str) -> bool:
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-q",
        "-x",
        "-p",
        "no:cacheprovider",
        "-n",
        "0",
        *tests,
    ]
    command += ["-k", selected] if selected else []
    # Tests start processes that may outlive them: no pipe may wait for those, and a hung test takes its own along.
    process = subprocess.Popen(
        command,
        cwd=_HERE,
        env=_environment(source),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )
    try:
        return process.wait(_LONGEST) not in {0, 5}
    except subprocess.TimeoutExpired:
        return True
    finally:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _environment(source: Path) -> dict[str, str]:
    return os.environ | {
        "PYTHONPATH": str(source),
        "PYTHONDONTWRITEBYTECODE": "1",
        "HYPOTHESIS_PROFILE": "default",
    }


def _selected(contexts: list[str]) -> tuple[list[str], str]:
    """Turn the names of test functions as coverage has them into files and an expression for pytest."""
    files, names = set(), set()
    for context in contexts[:_MOST_TESTS]:
        module, _, name = context.rpartition(".")
        found = list((_HERE / "tests").rglob(module.split(".")[-1] + ".py")) or list(
            (_HERE / "tests").rglob(module.split(".")[0] + ".py")
        )
        files |= {str(file.relative_to(_HERE)) for file in found}
        names.add(name)
    return sorted(files), " or ".join(sorted(names))


def measure(package: str, number: int, seed: int, jobs: int) -> float:
    """Try faults of a package; print the survivors, and return the share that was noticed."""
    tests = [f"tests/{package}"]
    covered = tests_by_line(package, tests)
    faults = sample(package, number, seed)
    survived: list[str] = []
    with tempfile.TemporaryDirectory(prefix="pagekin-mutate-") as folder:
        copies = Copies(Path(folder), jobs)

        def survives(fault: Fault) -> str | None:
            contexts = covered.get((str(_SOURCE / fault.file), fault.line), [])
            shown = fault.shown((_SOURCE / fault.file).read_bytes())
            if (
                not contexts
            ):  # run while the module is loaded, or in another process: any test may tell
                return None if copies.noticed(fault, tests, "") else f"{shown} (run by no test)"
            return None if copies.noticed(fault, *_selected(contexts)) else shown

        with ThreadPoolExecutor(jobs) as pool:
            survived = [one for one in pool.map(survives, faults) if one]
    share = 1 - len(survived) / len(faults)
    print(f"{package}: {share:.0%} of {len(faults)} faults were noticed; not noticed:")
    for one in survived:
        print(f"  {one}")
    return share


def main() -> None:
    """Measure the packages named, or all."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("packages", nargs="*", default=PACKAGES)
    parser.add_argument("--number", type=int, default=40, help="faults a package")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--least", type=float, default=0.0, help="exit with 1 below this share")
    options = parser.parse_args()
    shares = [
        measure(package, options.number, options.seed, options.jobs) for package in options.packages
    ]
    sys.exit(min(shares) < options.least)


if __name__ == "__main__":
    main()
