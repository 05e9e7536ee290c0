"""The archives of a store: each position names its own, wherever it is kept or moved to."""

import shutil
import socket
from dataclasses import replace
from datetime import UTC, datetime

import pytest

from pagekin.archive import ArchiveError, Exchange
from pagekin.store.archives import (
    ID_FILE,
    open_archive,
    open_archive_to_read,
    register_folder,
)
from pagekin.store.location import StoreLocation
from pagekin.store.opening import Store, open_store
from pagekin.store.upkeep.backup import backup, restore
from pagekin.store.upkeep.checking import check


def page(number):
    return Exchange(
        f"https://shop.test/{number}",
        datetime(2026, 3, 1, tzinfo=UTC),
        b"HTTP/1.1 200 OK",
        ((b"Content-Type", b"text/html"),),
        b"<p>%d</p>" % number,
    )


def keep(store, number):
    """Archive a page, and enter its position as a crawl does."""
    with open_archive(store) as archive:
        position = archive.append(page(number))
    with store.connection() as connection:
        enter(connection, position, position.archive or None)
    return position


def enter(connection, position, archive):
    connection.execute(
        "INSERT INTO pagekin_page_version (page_id, digest, title, etag, last_modified, archive_id, "
        "archive_file, archive_offset, archive_length, archive_digest) "
        "VALUES (1, %s, '', '', '', %s, %s, %s, %s, %s)",
        b"x",
        archive,
        position.file,
        position.offset,
        position.length,
        position.digest,
    )


def elsewhere(store, tmp_path, monkeypatch, name="mars"):
    """The store as another machine sees it: same database, its own data directory."""
    monkeypatch.setattr(socket, "gethostname", lambda: name)
    return Store(StoreLocation(tmp_path / name, store.location.url))


def places(store):
    with store.connection() as connection:
        return connection.rows("SELECT id, machine, url FROM pagekin_archive_place ORDER BY id")


def test_an_archive_is_registered_once_and_named_in_its_positions(store):
    first, second = keep(store, 1), keep(store, 2)
    assert first.archive == second.archive > 0
    assert places(store) == [(first.archive, socket.gethostname(), store.location.archive.as_uri())]
    with open_archive(open_store(store.location)) as archive:
        assert archive.read(first) == page(1)
    assert open_archive_to_read(store).read(second) == page(2)


def test_to_read_nothing_is_made_or_changed(store):
    assert open_archive_to_read(store).id == 0
    assert not store.location.archive.exists()
    assert places(store) == []


def test_a_page_of_another_machine_says_which_machine_has_it(postgres_store, tmp_path, monkeypatch):
    here = keep(postgres_store, 1)
    machine = socket.gethostname()
    mars = elsewhere(postgres_store, tmp_path, monkeypatch)
    there = keep(mars, 2)
    assert there.archive != here.archive
    shutil.move(postgres_store.location.archive, tmp_path / "unplugged")
    with pytest.raises(ArchiveError, match="which cannot be reached from here") as error:
        open_archive(mars).read(here)
    assert f"{postgres_store.location.archive} of the machine {machine}" in str(error.value)
    assert open_archive(mars).read(there) == page(2)


def test_a_folder_that_can_be_reached_is_read_whosever_it_is(postgres_store, tmp_path, monkeypatch):
    here = keep(postgres_store, 1)
    mars = elsewhere(postgres_store, tmp_path, monkeypatch)
    assert open_archive(mars).read(here) == page(1)
    assert open_archive_to_read(mars).read(here) == page(1)


def test_another_archive_under_the_same_path_is_not_taken_for_it(
    postgres_store, tmp_path, monkeypatch
):
    here = keep(postgres_store, 1)
    mars = elsewhere(postgres_store, tmp_path, monkeypatch)
    (postgres_store.location.archive / ID_FILE).write_text("0123456789abcdef")
    with pytest.raises(ArchiveError, match="of the machine"):
        open_archive(mars).read(here)


def test_a_store_and_an_archive_that_were_moved_belong_together(
    sqlite_store, tmp_path, monkeypatch
):
    position = keep(sqlite_store, 1)
    moved = tmp_path / "moved"
    shutil.move(sqlite_store.location.directory, moved)
    monkeypatch.setattr(socket, "gethostname", lambda: "mars")
    store = open_store(moved)
    with open_archive(store) as archive:
        assert archive.read(position) == page(1)
    assert places(store) == [(position.archive, "mars", (moved / "archive").as_uri())]


@pytest.mark.parametrize("with_id", [True, False])
def test_a_restored_store_finds_its_pages_in_a_copy_of_the_archive(store, tmp_path, with_id):
    position = keep(store, 1)
    backup(store, tmp_path / "backup.sqlite3")
    new = StoreLocation(tmp_path / "new")
    shutil.copytree(store.location.archive, new.archive)
    if not with_id:
        (new.archive / ID_FILE).unlink()
    restore(new, tmp_path / "backup.sqlite3")
    with open_archive(open_store(new)) as archive:
        assert archive.id == position.archive
        assert archive.read(position) == page(1)


