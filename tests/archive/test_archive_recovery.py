"""Whatever a crash leaves behind: every cut is seen, whole records stay, the next append is valid."""

import gzip
import random
import shutil
import zlib
from dataclasses import replace
from itertools import pairwise

import pytest
from made_exchanges import Memory, page

from pagekin.archive import DamagedError, Exchange, FolderArchive, Recovered, warc_members
from pagekin.archive.warc_members import located_records

CUTS = 320


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    """Write a file with everything in it; give it with its positions and where its records end."""
    directory = tmp_path_factory.mktemp("written")
    memory = Memory()
    with FolderArchive(directory, known=memory.get) as archive:
        made = [page(n, 100 + 700 * n, random_bytes=n % 3 == 0) for n in range(12)]
        made += [replace(page(n, 100 + 700 * n), url=f"http://shop.test/again/{n}") for n in (4, 7)]
        made.append(replace(page(50), method="", request_headers=()))
        stored = [(memory.note(archive.append(exchange)), exchange) for exchange in made]
    path = directory / stored[0][0].file
    with path.open("rb") as file:
        ends = [0, *(found.end for found in located_records(file))]
    return path, stored, ends, memory


def test_records_are_found_whatever_the_pieces_in_which_a_file_is_read(written, monkeypatch):
    """Also where a record ends with a piece: what follows it must not be lost."""
    path, _, ends, _ = written
    lengths = {end - start for start, end in pairwise(ends)}
    for size in (100, *sorted(lengths), ends[3], ends[-2], ends[-1]):
        monkeypatch.setattr(warc_members, "_CHUNK", size)
        with path.open("rb") as file:
            assert [0, *(found.end for found in located_records(file))] == ends, size


def kinds_of_cuts(size, ends):
    """Cut at random, and where it hurts: around each border, in heads and in checksums."""
    chance = random.Random(20260301)
    near = [end + step for end in ends for step in (-9, -8, -5, -1, 0, 1, 2, 9, 10, 11)]
    return [chance.randrange(size) for _ in range(CUTS)] + [cut for cut in near if 0 <= cut <= size]


def test_a_cut_at_any_byte_is_seen_and_whole_records_stay(written, tmp_path):
    path, stored, ends, memory = written
    data = path.read_bytes()
    for number, cut in enumerate(kinds_of_cuts(len(data), ends)):
        directory = tmp_path / str(number)
        directory.mkdir()
        (directory / path.name).write_bytes(data[:cut])
        last = max(end for end in ends if end <= cut)
        safe = max((position.end for position, _ in stored if position.end <= cut), default=0)
        if number % 2:  # the note that a crash leaves; otherwise it is lost
            (directory / f"{path.name}.synced").write_text(f"{safe:020}\n")
        archive = FolderArchive(directory, known=memory.get)
        found = archive.recover()
        assert [(seen.size, seen.cut) for seen in found] == (
            [(last, cut - last)] if cut > last else []
        )
        whole = [(position, made) for position, made in stored if position.end <= cut]
        for position, exchange in whole[-2:]:
            assert archive.read(position) == exchange
        for position, _ in stored[len(whole) :][:1]:
            with pytest.raises(DamagedError):
                archive.read(position)
        shutil.rmtree(directory)


def test_after_any_cut_the_next_append_is_valid(written, tmp_path):
    path, stored, ends, memory = written
    data = path.read_bytes()
    for number, cut in enumerate(kinds_of_cuts(len(data), ends)[::10]):
        directory = tmp_path / str(number)
        directory.mkdir()
        (directory / path.name).write_bytes(data[:cut])
        with FolderArchive(
            directory, known=memory.get
        ) as archive:  # opening recovers, asked or not
            position = archive.append(page(99))
        again = FolderArchive(directory, known=memory.get)
        everything = [found for file in again.files() for found in again.iterate(file)]
        assert everything[-1] == (position, page(99))
        assert not any(isinstance(found, DamagedError) for _, found in everything)
        answers = sum(1 for known, _ in stored if known.end <= cut)
        assert len(everything) - 1 in {answers, answers + 1}  # a request may be lost to its answer
        shutil.rmtree(directory)


def test_bytes_that_were_safe_once_and_are_gone_are_missed(written, tmp_path):
    path, _, ends, _ = written
    (tmp_path / path.name).write_bytes(path.read_bytes()[: ends[5]])
    (tmp_path / f"{path.name}.synced").write_text(f"{ends[-1]:020}\n")
    (found,) = FolderArchive(tmp_path).recover()
    assert (found.cut, found.missing) == (0, ends[-1] - ends[5])


@pytest.mark.parametrize("note", ["", "no number", "00000", "\xff\xfe", "-5", "99999999999999"])
def test_a_damaged_note_does_no_harm(written, tmp_path, note):
    path, stored, ends, memory = written
    (tmp_path / path.name).write_bytes(path.read_bytes() + b"torn")
    (tmp_path / f"{path.name}.synced").write_text(note, encoding="utf-8")
    archive = FolderArchive(tmp_path, known=memory.get)
    (found,) = archive.recover()
    assert (found.size, found.cut) == (ends[-1], 4)
    assert [archive.read(position) for position, _ in stored] == [made for _, made in stored]


