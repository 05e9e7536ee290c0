"""How a site writes its pages: the same content in the markup of different times and schools."""

import html
import random
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

Links = Iterable[tuple[str, str]]  # address, text


@dataclass(frozen=True, slots=True)
class Frame:
    """What all pages of a site have: what stands before and after the content."""

    menu: Sequence[tuple[str, str]]
    foot: Sequence[str]
    aside: Sequence[tuple[str, str]]
    name: str


class Markup:
    """A school of markup; `token` makes the class names of a site its own."""

    def __init__(self, school: str, rng: random.Random) -> None:
        self.school = school
        self._prefix = rng.choice(("", "c-", "site-", "x"))
        self._utilities = [f"{a}-{n}" for a in ("p", "m", "text", "gap", "w") for n in range(1, 6)]

    def attributes(self, name: str) -> str:
        """Return the attributes of an element that has a role; some schools give it none."""
        match self.school:
            case "semantic" | "divs" | "numbered":
                return f' class="{self._prefix}{name}"'
            case "utility":  # the same few for all elements of a role, shared with other roles
                rng = random.Random(name + self._prefix)
                return f' class="{" ".join(rng.sample(self._utilities, 3))}"'
            case _:
                return ""

    def section(self, name: str, heading: str, inner: str) -> str:
        """Return a part of a page, with a heading unless it is empty."""
        if self.school == "tables":
            top = f"<tr><td bgcolor=#ddd><b>{heading}</b></td></tr>" if heading else ""
            return f"<table width=100%>{top}<tr><td>{inner}</td></tr></table>"
        top = f"<h2>{heading}</h2>" if heading else ""
        if self.school == "bare":
            return top + inner
        tag = "section" if self.school == "semantic" else "div"
        return f"<{tag}{self.attributes(name)}>{top}{inner}</{tag}>"

    def links(self, name: str, links: Links) -> str:
        """Return a list of links."""
        anchors = [f'<a href="{html.escape(url)}">{text}</a>' for url, text in links]
        if self.school == "tables":
            return "<table>" + "".join(f"<tr><td>{a}</td></tr>" for a in anchors) + "</table>"
        items = "".join(f"<li>{anchor}</li>" for anchor in anchors)
        return f"<ul{self.attributes(name)}>{items}</ul>"

    def page(self, title: str, content: str, frame: Frame, *, kind: str, number: int) -> str:
        """Return a whole page."""
        menu = self.links("menu", frame.menu)
        foot = "".join(f"<p>{line}</p>" for line in frame.foot)
        aside = self.section("aside", "", self.links("latest", frame.aside)) if frame.aside else ""
        head = f"<!doctype html><html><head><meta charset=utf-8><title>{title} – {frame.name}</title></head>"
        heading = f"<h1>{title}</h1>"
        match self.school:
            case "semantic":
                body = (
                    f"<body><header><nav>{menu}</nav></header><main><article{self.attributes(kind)}>"
                    f"{heading}{content}</article></main>{aside}<footer>{foot}</footer>"
                )
            case "tables":
                body = (
                    f"<body bgcolor=white><table><tr><td width=150>{menu}{aside}</td><td>{heading}{content}"
                    f"</td></tr></table><hr><center>{foot}</center>"
                )
            case "bare":
                body = f"<body>{menu}<hr>{heading}{content}<hr>{aside}{foot}"
            case "numbered":  # as a widespread blog software does
                body = (
                    f'<body class="single postid-{number}"><div id=page><div id=nav>{menu}</div>'
                    f'<div id="post-{number}" class="post type-{kind}">{heading}{content}</div>'
                    f"{aside}<div id=colophon>{foot}</div></div>"
                )
            case _:
                body = (
                    f"<body><div{self.attributes('top')}>{menu}</div><div{self.attributes('container')}>"
                    f"<div{self.attributes('row')}>{heading}{content}</div>{aside}</div>"
                    f"<div{self.attributes('foot')}>{foot}</div>"
                )
        return f"{head}{body}</body></html>"