def test_positions_from_before_archives_were_numbered_are_those_of_the_folder_with_their_file(
    store,
):
    position = keep(store, 1)
    (store.location.archive / ID_FILE).unlink()
    with store.connection() as connection:
        connection.execute("UPDATE pagekin_page_version SET archive_id = NULL")
        connection.execute("DELETE FROM pagekin_archive_place")
        own = register_folder(connection, store.location.archive)
        rows = connection.rows("SELECT archive_id FROM pagekin_page_version")
        assert rows == [(own.id,)]
    assert open_archive(store).read(replace(position, archive=own.id)) == page(1)


def page_of_version_1(store):
    """Enter the page that the kept version is of."""
    with store.connection() as connection:
        connection.execute("INSERT INTO pagekin_site (id, name) VALUES (1, 'shop.test')")
        connection.execute(
            "INSERT INTO pagekin_page (id, site_id, digest, url) VALUES (1, 1, %s, '')", b"x"
        )


def check_with_page(store):
    page_of_version_1(store)
    return check(store)


def test_a_check_misses_what_is_gone_and_not_what_another_machine_has(
    postgres_store, tmp_path, monkeypatch
):
    position = keep(postgres_store, 1)
    page_of_version_1(postgres_store)
    assert check(postgres_store).problems == ()
    shutil.move(postgres_store.location.archive, tmp_path / "unplugged")
    [problem] = check(postgres_store).problems
    assert f"{position.file} is missing" in problem
    mars = elsewhere(postgres_store, tmp_path, monkeypatch)
    assert check(mars).problems == ()


def test_an_archive_in_an_object_store_is_read_by_every_machine(
    postgres_store, tmp_path, monkeypatch
):
    bucket = (tmp_path / "bucket").as_uri().replace("file:", "local:")
    location = replace(postgres_store.location, archive_url=bucket)
    position = keep(Store(location), 1)
    assert not (location.archive / position.file).exists()
    mars = elsewhere(postgres_store, tmp_path, monkeypatch)
    assert open_archive(mars).read(position) == page(1)
    assert open_archive_to_read(mars).read(position) == page(1)
    assert places(mars)[0][2].startswith(bucket)


def test_a_check_reads_what_is_in_an_object_store(store, tmp_path):
    bucket = tmp_path / "bucket"
    with_bucket = Store(
        replace(store.location, archive_url=bucket.as_uri().replace("file:", "local:"))
    )
    position = keep(with_bucket, 1)
    page_of_version_1(store)
    assert check(with_bucket).problems == ()
    [file] = bucket.rglob(position.file)
    with file.open("r+b") as opened:
        opened.seek(position.offset + position.length // 2)
        opened.write(b"8 bytes!")
    [problem] = check(with_bucket).problems
    assert "does not have 1 of 1 page version as they were" in problem
    assert check(with_bucket, contents=False).problems == ()
    file.unlink()
    [problem] = check(with_bucket, contents=False).problems
    assert "is missing, and 1 page version with it" in problem


def test_a_check_tells_how_far_it_has_come(store):
    with open_archive(store) as archive:
        positions = [archive.append(page(number)) for number in range(4)]
    with store.connection() as connection:
        for position in positions:
            enter(connection, position, position.archive or None)
    told = []
    check(store, watch=lambda *numbers: told.append(numbers))
    assert list(dict.fromkeys(told)) == [(1, 4), (2, 4), (3, 4), (4, 4)]
    told.clear()
    check(store, contents=False, watch=lambda *numbers: told.append(numbers))  # file by file
    assert told == [(4, 4)]


def test_what_is_on_another_machine_is_held_and_what_was_here_is_not(
    postgres_store, tmp_path, monkeypatch
):
    position = keep(postgres_store, 1)
    shutil.move(postgres_store.location.archive, tmp_path / "unplugged")
    with monkeypatch.context() as on_mars:
        mars = elsewhere(postgres_store, tmp_path, on_mars)
        assert open_archive_to_read(mars).holds(position)
        [note] = check_with_page(mars).notes
    assert "not checked: 1 page version" in note
    assert not open_archive_to_read(postgres_store).holds(position)


def test_a_folder_moves_to_an_object_store_with_all_that_it_has(store, tmp_path):
    before = keep(store, 1)
    bucket = (tmp_path / "bucket").as_uri().replace("file:", "local:")
    with_bucket = Store(replace(store.location, archive_url=bucket))
    after = keep(with_bucket, 2)
    assert after.archive == before.archive
    assert not list(store.location.archive.glob("*.warc.gz"))
    assert [open_archive(with_bucket).read(one) for one in (before, after)] == [page(1), page(2)]


def test_an_archive_is_made_for_its_owner_only(sqlite_store):
    keep(sqlite_store, 1)
    assert sqlite_store.location.archive.stat().st_mode & 0o7777 == 0o700
