"""Headers and digests of records that others wrote: what they may look like, and what is wrong with them."""

import hashlib
from base64 import b32encode

import pytest
from foreign_files import plain, record, response, zipped

from pagekin.archive import WarcImport

URL = "http://shop.test/"
HTTP = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<h1>page</h1>"


def taken(tmp_path, content, **options):
    file = tmp_path / "made-elsewhere.warc"
    file.write_bytes(content)
    importing = WarcImport([file], **options)
    return [made.url for made in importing], dict(importing.lost)


def by_hand(*lines, block=HTTP):
    """Make a record whose headers are these lines."""
    head = ["WARC/1.0", "WARC-Type: response", "WARC-Date: 2020-01-01T00:00:00Z", *lines]
    return "\r\n".join([*head, "", ""]).encode() + block + b"\r\n\r\n"


def length(block=HTTP):
    return f"Content-Length: {len(block)}"


def test_a_header_may_go_on_in_the_next_line(tmp_path):
    folded = by_hand("WARC-Target-URI:", f" {URL}folded", length())
    assert taken(tmp_path, folded) == ([f"{URL}folded"], {})


def test_a_first_line_that_goes_on_with_nothing_is_a_header_like_any_other(tmp_path):
    odd = b"WARC/1.0\r\n WARC-Type: response\r\nWARC-Date: 2020-01-01T00:00:00Z\r\n"
    odd += f"WARC-Target-URI: {URL}odd\r\n{length()}\r\n\r\n".encode() + HTTP + b"\r\n\r\n"
    assert taken(tmp_path, odd) == ([f"{URL}odd"], {})


def test_of_two_headers_of_one_name_the_first_counts(tmp_path):
    twice = by_hand(f"WARC-Target-URI: {URL}1", f"warc-target-uri: {URL}2", length())
    assert taken(tmp_path, twice) == ([f"{URL}1"], {})


@pytest.mark.parametrize("said", ["", "x", "-1", "1e2", "²", "٣"])
def test_a_length_that_is_no_number_makes_no_record_and_the_next_is_taken(tmp_path, said):
    content = by_hand(f"WARC-Target-URI: {URL}1", f"Content-Length: {said}")
    content += by_hand(f"WARC-Target-URI: {URL}2", length())
    assert taken(tmp_path, content) == ([f"{URL}2"], {"not a WARC record": 1})


def test_endless_headers_make_no_record(tmp_path):
    content = by_hand(f"WARC-Target-URI: {URL}1", *(f"X-{n}: x" for n in range(20_000)), length())
    content += by_hand(f"WARC-Target-URI: {URL}2", length())
    assert taken(tmp_path, content) == ([f"{URL}2"], {"not a WARC record": 1})


def digests(block):
    sha1, sha256 = hashlib.sha1(block), hashlib.sha256(block)
    return [
        f"sha1:{b32encode(sha1.digest()).decode()}",
        f"sha1:{sha1.hexdigest()}",
        f"SHA-1:{sha1.hexdigest().upper()}",
        f"sha256:{sha256.hexdigest()}",
        f"sha-256:{b32encode(sha256.digest()).decode().lower().rstrip('=')}",
        f"md5:{hashlib.md5(block).hexdigest()}",
    ]


@pytest.mark.parametrize("place", range(6))
def test_digests_are_checked_in_every_notation(tmp_path, place):
    right, wrong = digests(HTTP)[place], digests(HTTP + b"!")[place]
    content = by_hand(f"WARC-Target-URI: {URL}1", f"WARC-Block-Digest: {right}", length())
    content += by_hand(f"WARC-Target-URI: {URL}2", f"WARC-Block-Digest: {wrong}", length())
    assert taken(tmp_path, content) == ([f"{URL}1"], {"changed: its digest is another": 1})


@pytest.mark.parametrize("digest", ["sha1", "sha1:?", "crc32:00000000", "sha1:" + "z" * 40, ""])
def test_a_digest_that_nobody_can_check_is_none(tmp_path, digest):
    content = by_hand(f"WARC-Target-URI: {URL}1", f"WARC-Block-Digest: {digest}", length())
    assert taken(tmp_path, content) == ([f"{URL}1"], {})


@pytest.mark.parametrize("layout", [plain, zipped])
def test_a_record_that_is_too_large_is_passed_over_whole(tmp_path, layout):
    large = b"<p>WARC/1.0\r\n</p>" * 200_000
    records = [response(URL + "large", large, number=1), response(URL + "small", b"<p>", number=2)]
    found = taken(tmp_path, layout(records), max_body=1000)
    assert found == ([f"{URL}small"], {"larger than allowed": 1})


def test_a_block_of_exactly_the_largest_size_is_taken(tmp_path):
    body = b"x" * 5000
    whole = record("resource", URL + "1", body, number=1, Content_Type="text/html")
    assert taken(tmp_path, plain([whole]), max_body=5000)[0] == [f"{URL}1"]
