"""Logins in the store: encrypted, for their origin, and of no use without the key."""

import os
import shutil
import threading

import pytest
from cryptography.fernet import Fernet

from pagekin.errors import StoreError
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.store.login_vault import KEY_NAME, LoginVault, has_logins
from pagekin.store.opening import open_store
from pagekin.store.upkeep.backup import backup

LOGIN = Login(LoginKind.FORM, "https://shop.example/login", "b3atrice", "c4n4ry", "Hello")
ORIGIN = "https://shop.example"


def test_a_login_comes_back_as_it_was(store):
    assert not has_logins(store.location)
    LoginVault(store).keep(LOGIN)
    assert has_logins(store.location)
    assert LoginVault(open_store(store.location)).login_for(ORIGIN) == LOGIN


def test_the_last_one_counts(store):
    LoginVault(store).keep(LOGIN)
    other = Login(LoginKind.BASIC, "https://shop.example/", "bob", "new")
    LoginVault(store).keep(other)
    assert LoginVault(store).login_for(ORIGIN) == other


@pytest.mark.parametrize(
    "origin", ["http://shop.example", "https://shop.example:8443", "https://www.shop.example"]
)
def test_another_origin_gets_nothing(store, origin):
    LoginVault(store).keep(LOGIN)
    assert LoginVault(store).login_for(origin) is None


def test_a_login_can_be_forgotten(store):
    LoginVault(store).keep(LOGIN)
    assert LoginVault(store).forget(ORIGIN)
    assert not LoginVault(store).forget(ORIGIN)
    assert LoginVault(store).login_for(ORIGIN) is None


def test_neither_the_store_nor_its_backup_holds_the_password(sqlite_store, tmp_path):
    LoginVault(sqlite_store).keep(LOGIN)
    backup(sqlite_store, tmp_path / "backup.sqlite3")
    files = [*sqlite_store.location.directory.iterdir(), tmp_path / "backup.sqlite3"]
    content = b"".join(file.read_bytes() for file in files if file.is_file())
    assert b"shop.example" in content
    for secret in (b"c4n4ry", b"b3atrice"):
        assert secret not in content


def test_the_key_is_for_its_owner_only(sqlite_store):
    LoginVault(sqlite_store).keep(LOGIN)
    key = sqlite_store.location.directory / KEY_NAME
    assert key.stat().st_mode & 0o777 == 0o600
    assert [file.name for file in key.parent.iterdir() if KEY_NAME in file.name] == [KEY_NAME]
    for right in (0o040, 0o020, 0o010, 0o004, 0o002, 0o001):
        key.chmod(0o600 | right)
        with pytest.raises(StoreError, match=r"others may read the key .* 'chmod 600"):
            LoginVault(sqlite_store).login_for(ORIGIN)
    key.chmod(0o700)
    assert LoginVault(sqlite_store).login_for(ORIGIN) == LOGIN


def test_without_the_key_or_with_another_it_is_said_what_to_do(sqlite_store):
    LoginVault(sqlite_store).keep(LOGIN)
    key = sqlite_store.location.directory / KEY_NAME
    key.rename(key.with_name("away"))
    with pytest.raises(
        StoreError, match=r"is not there, so the login for https://shop.example can"
    ):
        LoginVault(sqlite_store).login_for(ORIGIN)
    for content, complaint in (
        (Fernet.generate_key(), "with another key"),
        (b"x", "is not a valid key"),
    ):
        key.write_bytes(content)
        key.chmod(0o600)
        with pytest.raises(StoreError, match=complaint):
            LoginVault(sqlite_store).login_for(ORIGIN)
    shutil.copy(key.with_name("away"), key)
    assert LoginVault(sqlite_store).login_for(ORIGIN) == LOGIN


def test_a_login_that_was_moved_to_another_origin_is_not_given_away(store):
    LoginVault(store).keep(LOGIN)
    with store.connection() as connection, connection.transaction():
        connection.execute("UPDATE pagekin_secret SET origin = %s", "https://evil.example")
    with pytest.raises(
        StoreError, match=r"the login for https://evil.example belongs to"
    ) as raised:
        LoginVault(store).login_for("https://evil.example")
    assert "c4n4ry" not in str(raised.value)


def test_those_who_make_a_key_at_the_same_time_agree(sqlite_store):
    origins = [f"https://{number}.example" for number in range(8)]

    def keep(origin):
        LoginVault(sqlite_store).keep(Login(LoginKind.BASIC, f"{origin}/", "u", "p"))

    threads = [threading.Thread(target=keep, args=[origin]) for origin in origins]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert all(LoginVault(sqlite_store).login_for(origin) for origin in origins)


def test_a_key_that_cannot_be_made_is_named(sqlite_store, monkeypatch):
    def full(*_):
        raise OSError(28, os.strerror(28))

    monkeypatch.setattr(os, "link", full)
    with pytest.raises(StoreError, match=r"cannot use the key .*secrets\.key: No space left"):
        LoginVault(sqlite_store).keep(LOGIN)
