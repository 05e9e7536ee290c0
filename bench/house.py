"""How the code is built, and what a page costs in it: one checkout, or two side by side.

Every figure is taken from outside: the source is read as text, commands run as processes of their own.
`--beside CHECKOUT` measures another checkout (an older one, with an environment of its own in `.venv`) in
the same run, command by command in turn, so that a busy machine is busy for both.
"""

import argparse
import ast
import json
import os
import resource
import socketserver
import statistics
import subprocess
import sys
import tempfile
import threading
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from http.server import BaseHTTPRequestHandler
from pathlib import Path

from pagekin.demo import Shop, ShopPageKind, serve, truth

_HERE = Path(__file__).resolve().parent.parent
_TICKS = os.sysconf("SC_CLK_TCK")
# Counts, while a command runs: HTML parses, extractions, calls from one package into another.
_COUNTING = """
import json, os, sys, threading
counts = {"parses": 0, "extractions": 0, "crossings": 0}
package = {}
def of(code):
    name = package.get(code.co_filename)
    if name is None:
        parts = code.co_filename.partition("/src/pagekin/")[2].split("/")
        name = package[code.co_filename] = parts[0] if parts[0] else "-"
    return name
def count(frame, event, arg):
    if event == "call":
        code = frame.f_code
        here = of(code)
        if here == "-":
            return
        if code.co_name == "extract" and code.co_filename.endswith("wrappers/apply.py"):
            counts["extractions"] += 1
        if code.co_name == "_parsed" and code.co_filename.endswith("dom/page.py"):
            counts["parses"] += 1
        back = frame.f_back
        there = of(back.f_code) if back else "-"
        if there != "-" and there != here:
            counts["crossings"] += 1
from pagekin.cli import _run
threading.setprofile(count)
sys.setprofile(count)
try:
    code = _run(sys.argv[2:])
finally:
    sys.setprofile(None)
    with open(sys.argv[1], "w") as file:
        json.dump(counts, file)
sys.exit(code)
"""
_COMMANDS = (
    "learn",
    "crawl",
    "get",
    "induce",
    "extract",
    "fields",
    "repair",
    "crawls",
    "store",
    "show",
)


@dataclass(frozen=True, slots=True)
class Checkout:
    """A checkout, and the interpreter whose environment it runs in."""

    root: Path
    python: Path

    def run(self, *arguments: str, **variables: str) -> subprocess.CompletedProcess[str]:
        """Run Python with this checkout's source and a data directory that is new."""
        with tempfile.TemporaryDirectory(prefix="pagekin-house-") as data:
            environment = {k: v for k, v in os.environ.items() if not k.startswith("PAGEKIN_")}
            environment |= {"PYTHONPATH": str(self.root / "src"), "PAGEKIN_DATA": data} | variables
            return subprocess.run(
                [str(self.python), *arguments],
                env=environment,
                cwd=data,
                capture_output=True,
                text=True,
                check=False,
            )

    def command(self, *arguments: str) -> tuple[float, str]:
        """Run a command; return the CPU seconds it took and what it printed."""
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        done = self.run("-m", "pagekin", *arguments)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        if done.returncode:
            raise SystemExit(f"{self.root}: pagekin {' '.join(arguments)}: {done.stderr}")
        return (
            after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime,
            done.stdout + done.stderr,
        )


def source_figures(checkout: Checkout) -> dict[str, float]:
    """Read the source: modules, lines, names that exist more than once, stiff docstrings."""
    package = checkout.root / "src" / "pagekin"
    lines, classes, modules, stiff = [], defaultdict(set), Counter(), 0
    for file in package.rglob("*.py"):
        text = file.read_text(encoding="utf-8")
        lines.append(text.count("\n"))
        tree = ast.parse(text)
        if "migrations" not in file.parts:
            name = file.parent.name if file.name == "__init__.py" else file.stem
            modules[name] += name != "__main__"
            for node in tree.body:
                if isinstance(node, ast.ClassDef) and not node.name.startswith("_"):
                    classes[node.name].add(file)
        kinds = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
        docs = (ast.get_docstring(node) for node in ast.walk(tree) if isinstance(node, kinds))
        stiff += sum(doc.startswith(("Give ", "Tell whether ")) for doc in docs if doc)
    return {
        "modules": len(lines),
        "lines": sum(lines),
        "lines of a module (median)": statistics.median(lines),
        "class names in several modules": sum(len(files) > 1 for files in classes.values()),
        "module names in several packages": sum(number > 1 for number in modules.values()),
        'docstrings "Give …", "Tell whether …"': stiff,
    }


def help_figures(checkout: Checkout) -> dict[str, float]:
    """Take the CPU seconds of help texts: of all commands, and the dearest of single ones."""
    single = {name: _least(lambda n=name: checkout.command(n, "--help")[0]) for name in _COMMANDS}
    dearest = max(single, key=lambda name: single[name])
    return {
        "pagekin --help, CPU s": _least(lambda: checkout.command("--help")[0]),
        "dearest COMMAND --help, CPU s": single[dearest],
    }


