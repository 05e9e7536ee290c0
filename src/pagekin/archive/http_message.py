"""Parses HTTP messages as other tools store them: odd line ends, folded headers, chunks still in place."""

import re

from pagekin.site.exchange import Headers

_END_OF_HEAD = re.compile(rb"\r?\n\r?\n")
_FOLD = re.compile(rb"\r?\n[ \t]+")
_CHUNK_SIZE = re.compile(rb"([0-9A-Fa-f]{1,15})[ \t]*(?:;[^\r\n]*)?\r?\n")


def split_message(block: bytes) -> tuple[bytes, Headers, bytes] | None:
    """Return first line, headers and body without chunks; None if this is not an HTTP message."""
    end = _END_OF_HEAD.search(block)
    head, body = (block[: end.start()], block[end.end() :]) if end else (block, b"")
    first, *lines = _FOLD.sub(b" ", head).split(b"\n")
    first = first.strip()
    if b"HTTP/" not in first:
        return None
    split = (line.partition(b":") for line in lines if b":" in line)
    headers = tuple((name.strip(), value.strip()) for name, _, value in split)
    codings = [value for name, value in headers if name.lower() == b"transfer-encoding"]
    if any(coding.lower().endswith(b"chunked") for coding in codings):
        body = without_chunks(body)
    return first, headers, body


def without_chunks(body: bytes) -> bytes:
    """Return a body with its chunks joined; one that is not in chunks, whatever its headers say, as it is."""
    parts: list[bytes] = []
    at = 0
    while found := _CHUNK_SIZE.match(body, at):
        size = int(found[1], 16)
        start = found.end()
        if size == 0:
            return b"".join(parts)
        parts.append(body[start : start + size])
        at = start + size
        if body.startswith(b"\r\n", at):
            at += 2
        elif body.startswith(b"\n", at):
            at += 1
        else:
            break
    is_cut_off = bool(parts) and at >= len(body)
    return b"".join(parts) if is_cut_off else body
