"""Pages out of files, folders and spools: in order, named, one at a time."""

import pytest

from pagekin.dom import Page, parse_page
from pagekin.dom.page import MAX_BYTES
from pagekin.errors import FileFormatError, UsageError
from pagekin.sources import Pages, SavedPages, Spool, is_url, local_source


def names(source):
    return [page.url if isinstance(page, Page) else page.name for page in source.pages()]


@pytest.fixture
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("b.html", "a/2.htm", "a/10.HTML", "c/x/deep.xhtml", "notes.txt", "a/style.css"):
        path = tmp_path / "pages" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"<h1>{name}</h1>")
    return tmp_path / "pages"


def test_a_file_is_a_page_named_as_given(folder):
    (page,) = local_source("pages/b.html").pages()
    assert page.url == "pages/b.html"
    assert page.root.findtext(".//h1") == "b.html"


def test_a_file_may_have_any_name(folder):
    assert names(local_source("pages/notes.txt")) == ["pages/notes.txt"]


def test_a_folder_gives_its_html_files_in_the_order_of_their_names(folder):
    wanted = ["pages/a/10.HTML", "pages/a/2.htm", "pages/b.html", "pages/c/x/deep.xhtml"]
    assert names(local_source("pages")) == wanted
    assert names(local_source("pages/")) == wanted


def test_links_in_circles_are_not_followed(folder):
    (folder / "a" / "again").symlink_to(folder, target_is_directory=True)
    assert len(names(local_source("pages"))) == 4


def test_a_page_is_read_when_its_turn_comes(folder):
    pages = local_source("pages").pages()
    next(pages)
    (folder / "a" / "2.htm").write_text("<h1>written later</h1>")
    assert next(pages).root.findtext(".//h1") == "written later"


def test_the_page_says_its_encoding_itself(tmp_path):
    file = tmp_path / "page.html"
    file.write_bytes('<meta charset="latin-1"><h1>Süß</h1>'.encode("latin-1"))
    (page,) = local_source(str(file)).pages()
    assert page.root.findtext(".//h1") == "Süß"


def test_no_more_is_read_than_a_page_may_have(tmp_path):
    file = tmp_path / "huge.html"
    with file.open("wb") as stream:
        stream.write(b"<h1>huge</h1>")
        stream.truncate(MAX_BYTES * 4)
    (page,) = local_source(str(file)).pages()
    assert len(page.body) == MAX_BYTES
    assert "only the first" in page.problems[0]


@pytest.mark.parametrize(
    ("place", "kind", "complaint"),
    [
        ("missing.html", UsageError, "there is no such file, folder or URL"),
        ("pages/b.html/x", UsageError, "Not a directory"),
        ("empty.html", FileFormatError, "is empty"),
        ("empty", UsageError, "no page in this folder (*.htm, *.html, *.xhtml)"),
        ("fake.warc.gz", FileFormatError, "not a WARC file, in spite of its name"),
    ],
)
def test_a_place_without_pages_is_known_at_once(folder, place, kind, complaint):
    (folder.parent / "empty.html").touch()
    (folder.parent / "empty").mkdir()
    (folder.parent / "fake.warc.gz").write_text("<h1>no archive</h1>")
    with pytest.raises(kind) as caught:
        local_source(place)
    assert str(caught.value).startswith(place)
    assert complaint in str(caught.value)


def test_what_cannot_be_read_is_noted_and_the_rest_goes_on(folder):
    (folder / "a" / "5.html").touch()
    (folder / "a" / "6.html").symlink_to("gone.html")
    pages = Pages([local_source("pages"), local_source("pages/b.html")])
    for _ in range(2):
        assert len([page.url for page in pages]) == 5
        assert [str(unread) for unread in pages.unread] == [
            "pages/a/5.html: is empty",
            "pages/a/6.html: cannot be read: No such file or directory",
        ]


def test_saved_pages_keep_their_urls_and_charsets(folder):
    headers = {"content-type": "text/html; charset=koi8-r"}
    with SavedPages(folder / "saved") as saved:
        names_given = [
            saved.add(parse_page("http://h/1", "<h1>Да</h1>".encode("koi8-r"), headers)),
            saved.add(parse_page("http://h/2", b"<h1>two</h1>")),
        ]
    assert names_given == ["000001.html", "000002.html"]
    (folder / "saved" / "other.html").write_text("<h1>not by us</h1>")
    first, second, other = local_source("pages/saved").pages()
    assert (first.url, first.root.findtext(".//h1")) == ("http://h/1", "Да")
    assert second.url == "http://h/2"
    assert "pages/saved/other.html: is not in the folder's index" in str(other)
    assert names(local_source("pages/saved/other.html")) == ["pages/saved/other.html"]
    assert names(local_source("pages/saved/000002.html")) == ["http://h/2"]
    pages = Pages([local_source("pages")])
    assert [page.url for page in pages][-2:] == ["http://h/1", "http://h/2"]
    assert len(pages.unread) == 1


@pytest.mark.parametrize(
    "index", ["", "{", "[]\n1\nnull\n", '{"url": "http://h/"}', '{"file": [], "url": 1}', "\xff\n"]
)
def test_an_index_that_is_none_does_no_harm(folder, index):
    (folder / "pages.jsonl").write_text(index, encoding="latin-1")
    assert len(names(local_source("pages"))) == 4
    assert "pages/b.html" in names(local_source("pages"))


def test_urls_are_told_from_files():
    assert is_url("https://shop.test/p")
    assert is_url("HTTP://SHOP.TEST")
    assert not is_url("http.html")
    assert not is_url("ftp://shop.test/")


def test_a_spool_gives_pages_back_as_they_came():
    body = "<h1>Süß</h1>".encode("latin-1")
    headers = {"content-type": "text/html; charset=latin-1", "set-cookie": "secret"}
    with Spool() as spool:
        spool.add(parse_page("http://h/2", body, headers, requested="http://h/1"))
        spool.add(parse_page("http://h/3", b"<p>three"))
        spool.add(parse_page("http://h/3", b"<p>four"))
        first, second = spool.pages()
        assert len(spool) == 2
        assert "http://h/1" in spool
        assert spool.page("http://h/2").requested == "http://h/2"
        assert "http://h/4" not in spool
    assert (first.url, first.requested, first.body) == ("http://h/2", "http://h/1", body)
    assert first.root.findtext(".//h1") == "Süß"
    assert "set-cookie" not in first.headers
    assert second.root.findtext(".//p") == "four"


def test_a_spool_leaves_nothing_behind(tmp_path, monkeypatch):
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    with Spool() as spool:
        spool.add(parse_page("http://h/", b"<p>x" * 100_000))
        assert list(tmp_path.iterdir()) == []
