"""Structured data: the title, meta elements and JSON-LD of pages as columns."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pagekin.wrappers import json_ld
from pagekin.wrappers.by_itself.landmarks import least_pages, xpath_text
from pagekin.wrappers.by_itself.text_columns import TextColumn
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.node_readings import single_spaced

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.dom.page import Page

# For browsers and crawlers, never about the page's subject.
_TECHNICAL = re.compile(
    r"csrf|token|nonce|viewport|generator|robots|verif|theme|color|msapplication|http-equiv"
    r"|referrer|format-detection|locale|site_name|fb:|twitter:card|twitter:site|charset|handheld"
    r"|og:type|apple-|al:|google|alexa|distribution|rating$|revisit|request|session"
    # How large pictures are, and what cards say in links to the page: labels and values that differ in kind.
    r"|og:(?:image|video|audio):(?!url|secure_url)|twitter:(?:image|player):|twitter:(?:label|data)\d",
    re.IGNORECASE,
)
_MAX_COLUMNS = 200
_MAX_TEXT = 5_000
_LISTED = 30
_TRAIL = "BreadcrumbList"
# Keys whose values are about something else than the page's subject: what one can do there, the page as a part of
# the site, who publishes all of it.
_ELSEWHERE = frozenset({"potentialAction", "isPartOf", "mainEntityOfPage", "logo", "speakable"})
_PICTURES = frozenset({"image", "primaryImageOfPage", "thumbnail", "photo"})
_ADDRESSES = frozenset({"url", "contentUrl"})  # of pictures: how large they are, nobody asks

Found = dict[str, dict[int, tuple[str, ...]]]


def structured_columns(pages: Sequence[Page]) -> list[TextColumn]:
    """Return the columns of title, meta elements and JSON-LD that several pages have."""
    least = least_pages(len(pages))
    columns = []
    for source, anchor in ((json_ld_texts, Anchor.DATA), (_titles_and_metas, Anchor.MARKUP)):
        found: Found = {}
        for number, page in enumerate(pages):
            for path, text in source(page):
                if path in found or len(found) < _MAX_COLUMNS:
                    found.setdefault(path, {}).setdefault(number, ())
                    found[path][number] = (*found[path][number], text)[:_LISTED]
        for path, texts in sorted(found.items()):
            if len(texts) >= least:
                columns.append(_column(path, anchor, texts, len(pages)))
    return columns


def _column(path: str, anchor: Anchor, texts: dict[int, tuple[str, ...]], pages: int) -> TextColumn:
    many = any(len(found) > 1 for found in texts.values()) and anchor is Anchor.DATA
    chosen = texts if many else {number: found[:1] for number, found in texts.items()}
    name = name_in(path)
    return TextColumn(chosen, (Locator(path, anchor),), pages, many=many, hints=(name,), order=0.0)


def name_in(path: str) -> str:
    """Return what a path into structured data calls its value: `Product.brand.name` is a brand."""
    match = re.fullmatch(r"//meta\[@\w+=['\"](.+)['\"]\]/@content", path)
    if match:
        words = [word for word in re.split(r"[:.]", match[1]) if word]
        telling = [word for word in words if word not in {"amount", "value", "content"}]
        name = telling[-1] if telling else match[1]
        return name.removeprefix("citation_")  # as libraries call everything
    if path == "//title":
        return "page title"
    kind, *keys = path.split(".")
    if kind == _TRAIL or "breadcrumb" in keys:
        return "breadcrumbs"
    telling = [key for key in keys if key not in {"name", "@value", "value", "text"}]
    if telling and telling[-1] in _ADDRESSES and not _PICTURES.isdisjoint(telling):
        return "image"
    return telling[-1] if telling else keys[-1]


def _titles_and_metas(page: Page) -> Iterator[tuple[str, str]]:
    if page.title:
        yield "//title", page.title
    seen = set()
    for element in page.root.iter("meta"):
        for attribute in ("property", "name", "itemprop"):
            name = element.get(attribute)
            if not name or _TECHNICAL.search(name) or len(name) > 60:
                continue
            path = f"//meta[@{attribute}={xpath_text(name)}]/@content"
            text = single_spaced(element.get("content", ""))
            if text and path not in seen and len(text) < _MAX_TEXT:
                seen.add(path)
                yield path, text
            break


def json_ld_texts(page: Page) -> Iterator[tuple[str, str]]:
    """Yield the path and text of all values in a page's JSON-LD, of each type those of the first object."""
    seen: set[str] = set()
    inside: set[int] = set()  # objects inside of an earlier one
    for content in json_ld.objects_of(page.root):
        kinds = [kind for kind in json_ld.types_of(content) if "." not in kind]
        if not kinds or kinds[0] in seen or id(content) in inside:
            continue
        seen.add(kinds[0])
        inside.update(_parts(content))
        for path, text in json_ld.leaves_of(content):
            whole = f"{kinds[0]}.{path}"
            if "@" not in path and len(text) < _MAX_TEXT and _is_about_the_page(whole):
                yield whole, text


def _is_about_the_page(path: str) -> bool:
    """Return whether a value in structured data is about the subject of the page, by the keys that lead to it."""
    kind, *keys = path.split(".")
    if kind == _TRAIL or "itemListElement" in keys:
        return keys[-1] == "name"  # no positions and addresses of breadcrumbs
    if any(key in _ELSEWHERE for key in keys):
        return False
    return not any(key in _PICTURES for key in keys[:-1]) or keys[-1] in _ADDRESSES


def _parts(content: dict[str, Any]) -> Iterator[int]:
    """Yield the identities of the objects inside an object."""
    stack: list[object] = [content]
    while stack:
        part = stack.pop()
        if isinstance(part, dict):
            if part is not content:
                yield id(part)
            stack.extend(value for key, value in part.items() if key != "@graph")
        elif isinstance(part, list):
            stack.extend(part)
