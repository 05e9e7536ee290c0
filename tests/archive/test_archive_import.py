"""WARC files made elsewhere: everything usable is taken, everything else is counted with the reason."""

import random
import shutil
import subprocess
import tempfile
import threading
from dataclasses import replace
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
from foreign_files import LAYOUTS, plain, record, request, response, sha1, zipped, zipped_at_once
from hypothesis import given, settings
from hypothesis import strategies as st
from made_exchanges import Memory, page

from pagekin.archive import FolderArchive, WarcImport, as_stored
from pagekin.archive.http_message import without_chunks

URL = "http://shop.test/"
BODY = b"<h1>page</h1>" * 30


def taken(tmp_path, content, **options):
    """WarcImport one file; give its exchanges and what was skipped."""
    file = tmp_path / "made-elsewhere.warc"
    file.write_bytes(content)
    importing = WarcImport([file], **options)
    return list(importing), dict(importing.skipped)


@pytest.mark.parametrize("layout", LAYOUTS)
def test_answers_with_their_requests_whichever_comes_first(tmp_path, layout):
    content = layout(
        [
            request(URL + "1", number=1, method=b"POST"),
            response(URL + "1", BODY, number=2, WARC_Concurrent_To="<urn:uuid:1>"),  # as wget does
            response(URL + "2", BODY + b"2", number=3),
            request(URL + "2", number=4, WARC_Concurrent_To="<urn:uuid:3>"),  # as most others do
            response(URL + "3", BODY + b"3", number=5),
            request(URL + "other", number=6),
        ]
    )
    exchanges, skipped = taken(tmp_path, content)
    assert [(made.url, made.method, made.status) for made in exchanges] == [
        (URL + "1", "POST", 200),
        (URL + "2", "GET", 200),
        (URL + "3", "", 200),
    ]
    assert exchanges[0].request_headers == ((b"Host", b"shop.test"),)
    assert exchanges[0].body == BODY
    assert skipped == {}


@pytest.mark.parametrize("named", [{"WARC_Concurrent_To": "<urn:uuid:9>"}, {}])
@pytest.mark.parametrize("record_id", [{}, {"WARC_Record_ID": None}])
def test_a_request_for_the_same_page_that_names_another_answer_is_not_its_own(
    tmp_path, named, record_id
):
    content = plain(
        [
            response(URL, BODY, number=1, **record_id),
            request(URL, number=2, method=b"POST", **named, **record_id),
        ]
    )
    exchanges, _ = taken(tmp_path, content)
    assert [made.method for made in exchanges] == [""]


def test_files_that_are_gone_through_again_are_counted_anew(tmp_path):
    file = tmp_path / "made-elsewhere.warc"
    cut = plain([response(URL + "2", BODY, number=3)])[:-100]
    file.write_bytes(
        plain([record("metadata", URL, b"x", number=1), response(URL, BODY, number=2)]) + cut
    )
    importing = WarcImport([file])

    def counted():
        return len(list(importing)), importing.taken, dict(importing.skipped), dict(importing.lost)

    first = counted()
    assert first[:2] == (1, 1)
    assert all(first[2:])
    assert counted() == first


@pytest.mark.parametrize("digest", ["crc32:1234", "sha1:", "sha1:!", "sha256:" + "z" * 64])
def test_a_digest_that_nobody_can_check_is_no_reason_to_leave_a_page_out(tmp_path, digest):
    content = plain([response(URL, BODY, number=1, WARC_Block_Digest=digest)])
    exchanges, skipped = taken(tmp_path, content)
    assert ([made.body for made in exchanges], skipped) == ([BODY], {})


def test_what_is_no_page_is_counted(tmp_path):
    content = plain(
        [
            record("warcinfo", "", b"software: other", number=1),
            record("metadata", URL, b"via: x", number=2),
            record("response", "dns:shop.test", b"127.0.0.1", number=3),
            record("response", URL, b"no HTTP at all", number=4),
            record("response", URL, b"HTTP/1.1 200 OK\r\n\r\n", number=5, WARC_Date="yesterday"),
            response(URL, BODY, number=6, WARC_Segment_Number="1"),
            response(URL, BODY * 9000, number=7),
            response(URL, BODY, number=8, WARC_Block_Digest=sha1(b"other")),
            response(URL, BODY, number=9),
        ]
    )
    exchanges, skipped = taken(tmp_path, content, max_body=2_000_000)
    assert len(exchanges) == 1
    assert skipped == {
        "not a page: warcinfo record": 1,
        "not a page: metadata record": 1,
        "not fetched by HTTP": 1,
        "not an HTTP response": 1,
        "no date": 1,
        "in several parts": 1,
        "larger than allowed": 1,
        "changed: its digest is another": 1,
    }


