"""Which pages of a site plain `<a href>` links reach from its entry point, and after how many steps."""

import hashlib
import json
from pathlib import Path
from urllib.parse import urljoin

from lxml import etree
from lxml import html as lxml_html

from bench.sitefiles import PAGE_SUFFIXES, SiteFiles

_ORIGIN = "http://site.invalid"


def reachable(site: SiteFiles, entry: str, cache: Path | None = None) -> dict[str, int]:
    """Map each page that can be reached to its depth; read from `cache` when it was known before."""
    if cache is None:
        return _walk(site, entry)
    stamp = f"{site.root.resolve()}\n{site.root.stat().st_mtime_ns}\n{site}\n{entry}"
    file = cache / f"{hashlib.sha256(stamp.encode()).hexdigest()[:20]}.json"
    if file.is_file():
        known: dict[str, int] = json.loads(file.read_text(encoding="utf-8"))
        return known
    depths = _walk(site, entry)
    cache.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(depths), encoding="utf-8")
    return depths


def parse(content: bytes) -> lxml_html.HtmlElement | None:
    """Parse a page, or say None where there is nothing to parse."""
    try:
        return lxml_html.document_fromstring(content, lxml_html.HTMLParser(remove_comments=True))
    except etree.ParserError:
        return None


def _walk(site: SiteFiles, entry: str) -> dict[str, int]:
    depths = {entry: 0}
    queue = [entry]
    for path in queue:
        for linked in _links(site, path):
            if linked not in depths:
                depths[linked] = depths[path] + 1
                queue.append(linked)
    return depths


def _links(site: SiteFiles, path: str) -> list[str]:
    tree = parse((site.root / path).read_bytes())
    if tree is None:
        return []
    base = _ORIGIN + site.url_path(path)
    given = tree.xpath("string(//base/@href)")
    if given:
        base = urljoin(base, given)
    found = (site.linked_page(_ORIGIN, base, link) for link in tree.xpath("//a/@href"))
    return [linked for linked in found if linked and linked.endswith(PAGE_SUFFIXES)]
