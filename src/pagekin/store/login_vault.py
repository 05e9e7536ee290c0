"""Logins in the store, encrypted with a key in the data directory that only its owner may read.

Somebody who gets hold of the database or a backup has no passwords. Somebody who can also read the key file
has all of them: a program that logs in by itself cannot avoid that.
"""

import contextlib
import json
import os
import stat
import tempfile
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from pagekin.errors import StoreError
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.store.location import StoreLocation
from pagekin.store.opening import Store

KEY_NAME = "secrets.key"
_AGAIN = "log in once more with 'pagekin login URL'"


class LoginVault:
    """The logins of a store, one for each origin."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._key = store.location.directory / KEY_NAME

    def keep(self, login: Login) -> None:
        """Store a login, replacing an earlier one for the same origin."""
        content = {
            "kind": login.kind.value,
            "url": login.url,
            "user": login.user,
            "password": login.password,
            "success": login.success,
        }
        token = _fernet(self._key).encrypt(json.dumps(content).encode())
        with self._store.connection() as connection, connection.transaction():
            connection.execute(
                "INSERT INTO pagekin_secret (origin, token) VALUES (%s, %s) "
                "ON CONFLICT (origin) DO UPDATE SET token = excluded.token",
                login.origin,
                token,
            )

    def login_for(self, origin: str) -> Login | None:
        """Return the login for an origin; None if there is none."""
        with self._store.connection() as connection:
            rows = connection.rows("SELECT token FROM pagekin_secret WHERE origin = %s", origin)
        return self._decrypted(bytes(rows[0][0]), origin) if rows else None

    def forget(self, origin: str) -> bool:
        """Delete the login for an origin; return whether there was one."""
        with self._store.connection() as connection, connection.transaction():
            return bool(connection.execute("DELETE FROM pagekin_secret WHERE origin = %s", origin))

    def _decrypted(self, token: bytes, origin: str) -> Login:
        if not self._key.exists():
            raise StoreError(
                f"the key {self._key} is not there, so the login for {origin} cannot be read: "
                f"bring the file back, or {_AGAIN}"
            )
        try:
            content = json.loads(_fernet(self._key).decrypt(token))
        except InvalidToken:
            raise StoreError(
                f"the login for {origin} was encrypted with another key than {self._key}: {_AGAIN}"
            ) from None
        kind = LoginKind(content["kind"])
        login = Login(
            kind, content["url"], content["user"], content["password"], content["success"]
        )
        if login.origin != origin:  # somebody changed the table, perhaps to get the password
            raise StoreError(f"the login for {origin} belongs to {login.origin}: {_AGAIN}")
        return login


def has_logins(location: StoreLocation) -> bool:
    """Whether a login was ever stored with this data directory; does not open the database."""
    return (location.directory / KEY_NAME).exists()


def _fernet(path: Path) -> Fernet:
    try:
        if not path.exists():
            _make_key(path)
        if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
            raise StoreError(
                f"others may read the key {path}, so it is not used: 'chmod 600 {path}' if none has, "
                f"else delete it and {_AGAIN}"
            )
        return Fernet(path.read_bytes())
    except OSError as error:
        raise StoreError(f"cannot use the key {path}: {error.strerror}") from None
    except ValueError:
        raise StoreError(
            f"{path} is not a valid key: bring it back, or delete it and {_AGAIN}"
        ) from None


def _make_key(path: Path) -> None:
    """Make a new key, whole or not at all; if another process is quicker, its key counts."""
    descriptor, name = tempfile.mkstemp(dir=path.parent, prefix=f".{KEY_NAME}")  # of mode 0600
    try:
        with os.fdopen(descriptor, "wb") as file:
            file.write(Fernet.generate_key())
            file.flush()
            os.fsync(file.fileno())
        with contextlib.suppress(FileExistsError):
            os.link(name, path)
    finally:
        Path(name).unlink()
