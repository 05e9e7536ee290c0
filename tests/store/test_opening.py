"""A store is made on first use; one that is damaged, newer or not ours is refused and left as it is."""

import contextlib
import os
import shutil
import sqlite3
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path

import psycopg
import pytest
from django.apps import apps
from django.db.migrations.recorder import MigrationRecorder

from pagekin.archive import Exchange, FolderArchive
from pagekin.errors import StoreError, UsageError
from pagekin.store import opening
from pagekin.store.database import SqliteConnection
from pagekin.store.location import StoreLocation, location_from, postgres_parameters
from pagekin.store.models import Crawl, Site
from pagekin.store.opening import Store, check_file, open_store
from pagekin.store.upkeep import new_store
from pagekin.store.upkeep.migrating import migrate
from pagekin.store.upkeep.store_tables import FLEETING, TABLES, table_names


def test_a_store_is_made_on_first_use_and_found_again(store):
    with store.connection() as connection:
        assert "pagekin_crawl_page" in table_names(connection)
        connection.execute("INSERT INTO pagekin_site (name) VALUES (%s)", "http://shop.example")
    with open_store(store.location).connection() as connection:
        assert connection.rows("SELECT name FROM pagekin_site") == [("http://shop.example",)]


def test_models_reach_an_open_store_by_its_alias(store):
    Site.objects.using(store.alias).create(name="http://shop.example")
    with store.connection() as connection:
        assert connection.rows("SELECT count(*) FROM pagekin_site") == [(1,)]
    assert not Crawl.objects.using(store.alias).exists()


def test_every_model_has_its_migration(sqlite_store):
    code = (
        "import pagekin.store.models; from django.core.management import call_command; "
        "call_command('makemigrations', '--check', '--dry-run', verbosity=0)"
    )
    subprocess.run([sys.executable, "-W", "ignore", "-c", code], check=True)


def test_a_file_is_up_to_date_if_it_has_had_all_migrations(sqlite_store, tmp_path):
    """Then nothing is written to open it, and Django is not needed."""
    assert check_file(sqlite_store.location)
    with sqlite_store.connection() as connection:
        connection.execute("DELETE FROM django_migrations WHERE name LIKE '0005%'")
    assert not check_file(sqlite_store.location)
    assert not check_file(StoreLocation(tmp_path / "nowhere"))


def test_a_sqlite_store_keeps_what_was_committed_through_a_power_failure(sqlite_store):
    with sqlite_store.connection() as connection:
        assert connection.rows("PRAGMA journal_mode") == [("wal",)]
        assert connection.rows("PRAGMA synchronous") == [(2,)]  # FULL


@pytest.mark.parametrize(
    ("database", "migration"), [("sqlite", 0), ("sqlite", 2), ("postgresql", 1)]
)
def test_whoever_dies_while_making_a_store_leaves_one_that_can_be_made(
    database, migration, tmp_path, monkeypatch, request
):
    url = request.getfixturevalue("postgres_url") if database == "postgresql" else ""
    location, done, noted = StoreLocation(tmp_path, url), [], MigrationRecorder.record_applied

    def die(recorder, app, name):
        done.append(name)
        if len(done) > migration:
            raise KeyboardInterrupt
        noted(recorder, app, name)

    with monkeypatch.context() as patched:
        patched.setattr(new_store, "make_tables", lambda _connection: False)
        patched.setattr(MigrationRecorder, "record_applied", die)
        with pytest.raises(KeyboardInterrupt):
            open_store(location)
    with open_store(location).connection() as connection:
        assert "pagekin_crawl_page" in table_names(connection)


def test_tables_that_are_made_at_once_are_those_that_the_migrations_make(tmp_path):
    at_once, migrated = StoreLocation(tmp_path / "1"), StoreLocation(tmp_path / "2")
    open_store(at_once)
    migrated.directory.mkdir()
    migrate(migrated)
    found = []
    for location in (at_once, migrated):
        with Store(location).connection() as connection:
            tables = connection.rows("SELECT type, name, sql FROM sqlite_master ORDER BY name")
            applied = connection.rows("SELECT app, name FROM django_migrations ORDER BY name")
            assert new_store.script_of(connection) == new_store.SCRIPT.read_text(), (
                "python tools/generate_new_store.py"
            )
        found.append((tables, applied))
    assert found[0] == found[1]


