"""One site of the corpus: the files of a directory, seen as the URLs they had when the site was live."""

import html
import re
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, unquote, urljoin, urlsplit

INDEX = "index.html"
PAGE_SUFFIXES = (".html", ".htm", ".xhtml")
# Files that name the site's own URLs; everything else is served as it is.
REWRITTEN_SUFFIXES = (*PAGE_SUFFIXES, ".xml", ".txt")

_PATH_END = re.compile("[?#]")  # urlsplit takes //a/b for page b of host a
_ANCHOR = re.compile(rb"(?is)<a\b[^<>]*>(?:(?!<a\b).)*?</a\s*>")
_OTHER_LINK = re.compile(rb"(?is)<(?:area|link)\b[^<>]*>")
_SITEMAP_ENTRY = re.compile(rb"(?is)<url>.*?</url>")
_HREF = re.compile(
    rb"""(?is)^<[^<>]*?\shref\s*=\s*(?:"(?P<double>[^"]*)"|'(?P<single>[^']*)'|(?P<bare>[^\s>]+))"""
)
_LOC = re.compile(rb"(?is)<loc>\s*(?P<loc>.*?)\s*</loc>")
_BASE = re.compile(rb"""(?is)<base\b[^<>]*?\shref\s*=\s*["']?(?P<base>[^"'\s>]+)""")


@dataclass(frozen=True, slots=True)
class SiteFiles:
    """A directory of pages, the folder the site lived under, and the hosts it calls its own."""

    root: Path
    prefix: str = ""
    domains: tuple[str, ...] = ()

    def url_path(self, path: str, *, directories: bool = False) -> str:
        """Say under which URL path a file is served; `directories` writes `a/` for `a/index.html`."""
        if directories and (path == INDEX or path.endswith("/" + INDEX)):
            path = path.removesuffix(INDEX)
        return "/" + (self.prefix + "/" if self.prefix else "") + quote(path)

    def pages(self) -> set[str]:
        """Return all pages, whether or not anything links to them."""
        files = (file for suffix in PAGE_SUFFIXES for file in self.root.rglob(f"*{suffix}"))
        return {file.relative_to(self.root).as_posix() for file in files if file.is_file()}

    def page_of(self, url_path: str) -> str | None:
        """Find the file that a URL path names: itself, a folder's index page, or without `.html`."""
        wanted = unquote(_PATH_END.split(url_path, 1)[0]).lstrip("/")
        if self.prefix:
            folder, _, wanted = wanted.partition("/")
            if folder != self.prefix:
                return None
        if "\0" in wanted or ".." in wanted.split("/"):
            return None
        try:
            return self._existing(wanted)
        except OSError:  # a name too long for the file system
            return None

    def _existing(self, wanted: str) -> str | None:
        file = self.root / wanted
        if file.is_dir():
            wanted = wanted.rstrip("/") + "/" + INDEX if wanted else INDEX
            return wanted if (self.root / wanted).is_file() else None
        if wanted.endswith("/"):
            return None
        if file.is_file():
            return wanted
        return f"{wanted}.html" if (self.root / f"{wanted}.html").is_file() else None

    def names_folder(self, url_path: str) -> bool:
        """Return whether a URL path names a folder without its slash, which servers redirect."""
        path = _PATH_END.split(url_path, 1)[0]
        page = self.page_of(path)
        return page is not None and page.endswith(INDEX) and not path.endswith(("/", INDEX))

    def linked_page(self, origin: str, base: str, link: str) -> str | None:
        """Find the file that `link`, relative to `base`, leads to on the site served at `origin`."""
        try:
            url = urlsplit(urljoin(base, link.strip()))
            own = f"{url.scheme}://{url.netloc}" == origin or url.hostname in self.domains
        except ValueError:  # what is written there is no URL
            return None
        return self.page_of(url.path) if own and url.scheme in {"http", "https"} else None

    def body(self, path: str, origin: str, hidden: frozenset[str] = frozenset()) -> bytes:
        """Read a file as the site at `origin` would send it, without any link to a hidden page."""
        content = (self.root / path).read_bytes()
        if not path.endswith(REWRITTEN_SUFFIXES):
            return content
        if self.domains:
            content = self._moved(content, origin)
        return self._unlinked(content, path, origin, hidden) if hidden else content

    def _moved(self, content: bytes, origin: str) -> bytes:
        hosts = b"|".join(re.escape(domain.encode()) for domain in self.domains)
        own = rb"(?i)(?<=[\"'=>\s])(?:https?:)?//(?:" + hosts + rb")(?=[/\"'?#\s<>]|$)"
        return re.sub(own, origin.encode(), content)

    def _unlinked(self, content: bytes, path: str, origin: str, hidden: frozenset[str]) -> bytes:
        base = origin + self.url_path(path)
        if given := _BASE.search(content):
            base = urljoin(base, given["base"].decode(errors="replace"))

        def keep(element: re.Match[bytes]) -> bytes:
            link = _link_in(element[0])
            gone = link is not None and self.linked_page(origin, base, link) in hidden
            return b"" if gone else element[0]

        for pattern in (_ANCHOR, _OTHER_LINK, _SITEMAP_ENTRY):
            content = pattern.sub(keep, content)
        return content


def _link_in(element: bytes) -> str | None:
    found = _HREF.search(element)
    if found is None:
        found = _LOC.search(element)
        return html.unescape(found["loc"].decode(errors="replace")) if found else None
    value = found["double"] or found["single"] or found["bare"] or b""
    return html.unescape(value.decode(errors="replace"))
