"""Style sheets and pictures of a stored page, so that its copy looks like it: from the archive, else fetched.

They are fetched as pages are, at the pace of the site and behind the address filter. Which ones there are is read
from the page: nobody can name another address. What comes is text or a picture, or it is left out.
"""

import asyncio
import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from urllib.parse import urljoin, urlsplit

from lxml import etree

from pagekin.app.sites.logins import open_network
from pagekin.app.sites.site_opening import named_in
from pagekin.app.storing.archived_page import archived_page
from pagekin.app.storing.replay import answer_from
from pagekin.dom import Page
from pagekin.dom.encoding import to_utf8
from pagekin.dom.links import base_of
from pagekin.errors import ArchiveError, FetchError, NothingFoundError
from pagekin.fetch import HttpSite
from pagekin.navigation import Crawler
from pagekin.report.safe_styles import safe_sheet
from pagekin.settings import Settings
from pagekin.site import Failure
from pagekin.store.opening import Store

MOST_BYTES = 2_000_000  # of one of them
_PATIENCE = 20.0  # seconds for all that are asked for at once
_SOURCES = ("src", "data-src", "data-original", "data-lazy-src")  # the others are read by scripts
_PICTURES = (
    (b"\x89PNG\r\n", "image/png"),
    (b"GIF8", "image/gif"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"RIFF", "image/webp"),
    (b"\x00\x00\x01\x00", "image/x-icon"),
)
_AVIF = b"ftypavif"
_Element = etree._Element  # noqa: SLF001 - lxml's own name for the type


@dataclass(frozen=True, slots=True)
class PageResource:
    """What belongs to the look of a page: the text of a style sheet, made harmless, or a picture as a data: URL."""

    css: str = ""
    data: str = ""


def styles_of(page: Page) -> list[_Element]:
    """Return the elements of a page that name its style sheets."""
    return [
        link
        for link in page.root.iter("link")
        if "stylesheet" in link.get("rel", "").lower().split()
        and link.get("media", "all").lower().strip() in {"", "all", "screen"}
    ]


def resource_url(page: Page, element: _Element) -> str:
    """Return the address of an element's style sheet or picture, "" if it has none."""
    if element.tag == "link":
        named = element.get("href", "") if element in styles_of(page) else ""
    elif element.tag == "img":
        named = next(filter(None, (element.get(name, "").strip() for name in _SOURCES)), "")
        named = named or element.get("srcset", "").split(",")[0].split(" ")[0]
    else:
        named = ""
    try:
        url = urljoin(base_of(page.root, page.url), named.strip()) if named else ""
        is_web = urlsplit(url).scheme in {"http", "https"}
    except ValueError:
        return ""
    return url if is_web else ""


def page_resources(
    store: Store, crawler: Crawler, settings: Settings, urls: Sequence[str]
) -> dict[str, PageResource]:
    """Return what is at some addresses, as far as it can be had and shown."""
    bodies = {url: body for url in urls if (body := _archived(store, url))}
    left = [url for url in urls if url not in bodies]
    if left:
        bodies |= asyncio.run(_fetched(crawler, settings, left))
    return {url: _resource(*body) for url, body in bodies.items()}


def _archived(store: Store, url: str) -> tuple[bytes, str] | None:
    try:
        exchange = archived_page(store, url).exchange
    except (NothingFoundError, ArchiveError):
        return None
    answer = answer_from(exchange, url)
    return answer.body, answer.headers.get("content-type", "")


async def _fetched(
    crawler: Crawler, settings: Settings, urls: Sequence[str]
) -> dict[str, tuple[bytes, str]]:
    """Fetch what is at some addresses; what does not come in time is left out."""
    found: dict[str, tuple[bytes, str]] = {}

    async def fetch(site: HttpSite, url: str) -> None:
        answer = await site.download(url)
        if not isinstance(answer, Failure) and len(answer.body) <= MOST_BYTES:
            found[url] = answer.body, answer.headers.get("content-type", "")

    try:
        async with (
            asyncio.timeout(_PATIENCE),
            open_network(crawler.scope, settings, named_in(crawler)) as site,
        ):
            await asyncio.gather(*(fetch(site, url) for url in urls))
    except (TimeoutError, FetchError):
        pass
    return found


def _resource(body: bytes, content_type: str) -> PageResource:
    kind = picture_type(body)
    if kind:
        return PageResource(data=f"data:{kind};base64,{base64.b64encode(body).decode('ascii')}")
    if content_type.partition(";")[0].strip().lower() == "text/css":
        text, _ = to_utf8(body, content_type)
        return PageResource(css=safe_sheet(text.decode("utf-8", "replace")))
    return PageResource()


def picture_type(body: bytes) -> str:
    """Return the type of a picture by its first bytes, "" if it is none; what a server calls it does not matter."""
    if body[4:12] == _AVIF:
        return "image/avif"
    for start, kind in _PICTURES:
        if body.startswith(start) and (kind != "image/webp" or body[8:12] == b"WEBP"):
            return kind
    return "image/svg+xml" if _is_svg(body) else ""


def _is_svg(body: bytes) -> bool:
    """Whether a body is an SVG: one shown as a picture runs no scripts and loads nothing."""
    head = body[:1000].lstrip().lower()
    return head.startswith((b"<svg", b"<?xml", b"<!--", b"<!doctype svg")) and b"<svg" in head


def as_json(resources: Mapping[int, PageResource]) -> dict[str, dict[str, str]]:
    """Return resources by the numbers of their elements, for the browser."""
    return {
        str(node): {"css": one.css, "data": one.data}
        for node, one in resources.items()
        if one.css or one.data
    }
