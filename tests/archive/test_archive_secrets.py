"""Credentials never reach the archive: not in headers, not in URLs, not in forms."""

import gzip
from dataclasses import replace

import pytest
from made_exchanges import page

from pagekin.archive import LEFT_OUT, FolderArchive, as_stored

CANARY = "kanarie7781"


def all_bytes(directory):
    return b"".join(gzip.decompress(file.read_bytes()) for file in directory.glob("*.warc.gz"))


@pytest.mark.parametrize(
    "name",
    [
        "Authorization",
        "proxy-authorization",
        "Cookie",
        "Set-Cookie",
        "SET-COOKIE2",
        "X-Api-Key",
        "X-Auth-Token",
        "X-CSRFToken",
        "X-Session-Id",
        "Authentication-Info",
    ],
)
def test_headers_with_credentials_are_left_out_and_named(tmp_path, name):
    secret = (name.encode(), f"Bearer {CANARY}".encode())
    for exchange in (
        replace(page(1), headers=(secret, *page(1).headers)),
        replace(page(2), request_headers=(*page(2).request_headers, secret)),
    ):
        with FolderArchive(tmp_path) as archive:
            stored = archive.read(archive.append(exchange))
        assert dict(stored.metadata)[LEFT_OUT] == name.lower()
        assert (stored.headers, stored.request_headers) == (
            page(1 if exchange.url.endswith("1") else 2).headers,
            page(1).request_headers,
        )
    assert CANARY.encode() not in all_bytes(tmp_path)


@pytest.mark.parametrize(
    "name", ["WWW-Authenticate", "X-Author", "Access-Control-Allow-Credentials", "Content-Type"]
)
def test_headers_that_only_sound_like_it_stay(name):
    exchange = replace(page(1), headers=((name.encode(), b"value"),))
    assert as_stored(exchange) == exchange


@pytest.mark.parametrize(
    ("url", "kept"),
    [
        (f"http://me:{CANARY}@shop.test/p?q=a@b", "http://shop.test/p?q=a@b"),
        (f"https://{CANARY}@shop.test:8080", "https://shop.test:8080"),
        (f"http://a@b:{CANARY}@shop.test/", "http://shop.test/"),
        (f"http:////me:{CANARY}@shop.test/", "http:////shop.test/"),
        ("http://shop.test/@someone", "http://shop.test/@someone"),
        ("http://shop.test/?mail=a@b", "http://shop.test/?mail=a@b"),
    ],
)
def test_user_and_password_are_taken_out_of_urls(tmp_path, url, kept):
    referring = ((b"Referer", url.encode()), (b"Link", f'<{url}>; rel="next"'.encode()))
    moved = ((b"Location", url.encode()),)
    exchange = replace(page(1), url=url, request_headers=referring, headers=moved)
    with FolderArchive(tmp_path) as archive:
        stored = archive.read(archive.append(exchange))
    assert stored.url == kept
    assert dict(stored.headers)[b"Location"] == kept.encode()
    assert dict(stored.request_headers)[b"Referer"] == kept.encode()
    assert CANARY.encode() not in all_bytes(tmp_path)


FORM = (b"Content-Type", b"application/x-www-form-urlencoded")


@pytest.mark.parametrize(
    ("body", "kept"),
    [
        (f"user=me&password={CANARY}&next=/", "user=me&password=***&next=/"),
        (f"log=me&pwd={CANARY}", "log=me&pwd=***"),
        (f"user%5Bpass%5D={CANARY}&user%5Bname%5D=me", "user%5Bpass%5D=***&user%5Bname%5D=me"),
        (f"csrfmiddlewaretoken={CANARY}&q=compass", "csrfmiddlewaretoken=***&q=compass"),
        ("q=compass&colour=pink", "q=compass&colour=pink"),
    ],
)
def test_secret_fields_of_forms_are_masked(tmp_path, body, kept):
    exchange = replace(page(1), method="POST", request_headers=(FORM,), request_body=body.encode())
    with FolderArchive(tmp_path) as archive:
        stored = archive.read(archive.append(exchange))
    assert stored.request_body == kept.encode()
    assert CANARY.encode() not in all_bytes(tmp_path)


def test_other_request_bodies_that_speak_of_secrets_are_left_out(tmp_path):
    body = f'{{"user": "me", "password": "{CANARY}"}}'.encode()
    json = ((b"Content-Type", b"application/json"),)
    exchange = replace(page(1), method="POST", request_headers=json, request_body=body)
    with FolderArchive(tmp_path) as archive:
        assert archive.read(archive.append(exchange)).request_body == b""
        harmless = replace(exchange, request_body=b'{"query": "shoes"}')
        assert archive.read(archive.append(harmless)) == harmless
