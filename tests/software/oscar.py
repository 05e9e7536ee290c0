"""Starts a django-oscar shop (from PyPI) on loopback: real third-party pages, forms and sessions.

It lives in a virtual environment of its own, since it brings a package that stands in the way of one of
pagekin's. That is made once, in the cache of the tests (PAGEKIN_TEST_CACHE, else ~/.cache/pagekin-tests), and
takes a minute or two: `make packages` runs this file for it, or else the first test makes it. Where it cannot be
made, `missing` says why.
"""

import fcntl
import os
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

from oscar_shop import PASSWORD, PRODUCTS, USER

__all__ = [
    "LOGIN",
    "PASSWORD",
    "PRODUCTS",
    "USER",
    "Shop",
    "account",
    "missing",
    "product",
    "serving_shop",
]

PACKAGES = ("django-oscar[sorl-thumbnail]==4.2.1", "django>=5.2,<5.3", "Whoosh>=2.7.4,<2.8")
LOGIN = "/accounts/login/"
_SCRIPT = Path(__file__).with_name("oscar_shop.py")
_CACHE = Path(os.environ.get("PAGEKIN_TEST_CACHE", "~/.cache/pagekin-tests")).expanduser()
_HOME = _CACHE / f"oscar-4.2.1-py{sys.version_info.major}{sys.version_info.minor}"
_DONE = _HOME / "complete"
_INSTALLING = 600  # seconds


def product(number):
    """Give the path of a product's page."""
    return f"/catalogue/thing-number-{number}_{number}/"


def account():
    """Give the path of a page for those who are logged in."""
    return "/accounts/profile/"


def missing():
    """Install the shop unless it is there; say why it cannot be, None if it is."""
    _CACHE.mkdir(parents=True, exist_ok=True)
    with (_CACHE / "oscar.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)  # tests may run side by side
        if _DONE.exists():
            return None
        shutil.rmtree(_HOME, ignore_errors=True)
        steps = (
            [sys.executable, "-m", "venv", _HOME],
            [_HOME / "bin/pip", "install", "-q", "--disable-pip-version-check", *PACKAGES],
        )
        try:
            for step in steps:
                subprocess.run(step, check=True, capture_output=True, timeout=_INSTALLING)
        except subprocess.CalledProcessError as error:
            last = error.stderr.decode(errors="replace").strip().splitlines()[-1:]
            return f"django-oscar cannot be installed: {''.join(last)}"
        except (OSError, subprocess.TimeoutExpired) as error:
            return f"django-oscar cannot be installed: {error}"
        _DONE.touch()
    return None


@dataclass(frozen=True)
class Shop:
    """A shop that is served: its address, without a slash, and where its data is."""

    url: str
    folder: Path

    def end_sessions(self):
        """Let everybody be logged out."""
        with closing(sqlite3.connect(self.folder / "shop.sqlite3")) as database, database:
            database.execute("DELETE FROM django_session")

    def lines(self):
        """Count what lies in baskets and stands on wishlists."""
        count = "SELECT (SELECT count(*) FROM basket_line) + (SELECT count(*) FROM wishlists_line)"
        with closing(sqlite3.connect(self.folder / "shop.sqlite3")) as database:
            return database.execute(count).fetchone()[0]

    @property
    def products(self):
        return {self.url + product(number) for number in range(1, PRODUCTS + 1)}


@contextmanager
def serving_shop(folder):
    """Serve a shop whose data is in a folder, empty at first."""
    # -P: what lies beside the script is not for the shop, this module least of all.
    command = [_HOME / "bin/python", "-P", "-W", "ignore", _SCRIPT, folder]
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
    with subprocess.Popen(command, **pipes) as process:
        try:
            address = process.stdout.readline().decode().strip()
            assert address, "the shop did not start; run oscar_shop.py by hand to see why"
            yield Shop(address, folder)
        finally:
            process.stdin.close()  # it ends then
            process.wait(300)


if __name__ == "__main__":
    if lacking := missing():
        print(f"{lacking}: skipping its tests")  # noqa: T201 - make shows it
