"""Pages saved to the same folder once more: the index says what belongs there, and nothing of others goes."""

import json
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest

from pagekin.dom import parse_page
from pagekin.errors import OutputError
from pagekin.sources import Pages, SavedPages, local_source


def save(folder, *texts):
    with SavedPages(folder) as saved:
        return [saved.add(page(text)) for text in texts]


def page(text):
    return parse_page(f"http://h/{text}", f"<h1>{text}</h1>".encode())


def read(folder):
    """Give the texts of the pages in a folder, by URL; none of them must be unreadable."""
    pages = Pages([local_source(str(folder))])
    found = {page.url: page.root.findtext(".//h1") for page in pages}
    assert pages.unread == []
    return found


def html(folder):
    return {path.name for path in folder.glob("*.html")}


def there(folder):
    return sorted(path.name for path in folder.iterdir())


def test_what_was_saved_before_goes_and_what_is_saved_now_is_read(tmp_path):
    save(tmp_path, "a", "b", "c")
    assert save(tmp_path, "d", "b") == ["000004.html", "000005.html"]
    assert read(tmp_path) == {"http://h/d": "d", "http://h/b": "b"}
    assert html(tmp_path) == {"000004.html", "000005.html"}
    save(tmp_path, "e")
    assert read(tmp_path) == {"http://h/e": "e"}
    assert there(tmp_path) == ["000001.html", "pages.jsonl"]


def test_files_of_others_are_neither_overwritten_nor_removed(tmp_path):
    mine = tmp_path / "000002.html"
    mine.write_text("<h1>mine</h1>")
    (tmp_path / "notes.html").write_text("<h1>notes</h1>")
    assert save(tmp_path, "a", "b") == ["000001.html", "000003.html"]
    save(tmp_path, "c")
    assert mine.read_text() == "<h1>mine</h1>"
    assert (tmp_path / "notes.html").exists()


def test_an_index_that_names_files_elsewhere_removes_nothing_there(tmp_path):
    outside = tmp_path / "000009.html"
    outside.write_text("precious")
    folder = tmp_path / "saved"
    folder.mkdir()
    names = ("../000009.html", str(outside), "notes.html")
    rows = [{"file": name, "url": "http://h/", "content_type": ""} for name in names]
    (folder / "pages.jsonl").write_text("\n".join(map(json.dumps, rows)))
    (folder / "notes.html").write_text("mine")
    save(folder, "a")
    assert outside.exists()
    assert (folder / "notes.html").exists()


def test_a_file_that_is_no_index_is_not_replaced(tmp_path):
    (tmp_path / "pages.jsonl").write_text('{"url": "http://h/", "title": "targets of a crawl"}\n')
    with pytest.raises(OutputError, match="no index of saved pages"):
        SavedPages(tmp_path)
    assert "targets" in (tmp_path / "pages.jsonl").read_text()


def test_a_saving_that_fails_leaves_what_was_there(tmp_path):
    save(tmp_path, "a", "b")

    def fail():
        with SavedPages(tmp_path) as saved:
            saved.add(page("c"))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert read(tmp_path) == {"http://h/a": "a", "http://h/b": "b"}
    assert there(tmp_path) == ["000001.html", "000002.html", "pages.jsonl"]


KILLED = """
import os, signal, sys
from pathlib import Path
from pagekin.dom import parse_page
from pagekin.sources import SavedPages, saved as module

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

folder, at = Path(sys.argv[1]), sys.argv[2]
pages = SavedPages(folder)
with pages:
    for text in "cd":
        pages.add(parse_page(f"http://h/{text}", f"<h1>{text}</h1>".encode()))
    if at == "saving":
        die()
    setattr(*{"replacing": (os, "fsync", die), "removing": (module, "_clear", die)}[at])
"""


@pytest.mark.parametrize(
    ("at", "left"), [("saving", "ab"), ("replacing", "ab"), ("removing", "cd")]
)
def test_a_killed_saving_leaves_the_old_pages_or_the_new_and_the_next_tidies_up(tmp_path, at, left):
    save(tmp_path, "a", "b")
    done = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path), at], check=False)
    assert done.returncode == -signal.SIGKILL
    index = [json.loads(line) for line in (tmp_path / "pages.jsonl").read_text().splitlines()]
    assert [row["url"][-1] for row in index] == list(left)
    assert all((tmp_path / row["file"]).exists() for row in index)
    save(tmp_path, "e")
    assert read(tmp_path) == {"http://h/e": "e"}
    assert len(there(tmp_path)) == 2


def test_two_cannot_save_to_one_folder_at_once(tmp_path):
    with SavedPages(tmp_path) as saved:
        saved.add(page("a"))
        with pytest.raises(OutputError, match="another process is saving"):
            SavedPages(tmp_path)
    assert read(tmp_path) == {"http://h/a": "a"}


def test_who_waited_while_the_other_ended_does_not_spoil_its_index(tmp_path, monkeypatch):
    """Between opening the new index and locking it, another process may have finished."""
    first = SavedPages(tmp_path)
    first.add(page("a"))
    opened, ended = threading.Event(), threading.Event()
    real_open = Path.open

    def slow(self, *arguments, **options):
        file = real_open(self, *arguments, **options)
        if threading.current_thread() is late:
            opened.set()
            ended.wait()
        return file

    def second():
        with pytest.raises(OutputError):
            SavedPages(tmp_path)

    late = threading.Thread(target=second)
    monkeypatch.setattr(Path, "open", slow)
    late.start()
    assert opened.wait(300)
    first.__exit__(None, None, None)
    ended.set()
    late.join()
    assert read(tmp_path) == {"http://h/a": "a"}


def test_a_page_that_the_index_lists_and_that_is_gone_is_told(tmp_path):
    [first, _] = save(tmp_path, "a", "b")
    (tmp_path / first).unlink()
    pages = Pages([local_source(str(tmp_path))])
    assert len(list(pages)) == 1
    assert "No such file" in str(pages.unread[0])
