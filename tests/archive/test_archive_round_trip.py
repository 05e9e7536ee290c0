"""What is appended is read back, by position or file by file, from one process or several."""

import tempfile
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from any_exchange import exchanges
from hypothesis import given, settings
from hypothesis import strategies as st
from made_exchanges import page

from pagekin.archive import ArchiveError, DamagedError, FolderArchive, as_stored


def test_a_page_is_read_back_as_it_was(tmp_path):
    exchange = page(1)
    with FolderArchive(tmp_path / "archive") as archive:
        position = archive.append(exchange)
        assert archive.read(position) == exchange
    assert FolderArchive(tmp_path / "archive").read(position) == exchange
    assert exchange.status == 200
    assert exchange.header("content-type") == "text/html; charset=utf-8"


def test_bodies_stay_in_their_content_coding_and_headers_as_they_came(tmp_path):
    exchange = replace(
        page(1),
        headers=(
            (b"content-encoding", b"gzip"),
            (b"Transfer-Encoding", b"chunked"),
            (b"X-Pagekin-Transfer-Encoding", b"a server may say this too"),
            (b"X-Twice", b"1"),
            (b"X-Twice", b"\xe9\xff not ASCII"),
        ),
        body=b"\x1f\x8b not really",
    )
    with FolderArchive(tmp_path) as archive:
        assert archive.read(archive.append(exchange)) == exchange


def test_a_submitted_form_and_notes_are_kept(tmp_path):
    exchange = replace(
        page(1),
        method="POST",
        request_body=b"colour=red&size=3",
        truncated="length",
        metadata=(("crawl", "17"), ("why", "über das Menü")),
    )
    with FolderArchive(tmp_path) as archive:
        assert archive.read(archive.append(exchange)) == exchange


@settings(max_examples=40, deadline=None)
@given(st.lists(exchanges, min_size=1, max_size=12))
def test_whatever_comes_is_read_back_as_stored(made):
    with tempfile.TemporaryDirectory() as directory, FolderArchive(Path(directory)) as archive:
        stored = [(archive.append(exchange), as_stored(exchange)) for exchange in made]
        assert [archive.read(position) for position, _ in stored] == [each for _, each in stored]
        assert [each.body for _, each in stored] == [exchange.body for exchange in made]
        assert list(archive.iterate(archive.files()[0])) == stored


@settings(max_examples=200, deadline=None)
@given(exchanges)
def test_what_is_as_stored_stays_so(exchange):
    stored = as_stored(exchange)
    assert as_stored(stored) == stored


def test_files_are_of_about_the_size_that_was_asked_for(tmp_path):
    with FolderArchive(tmp_path, max_bytes=20_000) as archive:
        positions = [archive.append(page(n, 3000, random_bytes=True)) for n in range(40)]
        assert [archive.read(position) for position in positions] == [
            page(n, 3000, random_bytes=True) for n in range(40)
        ]
        files = archive.files()
    assert files == sorted({position.file for position in positions})
    sizes = [(tmp_path / file).stat().st_size for file in files]
    assert all(20_000 <= size < 25_000 for size in sizes[:-1])


def test_the_next_run_goes_on_with_the_last_file(tmp_path):
    with FolderArchive(tmp_path) as archive:
        first = archive.append(page(1))
    with FolderArchive(tmp_path) as archive:
        second = archive.append(page(2))
    assert second.file == first.file
    assert second.offset == first.end


def test_two_writers_never_share_a_file(tmp_path):
    with FolderArchive(tmp_path) as one, FolderArchive(tmp_path) as other:
        mine, theirs = one.append(page(1)), other.append(page(2))
        assert mine.file != theirs.file
        assert one.read(theirs) == page(2)
        assert other.read(mine) == page(1)


def test_iterating_gives_everything_in_order(tmp_path):
    with FolderArchive(tmp_path) as archive:
        expected = [(archive.append(page(n)), page(n)) for n in range(10)]
        assert list(archive.iterate(archive.files()[0])) == expected


def test_a_wrong_position_is_never_answered_with_another_page(tmp_path):
    with FolderArchive(tmp_path) as archive:
        right, other = archive.append(page(1)), archive.append(page(2))
        wrong = [
            replace(right, offset=other.offset, length=other.length),
            replace(right, length=right.length - 1),
            replace(right, length=right.length + other.length),
            replace(right, offset=right.offset + 1),
            replace(right, offset=10**9),
            replace(right, length=0),
            replace(right, digest=other.digest),
            replace(right, file="pagekin-20200101000000000-00000.warc.gz"),
        ]
        for position in wrong:
            with pytest.raises(DamagedError):
                archive.read(position)


def test_a_position_cannot_lead_out_of_the_archive(tmp_path):
    with FolderArchive(tmp_path) as archive:
        position = archive.append(page(1))
        with pytest.raises(ArchiveError, match="not a file of an archive"):
            archive.read(replace(position, file=f"../{tmp_path.name}/{position.file}"))


def test_an_archive_that_is_only_read_needs_no_directory(tmp_path):
    archive = FolderArchive(tmp_path / "nowhere")
    assert archive.files() == []
    assert archive.recover() == []
    assert not (tmp_path / "nowhere").exists()


def test_a_place_that_cannot_be_written_to_is_named(tmp_path):
    (tmp_path / "file").touch()
    archive = FolderArchive(tmp_path / "file" / "archive")
    with pytest.raises(ArchiveError, match="file/archive cannot be written: not a directory"):
        archive.append(page(1))


def test_a_file_that_is_gone_is_named(tmp_path):
    name = "pagekin-20260301120000000-00000.warc.gz"
    with pytest.raises(ArchiveError, match=f"{name} cannot be read: no such file"):
        list(FolderArchive(tmp_path).iterate(name))


def test_threads_may_share_an_archive(tmp_path):
    with FolderArchive(tmp_path, max_bytes=30_000) as archive:
        with ThreadPoolExecutor(4) as threads:
            positions = list(threads.map(archive.append, map(page, range(200))))
        assert [archive.read(position) for position in positions] == [page(n) for n in range(200)]


def test_every_position_names_its_archive(tmp_path):
    with FolderArchive(tmp_path, archive_id=7) as archive:
        position = archive.append(page(1))
        assert (archive.id, position.archive) == (7, 7)
        assert archive.iterate(position.file).__next__() == (position, page(1))
        moved = {}
        archive.append(page(2, 9000, random_bytes=True))
        archive.thin(lambda _file: [position], moved.update)
    assert {(old.archive, new.archive) for old, new in moved.items()} == {(7, 7)}
