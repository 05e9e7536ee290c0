"""Appending goes on while the disk is waited for, and nothing counts as safe that came too late for that."""

import os
import threading
from contextlib import contextmanager

import pytest
from made_exchanges import page

from pagekin.archive import FolderArchive, NotSafeError
from pagekin.archive.warc_files import synced_up_to

_LONG = 10.0  # seconds after which a test fails rather than hangs


@contextmanager
def slow_disk(monkeypatch, *, fails=False):
    """Let the next fsync wait until it is told to go on; give the events "it waits" and "go on"."""
    waits, go_on, real = threading.Event(), threading.Event(), os.fsync

    def fsync(descriptor):
        waits.set()
        assert go_on.wait(_LONG)
        if fails:
            raise OSError(5, "Input/output error")
        real(descriptor)

    with monkeypatch.context() as patch:
        patch.setattr(os, "fsync", fsync)
        yield waits, go_on


class Syncing(threading.Thread):
    """Calls `sync` in a thread of its own, as the store's writer does."""

    def __init__(self, archive):
        super().__init__()
        self.archive, self.error = archive, None
        self.start()

    def run(self):
        try:
            self.archive.sync()
        except NotSafeError as error:
            self.error = error


def test_appending_does_not_wait_for_the_disk(tmp_path, monkeypatch):
    with FolderArchive(tmp_path) as archive:
        early = archive.append(page(1))
        with slow_disk(monkeypatch) as (waits, go_on):
            syncing = Syncing(archive)
            assert waits.wait(_LONG)
            late = archive.append(page(2))
            go_on.set()
            syncing.join(_LONG)
        assert synced_up_to(tmp_path / early.file) == early.offset + early.length == late.offset
        archive.sync()
        assert synced_up_to(tmp_path / early.file) == late.offset + late.length
        assert [archive.read(early), archive.read(late)] == [page(1), page(2)]


def test_a_file_that_fills_up_meanwhile_is_made_safe_the_next_time(tmp_path, monkeypatch):
    with FolderArchive(tmp_path, max_bytes=1) as archive:
        first = archive.append(page(1))
        with slow_disk(monkeypatch) as (waits, go_on):
            syncing = Syncing(archive)
            assert waits.wait(_LONG)
            go_on.set()
            positions = [first, *(archive.append(page(number)) for number in (2, 3, 4))]
            syncing.join(_LONG)
        archive.sync()
        assert len({position.file for position in positions}) == 4
        for position in positions:
            assert synced_up_to(tmp_path / position.file) == position.offset + position.length
    assert FolderArchive(tmp_path).recover() == []


def test_what_was_appended_while_the_disk_failed_is_lost_too(tmp_path, monkeypatch):
    with FolderArchive(tmp_path) as archive:
        safe = archive.append(page(1))
        archive.sync()
        archive.append(page(2))
        with slow_disk(monkeypatch, fails=True) as (waits, go_on):
            syncing = Syncing(archive)
            assert waits.wait(_LONG)
            archive.append(page(3))
            go_on.set()
            syncing.join(_LONG)
        assert isinstance(syncing.error, NotSafeError)
        assert (tmp_path / safe.file).stat().st_size == safe.offset + safe.length
        again = [archive.append(page(number)) for number in (2, 3)]
        archive.sync()
        assert [archive.read(position) for position in again] == [page(2), page(3)]
    assert FolderArchive(tmp_path).recover() == []


def test_closing_waits_for_the_disk(tmp_path, monkeypatch):
    archive = FolderArchive(tmp_path)
    position = archive.append(page(1))
    with slow_disk(monkeypatch) as (waits, go_on):
        syncing = Syncing(archive)
        assert waits.wait(_LONG)
        closing = threading.Thread(target=archive.close)
        closing.start()
        assert closing.is_alive()
        go_on.set()
        closing.join(_LONG)
        syncing.join(_LONG)
    assert archive.read(position) == page(1)
    assert synced_up_to(tmp_path / position.file) == position.offset + position.length


@pytest.mark.parametrize("max_bytes", [1, 1_000_000])
def test_threads_append_and_sync_side_by_side(tmp_path, max_bytes):
    positions = {}

    def append(archive, numbers):
        for number in numbers:
            positions[number] = archive.append(page(number))
            archive.sync()

    with FolderArchive(tmp_path, max_bytes=max_bytes) as archive:
        threads = [
            threading.Thread(target=append, args=(archive, range(start, 40, 4)))
            for start in range(4)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join(_LONG)
        assert {number: archive.read(where) for number, where in positions.items()} == {
            number: page(number) for number in range(40)
        }
    assert FolderArchive(tmp_path).recover() == []
