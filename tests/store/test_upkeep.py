"""`pagekin store`: check finds damage, backup and restore lose nothing and overwrite nothing unasked."""

import asyncio
import json
import os
import resource
import shutil
import sqlite3
import subprocess
import sys

import old_stores
import pytest
from click.testing import CliRunner
from synthetic import crawl, snapshot

from pagekin.cli.store import command
from pagekin.errors import OutputError, StoreError, UsageError
from pagekin.store.lease_holder import LeaseHolder
from pagekin.store.location import StoreLocation
from pagekin.store.opening import open_store
from pagekin.store.upkeep.backup import backup, restore
from pagekin.store.upkeep.checking import check
from pagekin.store.upkeep.vacuum import vacuum


@pytest.fixture
def crawled(store):
    asyncio.run(crawl(store, 60))
    store.location.archive.mkdir()
    (store.location.archive / "pagekin-20260101000000000-00000.warc.gz").write_bytes(b"x" * 100_000)
    return store


def last_snapshot(store):
    with store.connection() as connection:
        return snapshot(store, connection.rows("SELECT max(id) FROM pagekin_crawl")[0][0])


def run(store, *arguments):
    """Run `pagekin store …` on a store."""
    environment = {
        "PAGEKIN_DATA": str(store.location.directory),
        "PAGEKIN_DATABASE_URL": store.location.url,
    }
    return CliRunner().invoke(command, [str(argument) for argument in arguments], env=environment)


def test_a_whole_store_is_in_order(crawled):
    done = run(crawled, "check", "--quick", "--json")
    assert done.exit_code == 0
    content = json.loads(done.stdout)
    assert content["problems"] == []
    assert content["counts"]["crawl"] == 1
    assert "in order" in run(crawled, "check", "--quick").stderr


def test_orphans_are_found(crawled):
    with crawled.connection() as connection:
        connection.execute("DELETE FROM pagekin_record_set WHERE id = 5")
    found = "\n".join(check(crawled, contents=False).problems)
    assert "rows of pagekin_value refer to a pagekin_record_set that is not there" in found
    done = run(crawled, "check")
    assert isinstance(done.exception, StoreError)


def test_a_page_both_done_and_waiting_is_found(crawled):
    with crawled.connection() as connection:
        connection.execute(
            "INSERT INTO pagekin_frontier (crawl_id, page_id, rank, depth, kind_id, owner, until, "
            "tries) VALUES (1, 1, 0, 0, 1, 0, 0, 0)"
        )
    assert check(crawled, contents=False).problems == (
        "mixed up: 1 pages are done and yet to be fetched",
    )


@pytest.mark.parametrize(
    ("column", "name"),
    [("version_id", "version"), ("records_id", "records"), ("links_id", "links")],
)
def test_a_page_with_what_is_another_s_is_found(crawled, column, name):
    with crawled.connection() as connection:
        [(of_another,)] = connection.rows(f"SELECT max({column}) FROM pagekin_crawl_page")
        [(page,)] = connection.rows(
            f"SELECT min(page_id) FROM pagekin_crawl_page WHERE {column} IS NOT NULL"
        )
        connection.execute(
            f"UPDATE pagekin_crawl_page SET {column} = %s WHERE page_id = %s",
            of_another,
            page,
        )
    problem = f"mixed up: 1 pages of crawls have the {name} of another page"
    assert check(crawled, contents=False).problems == (problem,)


def test_missing_and_shortened_parts_of_the_archive_are_found(crawled):
    archive = crawled.location.archive
    shutil.rmtree(archive)
    assert (
        "pagekin-20260101000000000-00000.warc.gz is missing"
        in check(crawled, contents=False).problems[0]
    )
    archive.mkdir()
    (archive / "pagekin-20260101000000000-00000.warc.gz").write_bytes(b"x" * 30_500)
    [problem] = check(crawled, contents=False).problems
    assert "has lost its end, and 30 page versions with it" in problem
    (archive / "pagekin-20260101000000000-00000.warc.gz").write_bytes(b"x" * 60_000)
    assert check(crawled, contents=False).problems == ()


