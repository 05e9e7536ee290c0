"""WARC files made by hand, after ISO 28500."""

import gzip as gzip_module


def warc(records, *, gzip=True):
    """Give the bytes of a WARC file with a response for each (URL, status, headers, body)."""
    content = _record(
        "warcinfo", None, "application/warc-fields", b"software: tests\r\n", gzip=gzip
    )
    for url, status, headers, body in records:
        lines = [f"HTTP/1.1 {status}", *(f"{name}: {value}" for name, value in headers.items())]
        answer = "\r\n".join([*lines, "", ""]).encode() + body
        kind = "application/http; msgtype=response"
        content += _record("response", url, kind, answer, gzip=gzip)
    return content


def page_record(number, *, charset="utf-8"):
    body = f"<html><body><h1>Süße Nummer {number}</h1></body></html>".encode(charset)
    headers = {"Content-Type": f"text/html; charset={charset}"}
    return f"http://shop.test/p/{number}", "200 OK", headers, body


def _record(kind, url, content_type, block, *, gzip):
    lines = ["WARC/1.0", f"WARC-Type: {kind}", "WARC-Date: 2026-01-02T03:04:05Z"]
    lines += [f"WARC-Target-URI: {url}"] if url else []
    lines += [f"Content-Type: {content_type}", f"Content-Length: {len(block)}", "", ""]
    record = "\r\n".join(lines).encode() + block + b"\r\n\r\n"
    return gzip_module.compress(record) if gzip else record
