"""What the archive costs: processor time of appending and reading beside compressing alone, and memory.

python -m bench.archive [FOLDER OF PAGES]
"""

import resource
import sys
import tempfile
import time
import zlib
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from pagekin.archive import Exchange, FolderArchive

sys.path.append(str(Path(__file__).parents[1] / "tests" / "archive"))
from made_exchanges import Memory, page
from test_archive_cost import text_page

PAGES = 500
ROUNDS = 10
SMALLEST, LARGEST = 16_000, 25_000
HEADERS = (
    (b"Server", b"nginx"),
    (b"Date", b"Mon, 16 Nov 2026 00:00:00 GMT"),
    (b"Content-Type", b"text/html; charset=utf-8"),
    (b"Transfer-Encoding", b"chunked"),
    (b"ETag", b'"5f2a-61c"'),
    (b"Set-Cookie", b"session=1"),
    (b"Vary", b"Accept-Encoding"),
)


def main(arguments: list[str]) -> int:
    """Measure and print."""
    pages = _pages(Path(arguments[0]) if arguments else None)
    many = pages * ROUNDS
    size = sum(len(made.body) for made in pages) // len(pages)
    print(f"{len(pages)} pages of {size} bytes on average")
    _report("zlib level 2 alone", len(many), lambda: [zlib.compress(one.body, 2) for one in many])
    with tempfile.TemporaryDirectory() as directory:
        memory = Memory()
        with FolderArchive(Path(directory), known=memory.get) as archive:
            _report("append", len(many), lambda: _append(archive, many))
            _report("append, sync every 100", len(many), lambda: _append(archive, many, 100))
            positions = [memory.note(archive.append(made)) for made in pages]
            _report("append again (revisit)", len(many), lambda: _append(archive, many))
            _report("read", len(pages), lambda: [archive.read(position) for position in positions])
    used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    print(f"most memory: {used} MB, of which the pages {size * len(pages) >> 20} MB")
    return 0


def _pages(folder: Path | None) -> list[Exchange]:
    """Take real pages of a usual size from a folder, or make some."""
    bodies = []
    for file in folder.rglob("*.htm*") if folder else ():
        if file.is_file() and SMALLEST < file.stat().st_size < LARGEST:
            bodies.append(file.read_bytes())
        if len(bodies) == PAGES:
            break
    bodies = bodies or [text_page(number).body for number in range(PAGES)]
    return [replace(page(n), body=body, headers=HEADERS) for n, body in enumerate(bodies)]


def _report(what: str, count: int, action: Callable[[], object]) -> None:
    """Run something and print what each of a number of steps took."""
    processor, clock = time.process_time(), time.perf_counter()
    action()
    processor, clock = time.process_time() - processor, time.perf_counter() - clock
    each = 1e6 * processor / count
    print(f"{what:32}{each:8.0f} µs of the processor{count / clock:9.0f} a second", flush=True)


def _append(archive: FolderArchive, pages: list[Exchange], sync_every: int = 0) -> None:
    for number, made in enumerate(pages):
        archive.append(made)
        if sync_every and number % sync_every == sync_every - 1:
            archive.sync()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
