"""Small pieces of markup that many pages share."""

import functools
import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from html import escape
from typing import Any

from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.layout import ListRun
from pagekin.demo.shop_model.product import Crumb

__all__ = [
    "HOME_CRUMB",
    "Visitor",
    "breadcrumbs",
    "cells",
    "esc",
    "icon",
    "json_ld",
    "pager",
    "picture",
    "stars",
]


esc = functools.lru_cache(maxsize=8192)(escape)  # the same words come again and again

HOME_CRUMB = Crumb("Home", paths.HOME)


@dataclass(frozen=True, slots=True)
class Visitor:
    """Who asks for a page: the origin they use, and whether they are signed in."""

    origin: str
    signed_in: bool = False


@functools.lru_cache(maxsize=256)
def icon(name: str, size: int = 24) -> str:
    """Draw an icon of the sprite."""
    return (
        f'<svg class="icon icon--{name}" width="{size}" height="{size}" aria-hidden="true" '
        f'focusable="false"><use href="/static/icons.svg#{name}"></use></svg>'
    )


@functools.lru_cache(maxsize=64)
def stars(rating: float) -> str:
    """Draw a rating as five stars, the last ones empty."""
    full = round(rating)
    drawn = icon("star", 16) * full + icon("star-empty", 16) * (5 - full)
    return f'<span class="stars" role="img" aria-label="{rating:g} out of 5 stars">{drawn}</span>'


def picture(image: str | None, alt: str, css: str, size: int) -> str:
    """Show an image, or the placeholder where a product has none."""
    if image is None:
        return f'<span class="{css} {css}--empty">{icon("camera", 32)}</span>'
    return (
        f'<picture class="{css}"><source type="image/svg+xml" srcset="{image}?w={size} 1x, '
        f'{image}?w={2 * size} 2x"><img src="{image}" alt="{esc(alt)}" width="{size}" '
        f'height="{size}" loading="lazy" decoding="async"></picture>'
    )


def breadcrumbs(crumbs: Iterable[Crumb], here: str) -> str:
    """Show the way from the home page to this page."""
    items = "".join(
        f'<li class="breadcrumb__item"><a class="breadcrumb__link" href="{esc(crumb.path)}">'
        f"<span>{esc(crumb.name)}</span></a>{icon('chevron', 12)}</li>"
        for crumb in crumbs
    )
    return (
        '<nav class="breadcrumb container" aria-label="Breadcrumb"><ol class="breadcrumb__list">'
        f'{items}<li class="breadcrumb__item breadcrumb__item--current" aria-current="page">'
        f"{esc(here)}</li></ol></nav>"
    )


def cells(tag: str, values: Iterable[str]) -> str:
    """Set values into elements of one kind."""
    return "".join(f"<{tag}>{esc(value)}</{tag}>" for value in values)


def json_ld(data: dict[str, Any]) -> str:
    """Embed structured data; a closing tag inside a text must not end the script."""
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":")).replace("</", "<\\/")
    return f'<script type="application/ld+json">{text}</script>'


def pager(path_of: Callable[[int], str], run: ListRun, page: int) -> str:
    """Link the other pages: previous, first, a window around this one, last, next."""
    if run.pages == 1:
        return ""
    window = range(max(1, page - 2), min(run.pages, page + 2) + 1)
    items = []
    before = 0
    for number in sorted({1, *window, run.pages}):
        if number > before + 1:
            items.append('<li class="pager__item pager__item--gap"><span>…</span></li>')
        before = number
        current = ' aria-current="page"' if number == page else ""
        items.append(
            f'<li class="pager__item"><a class="pager__link"{current} '
            f'href="{esc(path_of(number))}">{number}</a></li>'
        )
    if page > 1:
        items.insert(0, _step("prev", path_of(page - 1), f"{icon('chevron-left', 16)}Previous"))
    if page < run.pages:
        items.append(_step("next", path_of(page + 1), f"Next{icon('chevron', 16)}"))
    return (
        f'<nav class="pager" aria-label="Pages"><ul class="pager__list">{"".join(items)}</ul></nav>'
    )


def _step(rel: str, path: str, label: str) -> str:
    return (
        f'<li class="pager__item pager__item--{rel}"><a class="pager__link" rel="{rel}" '
        f'href="{esc(path)}">{label}</a></li>'
    )
