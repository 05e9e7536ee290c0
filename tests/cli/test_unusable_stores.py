"""A store that is newer, foreign, damaged or lost: every command says so, fetches nothing and changes nothing."""

import contextlib
import os
import sqlite3
from pathlib import Path

import pytest

from pagekin.store.opening import open_store


def newer(file):
    with contextlib.closing(sqlite3.connect(file)) as store, store:
        store.execute("INSERT INTO django_migrations VALUES (99, 'pagekin', '9999_later', '2030')")


def foreign(file):
    file.unlink()
    with contextlib.closing(sqlite3.connect(file)) as other, other:
        other.execute("CREATE TABLE thesis (chapter TEXT)")


def without_a_table(file):
    with contextlib.closing(sqlite3.connect(file)) as store, store:
        store.execute("DROP TABLE pagekin_link")


def shortened(file):
    os.truncate(file, file.stat().st_size // 2)


def lost(file):
    """Only the archive is left."""
    file.unlink()
    (file.parent / "archive").mkdir()
    (file.parent / "archive" / "pages.warc.gz").touch()


WHY = {
    newer: "was written by a newer pagekin (it has '9999_later')",
    foreign: "holds another program's data",
    without_a_table: "is damaged: it has lost pagekin_link",
    shortened: "is damaged",
    lost: "does not know them",
}
COMMANDS = [
    "crawl crawler.json -o out.jsonl",
    "crawl crawler.json --resume -o out.jsonl",
    "learn {url}/p?id=1 -o out.json",
    "get {url}/p?id=1 -o out.csv",
    "crawls",
    "changes",
    "page {url}/p?id=1",
    "import pages.warc",
    "store check",
    "store backup out.sqlite3",
    "store vacuum",
]


@pytest.mark.parametrize("spoil", WHY, ids=lambda spoil: spoil.__name__)
def test_every_command_refuses_it_and_leaves_everything_as_it_was(run, shop, data, spoil):
    learn = ("learn", f"{shop.url}/p?id=1", "--entry", f"{shop.url}/", "--strategy", "gogetit")
    assert run(*learn, "-o", "crawler.json")[0] == 0
    Path("pages.warc").touch()
    data.rename("spoilt_before")  # what learning has stored is of no use here
    file = open_store(data).location.file
    spoil(file)
    shop.requests.clear()
    before = file.read_bytes() if file.exists() else None
    for command in COMMANDS:
        code, out, err = run(*command.format(url=shop.url).split())
        assert (code, out) == (1, ""), command
        assert WHY[spoil] in err, command
        assert "PAGEKIN_DEBUG" not in err
        assert (file.read_bytes() if file.exists() else None) == before, command
    assert shop.requests == []
    assert list(Path.cwd().glob("out*")) == []
