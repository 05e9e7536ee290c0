"""Room freed: what is used stays readable at every step, and what is not used goes."""

from dataclasses import replace

import pytest
from made_exchanges import Memory, page

from pagekin.archive import ArchiveBusyError, DamagedError, FolderArchive


class Store:
    """The positions that are still referred to, as a store keeps them."""

    def __init__(self, positions):
        self.positions = dict(positions)  # number → position

    def used(self, file):
        return [position for position in self.positions.values() if position.file == file]

    def switch(self, moved):
        self.positions = {
            n: moved.get(position, position) for n, position in self.positions.items()
        }


def filled(directory, count=60, known=None):
    """Fill files of about ten pages each."""
    archive = FolderArchive(directory, max_bytes=35_000, known=known or (lambda _: None))
    with archive:
        positions = {n: archive.append(page(n, 3000, random_bytes=True)) for n in range(count)}
    return archive, Store(positions)


def size_of(directory):
    return sum(file.stat().st_size for file in directory.iterdir())


def assert_readable(archive, store):
    for number, position in store.positions.items():
        assert archive.read(position) == page(number, 3000, random_bytes=True)


def test_files_that_nothing_refers_to_are_deleted(tmp_path):
    archive, store = filled(tmp_path)
    first, *others = archive.files()
    store.positions = {n: p for n, p in store.positions.items() if p.file != first}
    size = (tmp_path / first).stat().st_size
    thinned = archive.thin(store.used, store.switch)
    assert thinned.deleted == (first,)
    assert (thinned.copied, thinned.kept, thinned.freed) == ({}, {}, size)
    assert archive.files() == others
    assert not list(tmp_path.glob(f"{first}*"))
    assert_readable(archive, store)


def test_little_used_files_are_copied_and_others_stay(tmp_path):
    archive, store = filled(tmp_path)
    little, much = archive.files()[1], archive.files()[2]
    drop = sorted(n for n, p in store.positions.items() if p.file == little)[1:-2]
    drop += sorted(n for n, p in store.positions.items() if p.file == much)[:3]
    for number in drop:
        del store.positions[number]
    before = size_of(tmp_path)
    thinned = archive.thin(store.used, store.switch)
    assert list(thinned.copied) == [little]
    assert before - size_of(tmp_path) == thinned.freed > 15_000
    assert little not in archive.files()
    assert much in archive.files()
    assert_readable(archive, store)
    assert archive.thin(store.used, store.switch).copied == {}
    assert archive.recover() == []


def test_a_copy_can_be_appended_to_and_recovered_like_any_file(tmp_path):
    archive, store = filled(tmp_path, count=8)
    store.positions = {n: store.positions[n] for n in (2, 5)}
    archive.thin(store.used, store.switch)
    with archive:
        store.positions[90] = archive.append(page(90, 3000, random_bytes=True))
    (file,) = archive.files()
    path = tmp_path / file
    data = bytearray(path.read_bytes())
    data[store.positions[2].offset + 300] ^= 255
    path.write_bytes(data + b"torn")
    (tmp_path / f"{file}.synced").unlink()
    (found,) = archive.recover()
    assert (found.cut, len(found.damaged)) == (4, 1)
    del store.positions[2]
    assert_readable(archive, store)


def test_nothing_is_deleted_before_the_store_has_switched(tmp_path):
    archive, store = filled(tmp_path)
    kept = {n: p for n, p in store.positions.items() if n % 10 == 0}
    store.positions = dict(kept)

    def crash_before_commit(_moved):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.thin(store.used, crash_before_commit)
    assert_readable(archive, store)

    def crash_after_commit(moved):
        store.switch(moved)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        archive.thin(store.used, crash_after_commit)
    assert store.positions != kept
    assert_readable(archive, store)
    archive.thin(store.used, store.switch)
    assert_readable(archive, store)
    used = {position.file for position in store.positions.values()}
    assert set(archive.files()) == used, "copies that nobody switched to are gone"


def test_a_used_page_that_is_damaged_keeps_its_file(tmp_path):
    archive, store = filled(tmp_path, count=8)
    (file,) = archive.files()
    store.positions = {n: store.positions[n] for n in (2, 5)}
    data = bytearray((tmp_path / file).read_bytes())
    data[store.positions[5].offset + 300] ^= 255
    (tmp_path / file).write_bytes(data)
    thinned = archive.thin(store.used, store.switch)
    assert list(thinned.kept) == [file]
    assert thinned.freed == 0
    assert archive.files() == [file]
    assert [path.name for path in tmp_path.glob("*unfinished*")] == []
    assert archive.read(store.positions[2]) == page(2, 3000, random_bytes=True)


def test_left_over_copies_are_cleared_away(tmp_path):
    archive, _ = filled(tmp_path, count=3)
    left_over = tmp_path / "pagekin-20260301120000000-00000.warc.gz.unfinished"
    left_over.write_bytes(b"half a copy")
    archive.recover()
    assert not left_over.exists()


def test_nobody_may_write_meanwhile(tmp_path):
    archive, store = filled(tmp_path, count=3)
    with FolderArchive(tmp_path) as writer:
        writer.append(page(7))
        with pytest.raises(ArchiveBusyError, match="being written to"):
            archive.thin(store.used, store.switch)
    assert archive.thin(store.used, store.switch).deleted == ()


def test_revisits_are_read_wherever_their_body_has_moved(tmp_path):
    memory = Memory()
    with FolderArchive(tmp_path, known=memory.get) as archive:
        for number in range(10):
            memory.note(archive.append(page(number, 3000, random_bytes=True)))
        revisit = archive.append(
            replace(page(4, 3000, random_bytes=True), url="http://shop.test/x")
        )
    used = [memory[revisit.digest], revisit]

    def switch(moved):
        nonlocal revisit
        revisit = moved[revisit]
        for old, new in moved.items():
            if old.whole:
                memory[new.digest] = new

    thinned = archive.thin(lambda _file: used, switch)
    assert thinned.copied
    assert archive.read(revisit).body == page(4, 3000, random_bytes=True).body
    assert not revisit.whole


def test_positions_that_were_thinned_away_say_so(tmp_path):
    archive, store = filled(tmp_path, count=3)
    position = store.positions.pop(1)
    store.positions.clear()
    archive.thin(store.used, store.switch)
    with pytest.raises(DamagedError, match="no such file"):
        archive.read(position)
