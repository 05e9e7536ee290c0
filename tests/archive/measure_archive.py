"""Measure what the archive costs: `python tests/archive/measure_archive.py [FOLDER OF PAGES]`."""

import resource
import sys
import tempfile
import time
import zlib
from dataclasses import replace
from pathlib import Path

from made_exchanges import Memory, page
from test_archive_cost import text_page

from pagekin.archive import Archive

ROUNDS = 10
HEADERS = (
    (b"Server", b"nginx"),
    (b"Date", b"Mon, 16 Nov 2026 00:00:00 GMT"),
    (b"Content-Type", b"text/html; charset=utf-8"),
    (b"Transfer-Encoding", b"chunked"),
    (b"ETag", b'"5f2a-61c"'),
    (b"Set-Cookie", b"session=1"),
    (b"Vary", b"Accept-Encoding"),
)


def pages_to_append(arguments):
    """Take real pages of 16 to 25 kB from a folder, or make some."""
    bodies = []
    for file in Path(arguments[0]).rglob("*.htm*") if arguments else ():
        if file.is_file() and 16_000 < file.stat().st_size < 25_000:
            bodies.append(file.read_bytes())
        if len(bodies) == 500:
            break
    bodies = bodies or [text_page(number).body for number in range(500)]
    return [replace(page(n), body=body, headers=HEADERS) for n, body in enumerate(bodies)]


def report(what, count, action):
    """Run something and print what each of a number of steps took."""
    processor, clock = time.process_time(), time.perf_counter()
    action()
    processor, clock = time.process_time() - processor, time.perf_counter() - clock
    sys.stdout.write(
        f"{what:32}{processor / count * 1e6:8.0f} µs of the processor{count / clock:9.0f} a second\n"
    )


def append_all(archive, pages, *, sync_every=0):
    for number, made in enumerate(pages):
        archive.append(made)
        if sync_every and number % sync_every == sync_every - 1:
            archive.sync()


def main(arguments):
    pages = pages_to_append(arguments)
    many = pages * ROUNDS
    size = sum(len(made.body) for made in pages) // len(pages)
    sys.stdout.write(f"{len(pages)} pages of {size} bytes on average\n")
    report("zlib level 2 alone", len(many), lambda: [zlib.compress(made.body, 2) for made in many])
    with tempfile.TemporaryDirectory() as directory:
        memory = Memory()
        with Archive(Path(directory), known=memory.get) as archive:
            report("append", len(many), lambda: append_all(archive, many))
            report(
                "append, sync every 100",
                len(many),
                lambda: append_all(archive, many, sync_every=100),
            )
            positions = [memory.note(archive.append(made)) for made in pages]
            report("append again (revisit)", len(many), lambda: append_all(archive, many))
            report("read", len(pages), lambda: [archive.read(position) for position in positions])
    memory_used = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024
    sys.stdout.write(
        f"most memory: {memory_used} MB, of which the pages {size * len(pages) >> 20} MB\n"
    )


if __name__ == "__main__":
    main(sys.argv[1:])
