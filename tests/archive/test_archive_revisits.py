"""Identical content is stored once, and never given up for a copy that is not there."""

import gzip
from dataclasses import replace

import pytest
from made_exchanges import Memory, page

from pagekin.archive import DamagedError, FolderArchive
from pagekin.archive.warc_records import NOT_MODIFIED, SAME_PAYLOAD


@pytest.fixture
def memory():
    return Memory()


@pytest.fixture
def archive(tmp_path, memory):
    with FolderArchive(tmp_path, known=memory.get) as archive:
        yield archive


def test_the_same_content_is_stored_once(archive, memory):
    first = memory.note(archive.append(page(1, 50_000, random_bytes=True)))
    again = replace(page(1, 50_000, random_bytes=True), url="http://shop.test/same-elsewhere")
    second = archive.append(again)
    assert (first.whole, second.whole) == (True, False)
    assert second.digest == first.digest
    assert second.length < 1500
    assert archive.read(second) == again


def test_a_revisit_names_the_record_that_it_refers_to(archive, memory, tmp_path):
    position = memory.note(archive.append(page(1)))
    archive.append(replace(page(1), url="http://shop.test/other"))
    text = gzip.decompress((tmp_path / position.file).read_bytes()).decode()
    assert f"WARC-Profile: {SAME_PAYLOAD}\r\n" in text
    assert "WARC-Refers-To-Target-URI: http://shop.test/p/1\r\n" in text
    assert "WARC-Refers-To-Date: 2026-03-01T12:00:01.123456Z\r\n" in text


def test_unmodified_pages_refer_to_what_did_not_change(archive, memory, tmp_path):
    first = memory.note(archive.append(page(1)))
    answer = replace(page(1), status_line=b"HTTP/1.1 304 Not Modified", body=b"")
    position = archive.append(answer, unchanged=first)
    assert archive.read(position) == answer
    assert list(archive.iterate(position.file))[1] == (position, answer)
    assert NOT_MODIFIED.encode() in gzip.decompress((tmp_path / first.file).read_bytes())


@pytest.mark.parametrize(("size", "is_whole"), [(0, True), (4, True), (255, True), (256, False)])
def test_small_and_empty_bodies_are_just_stored(archive, memory, size, is_whole):
    """A revisit of less would take more room than the body."""
    memory.note(archive.append(replace(page(1), body=b"x" * size)))
    assert archive.append(replace(page(2), body=b"x" * size)).whole is is_whole


def test_a_copy_that_was_damaged_since_is_replaced_by_a_new_one(archive, memory, tmp_path):
    first = memory.note(archive.append(page(1, 20_000, random_bytes=True)))
    with (tmp_path / first.file).open("r+b") as file:
        file.seek(first.offset + 9000)
        file.write(b"damaged")
    second = archive.append(page(1, 20_000, random_bytes=True))
    assert second.whole
    assert archive.read(second) == page(1, 20_000, random_bytes=True)


def test_a_wrong_memory_loses_nothing(archive, memory):
    first, other = archive.append(page(1)), archive.append(page(2))
    memory[first.digest] = replace(other, digest=first.digest)
    assert archive.append(page(1)).whole
    memory[first.digest] = replace(first, file="pagekin-20200101000000000-00000.warc.gz")
    assert archive.append(page(1)).whole
    memory[first.digest] = first
    revisit = archive.append(page(1))
    memory[first.digest] = revisit
    assert archive.append(page(1)).whole


def test_a_revisit_whose_body_nobody_knows_says_so(archive, memory, tmp_path):
    memory.note(archive.append(page(1)))
    revisit = archive.append(page(1))
    forgetful = FolderArchive(tmp_path)
    with pytest.raises(DamagedError, match="is not known to stand anywhere"):
        forgetful.read(revisit)
    kinds = [type(found) for _, found in forgetful.iterate(revisit.file)]
    assert kinds[1] is DamagedError
