"""A full disk: a clear error, everything before it is whole, and it goes on when there is room."""

import errno
import os
import resource
import subprocess
from contextlib import contextmanager

import pytest
from made_exchanges import page

from pagekin.archive import (
    ArchiveError,
    ArchiveFullError,
    DamagedError,
    FolderArchive,
    NotSafeError,
)


@contextmanager
def files_of_at_most(size):
    """Let no file of this process grow beyond a size."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def append_until_full(archive):
    """Append pages until that fails, as it should; give what was appended."""
    stored = []

    def append_on():
        for number in range(1000):
            position = archive.append(page(number, 3000, random_bytes=True))
            stored.append((position, number))

    with pytest.raises(ArchiveFullError, match="what was written before is whole: make room"):
        append_on()
    return stored


def assert_whole(archive, stored):
    for position, number in stored:
        assert archive.read(position) == page(number, 3000, random_bytes=True)
    found = [found for file in archive.files() for _, found in archive.iterate(file)]
    assert not any(isinstance(each, DamagedError) for each in found)
    assert len(found) == len(stored)


@pytest.mark.parametrize("size", [10_000, 10_001, 12_345, 30_000])
def test_no_room_in_the_middle_of_a_record(tmp_path, size):
    with FolderArchive(tmp_path) as archive:
        with files_of_at_most(size):
            stored = append_until_full(archive)
            archive.sync()
            assert_whole(archive, stored)
        stored.append((archive.append(page(5000, 3000, random_bytes=True)), 5000))
    assert_whole(archive, stored)
    assert FolderArchive(tmp_path).recover() == []
    assert len({position.file for position, _ in stored}) == 1


def test_no_room_for_a_new_file(tmp_path):
    with FolderArchive(tmp_path) as archive:
        with files_of_at_most(100), pytest.raises(ArchiveFullError):
            archive.append(page(1))
        assert archive.files() == []
        assert archive.read(archive.append(page(1))) == page(1)


@pytest.fixture
def small_disk(tmp_path):
    """Mount a file system of 200 kB, where that is allowed."""
    disk = tmp_path / "disk"
    disk.mkdir()
    mount = ["mount", "-t", "tmpfs", "-o", "size=200k", "tmpfs", str(disk)]
    try:
        done = subprocess.run(mount, capture_output=True, check=False)
    except FileNotFoundError:
        pytest.skip("no mount command")
    if done.returncode:
        pytest.skip("only root may mount a small file system")
    yield disk
    subprocess.run(["umount", str(disk)], check=True)


def test_a_file_system_that_is_full(small_disk):
    ballast = small_disk / "ballast"
    ballast.write_bytes(bytes(50_000))
    with FolderArchive(small_disk / "archive", max_bytes=60_000) as archive:
        stored = append_until_full(archive)
        assert len(stored) > 20
        assert_whole(archive, stored)
        ballast.unlink()
        stored.append((archive.append(page(5000, 3000, random_bytes=True)), 5000))
        archive.sync()
        assert_whole(archive, stored)
    assert FolderArchive(small_disk / "archive").recover() == []


def test_a_disk_that_fails_to_sync(tmp_path, monkeypatch):
    def failing(_descriptor):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with FolderArchive(tmp_path) as archive:
        safe = archive.append(page(1))
        archive.sync()
        lost = archive.append(page(2))
        with monkeypatch.context() as patch:  # no real disk fails on request
            patch.setattr(os, "fsync", failing)
            with pytest.raises(NotSafeError, match="check the disk and repeat it"):
                archive.sync()
        assert archive.read(safe) == page(1)
        with pytest.raises(DamagedError):
            archive.read(lost)
        again = archive.append(page(2))
        archive.sync()
    assert FolderArchive(tmp_path).read(again) == page(2)
    assert FolderArchive(tmp_path).recover() == []


def test_a_file_that_could_not_be_cut_is_left_as_it_is_and_another_begun(tmp_path, monkeypatch):
    """Neither the record nor the cut came through: whatever stands at the end, nothing follows it."""

    def failing(*_):
        raise OSError(errno.EIO, os.strerror(errno.EIO))

    with FolderArchive(tmp_path) as archive:
        safe = archive.append(page(1))
        archive.sync()
        with monkeypatch.context() as patch:
            patch.setattr(os, "pwrite", failing)
            patch.setattr(os, "ftruncate", failing)
            with pytest.raises(ArchiveError):
                archive.append(page(2))
        after = archive.append(page(3))
        archive.sync()
        assert after.file != safe.file
    again = FolderArchive(tmp_path)
    again.recover()
    assert [again.read(position) for position in (safe, after)] == [page(1), page(3)]
