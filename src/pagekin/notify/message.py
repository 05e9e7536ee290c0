"""A message: what people are told, whichever way it reaches them."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

_LONGEST = (
    150  # characters of a line that others may have written: a subject, an answer of a server
)


@dataclass(frozen=True, slots=True)
class Attachment:
    """A file that comes with a message."""

    name: str
    content: str
    media_type: str


@dataclass(frozen=True, slots=True)
class Message:
    """A message; the same one has the same id, so that whoever gets it twice can tell."""

    id: str
    subject: str
    text: str
    html: str = ""
    attachments: tuple[Attachment, ...] = ()
    data: Mapping[str, Any] = field(default_factory=dict)  # for programs


def one_line(text: str, most: int = _LONGEST) -> str:
    """Return a text as one line that is safe in a header: no line breaks, nothing unseen, not too long."""
    line = " ".join("".join(c if c.isprintable() else " " for c in text).split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