@pytest.mark.parametrize(
    ("http", "body"),
    [
        (b"Transfer-Encoding: chunked\r\n", b"5\r\nhello\r\n6;x=y\r\n world\r\n0\r\n\r\n"),
        (
            b"transfer-encoding: gzip, Chunked\r\n",
            b"5\r\nhello\r\n006\r\n world\r\n0\r\nTrailer: x\r\n\r\n",
        ),
        (b"Transfer-Encoding: chunked\r\n", b"5\r\nhello\r\n6\r\n world\r\n"),  # cut off
        (b"Transfer-Encoding: chunked\r\n", b"hello world"),  # undone by the tool, header left
        (b"X-Folded: a\r\n b\r\n", b"hello world"),
    ],
)
def test_chunks_are_put_together(tmp_path, http, body):
    exchanges, _ = taken(tmp_path, plain([response(URL, body, number=1, http=http)]))
    assert [made.body for made in exchanges] == [b"hello world"]


@given(st.binary(max_size=200))
def test_chunks_of_any_bytes_never_fail(body):
    without_chunks(body)
    chunked = b"%x\r\n%b\r\n0\r\n\r\n" % (len(body), body)
    assert without_chunks(chunked) == body


@pytest.mark.parametrize("layout", [plain, zipped])
@pytest.mark.parametrize("digest", [sha1(BODY), None])
def test_revisits_get_the_body_that_they_refer_to(tmp_path, layout, digest):
    head = b"HTTP/1.1 200 OK\r\nX-New: 1\r\n\r\n"
    revisit = partial(record, "revisit", URL + "again", head)
    content = layout(
        [
            response(URL, BODY, number=1, WARC_Payload_Digest=digest),
            revisit(number=2, WARC_Payload_Digest=sha1(BODY)),
            revisit(number=3, WARC_Payload_Digest=sha1(b"never seen")),
        ]
    )
    exchanges, skipped = taken(tmp_path, content)
    assert [(made.url, made.body) for made in exchanges] == [(URL, BODY), (URL + "again", BODY)]
    assert exchanges[1].headers == ((b"X-New", b"1"),)
    assert skipped == {"revisit of something that is not in these files, or comes later": 1}


def test_revisits_within_one_gzip_member_cannot_be_followed(tmp_path):
    head = b"HTTP/1.1 200 OK\r\n\r\n"
    records = [
        response(URL + "1", b"other", number=1),
        response(URL + "2", BODY, number=2),
        record("revisit", URL + "2", head, number=3, WARC_Payload_Digest=sha1(BODY)),
    ]
    exchanges, skipped = taken(tmp_path, zipped_at_once(records))
    assert (len(exchanges), sum(skipped.values())) == (2, 1)


def test_older_and_sloppier_ways_of_writing(tmp_path):
    content = plain(
        [
            response(f"<{URL}a>", BODY, number=1),
            response(URL + "b", BODY, number=2, newline=b"\n"),
            record("resource", URL + "c", BODY, number=3, Content_Type="text/html"),
            response(
                URL + "d", BODY, number=4, version="1.1", WARC_Date="2020-02-03T04:05:06.123456789Z"
            ),
        ]
    )
    exchanges, skipped = taken(tmp_path, content + b"\r\n\r\n\r\n")
    assert [(made.url, made.body) for made in exchanges] == [(URL + each, BODY) for each in "abcd"]
    assert exchanges[2].header("content-type") == "text/html"
    assert skipped == {}