def first_request_figure(checkout: Checkout) -> dict[str, float]:
    """Take the CPU seconds that `pagekin get` uses before its first request."""

    def once() -> float:
        with _three_pages() as (origin, seen):
            done = checkout.run(
                "-c",
                "import os, sys; open(sys.argv[1], 'w').write(str(os.getpid()));"
                "from pagekin.cli import _run; sys.exit(_run(sys.argv[2:]))",
                str(seen.pid_file),
                "get",
                f"{origin}/1.html",
                "-O",
                "rows.csv",
                "--delay",
                "0",
            )
        if seen.cpu is None:
            raise SystemExit(f"{checkout.root}: get made no request: {done.stderr}")
        return seen.cpu

    return {"get before its first request, CPU s": _least(once)}


def page_figures(checkout: Checkout, products: int, tries: int) -> dict[str, float]:
    """Take the CPU milliseconds a page of `crawl` and `get` on the demo shop, and count parses in `get`."""
    found: dict[str, float] = {}
    with serve(Shop(products=products)) as server, tempfile.TemporaryDirectory() as folder:
        sample, crawler = _sample(server.url, products), Path(folder) / "crawler.json"
        quiet = ("--delay", "0", "--json")
        table = f"{folder}/rows.jsonl"
        got = [checkout.command("get", sample, "-O", table, *quiet) for _ in range(tries)]
        pages = _summary(got[0][1])["pages"]
        found["get, CPU ms a page"] = 1000 * min(cpu for cpu, _ in got) / pages
        checkout.command("get", sample, "-O", table, "--crawler", str(crawler), *quiet)
        crawls = [
            checkout.command("crawl", str(crawler), "-o", f"{folder}/pages.jsonl", *quiet)
            for _ in range(tries)
        ]
        pages = _summary(crawls[0][1])["pages"]
        found["crawl with all fields, CPU ms a page"] = 1000 * min(c for c, _ in crawls) / pages
        counts = Path(folder) / "counts.json"
        done = checkout.run("-c", _COUNTING, str(counts), "get", sample, "-O", table, *quiet)
        pages = _summary(done.stdout + done.stderr)["pages"]
        for name, number in json.loads(counts.read_text()).items():
            found[f"{name} a page in get"] = number / pages
    return found


def _figure(number: float) -> str:
    return f"{number:,.0f}" if number >= 1000 else f"{number:.3g}"


def _least(measure: Callable[[], float], tries: int = 5) -> float:
    return min(measure() for _ in range(tries))


def _sample(origin: str, products: int) -> str:
    pages = truth(Shop(products=products))
    path = next(page.path for page in pages if page.kind is ShopPageKind.PRODUCT)
    return origin.rstrip("/") + path


def _summary(output: str) -> dict[str, int]:
    line = next(line for line in reversed(output.splitlines()) if line.startswith("{"))
    return json.loads(line)  # type: ignore[no-any-return]


class _Seen:
    """The CPU seconds that the process at work had used when it asked for the first page."""

    def __init__(self, pid_file: Path) -> None:
        self.pid_file = pid_file
        self.cpu: float | None = None

    def note(self) -> None:
        if self.cpu is None:
            fields = Path(f"/proc/{self.pid_file.read_text()}/stat").read_text().rsplit(")", 1)[1]
            user, system = fields.split()[11:13]
            self.cpu = (int(user) + int(system)) / _TICKS


@contextmanager
def _three_pages() -> Iterator[tuple[str, _Seen]]:
    """Serve three pages that link to each other."""
    with tempfile.TemporaryDirectory() as folder:
        seen = _Seen(Path(folder) / "pid")

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                seen.note()
                links = "".join(f'<li><a href="/{n}.html">Page {n}</a></li>' for n in (1, 2, 3))
                number = self.path[1:2]
                known = self.path in {"/", "/1.html", "/2.html", "/3.html"}
                body = f"<title>Page {number}</title><h1>Page {number}</h1><ul>{links}</ul><p>{number} euros"
                self.send_response(200 if known else 404)
                self.send_header("Content-Type", "text/html")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body.encode())

            def log_message(self, *_: object) -> None:
                """Say nothing."""

        with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
            threading.Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_address[1]}", seen
            server.shutdown()


def main() -> None:
    """Print a table, one column a checkout."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--beside", type=Path, help="another checkout with its own .venv")
    parser.add_argument("--products", type=int, default=300)
    parser.add_argument("--tries", type=int, default=3)
    options = parser.parse_args()
    checkouts = [Checkout(_HERE, Path(sys.executable))]
    if options.beside:
        other = options.beside.resolve()
        checkouts.insert(0, Checkout(other, other / ".venv" / "bin" / "python"))
    measures: list[Callable[[Checkout], dict[str, float]]] = [
        source_figures,
        help_figures,
        first_request_figure,
        lambda checkout: page_figures(checkout, options.products, options.tries),
    ]
    print("| | " + " | ".join(checkout.root.name for checkout in checkouts) + " |")
    print("|---|" + "---|" * len(checkouts))
    for measure in measures:
        columns = [measure(checkout) for checkout in checkouts]
        for name in columns[-1]:
            cells = (f"{_figure(column.get(name, float('nan')))}" for column in columns)
            print(f"| {name} | " + " | ".join(cells) + " |", flush=True)


if __name__ == "__main__":
    main()
