"""Texts that every database takes: pages hold anything, databases do not."""


def storable(text: str) -> str:
    """Replace NUL characters and halves of surrogate pairs, which PostgreSQL and UTF-8 refuse."""
    if text.isascii():
        return text if "\0" not in text else text.replace("\0", "\ufffd")
    return text.replace("\0", "\ufffd").encode("utf-8", "replace").decode("utf-8")
