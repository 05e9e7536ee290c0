"""Files of other tools as one stream of bytes, with the places from which a record can be read again."""

import gzip
import io

import pytest

from pagekin.archive import unzipped
from pagekin.archive.unzipped import GapError, Unzipped

RECORDS = [b"WARC/1.0\r\n" + letter * 40 + b"\n" for letter in (b"a", b"b", b"c", b"d")]
MEMBERS = [gzip.compress(record) for record in RECORDS]


def places(parts, content, ahead):
    """Take record after record, looking ahead; return where each can be read again."""
    stream = Unzipped(io.BytesIO(content))
    found = []
    for part in parts:
        stream.look(ahead)
        found.append(stream.record_offset())
        assert stream.take(len(part)) == part
    assert stream.take(1) == b""
    return found


def starts(parts):
    return [sum(map(len, parts[:number])) for number in range(len(parts))]


@pytest.mark.parametrize("ahead", [1, 60, 120, 1000])
def test_a_record_can_be_read_again_where_its_member_begins_however_far_one_looked(ahead):
    assert places(RECORDS, b"".join(MEMBERS), ahead) == starts(MEMBERS)
    assert places(RECORDS, b"".join(RECORDS), ahead) == starts(RECORDS)


def test_in_one_member_for_all_only_the_first_can():
    assert places(RECORDS, gzip.compress(b"".join(RECORDS)), 60) == [0, None, None, None]


def test_a_line_is_taken_with_its_end_up_to_a_limit():
    stream = Unzipped(io.BytesIO(b"one\ntwo\nthree"))
    assert stream.line(100) == b"one\n"
    assert stream.line(2) == b"tw"
    assert [stream.line(100) for _ in range(3)] == [b"o\n", b"three", b""]


def test_what_stands_before_the_next_record_is_skipped():
    stream = Unzipped(io.BytesIO(b"junk WARC/ junk\n" + RECORDS[0] + b"rest"))
    stream.find_record()
    assert stream.take(len(RECORDS[0])) == RECORDS[0]
    stream.find_record()
    assert stream.take(1) == b""


@pytest.mark.parametrize("piece", range(1, 13))
def test_a_record_is_found_whatever_the_pieces_in_which_a_file_is_read(piece, monkeypatch):
    monkeypatch.setattr(unzipped, "_CHUNK", piece)
    for junk in (b"", b"x", b"WARC", b"junk \nWAR\n"):
        stream = Unzipped(io.BytesIO(junk + b"\n" + RECORDS[0]))
        stream.find_record()
        assert stream.take(len(RECORDS[0])) == RECORDS[0]


def test_reading_goes_on_behind_a_damaged_member():
    damaged = bytearray(MEMBERS[1])
    damaged[15:25] = b"\xff" * 10
    stream = Unzipped(io.BytesIO(MEMBERS[0] + bytes(damaged) + MEMBERS[2]))
    assert stream.take(len(RECORDS[0])) == RECORDS[0]
    with pytest.raises(GapError, match="wrongly compressed"):
        stream.take(len(RECORDS[1]))
    stream.look(1)
    assert stream.record_offset() == len(MEMBERS[0]) + len(damaged)
    assert stream.take(len(RECORDS[2])) == RECORDS[2]


def test_what_only_looks_like_the_beginning_of_a_record_is_passed_over():
    """Two beginnings of compressed data that hold no record, and then one that does."""
    damaged = MEMBERS[1][:15] + b"\xff" * 10 + b"\x1f\x8b\x08 nothing" + gzip.compress(b"other")
    stream = Unzipped(io.BytesIO(damaged + MEMBERS[2]))
    with pytest.raises(GapError):
        stream.take(1000)
    assert stream.take(len(RECORDS[2])) == RECORDS[2]


def test_a_member_that_is_cut_off_at_the_end_is_a_gap_and_then_the_end():
    stream = Unzipped(io.BytesIO(MEMBERS[0] + MEMBERS[1][:-20]))
    assert stream.take(len(RECORDS[0])) == RECORDS[0]
    with pytest.raises(GapError, match="cut off"):
        stream.take(1000)
    assert stream.take(1) == b""
