"""Logins in the store, encrypted with a key in the data directory that only its owner may read.

Somebody who gets hold of the database or a backup has no passwords. Somebody who can also read the key file
has all of them: a program that logs in by itself cannot avoid that.
"""

import json

from pagekin.errors import StoreError
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.store.location import StoreLocation
from pagekin.store.opening import Store
from pagekin.store.secret_cipher import KEY_NAME, SecretCipher

_AGAIN = "log in once more with 'pagekin login URL'"


class LoginVault:
    """The logins of a store, one for each origin."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._cipher = SecretCipher(store.location.directory / KEY_NAME, _AGAIN)

    def keep(self, login: Login) -> None:
        """Store a login, replacing an earlier one for the same origin."""
        content = {
            "kind": login.kind.value,
            "url": login.url,
            "user": login.user,
            "password": login.password,
            "success": login.success,
        }
        token = self._cipher.encrypted(json.dumps(content))
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
        content = json.loads(self._cipher.decrypted(token, f"the login for {origin}"))
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
