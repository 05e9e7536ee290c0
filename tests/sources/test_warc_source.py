"""Pages out of WARC files: whole, compressed, cut off and damaged."""

import gzip
import zlib

import brotli
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from archives import page_record, warc
from pagekin.dom import Page
from pagekin.dom.page import MAX_BYTES
from pagekin.sources import Pages, local_source
from pagekin.sources.warc import WarcFile

PAGE = "<h1>Grüße</h1>".encode()


def pages_of(tmp_path, content):
    file = tmp_path / "some.warc"
    file.write_bytes(content)
    return list(WarcFile(file).pages())


@pytest.mark.parametrize("zipped", [True, False])
@pytest.mark.parametrize("name", ["pages.warc.gz", "pages.warc", "pages"])
def test_every_page_with_its_url_and_charset(tmp_path, zipped, name):
    records = [page_record(1), page_record(2, charset="latin-1"), page_record(3, charset="utf-16")]
    (tmp_path / name).write_bytes(warc(records, gzip=zipped))
    pages = list(Pages([local_source(str(tmp_path / name))]))
    assert [page.url for page in pages] == [f"http://shop.test/p/{n}" for n in (1, 2, 3)]
    assert [page.root.findtext(".//h1") for page in pages] == [
        f"Süße Nummer {n}" for n in (1, 2, 3)
    ]


def test_only_successful_html_counts(tmp_path):
    html = {"Content-Type": "text/html"}
    records = [
        ("http://h/gone", "404 Not Found", html, PAGE),
        ("http://h/moved", "301 Moved Permanently", html | {"Location": "/"}, PAGE),
        ("http://h/picture", "200 OK", {"Content-Type": "image/png"}, b"\x89PNG"),
        ("http://h/silent", "200 OK", {}, b"<!doctype html><h1>untyped</h1>"),
        ("http://h/page", "200 OK", html, PAGE),
    ]
    assert [page.url for page in pages_of(tmp_path, warc(records))] == [
        "http://h/silent",
        "http://h/page",
    ]


@pytest.mark.parametrize(
    ("coding", "compress"),
    [("gzip", gzip.compress), ("deflate", zlib.compress), ("br", brotli.compress)],
)
def test_compressed_and_chunked_answers(tmp_path, coding, compress):
    packed = compress(PAGE)
    chunked = b"%x\r\n%s\r\n0\r\n\r\n" % (len(packed), packed)
    headers = {"Content-Type": "text/html; charset=utf-8", "Content-Encoding": coding}
    records = [
        ("http://h/1", "200 OK", headers, packed),
        ("http://h/2", "200 OK", headers | {"Transfer-Encoding": "chunked"}, chunked),
    ]
    pages = pages_of(tmp_path, warc(records))
    assert [page.root.findtext(".//h1") for page in pages] == ["Grüße", "Grüße"]


def test_a_bomb_is_cut_at_the_size_of_a_page(tmp_path):
    boom = b"<p>" + b"boom " * (MAX_BYTES // 4)
    headers = {"Content-Type": "text/html"}
    records = [
        ("http://h/1", "200 OK", headers | {"Content-Encoding": "gzip"}, gzip.compress(boom, 1)),
        (
            "http://h/2",
            "200 OK",
            headers | {"Content-Encoding": "br"},
            brotli.compress(boom, quality=1),
        ),
    ]
    for page in pages_of(tmp_path, warc(records)):
        assert len(page.body) == MAX_BYTES


def test_a_page_that_cannot_be_unpacked_is_named(tmp_path):
    headers = {"Content-Type": "text/html"}
    records = [
        ("http://h/2", "200 OK", headers | {"Content-Encoding": "gzip"}, b"<p>plain"),
        ("http://h/3", "200 OK", headers | {"Content-Encoding": "br"}, b"<p>plain"),
        page_record(4),
    ]
    *bad, good = pages_of(tmp_path, warc(records))
    assert [str(unread) for unread in bad] == [
        "http://h/2: the compressed page is damaged",
        "http://h/3: the compressed page is damaged",
    ]
    assert good.url == "http://shop.test/p/4"


def test_an_archive_that_ends_in_the_middle_of_a_page_says_so(tmp_path):
    whole = warc([page_record(1), page_record(2)], gzip=False)
    first, second = pages_of(tmp_path, whole[:-20])
    assert first.root.findtext(".//h1") == "Süße Nummer 1"
    assert str(second).endswith(
        "some.warc: a record: cut off: the file ends in the middle of a record"
    )


WHOLE = {zipped: warc([page_record(n) for n in range(3)], gzip=zipped) for zipped in (True, False)}


@given(st.booleans(), st.data())
@settings(max_examples=150, deadline=None)
def test_no_damage_is_more_than_a_note(tmp_path_factory, zipped, data):
    content = bytearray(WHOLE[zipped])
    for _ in range(data.draw(st.integers(0, 4))):
        place = data.draw(st.integers(0, len(content) - 1))
        content[place : place + 1] = data.draw(st.binary(max_size=6))
    cut = data.draw(st.integers(0, len(content)))
    for page in pages_of(tmp_path_factory.mktemp("warc"), bytes(content[:cut])):
        assert isinstance(page, Page) or page.reason