def test_whoever_dies_while_making_tables_at_once_leaves_a_file_without_any(tmp_path, monkeypatch):
    execute, done = SqliteConnection.execute, []

    def die(connection, sql, *parameters):
        done.append(sql)
        if len(done) > 20:
            raise KeyboardInterrupt
        return execute(connection, sql, *parameters)

    with monkeypatch.context() as patched:
        patched.setattr(SqliteConnection, "execute", die)
        with pytest.raises(KeyboardInterrupt):
            open_store(tmp_path)
    with Store(StoreLocation(tmp_path)).connection() as connection:
        assert table_names(connection) == set()
    with open_store(tmp_path).connection() as connection:
        assert "pagekin_crawl_page" in table_names(connection)


def test_a_new_store_is_made_without_django(tmp_path):
    code = (
        "import sys, pathlib; from pagekin.store.opening import open_store; "
        "open_store(pathlib.Path(sys.argv[1])); sys.exit('django' in sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code, tmp_path / "data"], check=True)


def test_whoever_dies_while_the_file_is_written_leaves_one_that_can_be_read(tmp_path):
    with contextlib.closing(sqlite3.connect(tmp_path / "making")) as making:
        making.execute("PRAGMA cache_size = 1")  # so that it is written to before its end
        making.execute("CREATE TABLE half_made (content)")
        making.execute("DROP TABLE half_made")
        making.execute("BEGIN")
        making.execute("CREATE TABLE half_made (content)")
        making.execute("INSERT INTO half_made VALUES (zeroblob(100000))")
        location = StoreLocation(tmp_path / "data")
        location.directory.mkdir()
        for ending in ("", "-journal"):  # as they are at this moment
            shutil.copy(tmp_path / f"making{ending}", f"{location.file}{ending}")
    with open_store(location).connection() as connection:
        assert "half_made" not in table_names(connection)


def test_nobody_else_can_look_into_the_data_directory(tmp_path):
    assert open_store(tmp_path / "data").location.directory.stat().st_mode & 0o077 == 0


def refused(location, *words):
    """Opening fails with these words, and not a byte of the file has changed."""
    before = location.file.read_bytes() if location.file.exists() else None
    with pytest.raises(StoreError) as raised:
        open_store(location)
    for word in words:
        assert word in str(raised.value)
    if before is not None:
        assert location.file.read_bytes() == before


def test_a_file_that_is_no_database_is_refused(tmp_path):
    location = StoreLocation(tmp_path)
    location.file.write_text("my thesis, only copy\n" * 100)
    refused(location, "not a store of pagekin", str(location.file), "PAGEKIN_DATA")


def test_a_file_that_is_too_short_for_a_database_is_refused(tmp_path):
    location = StoreLocation(tmp_path)
    location.file.write_text("my thesis\n")
    refused(location, "not a store of pagekin", str(location.file))


def test_opening_a_store_once_more_keeps_the_locks_of_its_other_connections(tmp_path):
    """Otherwise another process that closes it believes to be the last, and takes the journal away from us."""
    location = StoreLocation(tmp_path)
    with open_store(location).connection() as connection:
        connection.execute("CREATE TABLE told (content)")
        open_store(location)
        other = (
            f"import sqlite3; sqlite3.connect({str(location.file)!r}).execute('SELECT 1 FROM told')"
        )
        subprocess.run([sys.executable, "-c", other], check=True)
        assert location.file.with_name(f"{location.file.name}-wal").exists()


def test_another_programs_database_is_refused(tmp_path):
    location = StoreLocation(tmp_path)
    with sqlite3.connect(location.file) as other:
        other.execute("CREATE TABLE thesis (chapter TEXT)")
    other.close()
    refused(location, "another program's data")


def test_a_postgresql_database_that_others_use_too_gets_our_tables_beside_theirs(
    tmp_path, postgres_url
):
    """Such as a queue's, or those of a project that was there first, with migrations of its own."""
    with psycopg.connect(postgres_url) as other:
        other.execute(
            "CREATE TABLE procrastinate_jobs (id int); INSERT INTO procrastinate_jobs VALUES (7)"
        )
        other.execute(
            "CREATE TABLE django_migrations (id serial, app text, name text, applied timestamptz)"
        )
        other.execute("INSERT INTO django_migrations (app, name) VALUES ('thesis', '0001_initial')")
    with open_store(StoreLocation(tmp_path, postgres_url)).connection() as connection:
        assert set(TABLES) <= table_names(connection)
        assert connection.rows("SELECT id FROM procrastinate_jobs") == [(7,)]


def test_tables_of_others_that_are_called_like_ours_are_refused(tmp_path, postgres_url):
    with psycopg.connect(postgres_url) as other:
        other.execute("CREATE TABLE pagekin_site (chapter TEXT)")
    with pytest.raises(StoreError, match="another program's data"):
        open_store(StoreLocation(tmp_path, postgres_url))
    with psycopg.connect(postgres_url) as other:
        tables = "SELECT tablename FROM pg_tables WHERE schemaname = 'public'"
        assert other.execute(tables).fetchall() == [("pagekin_site",)]


def test_a_store_of_a_newer_pagekin_is_refused(store):
    with store.connection() as connection:
        connection.execute(
            "INSERT INTO django_migrations (app, name, applied) "
            "VALUES ('pagekin', '9999_of_the_future', '2030-01-01')"
        )
    with pytest.raises(StoreError, match=r"newer pagekin.*9999_of_the_future.*left as it is"):
        open_store(store.location)


@pytest.mark.parametrize("cut", [0.3, 0.7, 0.95])
def test_a_store_that_lost_its_end_is_refused(sqlite_store, cut):
    location = sqlite_store.location
    os.truncate(location.file, int(location.file.stat().st_size * cut))
    refused(location, "damaged", "restore")


def test_a_store_with_a_broken_first_page_is_refused(sqlite_store):
    location = sqlite_store.location
    with location.file.open("r+b") as file:
        file.seek(100)
        file.write(b"\xff" * 400)
    refused(location, "damaged")


def test_a_store_that_lost_a_table_is_refused(store):
    with store.connection() as connection:
        connection.execute("ALTER TABLE pagekin_value RENAME TO misplaced")
    try:
        with pytest.raises(StoreError, match=r"damaged: it has lost pagekin_value.*left as it is"):
            open_store(store.location)
    finally:  # the database is used by other tests
        with store.connection() as connection:
            connection.execute("ALTER TABLE misplaced RENAME TO pagekin_value")


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
@pytest.mark.parametrize("what", ["directory", "file"])
def test_a_store_that_one_may_only_read_is_named_with_what_to_do(sqlite_store, what):
    path = getattr(sqlite_store.location, what)
    mode = path.stat().st_mode
    path.chmod(mode & ~0o222)
    try:
        refused(sqlite_store.location, f"you may not write to {path}", "PAGEKIN_DATA")
    finally:
        path.chmod(mode)


def test_an_empty_file_is_a_new_store(tmp_path):
    location = StoreLocation(tmp_path)
    location.file.touch()
    with open_store(location).connection() as connection:
        assert connection.rows("SELECT count(*) FROM pagekin_site") == [(0,)]


def test_a_directory_that_cannot_be_made_is_named(tmp_path):
    (tmp_path / "file").touch()
    with pytest.raises(StoreError, match="cannot make the data directory"):
        open_store(tmp_path / "file" / "data")


def test_many_processes_can_open_a_new_store_at_once(tmp_path):
    code = (
        "import sys, pathlib; from pagekin.store.opening import open_store; "
        "open_store(pathlib.Path(sys.argv[1]))"
    )
    processes = [
        subprocess.Popen([sys.executable, "-c", code, tmp_path / "data"]) for _ in range(4)
    ]
    assert [process.wait() for process in processes] == [0, 0, 0, 0]


def test_a_store_that_another_process_makes_longer_meanwhile_is_not_damaged(tmp_path, monkeypatch):
    location = StoreLocation(tmp_path)
    open_store(location)

    def grown(*_):
        """Write more into the store, and bring the journal into the file."""
        with contextlib.closing(sqlite3.connect(location.file)) as other:
            other.execute("CREATE TABLE more AS SELECT zeroblob(500000) AS x")
            other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return True

    monkeypatch.setattr(opening, "is_current", grown)
    assert check_file(location)


def test_the_place_comes_from_the_environment():
    assert location_from({"PAGEKIN_DATA": "/data"}) == StoreLocation(Path("/data"))
    assert location_from({"XDG_DATA_HOME": "/share"}).directory == Path("/share/pagekin")
    assert location_from({}).directory == Path.home() / ".local/share/pagekin"
    url = "postgresql://me:secret@db.example:5433/kin?sslmode=require"
    location = location_from({"PAGEKIN_DATABASE_URL": url})
    assert "secret" not in str(location)
    assert postgres_parameters(location.url) == {
        "host": "db.example",
        "port": "5433",
        "user": "me",
        "password": "secret",
        "dbname": "kin",
        "sslmode": "require",
    }


@pytest.mark.parametrize(
    "url",
    [
        "mysql://me:secret@db/kin",
        "postgresql:/me:secret@db/kin",
        "postgresql//me:secret@db/kin",
        "me:secret@db/kin",
        "host=db user=me password=secret",
        "postgresql://me:secret",
        "postgresql://me:1/secret@db/kin",
        "postgresql://me:1#secret@db/kin",
        "postgresql://me:secret/secret@db/kin",
        "postgresql://me:sec?ret=secret@db/kin",
        "postgresql://me:[secret@db/kin",
        "postgresql://me:secret@db:port/kin",
        "postgresql://me@db:port/kin?password=secret",
    ],
)
def test_a_mistyped_url_is_bad_usage_and_its_password_is_not_shown(url):
    with pytest.raises(UsageError) as error:
        location_from({"PAGEKIN_DATABASE_URL": url})
    assert "secret" not in str(error.value)
    assert error.value.__suppress_context__ or error.value.__context__ is None


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://me:secret@db/kin",
        "postgresql://me@db/kin?password=secret&sslmode=require",
        "postgresql://me:secret%2Fsecret@[::1]:5432/kin?sslpassword=secret",
    ],
)
def test_a_location_shows_no_password(url):
    location = location_from({"PAGEKIN_DATABASE_URL": url, "PAGEKIN_DATA": "/data"})
    assert "kin" in str(location)
    assert "secret" not in f"{location} {location!r} {Store(location).alias}"


