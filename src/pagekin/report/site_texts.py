"""The texts in the boxes and on the lines of a site's picture."""

from dataclasses import dataclass
from functools import lru_cache

from pagekin.report.escaping import count, fit, short_url, visible, width
from pagekin.report.site_graph import PageKindNode, Role, Way
from pagekin.urls import PatternSyntaxError, URLPattern

# Size of the font, and whether all letters are equally wide; the style sheet has the same.
_STYLES = {
    "name": (12.5, True),
    "title": (15.0, False),
    "look": (11.0, True),
    "note": (11.5, False),
}
_TITLES = {Role.TARGET: "Targets", Role.ANY: "Any page"}
_SHOWN_LOOKS = 2
_MOST_LETTERS = 80  # of a line
_VARIES = frozenset("*+")  # no URL pattern that varies is without
_BREAKS = "/-_?&=;,"


@dataclass(frozen=True, slots=True)
class Line:
    """A line of text in one of the picture's styles, already cut to its room."""

    text: str
    style: str

    @property
    def size(self) -> float:
        """The size of its font."""
        return _STYLES[self.style][0]

    @property
    def width(self) -> float:
        """How wide it is drawn, about."""
        size, mono = _STYLES[self.style]
        return width(self.text, size, mono=mono)


def line(text: str, style: str, room: float, *, head: float = 0.5) -> Line:
    """Cut a text to its room; of what is kept, the share `head` is its beginning."""
    size, mono = _STYLES[style]
    return Line(fit(text, room, size, mono=mono, head=head), style)


def wrapped(text: str, style: str, room: float) -> list[Line]:
    """Set a text in one line or, broken at one of its marks, in two; what is longer is cut."""
    size, mono = _STYLES[style]
    shown = visible(text)
    first, broken = 0, 0
    while first < len(shown) and width(shown[: first + 1], size, mono=mono) <= room:
        first += 1
        broken = first if shown[first - 1] in _BREAKS else broken
        if first > _MOST_LETTERS:  # marks without a width would never fill a line
            break
    if first == len(shown):
        return [Line(shown, style)]
    # Broken at a mark if the rest then has room, too; else filled to the brim.
    if broken and width(shown[broken : broken + _MOST_LETTERS], size, mono=mono) <= room:
        first = broken
    return [Line(shown[:first], style), line(shown[first:], style, room, head=0)]


def kind_lines(kind: PageKindNode, host: str, room: float) -> list[Line]:
    """Describe a kind of page: its name, number and an example."""
    title = kind_title(kind, host)
    if kind.role in {Role.TARGET, Role.ANY}:
        lines = [line(title, "title", room)]
    else:
        lines = wrapped(title, "name", room)
    lines += [line(text, "note", room) for text in _role_or_numbers(kind)]
    if kind.examples and kind.role is not Role.START:
        lines.append(line(short_url(kind.examples[0], host), "look", room, head=0))
    return lines


def _role_or_numbers(kind: PageKindNode) -> list[str]:
    if kind.role is Role.START:
        return ["start page"]
    return ["wherever the crawler is"] if kind.role is Role.ANY else numbers(kind)


def numbers(kind: PageKindNode) -> list[str]:
    """Say how many pages of a kind there are, and how many of them are targets."""
    if kind.pages is None or kind.role is Role.START:
        return []
    pages = count(kind.pages, "page")
    if kind.role is Role.TARGET:
        return [
            pages,
            *([f"{kind.targets:,} seen while learning"] if kind.targets < kind.pages else []),
        ]
    if kind.targets and kind.targets == kind.pages:
        return [f"{pages}, {'a target' if kind.pages == 1 else 'all targets'}"]
    return [f"{pages}, {count(kind.targets, 'target')}" if kind.targets else pages]


def way_lines(way: Way, pages: int, host: str, room: float) -> list[Line]:
    """Say which links a way consists of, how many pages it alone brings, and in how many places."""
    looks = [look_in_short(links.look, host) for links in way.links]
    shown = looks if len(looks) <= _SHOWN_LOOKS else looks[:1]
    if len(shown) == 1:
        lines = wrapped(shown[0], "look", room)
    else:
        lines = [line(look, "look", room) for look in shown]
    notes = []
    if len(looks) > len(shown):
        notes.append(f"and {count(len(looks) - len(shown), 'more form')}")
    if pages:
        notes.append(count(pages, "page"))
    if way.places > len(looks):
        notes.append(f"in {way.places:,} places")
    together = Line(" · ".join(notes), "note")
    if together.width <= room:
        return [*lines, together] if notes else lines
    return lines + [line(note, "note", room) for note in notes]


def kind_title(kind: PageKindNode, host: str) -> str:
    """Name a kind of page in a few words."""
    if kind.role in _TITLES:
        return _TITLES[kind.role]
    if kind.role is Role.START:
        return short_url(kind.name, host)
    return look_in_short(kind.pattern or kind.name, host)


@lru_cache(maxsize=1024)
def look_in_short(look: str, host: str) -> str:
    """Return a URL, a form or a URL pattern without the site's host, all that varies in it as one "…"."""
    short = short_url(look, host)
    if not look.startswith(("http://", "https://")) or _VARIES.isdisjoint(look):
        return short
    try:
        pattern = URLPattern.parse(look)
    except PatternSyntaxError:
        return short
    return short_url(_with_dots(pattern), host) if pattern.varies else short


def _with_dots(pattern: URLPattern) -> str:
    levels = []
    for level in pattern.levels:
        varying = [i for i, piece in enumerate(level) if piece.repeat]
        if varying:
            head = "".join(str(piece.what) for piece in level[: varying[0]])
            tail = "".join(str(piece.what) for piece in level[varying[-1] + 1 :])
            levels.append(f"{head}…{tail}")
        else:
            levels.append("".join(str(piece.what) for piece in level))
    return "/".join(levels)
