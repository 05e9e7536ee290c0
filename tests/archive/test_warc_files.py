"""The files of an archive: whose they are, what their notes say, and what cannot be opened."""

import os

import pytest
from made_exchanges import page

from pagekin.archive import ArchiveError, FolderArchive
from pagekin.archive.object_store import ObjectArchive
from pagekin.archive.warc_files import archive_files, open_locked, synced_up_to

NAME = "pagekin-20260301120000000-00000.warc.gz"
NEW = os.O_CREAT | os.O_EXCL


def test_a_file_that_is_gone_is_nobodys_and_none_can_be_made_where_no_folder_is(tmp_path):
    assert open_locked(tmp_path / NAME, 0) is None
    with pytest.raises(ArchiveError, match="nowhere"):
        open_locked(tmp_path / "nowhere" / NAME, NEW)


def test_a_file_that_is_no_file_is_said(tmp_path):
    (tmp_path / NAME).mkdir()
    with pytest.raises(ArchiveError, match=NAME):
        open_locked(tmp_path / NAME, 0)


def test_a_file_has_one_holder_and_is_made_once(tmp_path):
    first = open_locked(tmp_path / NAME, NEW)
    assert open_locked(tmp_path / NAME, NEW) is None
    assert open_locked(tmp_path / NAME, 0) is None
    os.close(first)
    again = open_locked(tmp_path / NAME, 0)
    assert again is not None
    os.close(again)


def test_a_file_that_was_deleted_while_it_was_opened_is_not_written_to(tmp_path, monkeypatch):
    (tmp_path / NAME).touch()
    real = os.open

    def deleting(path, *more):
        descriptor = real(path, *more)
        os.unlink(path)  # noqa: PTH108 - by somebody else
        return descriptor

    monkeypatch.setattr(os, "open", deleting)
    assert open_locked(tmp_path / NAME, 0) is None


def test_only_files_of_the_archive_are_its_files_the_oldest_first(tmp_path):
    names = [f"pagekin-2026030112000000{n}-00000.warc.gz" for n in (3, 1, 2)]
    for name in (*names, f"{names[0]}.synced", f"{NAME}.unfinished", "other.warc.gz", "notes"):
        (tmp_path / name).touch()
    assert archive_files(tmp_path) == sorted(names)
    assert archive_files(tmp_path / "nowhere") == []


@pytest.mark.parametrize(("note", "bytes_"), [("00012\n", 12), ("", 0), ("-3", 0), ("x", 0)])
def test_a_note_counts_if_it_is_one(tmp_path, note, bytes_):
    (tmp_path / f"{NAME}.synced").write_text(note)
    assert synced_up_to(tmp_path / NAME) == bytes_
    assert synced_up_to(tmp_path / "without") == 0


def test_an_archive_that_is_the_only_one_has_the_number_0(tmp_path):
    pytest.importorskip("fsspec")
    with FolderArchive(tmp_path / "folder") as folder:
        assert (folder.id, folder.append(page(1)).archive) == (0, 0)
    with ObjectArchive((tmp_path / "bucket").as_uri(), tmp_path / "staging") as objects:
        assert (objects.id, objects.append(page(1)).archive) == (0, 0)
        assert objects.place == (tmp_path / "bucket").as_uri()
    assert folder.place == str(tmp_path / "folder")


def test_the_sizes_of_files_are_told_before_and_after_they_are_uploaded(tmp_path):
    pytest.importorskip("fsspec")
    archive = ObjectArchive((tmp_path / "bucket").as_uri(), tmp_path / "staging")
    position = archive.append(page(1))
    archive.sync()
    before = archive.sizes()
    archive.close()
    (tmp_path / "bucket" / "a folder").mkdir()
    assert before == archive.sizes() == {position.file: position.end}