@pytest.mark.parametrize("layout", [plain, zipped])
def test_damage_costs_no_more_than_what_it_hits(tmp_path, layout):
    records = [response(f"{URL}{n}", random.Random(n).randbytes(3000), number=n) for n in range(20)]
    intact = layout(records)
    place = len(layout(records[:7])) + 12
    damaged = intact[:place] + b"\x00\xff" * 20 + intact[place + 40 :]
    exchanges, skipped = taken(tmp_path, damaged)
    assert [made.url for made in exchanges] == [f"{URL}{n}" for n in range(20) if n != 7]
    assert sum(skipped.values()) >= 1


@pytest.mark.parametrize("layout", LAYOUTS)
def test_a_file_that_ends_too_early_gives_what_is_whole(tmp_path, layout):
    records = [response(f"{URL}{n}", random.Random(n).randbytes(500), number=n) for n in range(6)]
    content = layout(records)
    for cut in random.Random(1).sample(range(len(content)), 40):
        exchanges, skipped = taken(tmp_path, content[:cut])
        whole = sum(1 for n in range(1, 7) if len(layout(records[:n])) <= cut)
        if layout is not zipped_at_once:  # which ends are whole there cannot be told by their bytes
            # Plain records end with empty lines that nobody misses.
            assert whole <= len(exchanges) <= whole + (layout is plain)
        for number, made in enumerate(exchanges):
            assert made.body == random.Random(number).randbytes(500)
        assert sum(skipped.values()) <= 1


@settings(max_examples=100, deadline=None)
@given(st.binary(max_size=400), st.integers(0, 2), st.data())
def test_no_bytes_end_an_import_with_an_error(noise, layout, data):
    content = LAYOUTS[layout]([response(URL, BODY, number=1)])
    place = data.draw(st.integers(0, len(content)))
    with tempfile.NamedTemporaryFile() as file:
        file.write(content[:place] + noise + content[place:])
        file.flush()
        importing = WarcImport([Path(file.name)])
        assert len(list(importing)) == importing.taken


def test_a_missing_file_is_counted(tmp_path):
    importing = WarcImport([tmp_path / "nowhere.warc"])
    assert list(importing) == []
    assert importing.skipped == {"no such file or directory": 1}


def test_our_own_files_come_in_as_they_were(tmp_path):
    memory = Memory()
    made = [page(n % 7) for n in range(10)]
    made.append(
        replace(page(20), headers=((b"Transfer-Encoding", b"chunked"),), metadata=(("a", "b"),))
    )
    with FolderArchive(tmp_path, known=memory.get) as archive:
        for exchange in made:
            memory.note(archive.append(exchange))
    importing = WarcImport(tmp_path / file for file in archive.files())
    assert list(importing) == [as_stored(exchange) for exchange in made]


@pytest.mark.skipif(not shutil.which("wget"), reason="wget is not installed")
@pytest.mark.parametrize("options", [[], ["--no-warc-compression"]])
def test_what_wget_makes(tmp_path, options):
    site = tmp_path / "site"
    site.mkdir()
    (site / "index.html").write_text('<a href="two.html">two</a>')
    (site / "two.html").write_text("<h1>two</h1>" * 200)
    handler = partial(Quiet, directory=str(site))
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        root = f"http://127.0.0.1:{server.server_port}/"
        command = ["wget", "-q", "-r", "--warc-file=made", "-e", "robots=off", *options, root]
        subprocess.run(command, cwd=tmp_path, check=True, timeout=1500)
        server.shutdown()
    importing = WarcImport(tmp_path.glob("made.warc*"))
    exchanges = {made.url: made for made in importing}
    assert list(exchanges) == [root, root + "two.html"]
    assert exchanges[root + "two.html"].body == (site / "two.html").read_bytes()
    assert {made.method for made in exchanges.values()} == {"GET"}
    assert importing.skipped["not a page: warcinfo record"] == 1


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *arguments):
        pass


@pytest.mark.parametrize(
    ("metadata", "kept"),
    [
        ('{"made by": "hand", "number": 5}', (("made by", "hand"),)),
        ("[1, 2]", ()),
        ("no JSON", ()),
    ],
)
def test_metadata_in_another_form_than_ours_are_left_out(tmp_path, metadata, kept):
    content = plain([response(URL, BODY, number=1, WARC_JSON_Metadata=metadata)])
    [exchange], _ = taken(tmp_path, content)
    assert exchange.metadata == kept
