"""Encrypts what nobody should read in the store, with a key in the data directory that only its owner may read."""

import contextlib
import os
import stat
import tempfile
from dataclasses import dataclass
from pathlib import Path

from cryptography.fernet import Fernet, InvalidToken

from pagekin.errors import StoreError

KEY_NAME = "secrets.key"


@dataclass(frozen=True, slots=True)
class SecretCipher:
    """Encrypts and decrypts with the key in a file; `again` says what to do if the key is lost."""

    key: Path
    again: str

    def encrypted(self, text: str) -> bytes:
        """Return a text encrypted; a key is made if there is none."""
        return self._fernet().encrypt(text.encode())

    def decrypted(self, token: bytes, about: str) -> str:
        """Return what was encrypted; an error names it as `about`."""
        if not self.key.exists():
            raise StoreError(
                f"the key {self.key} is not there, so {about} cannot be read: "
                f"bring the file back, or {self.again}"
            )
        try:
            return self._fernet().decrypt(token).decode()
        except InvalidToken:
            raise StoreError(
                f"{about} was encrypted with another key than {self.key}: {self.again}"
            ) from None

    def _fernet(self) -> Fernet:
        path = self.key
        try:
            if not path.exists():
                _make_key(path)
            if os.name == "posix" and stat.S_IMODE(path.stat().st_mode) & 0o077:
                raise StoreError(
                    f"others may read the key {path}, so it is not used: 'chmod 600 {path}' if none "
                    f"has, else delete it and {self.again}"
                )
            return Fernet(path.read_bytes())
        except OSError as error:
            raise StoreError(f"cannot use the key {path}: {error.strerror}") from None
        except ValueError:
            raise StoreError(
                f"{path} is not a valid key: bring it back, or delete it and {self.again}"
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
