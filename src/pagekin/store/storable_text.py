"""Texts that every database accepts: pages contain anything, databases do not."""

from collections.abc import Sequence


def storable(text: str) -> str:
    """Return a text without NUL characters and lone surrogates, which PostgreSQL and UTF-8 refuse."""
    if text.isascii():
        return text if "\0" not in text else text.replace("\0", "\ufffd")
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def joined(texts: Sequence[str]) -> bytes:
    """Return texts joined without ambiguity; raise ValueError if one of them is not storable.

    Checking all of them at once takes a fraction of the time of checking one after the other.
    """
    content = "\0".join(texts).encode()
    if content.count(0) >= max(len(texts), 1):
        raise ValueError("a text holds a NUL")
    return content
