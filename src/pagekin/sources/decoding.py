"""Content codings undone (gzip, deflate, brotli), never giving more bytes than asked for."""

import zlib

import brotli


class UnknownCodingError(ValueError):
    """A content coding that is not known here, or bytes that are not in it."""


def decoded(body: bytes, codings: str, limit: int) -> bytes:
    """Undo the codings of a Content-Encoding header; at most so many bytes of what comes out."""
    for coding in reversed(codings.lower().split(",")):
        match coding.strip():
            case "" | "identity":
                pass
            case "gzip" | "x-gzip":
                body = _inflated(body, zlib.MAX_WBITS | 16, limit)
            case "deflate":
                body = _deflate(body, limit)
            case "br":
                body = _brotli(body, limit)
            case other:
                raise UnknownCodingError(f"compressed as {other!r}, which is unknown here")
    return body


def _inflated(body: bytes, wbits: int, limit: int) -> bytes:
    try:
        return zlib.decompressobj(wbits).decompress(body, limit)
    except zlib.error as error:
        raise UnknownCodingError(f"wrongly compressed: {error}") from None


def _deflate(body: bytes, limit: int) -> bytes:
    """Undo deflate, which some servers send with the zlib header and some without."""
    try:
        return _inflated(body, zlib.MAX_WBITS, limit)
    except UnknownCodingError:
        return _inflated(body, -zlib.MAX_WBITS, limit)


def _brotli(body: bytes, limit: int) -> bytes:
    decompressor = brotli.Decompressor()
    parts, size, part = [], 0, body
    try:
        while size < limit:
            out = decompressor.process(part, output_buffer_limit=limit - size)
            if not out:
                break
            parts.append(out)
            size += len(out)
            part = b""
    except brotli.error as error:
        raise UnknownCodingError(f"wrongly compressed: {error}") from None
    return b"".join(parts)[:limit]
