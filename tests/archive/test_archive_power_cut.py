"""Before anybody relies on something in the archive, it is on the disk: the file, and the name it has."""

import os

import pytest
from made_exchanges import page

from disk_diary import DiskDiary
from pagekin.archive import FolderArchive
from pagekin.archive.warc_files import synced_up_to


@pytest.fixture
def diary(monkeypatch):
    return DiskDiary(monkeypatch)


def test_what_was_appended_is_on_the_disk_when_sync_returns(tmp_path, diary):
    with FolderArchive(tmp_path) as archive:
        for number in range(3):
            position = archive.append(page(number))
            assert (diary.synced(tmp_path / position.file) or 0) < position.end
            archive.sync()
            assert diary.synced(tmp_path / position.file) == position.end


def test_what_was_appended_is_on_the_disk_when_the_archive_is_closed(tmp_path, diary):
    archive = FolderArchive(tmp_path, max_bytes=1000)
    positions = [archive.append(page(number, random_bytes=True)) for number in range(3)]
    assert len({position.file for position in positions}) == 3
    archive.close()
    for position in positions:
        assert diary.synced(tmp_path / position.file) == position.end


def test_full_files_are_made_safe_with_the_one_that_is_written_to(tmp_path, diary):
    with FolderArchive(tmp_path, max_bytes=1000) as archive:
        positions = [archive.append(page(number, random_bytes=True)) for number in range(3)]
        archive.sync()
        for position in positions:
            assert diary.synced(tmp_path / position.file) == position.end


def test_a_new_file_has_its_name_on_the_disk_before_anything_refers_to_it(tmp_path, diary):
    folder = tmp_path / "archive"
    with FolderArchive(folder) as archive:
        archive.append(page(1))
        assert diary.synced(folder) is not None


def test_a_note_says_no_more_than_what_is_on_the_disk(tmp_path, diary, monkeypatch):
    with FolderArchive(tmp_path) as archive:
        position = archive.append(page(1))
        file = tmp_path / position.file
        told = []
        fsync = os.fsync
        monkeypatch.setattr(os, "fsync", lambda fd: (told.append(synced_up_to(file)), fsync(fd)))
        archive.sync()
        assert told == [0]
        assert synced_up_to(file) == position.end


def test_a_torn_tail_is_gone_from_the_disk_before_the_file_is_called_whole(tmp_path, diary):
    with FolderArchive(tmp_path) as archive:
        position = archive.append(page(1))
    file = tmp_path / position.file
    with file.open("ab") as torn:
        torn.write(b"half a record")
    diary.events.clear()
    FolderArchive(tmp_path).recover()
    assert diary.synced(file) == position.end == file.stat().st_size


def test_a_copy_is_on_the_disk_under_its_name_before_the_store_switches_and_the_old_file_goes(
    tmp_path, diary
):
    archive = FolderArchive(tmp_path)
    used, *_ = [archive.append(page(number, random_bytes=True)) for number in range(5)]
    archive.close()
    diary.events.clear()

    def switch(moved):
        diary.events.append(("switch", "", None))
        [new] = moved.values()
        assert archive.read(new) == page(0, random_bytes=True)

    thinned = archive.thin(lambda _file: [used], switch)
    new = tmp_path / thinned.copied[used.file]
    written, renamed, switched, gone = diary.order(
        ("sync", f"{new}.unfinished"),
        ("rename", f"{new}.unfinished"),
        ("switch", ""),
        ("unlink", tmp_path / used.file),
    )
    assert written < renamed < switched < gone
    assert ("sync", str(tmp_path)) in [event[:2] for event in diary.events[renamed:switched]]
    assert diary.synced(f"{new}.unfinished") == new.stat().st_size
    assert diary.events[-1][:2] == ("sync", str(tmp_path))  # and that the old one is gone, too
