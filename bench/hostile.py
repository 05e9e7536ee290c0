"""Hostile answers: a shop one page of which is whatever a server may send, and what that does to each command.

    python -m bench.hostile [--only WORD]... [--command NAME]... [--results FILE [--again]] [--check]

Every command has to end by itself, without a fault, within the limits on memory and CPU time. Then it is run once
more, and Ctrl-C is pressed at a random moment of it: that has to end it, and all that it has started, within two
seconds. On a busy machine the clock is no fair measure, so those seconds do not count for which the command waited
for a processor that others used; but what it computes after Ctrl-C counts, and so does whatever else it waits for.

All trials take an hour and more. With --results each is written to a file as it comes, and those that the file has
are not tried again; with --again those are that went wrong.
"""

import argparse
import contextlib
import os
import random
import shutil
import signal
import socketserver
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator
from compileall import compile_dir
from dataclasses import replace
from itertools import islice
from pathlib import Path

import pagekin
from bench.hostile_answers import ANSWERS, Answer
from bench.hostile_results import Stopped, Tried, append_result, read_results, summary
from bench.process import last_line, measure

MEGABYTES = 600
CPU_SECONDS = 10.0
STOP_SECONDS = 2.0
WALL_SECONDS = 120.0
COMMANDS = ("learn", "crawl", "get", "import", "render")
_PAGEKIN = [sys.executable, "-m", "pagekin"]
_QUICK = ["--delay", "0", "--retries", "0", "--timeout", "3", "--no-autothrottle"]
_FAULT = "this is a fault of pagekin"
_PRODUCTS = 12
_EVIL = "/p/evil"
_MOST_SENT = 200_000_000
_MOMENTS = 50  # tenths of a second that a browser has to be gone after its command
_CHROMIUM = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")


