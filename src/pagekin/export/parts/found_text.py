"""What was found at a place of a page."""

from dataclasses import dataclass, field


@dataclass(frozen=True)
class FoundText:
    """The text that a reader sees at a place, and the element that it is in with its attributes."""

    text: str
    tag: str = ""
    attributes: dict[str, str] = field(default_factory=dict)
    url: str = ""  # of the page