def test_nobody_else_can_read_a_store_or_an_archive_in_a_directory_that_was_there(tmp_path):
    tmp_path.chmod(0o755)
    location = open_store(tmp_path).location
    with FolderArchive(location.archive) as archive:
        archive.append(
            Exchange("https://a.test/", datetime.now(UTC), b"HTTP/1.1 200 OK", (), b"hi")
        )
    files = [location.file, location.archive, *location.archive.glob("*.warc.gz")]
    assert {
        path.name: path.stat().st_mode & 0o077 for path in files if path.stat().st_mode & 0o077
    } == {}


def test_a_server_that_does_not_answer_is_a_store_error(tmp_path):
    with pytest.raises(StoreError, match="refused"):
        open_store(StoreLocation(tmp_path, "postgresql://me@127.0.0.1:1/kin"))


def test_the_package_and_other_commands_do_not_load_django():
    code = (
        "import sys, pagekin, pagekin.cli; pagekin.cli._run(['extract', '--help']); "
        "assert not {'django', 'psycopg'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", code], check=True, capture_output=True)


def test_opening_a_store_that_is_up_to_date_loads_neither_django_nor_psycopg(sqlite_store):
    code = (
        "import sys, pathlib; from pagekin.store.opening import open_store; "
        "store = open_store(pathlib.Path(sys.argv[1])); "
        "store.connect().rows('SELECT count(*) FROM pagekin_crawl'); "
        "sys.exit(', '.join({'django', 'psycopg', 'asyncio'} & set(sys.modules)) or 0)"
    )
    directory = sqlite_store.location.directory
    subprocess.run([sys.executable, "-c", code, directory], check=True)


def test_the_models_can_be_used_as_soon_as_they_are_imported(sqlite_store):
    code = (
        "import sys, pathlib; from pagekin.store.models import Crawl, Site; "
        "from pagekin.store.opening import open_store; "
        "alias = open_store(pathlib.Path(sys.argv[1])).alias; "
        "Site.objects.using(alias).create(name='a.test'); "
        "assert not Crawl.objects.using(alias).filter(crawler__site__name='a.test').exists(); "
        "assert Site.objects.using(alias).get().name == 'a.test'"
    )
    directory = sqlite_store.location.directory
    subprocess.run([sys.executable, "-c", code, directory], check=True)


def test_the_tables_that_are_checked_and_backed_up_are_those_of_the_models():
    models = {model._meta.db_table for model in apps.get_app_config("pagekin").get_models()}
    assert {*TABLES, *FLEETING} == models
