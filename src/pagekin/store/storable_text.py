"""Texts that every database takes: pages hold anything, databases do not."""

from collections.abc import Sequence


def storable(text: str) -> str:
    """Replace NUL characters and halves of surrogate pairs, which PostgreSQL and UTF-8 refuse."""
    if text.isascii():
        return text if "\0" not in text else text.replace("\0", "\ufffd")
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")


def joined(texts: Sequence[str]) -> bytes:
    """Join texts so that they could be taken apart again; ValueError if one of them is not storable.

    To look at all of them at once takes a fraction of the time that one after the other does.
    """
    content = "\0".join(texts).encode()
    if content.count(0) >= max(len(texts), 1):
        raise ValueError("a text holds a NUL")
    return content