def test_damage_inside_a_file_is_found(sqlite_store):
    asyncio.run(crawl(sqlite_store, 300))
    vacuum(sqlite_store)
    file = sqlite_store.location.file
    with file.open("r+b") as written:
        written.seek(file.stat().st_size // 2 // 4096 * 4096)
        written.write(os.urandom(8192))
    try:
        problems = check(sqlite_store).problems
    except StoreError as error:
        problems = [str(error)]
    assert "damage" in problems[0]


def test_a_backup_is_the_store_as_it_was_and_comes_back(crawled, tmp_path):
    before = last_snapshot(crawled)
    file = tmp_path / "backup.sqlite3"
    assert run(crawled, "backup", file).exit_code == 0
    assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == [file.name]
    asyncio.run(crawl(crawled, 80, day=3, changed=lambda number: number % 2))
    assert last_snapshot(crawled) != before
    done = run(crawled, "restore", file, "--force")
    assert done.exit_code == 0, done.exception
    assert "what was there before is in" in done.stderr
    assert last_snapshot(crawled) == before
    assert check(crawled, contents=False).problems == ()
    asyncio.run(crawl(crawled, 90))  # numbers for new rows go on where they should
    assert check(crawled, contents=False).problems == ()


def test_a_store_that_is_not_empty_is_not_replaced_unasked(crawled, tmp_path):
    before = last_snapshot(crawled)
    backup(crawled, tmp_path / "backup.sqlite3")
    with pytest.raises(StoreError, match=r"is not empty.*--force"):
        restore(crawled.location, tmp_path / "backup.sqlite3")
    assert last_snapshot(crawled) == before


def test_what_is_replaced_by_force_is_kept(crawled, tmp_path):
    backup(crawled, tmp_path / "backup.sqlite3")
    asyncio.run(crawl(crawled, 70))
    before = last_snapshot(crawled)
    kept = restore(crawled.location, tmp_path / "backup.sqlite3", force=True)
    elsewhere = StoreLocation(tmp_path / "elsewhere")
    restore(elsewhere, kept)
    assert last_snapshot(open_store(elsewhere)) == before


def test_nothing_is_replaced_under_a_process_that_is_at_work(crawled, tmp_path):
    backup(crawled, tmp_path / "backup.sqlite3")
    with crawled.connection() as connection:
        owner = LeaseHolder(crawled.location, connection)  # as a crawl is one
        with pytest.raises(UsageError, match=rf"process .*:{os.getpid()} is at work"):
            restore(crawled.location, tmp_path / "backup.sqlite3", force=True)
        owner.leave()
    assert restore(crawled.location, tmp_path / "backup.sqlite3", force=True).is_file()


def test_a_store_that_was_lost_comes_back_beside_its_archive(crawled, tmp_path):
    """A new store would know none of the pages, and have them thinned out one day."""
    before = last_snapshot(crawled)
    backup(crawled, tmp_path / "backup.sqlite3")
    place = StoreLocation(tmp_path / "moved")
    shutil.copytree(crawled.location.archive, place.archive)
    with pytest.raises(StoreError, match=r"has pages.*does not know them.*restore"):
        open_store(place)
    restore(place, tmp_path / "backup.sqlite3")
    assert last_snapshot(open_store(place)) == before


def test_a_backup_of_an_older_version_is_restored_too(store, tmp_path):
    old = StoreLocation(old_stores.unpacked(tmp_path / "old")).file
    restore(store.location, old)
    assert old_stores.what_is_stored(store) == old_stores.expected()


def test_logins_are_in_a_backup_encrypted_as_they_are(store, tmp_path):
    with store.connection() as connection:
        connection.execute("INSERT INTO pagekin_secret (origin, token) VALUES (%s, %s)", "a", b"b")
    backup(store, tmp_path / "backup.sqlite3")
    restore(StoreLocation(tmp_path / "there"), tmp_path / "backup.sqlite3")
    with open_store(tmp_path / "there").connection() as connection:
        assert connection.rows("SELECT origin, token FROM pagekin_secret") == [("a", b"b")]


def test_a_backup_without_room_blames_its_own_disk_and_leaves_nothing(crawled, tmp_path):
    """The file may not grow beyond a size, as on a full disk."""
    environ = {
        "PAGEKIN_DATA": str(crawled.location.directory),
        "PAGEKIN_DATABASE_URL": crawled.location.url,
    }
    file = tmp_path / "backup.sqlite3"
    done = subprocess.run(
        [sys.executable, "-m", "pagekin", "store", "backup", file],
        env=os.environ | environ,
        capture_output=True,
        text=True,
        check=False,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (150_000, 150_000)),
    )
    assert done.returncode == 1
    assert f"cannot write {file}" in done.stderr
    assert list(tmp_path.glob("*backup*")) == []


