"""A writer that is killed loses nothing that it made safe, and leaves files that go on being valid."""

import json
import random
import subprocess
import sys
from pathlib import Path

from made_exchanges import page

from pagekin.archive import Exchange, FolderArchive, Position

KILLS = 20
WRITER = Path(__file__).with_name("killed_writer.py")


def written_until_killed(directory, number, grown):
    """Let a writer write until its files have grown so much, kill it, and give all that it told.

    Since it is the growing that is watched, some are killed in the middle of a write.
    """
    command = [sys.executable, str(WRITER), str(directory), str(number)]
    goal = size_of_files(directory) + grown
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as writer:
        while size_of_files(directory) < goal:
            assert writer.poll() is None
        writer.kill()
        told = writer.stdout.readlines()
    return [json.loads(line) for line in told if line.endswith("\n")]


def size_of_files(directory):
    return sum(file.stat().st_size for file in directory.glob("*.warc.gz"))


def test_two_processes_write_at_once(tmp_path):
    commands = [[sys.executable, str(WRITER), str(tmp_path), number] for number in ("1", "50001")]
    writers = [subprocess.Popen(each, stdout=subprocess.PIPE, text=True) for each in commands]
    told = [[writer.stdout.readline() for _ in range(20)] for writer in writers]
    for writer in writers:
        writer.kill()
        writer.communicate()
    archive = FolderArchive(tmp_path)
    archive.recover()
    files = []
    for lines in told:
        positions = {number: Position(*rest) for number, *rest in map(json.loads, lines)}
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
