"""A writer that is killed loses nothing that it made safe, and leaves files that go on being valid."""

import json
import random

import killed_writer
from made_exchanges import page

from forked import start
from pagekin.archive import Exchange, FolderArchive, Position

KILLS = 20


def started(directory, number):
    """Start a writer; give its process and the file in which it tells what is safe."""
    told = directory.parent / f"{directory.name}-told-{number}"
    return start(killed_writer.write_on, str(directory), number, str(told)), told


def written_until_killed(directory, number, grown):
    """Let a writer write until its files have grown so much, kill it, and give all that it told.

    Since it is the growing that is watched, some are killed in the middle of a write.
    """
    goal = size_of_files(directory) + grown
    writer, told = started(directory, number)
    while size_of_files(directory) < goal:
        assert writer.is_alive()
    writer.kill()
    writer.join()
    return lines_of(told)


def lines_of(told):
    """Give what a writer told, but for a line that it had not told to its end."""
    lines = told.read_text(encoding="utf-8").splitlines(keepends=True) if told.exists() else []
    return [json.loads(line) for line in lines if line.endswith("\n")]


def size_of_files(directory):
    return sum(file.stat().st_size for file in directory.glob("*.warc.gz"))


def test_two_processes_write_at_once(tmp_path):
    writers = [started(tmp_path, number) for number in (1, 50001)]
    while not all(len(lines_of(told)) >= 20 for _, told in writers):
        assert all(writer.is_alive() for writer, _ in writers)
    for writer, _ in writers:
        writer.kill()
        writer.join()
    archive = FolderArchive(tmp_path)
    archive.recover()
    files = []
    for _, told in writers:
        positions = {number: Position(*rest) for number, *rest in lines_of(told)}
        files.append({position.file for position in positions.values()})
        for number, position in positions.items():
            assert archive.read(position) == page(number, size_of(number), random_bytes=True)
    assert not files[0] & files[1]


def size_of(number):
    return 600_000 if number % 8 == 0 else 3000


def test_killed_at_random_moments(tmp_path):
    chance = random.Random(5)
    archive = FolderArchive(tmp_path, max_bytes=3_000_000)
    safe = {}
    for kill in range(KILLS):
        told = written_until_killed(tmp_path, kill * 10_000, chance.randrange(1, 2_500_000))
        safe |= {number: Position(*position) for number, *position in told}
        assert all(found.missing == 0 and not found.damaged for found in archive.recover())
    assert len(safe) >= KILLS
    for number, position in safe.items():
        assert archive.read(position) == page(number, size_of(number), random_bytes=True)
    found = [found for file in archive.files() for _, found in archive.iterate(file)]
    assert all(isinstance(exchange, Exchange) for exchange in found)
    assert len(found) >= len(safe)
    assert archive.recover() == []