def test_a_damaged_store_is_put_aside_and_replaced_by_force(sqlite_store, tmp_path):
    asyncio.run(crawl(sqlite_store, 20))
    before = last_snapshot(sqlite_store)
    backup(sqlite_store, tmp_path / "backup.sqlite3")
    sqlite_store.location.file.write_bytes(b"not a database any more")
    with pytest.raises(StoreError, match="--force"):
        restore(sqlite_store.location, tmp_path / "backup.sqlite3")
    kept = restore(sqlite_store.location, tmp_path / "backup.sqlite3", force=True)
    assert kept.read_bytes() == b"not a database any more"
    assert last_snapshot(sqlite_store) == before


def test_a_store_moves_from_sqlite_to_postgresql_and_back_by_a_backup(
    sqlite_store, postgres_store, tmp_path
):
    asyncio.run(crawl(sqlite_store, 60))
    before = last_snapshot(sqlite_store)
    backup(sqlite_store, tmp_path / "1.sqlite3")
    restore(postgres_store.location, tmp_path / "1.sqlite3")
    assert last_snapshot(postgres_store) == before
    backup(postgres_store, tmp_path / "2.sqlite3")
    back = StoreLocation(tmp_path / "back")
    restore(back, tmp_path / "2.sqlite3")
    assert last_snapshot(open_store(back)) == before


def test_a_backup_overwrites_no_file(crawled, tmp_path):
    file = tmp_path / "thesis.txt"
    file.write_text("only copy")
    with pytest.raises(OutputError, match="exists"):
        backup(crawled, file)
    assert file.read_text() == "only copy"


def test_a_backup_that_cannot_be_written_is_told(crawled, tmp_path):
    with pytest.raises(OutputError, match="cannot write"):
        backup(crawled, tmp_path / "no-folder" / "backup.sqlite3")


@pytest.mark.parametrize("content", [b"", b"no backup", None])
def test_what_is_no_backup_is_refused_and_nothing_is_changed(sqlite_store, tmp_path, content):
    asyncio.run(crawl(sqlite_store, 20))
    before = last_snapshot(sqlite_store)
    file = tmp_path / "backup.sqlite3"
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(StoreError):
        restore(sqlite_store.location, file, force=True)
    assert last_snapshot(sqlite_store) == before


def test_a_torn_backup_is_refused(sqlite_store, tmp_path):
    asyncio.run(crawl(sqlite_store, 300))
    backup(sqlite_store, tmp_path / "backup.sqlite3")
    torn = tmp_path / "torn.sqlite3"
    shutil.copy(tmp_path / "backup.sqlite3", torn)
    os.truncate(torn, torn.stat().st_size // 2)
    with pytest.raises(StoreError, match="damaged"):
        restore(sqlite_store.location, torn, force=True)


def test_a_backup_with_a_damaged_page_is_refused_and_says_what_is_wrong_with_it(
    sqlite_store, tmp_path
):
    asyncio.run(crawl(sqlite_store, 20))
    file = tmp_path / "backup.sqlite3"
    backup(sqlite_store, file)
    with sqlite3.connect(file) as connection:
        [(page,)] = connection.execute(
            "SELECT rootpage FROM sqlite_master WHERE name = 'pagekin_value'"
        )
    connection.close()
    with file.open("r+b") as written:
        written.seek((page - 1) * 4096)
        written.write(b"\xff")  # no kind of page
    with pytest.raises(StoreError, match=r"is damaged \(.*[Pp]age .*\); nothing was changed"):
        restore(sqlite_store.location, file, force=True)


def test_vacuum_gives_room_back(sqlite_store):
    asyncio.run(crawl(sqlite_store, 500))
    with sqlite_store.connection() as connection:
        connection.execute("DELETE FROM pagekin_value")
    done = vacuum(sqlite_store)
    assert done.after < done.before
    assert check(sqlite_store, archive=False).problems == ()


def test_vacuum_works_on_postgresql_too(postgres_store):
    assert run(postgres_store, "vacuum").exit_code == 0


def test_every_command_has_an_example():
    for name in ("check", "backup", "restore", "vacuum"):
        text = CliRunner().invoke(command, [name, "--help"]).stdout
        assert f"pagekin store {name}" in text
    assert "pagekin store backup" in CliRunner().invoke(command, ["--help"]).stdout