class HostileShop:
    """A small shop on loopback; one of its products is answered as somebody chooses."""

    def __init__(self) -> None:
        self.answer: Answer | None = None
        shop = self

        class Handler(socketserver.StreamRequestHandler):
            def handle(self) -> None:
                with contextlib.suppress(OSError):
                    shop.talk(self.rfile.readline(), self)

        self._server = socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.05,))
        self._thread.start()

    def talk(self, first: bytes, handler: socketserver.StreamRequestHandler) -> None:
        """Answer one request, and hang up."""
        while handler.rfile.readline().strip():
            pass
        path = first.split(b" ")[1].decode() if b" " in first else ""
        if path == _EVIL and self.answer:
            sent = 0
            for piece in self.answer():
                handler.wfile.write(piece)
                sent += len(piece)
                if sent > _MOST_SENT:
                    return
            return
        body = _pages().get(path)
        status = b"404 Not Found" if body is None else b"200 OK"
        head = b"HTTP/1.1 %b\r\nContent-Type: text/html\r\nConnection: close\r\n" % status
        body = body or b"nothing here"
        handler.wfile.write(head + b"Content-Length: %d\r\n\r\n" % len(body) + body)

    def close(self) -> None:
        """End the server."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()


def _pages() -> dict[str, bytes]:
    items = "".join(f"<li><a href=/p/{n}>Cup {n}</a></li>" for n in range(_PRODUCTS))
    pages = {"/": f"<title>Shop</title><ul>{items}<li><a href={_EVIL}>Evil</a></li></ul>"}
    for n in (*range(_PRODUCTS), "evil"):
        pages[f"/p/{n}"] = (
            f"<!doctype html><title>Cup {n}</title><h1>Cup {n}</h1>"
            f"<table><tr><th>Price</th><td>${n}.00</td></tr></table><p>Nice cup {n}.</p>"
        )
    return {path: page.encode() for path, page in pages.items()}


class Trial:
    """Tries answers on commands, with a crawler that was learned while the shop was still honest."""

    def __init__(self, folder: Path, shop: HostileShop, slack: float) -> None:
        """Take how many times the limits on time may be exceeded: on a machine that is busy with others' work."""
        self._folder = folder
        self._shop = shop
        self._slack = slack
        self._crawler = folder / "crawler.json"
        self._log = folder / "log"
        if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
            # Shells let what they run in the background ignore Ctrl-C, and so would the commands started here.
            signal.signal(signal.SIGINT, signal.default_int_handler)
        learned = measure(self._command("learn"), limit=WALL_SECONDS, log=self._log)
        if learned.exit_code:
            raise SystemExit(f"cannot learn the honest shop: {last_line(self._log)}")
        shutil.copy(folder / "learned.json", self._crawler)

    def run(self, name: str, command: str, *, interrupts: bool) -> Tried:
        """Try one answer on one command; on request once more, with Ctrl-C."""
        self._shop.answer = ANSWERS[name]
        if command == "import":
            self._archive(name)
        used = measure(self._command(command), limit=WALL_SECONDS, log=self._log)
        megabytes, said = used.peak_bytes / 1e6, last_line(self._log)
        moment = random.Random(f"{name} {command}").uniform(0, used.wall_seconds)
        stopped = self._interrupted(command, moment) if interrupts else Stopped()
        wrong = [
            "did not end" if used.timed_out else "",
            "a fault" if _FAULT in self._log.read_text(encoding="utf-8", errors="replace") else "",
            "no reason" if used.exit_code and not said else "",
            "died" if used.exit_code < 0 else "",
            "memory" if megabytes > MEGABYTES else "",
            "CPU" if used.cpu_seconds > self._slack * CPU_SECONDS and command != "render" else "",
            f"Ctrl-C after {moment:.2f} s: {stopped.wrong}" if stopped.wrong else "",
        ]
        wrong = ", ".join(filter(None, wrong))
        return Tried(
            name,
            command,
            megabytes,
            used.cpu_seconds,
            used.wall_seconds,
            stopped,
            said,
            wrong,
        )

    def _interrupted(self, command: str, moment: float) -> Stopped:
        """Run a command, and press Ctrl-C so many seconds later."""
        with (
            tempfile.TemporaryDirectory(prefix="pagekin-bench-") as data,
            (self._folder / "interrupted").open("w+") as printed,
        ):
            process = subprocess.Popen(
                self._command(command),
                stdin=subprocess.DEVNULL,
                stdout=printed,
                stderr=printed,
                env={**_environment(), "PAGEKIN_DATA": data, "TMPDIR": data},
                cwd=self._folder,
                start_new_session=True,
            )
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(moment)
            stopped = _stopped(process, moment, self._slack * STOP_SECONDS, data)
            printed.seek(0)
            return replace(stopped, wrong="a fault") if _FAULT in printed.read() else stopped

    def _archive(self, name: str) -> None:
        """Write the answer into a WARC file, as far as it would be fetched."""
        block = b"".join(islice(ANSWERS[name](), 100))
        head = (
            f"WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: {self._shop.url}/\r\n"
            "WARC-Date: 2026-01-01T00:00:00Z\r\nWARC-Record-ID: <urn:uuid:1>\r\n"
            f"Content-Type: application/http\r\nContent-Length: {len(block)}\r\n\r\n"
        )
        (self._folder / "page.warc").write_bytes(head.encode() + block + b"\r\n\r\n")

    def _command(self, command: str) -> list[str]:
        sample = f"{self._shop.url}/p/1"
        match command:
            case "learn":
                rest = ["learn", sample, "-o", "learned.json", "--entry", self._shop.url, *_QUICK]
            case "crawl":
                rest = ["crawl", str(self._crawler), "-o", "pages.jsonl", *_QUICK]
            case "import":
                rest = ["import", "page.warc"]
            case "render":
                rest = ["crawl", str(self._crawler), "-o", "pages.jsonl", "--render", *_QUICK]
            case _:
                rest = ["get", sample, "-O", "cups.csv", "--entry", self._shop.url, *_QUICK]
        return [*_PAGEKIN, *rest]


