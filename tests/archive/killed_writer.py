"""A writer that appends until it is killed, and tells what it has made safe; for a process of its own."""

import json
import sys
from dataclasses import astuple
from pathlib import Path

from made_exchanges import page

from pagekin.archive import FolderArchive


def main(directory, number):
    with FolderArchive(Path(directory), max_bytes=3_000_000) as archive:
        while True:
            batch = []
            for _ in range(5):
                size = 600_000 if number % 8 == 0 else 3000
                batch.append(
                    (number, *astuple(archive.append(page(number, size, random_bytes=True))))
                )
                number += 1
            archive.sync()
            sys.stdout.write("".join(f"{json.dumps(line)}\n" for line in batch))
            sys.stdout.flush()


main(sys.argv[1], int(sys.argv[2]))
