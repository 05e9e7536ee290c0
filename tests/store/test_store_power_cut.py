"""What a store refers to is on the disk before it does: pages in the archive, keys, identities, backups."""

import asyncio
from datetime import UTC, datetime

import pytest
from synthetic import SITE, TARGET, crawl, open_class

from disk_diary import DiskDiary
from pagekin.archive import Exchange
from pagekin.store.archives import ID_FILE, open_archive
from pagekin.store.page_results import Content, PageResult
from pagekin.store.reading.crawl_pages import archived_pages
from pagekin.store.secret_cipher import SecretCipher
from pagekin.store.states import Outcome
from pagekin.store.upkeep.backup import backup
from pagekin.store.writing.crawl_writer import CrawlWriter, WriterSettings


@pytest.fixture
def diary(monkeypatch):
    return DiskDiary(monkeypatch)


def test_a_page_is_on_the_disk_before_the_store_refers_to_it(store, diary):
    """Whoever sees a position in the store can rely on it."""
    opened = open_class(store)
    with open_archive(store) as archive, store.connection() as other:
        settings = WriterSettings(before_commit=archive.sync)
        with CrawlWriter(store, opened, settings) as writer:
            for number in range(5):
                position = archive.append(_exchange(number))
                content = Content(b"%d" % number, position=position)
                url = f"{SITE}/{number}"
                writer.enqueue(PageResult(url, TARGET, Outcome.TARGET, 200, content=content))
                writer.call(lambda _: None)
                seen = {page.url: at for page, at in archived_pages(other, opened.id)}
                assert diary.synced(store.location.archive / seen[url].file) >= seen[url].end


def test_an_archive_has_its_identity_on_the_disk_before_it_is_known_by_it(sqlite_store, diary):
    with open_archive(sqlite_store) as archive:
        folder = archive._own.directory
    _is_synced_before_it_is_named(diary, folder / f".{ID_FILE}", 17)


def test_a_key_is_on_the_disk_before_anything_is_encrypted_with_it(tmp_path, diary):
    SecretCipher(tmp_path / "secrets.key", "").encrypted("secret")
    _is_synced_before_it_is_named(diary, tmp_path / ".secrets.key", 44)


def test_a_backup_is_on_the_disk_before_it_has_its_name(sqlite_store, tmp_path, diary):
    asyncio.run(crawl(sqlite_store, 10))
    diary.events.clear()
    size = backup(sqlite_store, tmp_path / "backup.sqlite3")
    part = tmp_path / ".backup.sqlite3.part"
    synced, renamed = diary.order(("sync", part), ("replace", part))
    assert synced < renamed
    assert diary.synced(part) == size


def _is_synced_before_it_is_named(diary, beginning, size):
    [linked] = [at for at, (what, *_) in enumerate(diary.events) if what == "link"]
    name = diary.events[linked][1]
    assert name.startswith(str(beginning))
    assert ("sync", name, size) in diary.events[:linked]


def _exchange(number):
    moment = datetime(2026, 3, 1, tzinfo=UTC)
    return Exchange(f"{SITE}/{number}", moment, b"HTTP/1.1 200 OK", (), b"<p>%d</p>" % number)