def _stopped(
    process: "subprocess.Popen[bytes]", moment: float, limit: float, folder: str
) -> Stopped:
    """Press Ctrl-C, as a terminal does for a command and all that it has started, and wait for the end.

    Whatever it has started has the folder in its environment.
    """
    if process.poll() is not None:
        return Stopped(moment)
    began, before = time.monotonic(), _scheduled(process.pid)
    after = dict(before)
    os.killpg(process.pid, signal.SIGINT)
    while process.poll() is None and time.monotonic() < began + WALL_SECONDS:
        after |= _scheduled(process.pid)
        time.sleep(0.01)
    passed = time.monotonic() - began
    ran, waited = (
        sum(times[i] - before.get(one, (0.0, 0.0))[i] for one, times in after.items())
        for i in range(2)
    )
    # Threads mostly wait for each other, so that their waits add up; but what they do takes its time.
    own = min(passed, max(passed - waited, ran))
    is_left = _end_all(folder)
    process.wait()
    wrong = f"{own:.1f} s to end" if own > limit else "left processes behind" if is_left else ""
    return Stopped(moment, passed, ran, own, wrong)


def _scheduled(process: int) -> dict[str, tuple[float, float]]:
    """Return how long each thread of a process has run, and has waited for a processor, in seconds."""
    found = {}
    for file in Path(f"/proc/{process}/task").glob("*/schedstat"):
        with contextlib.suppress(OSError):
            ran, waited, _ = file.read_text().split()
            found[file.parent.name] = int(ran) / 1e9, int(waited) / 1e9
    return found


def _end_all(folder: str) -> bool:
    """End all processes with a folder in their environment, and return whether there were any after a moment."""
    for _ in range(_MOMENTS):
        left = _processes_with(folder)
        if not left:
            return False
        time.sleep(0.1)
    for process in left:
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
    return True


def _processes_with(folder: str) -> list[int]:
    found = []
    for file in Path("/proc").glob("[0-9]*/environ"):
        with contextlib.suppress(OSError):  # it has ended, or is somebody else's
            if folder.encode() in file.read_bytes():
                found.append(int(file.parent.name))
    return found


def _environment() -> dict[str, str]:
    return {k: v for k, v in os.environ.items() if not k.startswith("PAGEKIN_")}


@contextlib.contextmanager
def honest_shop(slack: float = 1.0) -> Iterator[Trial]:
    """Serve a shop that can be made hostile, and learn its crawler while it is not."""
    shop = HostileShop()
    try:
        with tempfile.TemporaryDirectory(prefix="pagekin-hostile-") as folder:
            yield Trial(Path(folder), shop, slack)
    finally:
        shop.close()


def main(arguments: list[str]) -> int:
    """Print the table; with --check, fail if anything was wrong."""
    chosen = _chosen(arguments)
    known = read_results(chosen.results) if chosen.results else []
    results = {(row.answer, row.command): row for row in known if not (chosen.again and row.wrong)}
    wanted = list(_wanted(chosen))
    # As it is installed: without that, a third of the time goes into compiling.
    compile_dir(Path(pagekin.__file__).parent, quiet=1)
    with honest_shop() as trial:
        for name, command in wanted:
            if (name, command) not in results:
                result = results[name, command] = trial.run(name, command, interrupts=True)
                print(result.row(), flush=True)
                if chosen.results:
                    append_result(chosen.results, result)
    asked = [results[each] for each in wanted]
    print(summary(asked, COMMANDS))
    wrong = [result for result in asked if result.wrong]
    for result in wrong:
        print("wrong:", result.row())
    return 1 if chosen.check and wrong else 0


def _chosen(arguments: list[str]) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m bench.hostile", description=__doc__)
    parser.add_argument("--only", action="append", default=[], help="answers with this in the name")
    parser.add_argument("--command", action="append", choices=COMMANDS, help="try only this one")
    parser.add_argument("--results", type=Path, help="write each trial here, and go on from there")
    parser.add_argument("--again", action="store_true", help="try again what went wrong before")
    parser.add_argument("--check", action="store_true", help="exit 1 if anything was wrong")
    return parser.parse_args(arguments)


def _wanted(chosen: argparse.Namespace) -> Iterator[tuple[str, str]]:
    """Yield the trials that were asked for: answer and command."""
    commands = chosen.command or [
        c for c in COMMANDS if c != "render" or any(map(shutil.which, _CHROMIUM))
    ]
    for name in ANSWERS:
        if not chosen.only or any(word in name for word in chosen.only):
            for command in commands:
                yield name, command


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
