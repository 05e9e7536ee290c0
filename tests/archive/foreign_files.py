"""WARC files as other tools write them, byte by byte."""

import gzip as gzip_module
import hashlib
from base64 import b32encode


def sha1(data):
    return "sha1:" + b32encode(hashlib.sha1(data).digest()).decode()


def record(kind, url, block, *, number, newline=b"\r\n", version="1.0", **headers):
    """Make a record; a header's name is written with underscores."""
    fields = {
        "WARC-Type": kind,
        "WARC-Target-URI": url,
        "WARC-Record-ID": f"<urn:uuid:{number}>",
        "WARC-Date": "2020-02-03T04:05:06Z",
        "Content-Length": str(len(block)),
    } | {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"WARC/{version}", *(f"{name}: {value}" for name, value in fields.items() if value)]
    return newline.join(line.encode() for line in lines) + newline * 2 + block + newline * 2


def response(
    url, body, *, number, http=b"Content-Type: text/html\r\n", status=b"200 OK", **headers
):
    block = b"HTTP/1.1 " + status + b"\r\n" + http + b"\r\n" + body
    return record("response", url, block, number=number, **headers)


def request(url, *, number, method=b"GET", **headers):
    block = method + b" / HTTP/1.1\r\nHost: shop.test\r\n\r\n"
    return record("request", url, block, number=number, **headers)


def plain(records):
    return b"".join(records)


def zipped(records):
    """One member a record, as it should be."""
    return b"".join(gzip_module.compress(each, 1, mtime=0) for each in records)


def zipped_at_once(records):
    """One member for all, as a plain `gzip` makes it."""
    return gzip_module.compress(b"".join(records), 1, mtime=0)


LAYOUTS = [plain, zipped, zipped_at_once]
