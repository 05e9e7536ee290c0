"""What the archive costs: hardly more than compressing a page, and no memory that grows."""

import random
import time
import tracemalloc
import zlib
from dataclasses import replace

from made_exchanges import page

from pagekin.archive import FolderArchive

WORDS = [f"{random.Random(n).randrange(10**6):x}" for n in range(3000)]
PAGES = 200


def text_page(number):
    chance = random.Random(number)
    words = " ".join(chance.choice(WORDS) for _ in range(3300))
    return replace(page(number), body=words.encode()[:20_000])


def seconds(action, values):
    """Measure the processor's time, the best of three."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        for value in values:
            action(value)
        taken.append(time.process_time() - start)
    return min(taken)


def test_appending_takes_hardly_longer_than_compressing(tmp_path):
    pages = [text_page(n) for n in range(PAGES)]
    compressing = seconds(lambda made: zlib.compress(made.body, 2), pages)
    with FolderArchive(tmp_path) as archive:
        appending = seconds(archive.append, pages)
    assert appending < 5 * compressing  # it is less than one; a busy machine may double it


def test_memory_does_not_grow_with_the_archive(tmp_path):
    pages = [text_page(n) for n in range(20)]
    with FolderArchive(tmp_path, max_bytes=500_000) as archive:
        archive.append(pages[0])
        tracemalloc.start()
        for _ in range(20):
            for made in pages:
                archive.append(made)
        for file in archive.files():
            for _ in archive.iterate(file):
                pass
        _, peak = tracemalloc.get_traced_memory()
        tracemalloc.stop()
    assert len(archive.files()) > 3
    assert peak < 2_000_000