def test_damage_in_the_middle_takes_nothing_else_with_it(written, tmp_path):
    path, stored, _, memory = written
    data = bytearray(path.read_bytes())
    hit, _ = stored[6]
    data[hit.offset + 200 : hit.offset + 210] = b"0123456789"
    (tmp_path / path.name).write_bytes(data)
    archive = FolderArchive(tmp_path, known=memory.get)
    (found,) = archive.recover()
    assert found.size == len(data)
    assert [stretch.offset for stretch in found.damaged] == [hit.offset]
    iterated = list(archive.iterate(path.name))
    readable = [made for _, made in iterated if isinstance(made, Exchange)]
    assert readable == [made for position, made in stored if position != hit]
    [damage] = [place for place, made in iterated if isinstance(made, DamagedError)]
    assert (damage.offset, damage.whole) == (hit.offset, False)  # nothing may refer to it
    with archive:
        assert archive.append(page(99)).file != path.name
    assert archive.recover() == [found], "it is told again at the next start"


def test_neighbours_that_are_damaged_are_one_stretch(written, tmp_path, monkeypatch):
    """A record with its headers, but not all of its block, is no whole one where the damage could end.

    It ends where the next whole one begins, also if pieces in which the file is read end around there.
    """
    path, _, ends, _ = written
    data = bytearray(path.read_bytes())
    first, second, third = ends[3:6]
    for end in (second, third):
        data[end - 6] ^= 0xFF  # in the checksum
    damaged = tmp_path / path.name
    damaged.write_bytes(data)
    for size in range(third - first - 2, third - first + 12):
        monkeypatch.setattr(warc_members, "_CHUNK", size)
        with damaged.open("rb") as file:
            found = [one for one in located_records(file) if isinstance(one, warc_members.Damage)]
        assert [(one.offset, one.end) for one in found] == [(first, third)]


def test_zeros_after_a_power_cut_are_cut(written, tmp_path):
    path, _, ends, _ = written
    (tmp_path / path.name).write_bytes(path.read_bytes() + bytes(5000))
    (found,) = FolderArchive(tmp_path).recover()
    assert (found.size, found.cut) == (ends[-1], 5000)


def test_a_page_that_holds_records_itself_cannot_smuggle_them_in(written, tmp_path):
    offered = written[0].read_bytes()  # a site may offer such a file
    with FolderArchive(tmp_path) as archive:
        position = archive.append(page(1))
    with (tmp_path / position.file).open("ab") as file:
        torn = zlib.compress(
            b"WARC/1.1\r\n" + offered, 0, 31
        )  # what is compressed may be stored as is
        file.write(torn[:-20])
    assert torn.count(offered[:8]) > 20
    archive = FolderArchive(tmp_path)
    assert [exchange for _, exchange in archive.iterate(position.file)][:1] == [page(1)]
    (found,) = archive.recover()
    assert (found.size, found.damaged) == (position.end, ())
    assert [exchange for _, exchange in archive.iterate(position.file)] == [page(1)]


def test_a_file_in_a_damaged_page_is_no_record_and_splits_no_damage(tmp_path):
    """A page may hold compressed files of all kinds, as they are."""
    with FolderArchive(tmp_path) as archive:
        first = archive.append(page(1))
        inside = random.Random(1).randbytes(500) + gzip.compress(b"<h1>no record</h1>" * 9, mtime=0)
        hit = archive.append(replace(page(2), body=inside + random.Random(2).randbytes(500)))
        last = archive.append(page(3))
    path = tmp_path / first.file
    data = bytearray(path.read_bytes())
    assert data.count(b"\x1f\x8b\x08\x00\x00\x00\x00\x00", hit.offset + 1, hit.end)
    data[hit.offset + 40 : hit.offset + 48] = b"8 bytes!"
    path.write_bytes(data)
    (tmp_path / f"{path.name}.synced").unlink()
    [found] = FolderArchive(tmp_path).recover()
    [stretch] = found.damaged
    assert (stretch.offset, stretch.end <= last.offset) == (hit.offset, True)
    assert FolderArchive(tmp_path).read(last) == page(3)


def test_where_the_beginning_is_lost_no_page_can_smuggle_records_in_either(written, tmp_path):
    offered = written[0].read_bytes()
    with FolderArchive(tmp_path) as archive:
        kept = archive.append(page(1))
        hit = archive.append(replace(page(2), body=b"x" * 300 + random.Random(3).randbytes(9)))
        last = archive.append(page(3))
    path = tmp_path / kept.file
    data = bytearray(path.read_bytes())
    data[20:28] = b"8 bytes!"
    stored = zlib.compress(b"WARC/1.1\r\n" + offered, 0, 31)[:-20]
    path.write_bytes(data[: hit.offset] + stored + data[hit.end :])
    (tmp_path / f"{path.name}.synced").unlink()
    archive = FolderArchive(tmp_path)
    archive.recover()
    found = [made for _, made in archive.iterate(path.name) if isinstance(made, Exchange)]
    assert found == [page(1), page(3)]
    assert last.file == path.name


def test_files_that_are_being_written_are_left_alone(tmp_path):
    with FolderArchive(tmp_path) as archive:
        position = archive.append(page(1))
        with (tmp_path / position.file).open("ab") as file:
            file.write(b"as if in the middle of an append")
        assert FolderArchive(tmp_path).recover() == []
    assert [seen.cut for seen in FolderArchive(tmp_path).recover()] == [32]


def test_an_empty_file_is_cleared_away(tmp_path):
    (tmp_path / "pagekin-20260301120000000-00000.warc.gz").touch()
    archive = FolderArchive(tmp_path)
    assert archive.recover() == []
    assert archive.files() == []


def test_a_torn_tail_was_never_safe_and_is_no_loss():
    assert Recovered("a", 9).was_whole
    torn = Recovered("a", 9, cut=5)
    assert (torn.was_whole, torn.has_lost) == (False, False)
    assert Recovered("a", 9, missing=1).has_lost
    assert Recovered("a", 9, damaged=(warc_members.Damage(1, 2, "x"),)).has_lost
