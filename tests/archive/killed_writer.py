"""A writer that appends until it is killed, and tells what it has made safe; for a process of its own."""

import json
from dataclasses import astuple
from pathlib import Path

from made_exchanges import page

from pagekin.archive import FolderArchive


def write_on(directory, number, told):
    """Append exchanges from a number on, and tell in a file which of them are safe."""
    with (
        FolderArchive(Path(directory), max_bytes=3_000_000) as archive,
        Path(told).open("w", encoding="utf-8") as telling,
    ):
        while True:
            batch = []
            for _ in range(5):
                size = 600_000 if number % 8 == 0 else 3000
                batch.append(
                    (number, *astuple(archive.append(page(number, size, random_bytes=True))))
                )
                number += 1
            archive.sync()
            telling.write("".join(f"{json.dumps(line)}\n" for line in batch))
            telling.flush()
