"""A hundred answers that nobody should get: what a server can send to whoever asks it for a page.

Each is a function that yields the bytes of a whole HTTP response, head and all, made when it is asked for.
"""

import gzip
import itertools
import zlib
from collections.abc import Callable, Iterator

import brotli

Answer = Callable[[], Iterator[bytes]]
MEGABYTE = 1 << 20
_SIZE = 8 * MEGABYTE
_HEAD = b"HTTP/1.1 200 OK\r\n"
_HTML = b"Content-Type: text/html; charset=utf-8\r\n"
_PAGE = (
    b"<!doctype html><title>Cup</title><h1>Cup</h1><table><tr><th>Price</th><td>5</td></tr></table>"
)


def _page(body: bytes, headers: bytes = _HTML, status: bytes = _HEAD) -> Iterator[bytes]:
    yield status + headers + b"Content-Length: %d\r\n\r\n" % len(body)
    yield body


def _markup(unit: bytes, size: int = _SIZE, before: bytes = b"", after: bytes = b"") -> Answer:
    return lambda: _page(_PAGE + before + unit * (size // len(unit)) + after)


def _attributes(pattern: bytes, between: bytes = b" ", before: bytes = b"<div ") -> Answer:
    def answer() -> Iterator[bytes]:
        flood = between.join(pattern % number for number in range(100_000))
        return _page(_PAGE + before + flood + b">text</div>")

    return answer


def _numbered(pattern: bytes, count: int, before: bytes = b"", after: bytes = b"") -> Answer:
    def answer() -> Iterator[bytes]:
        holes = pattern.count(b"%")
        flood = b"".join(pattern % ((n,) * holes) for n in range(count))
        return _page(_PAGE + before + flood + after)

    return answer


def _raw(*parts: bytes) -> Answer:
    return lambda: iter(parts)


def _with(headers: bytes, body: bytes = _PAGE, status: bytes = _HEAD) -> Answer:
    return lambda: _page(body, headers, status)


def _endless(head: bytes, piece: bytes) -> Answer:
    return lambda: itertools.chain((head,), itertools.repeat(piece))


def _encoded(name: bytes, encode: Callable[[bytes], bytes], body: bytes) -> Answer:
    def answer() -> Iterator[bytes]:
        return _page(encode(body), _HTML + b"Content-Encoding: " + name + b"\r\n")

    return answer


def _zipped(body: bytes) -> bytes:
    return gzip.compress(body, 6)


def _xml(body: bytes) -> Answer:
    return _with(b"Content-Type: application/xml\r\n", body)


def _json(body: bytes) -> Answer:
    return _with(b"Content-Type: application/feed+json\r\n", body)


_NESTED = {
    f"nested {tag}": _markup(b"<%b>" % tag.encode(), MEGABYTE)
    for tag in [
        "div",
        "table",
        "ul",
        "b",
        "a",
        "form",
        "svg",
        "select",
        "p",
        "x-y",
        "frameset",
        "template",
    ]
}
_REPEATED = {
    f"millions of {tag}": _markup(unit)
    for tag, unit in {
        "paragraphs": b"<p>x</p>",
        "links": b"<a href=/x>x</a>",
        "options": b"<option value=1>x",
        "inputs": b"<input name=a>",
        "forms": b"<form action=/s><input name=q></form>",
        "cells": b"<td>1",
        "tables": b"<table><tr><th>Price<td>5</table>",
        "images": b"<img src=/i.png>",
        "headlines": b"<h1>Cup</h1>",
        "scripts": b"<script>x</script>",
        "comments": b"<!-- x -->",
        "titles": b"<title>x</title>",
        "meta": b"<meta name=a content=b>",
        "frames": b"<iframe src=/f></iframe>",
        "line breaks": b"<br>",
        "end tags": b"</b>",
        "doctypes": b"<!doctype html>",
        "entities": b"&lt;&nbsp;&#65;",
        "unknown entities": b"&nosuch;",
        "ampersands": b"&",
        "angles": b"<",
        "quotes": b'<a href="',
        "bases": b"<base href=http://e.test/>",
        "canonicals": b"<link rel=canonical href=/x>",
        "microdata": b"<p itemprop=price content=5>",
        "prices": b"<b>$5.00</b> ",
    }.items()
}
_FLOODS = {
    "attributes": _attributes(b"a%d=1"),
    "attributes without values": _attributes(b"a%d"),
    "attributes with slashes": _attributes(b"a%d", b"/"),
    "attributes with angles": _attributes(b'a%d=">"'),
    "attributes behind a comment": _attributes(b'a%d=">"', before=b'<!-- <b " --><div '),
    "attributes with tags": _attributes(b"a%d='<b>'"),
    "attributes of html": _attributes(b"a%d=1", before=b"<html "),
    "attributes of many elements": _markup(
        b"<p " + b" ".join(b"a%d" % n for n in range(127)) + b">", 4 * MEGABYTE
    ),
    "classes": _markup(b"c ", before=b"<p class='", after=b"'>x"),
    "one long attribute": _markup(b"x", before=b"<p title='", after=b"'>x"),
    "one long name": _markup(b"x", before=b"<"),
    "one long text": _markup(b"word "),
    "one long word": _markup(b"x"),
    "a long title": _markup(b"x", before=b"<title>", after=b"</title>"),
    "a long URL": _markup(b"x", MEGABYTE, before=b"<a href=/", after=b">x</a>"),
    "different links": _numbered(b"<a href=/d%d>x</a>", 200_000),
    "different hosts": _numbered(b"<a href=http://h%d.test/>x</a>", 100_000),
    "different queries": _numbered(b"<a href=/p?a=%d>x</a>", 100_000),
    "links of different kinds": _numbered(b"<a href=/%x/%x-%x/%x-a.%x?q%x>x</a>", 50_000),
    "different classes": _numbered(b"<p class=c%d>x</p>", 100_000),
    "different forms": _numbered(b"<form action=/f%d><input name=q></form>", 30_000),
    "a select of options": _numbered(b"<option>%d", 200_000, b"<form action=/s><select name=s>"),
    "deep end tags": _markup(b"</b>", MEGABYTE, before=b"<div>" * 2000),
    "broken JSON-LD": _markup(b"[", before=b'<script type="application/ld+json">'),
    "large JSON-LD": _markup(
        b'{"@type":"Product","name":"x"},', before=b'<script type="application/ld+json">['
    ),
}
_CHARACTERS = {
    "NULs": _markup(b"\0"),
    "control characters": _markup(bytes(range(1, 32)), MEGABYTE),
    "right to left": _markup("\u202e\u2066evil\u202c".encode(), MEGABYTE),
    "combining": _markup("e\u0301\u0301\u0301".encode(), MEGABYTE),
    "broken UTF-8": _markup(b"\xc3\xff\xf0", MEGABYTE),
    "terminal escapes": _with(_HTML, b"<title>\x1b]0;evil\x07\x1b[2J</title>" + _PAGE),
    "a byte order mark": _with(_HTML, b"\xff\xfe" + _PAGE),
    "surrogates": _with(_HTML, _PAGE + b"&#xD800;&#x110000;&#0;" * 10_000),
} | {
    f"charset {name}": _with(b"Content-Type: text/html; charset=%b\r\n" % name.encode())
    for name in [
        "utf-7",
        "utf-16",
        "utf-32",
        "idna",
        "zlib",
        "unicode_escape",
        "iso2022_jp",
        "x-none",
        "utf-8;;;",
    ]
}
_ENCODINGS = {
    "gzip bomb": _encoded(b"gzip", _zipped, b"<p>x</p>" * (4 * MEGABYTE)),
    "gzip of NULs": _encoded(b"gzip", _zipped, bytes(64 * MEGABYTE)),
    "gzip twice": _encoded(b"gzip, gzip", lambda b: _zipped(_zipped(b)), bytes(64 * MEGABYTE)),
    "deflate bomb": _encoded(b"deflate", zlib.compress, bytes(64 * MEGABYTE)),
    "brotli bomb": _encoded(b"br", lambda b: brotli.compress(b, 1), bytes(64 * MEGABYTE)),
    "half a gzip": _encoded(b"gzip", lambda b: _zipped(b)[:-20], _PAGE * 1000),
    "no gzip": _encoded(b"gzip", bytes, _PAGE),
    "ten encodings": _encoded(b", ".join([b"gzip"] * 10), bytes, _PAGE),
    "an unknown encoding": _encoded(b"x-none", bytes, _PAGE),
    "ten megabytes in gzip": _encoded(b"gzip", _zipped, _PAGE + b"<p>x</p>" * (10 << 17)),
}
_WIRE = {
    "nothing": _raw(),
    "no HTTP": _raw(b"SSH-2.0-OpenSSH_9.2\r\n"),
    "half a head": _raw(_HEAD + b"Content-Ty"),
    "less than promised": _raw(_HEAD + _HTML + b"Content-Length: 5000\r\n\r\n" + _PAGE),
    "a negative length": _raw(_HEAD + _HTML + b"Content-Length: -1\r\n\r\n" + _PAGE),
    "two lengths": _raw(_HEAD + b"Content-Length: 5\r\nContent-Length: 9\r\n\r\n" + _PAGE),
    "a huge length": _raw(_HEAD + _HTML + b"Content-Length: 99999999999999999999\r\n\r\n"),
    "broken chunks": _raw(_HEAD + _HTML + b"Transfer-Encoding: chunked\r\n\r\nzz\r\nx\r\n"),
    "no last chunk": _raw(_HEAD + _HTML + b"Transfer-Encoding: chunked\r\n\r\n2\r\n<p\r\n"),
    "a huge chunk": _raw(_HEAD + _HTML + b"Transfer-Encoding: chunked\r\n\r\nfffffffff\r\nx"),
    "endless chunks": _endless(
        _HEAD + _HTML + b"Transfer-Encoding: chunked\r\n\r\n", b"10000\r\n" + b"x" * 65536 + b"\r\n"
    ),
    "an endless body": _endless(_HEAD + _HTML + b"\r\n", b"<p>x</p>" * 8192),
    "an endless head": _endless(_HEAD, b"X-More: x\r\n" * 1000),
    "an endless line": _endless(_HEAD + b"X-Long: ", b"x" * 65536),
    "endless early answers": _endless(b"", b"HTTP/1.1 103 Early Hints\r\n\r\n" * 100),
    "many headers": _raw(_HEAD + b"".join(b"X-%d: x\r\n" % n for n in range(5000)) + b"\r\n"),
    "many cookies": _with(_HTML + b"".join(b"Set-Cookie: c%d=x\r\n" % n for n in range(500))),
    "odd cookies": _with(_HTML + b"Set-Cookie: =;;;=\x01; Domain=.com; Max-Age=x\r\n"),
    "an odd type": _with(b"Content-Type: text/html;;; =, \xff\r\n"),
    "no type": _with(b""),
    "a PDF as HTML": _with(_HTML, b"%PDF-1.7\n" + bytes(range(256)) * 4000),
    "status 999": _with(_HTML, status=b"HTTP/1.1 999 Denied\r\n"),
    "status 204": _raw(b"HTTP/1.1 204 No Content\r\n\r\n"),
    "status 304 unasked": _raw(b"HTTP/1.1 304 Not Modified\r\n\r\n"),
    "status 206": _with(_HTML, status=b"HTTP/1.1 206 Partial Content\r\n"),
    "wait for an hour": _with(b"Retry-After: 3600\r\n", status=b"HTTP/1.1 404 Not Found\r\n"),
    "a digest challenge": _with(
        b'WWW-Authenticate: Digest realm="' + b"x" * 9000 + b'"\r\n',
        status=b"HTTP/1.1 401 Unauthorized\r\n",
    ),
    "many Link headers": _with(_HTML + b"Link: " + b"</x>; rel=next, " * 3000 + b"</y>\r\n"),
    "a refresh": _with(_HTML + b"Refresh: 0; url=" + b"x" * 9000 + b"\r\n"),
}
_REDIRECTS = {
    f"a redirect to {name}": _with(
        b"Location: " + to + b"\r\n", b"", status=b"HTTP/1.1 302 Found\r\n"
    )
    for name, to in {
        "itself": b"?",
        "nowhere": b"",
        "a file": b"file:///etc/passwd",
        "a script": b"javascript:alert(1)",
        "the machine": b"http://127.0.0.1:1/",
        "the cloud": b"http://169.254.169.254/latest/meta-data/",
        "an odd host": b"http://[::1",
        "a long way": b"/" + b"x" * 60_000,
    }.items()
}
_LISTS = {
    "an XML bomb": _xml(
        b'<!DOCTYPE l [<!ENTITY a "aaaaaaaaaa">'
        + b"".join(
            b'<!ENTITY %c "&%c;&%c;&%c;&%c;&%c;&%c;">' % (98 + n, *([97 + n] * 6)) for n in range(9)
        )
        + b"]><urlset><url><loc>http://x.test/&j;</loc></url></urlset>"
    ),
    "an XML entity of a file": _xml(
        b'<!DOCTYPE l [<!ENTITY a SYSTEM "file:///etc/passwd">]><urlset><url><loc>&a;</loc></url></urlset>'
    ),
    "a deep sitemap": _xml(b"<urlset>" + b"<url>" * 500_000),
    "a large sitemap": _xml(
        b"<urlset>" + b"<url><loc>http://x.test/</loc></url>" * 250_000 + b"</urlset>"
    ),
    "a sitemap of attributes": _xml(
        b"<urlset " + b" ".join(b"a%d='1'" % n for n in range(100_000)) + b"></urlset>"
    ),
    "a feed of lists": _json(b'{"items": ' + b"[" * 1_000_000),
    "a feed of objects": _json(b'{"items": [' + b"{}," * 2_000_000 + b"{}]}"),
    "a list of URLs": _with(b"Content-Type: text/plain\r\n", b"http://x.test/\n" * 500_000),
}
ANSWERS: dict[str, Answer] = {
    **_NESTED,
    **_REPEATED,
    **_FLOODS,
    **_CHARACTERS,
    **_ENCODINGS,
    **_WIRE,
    **_REDIRECTS,
    **_LISTS,
}
