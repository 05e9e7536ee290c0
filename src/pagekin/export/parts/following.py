"""The links of a page, and which page is which: what a spider needs to find its way."""

import re
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import NamedTuple

from lxml import etree

from .addresses import Forms, SiteScope, canonical, untracked, without_index_file
from .signs import label

ANY = "any"
TARGET = "target"
_LINK_TAGS = ("a", "area", "frame", "iframe", "link", "meta", "loc", "guid")
_REFRESH = re.compile(r"[\d.]+\s*[;,]\s*(?:url\s*=\s*)?(['\"]?)(.*?)\1", re.IGNORECASE | re.DOTALL)
_LISTS = frozenset({"urlset", "sitemapindex", "rss", "feed", "rdf"})
_ENTRIES = frozenset({"item", "entry"})
_LONGEST = 2000  # characters of a path
# A part of a URL that numbers the pages of a list: "2", "page=2", "page-2".
_PAGE_NUMBER = re.compile(r"(?:\w*page\w*|p|pg|pn|start|offset|seite)?[=_-]?\d+", re.IGNORECASE)
_PARTS = re.compile(r"[/?&]")


class FoundLink(NamedTuple):
    """A link, and where it stands: `html/body/ul.menu/li/a`, each tag with its first class."""

    url: str
    path: str


def links_of(root: etree._Element, url: str) -> Iterator[FoundLink]:
    """Yield the links of a page, a sitemap or a feed that lead to other pages, in document order."""
    body = root.find("body")
    is_list = body is not None and len(body) == 1 and body[0].tag in _LISTS
    bases = (canonical(element.get("href", ""), url) for element in root.iter("base"))
    base = next(filter(None, bases), url)
    for element in root.iter(*_LINK_TAGS):
        reference = _listed(element) if is_list else _linked(element)
        if reference.strip() and reference.strip()[0] != "#":
            target = canonical(reference, base)
            if target:
                yield FoundLink(target, _path(element))


def _linked(element: etree._Element) -> str:
    """Return what an element of a page refers to, "" if it is no link to another page."""
    match element.tag:
        case "a" | "area":
            return element.get("href", "")
        case "frame" | "iframe":
            return element.get("src", "")
        case "loc":
            return element.text or ""
        case "link":
            relations = set(element.get("rel", "").lower().split())
            leads_on = {"next", "prev", "previous", "sitemap"} & relations
            return element.get("href", "") if leads_on and "canonical" not in relations else ""
        case "meta":
            refresh = _REFRESH.fullmatch(element.get("content", "").strip())
            is_one = element.get("http-equiv", "").lower() == "refresh"
            return refresh[2] if refresh and is_one else ""
    return ""


def _listed(element: etree._Element) -> str:
    """Return what an element of a sitemap or a feed refers to."""
    parent = element.getparent()
    if parent is None:
        return ""
    if element.tag == "loc":
        return (element.text or "") if parent.tag in {"url", "sitemap"} else ""
    if element.tag == "guid":
        alone = parent.find("link") is None
        is_url = element.get("isPermaLink", "true").lower() != "false"
        return (element.text or "") if alone and is_url else ""
    if element.tag == "link" and element.get("href") is None:
        return element.text or ""
    relations = element.get("rel", "alternate").lower().split()
    if element.tag != "link" or element.get("hreflang"):
        return ""
    wanted = {"alternate"} if parent.tag in _ENTRIES else {"alternate", "next", "prev"}
    return element.get("href", "") if wanted & set(relations) else ""


def _path(element: etree._Element) -> str:
    labels = [label(element.tag, element.get("class"))]
    labels += [label(above.tag, above.get("class")) for above in element.iterancestors()]
    path = ""
    for one in reversed(labels):
        path = path if len(path) > _LONGEST else f"{path}/{one}".lstrip("/")
    return path


@dataclass(frozen=True)
class Follow:
    """On pages of one kind, follow links to pages of another kind.

    The links are those whose URLs match a pattern, or have a form and stand at a path, if one is given. Steps from
    ANY are taken on every page.
    """

    source: str
    to: str
    form: str = ""
    path: str = ""
    pattern: str = ""  # a regular expression


class SiteSteps:
    """The steps of a site."""

    def __init__(self, scope: SiteScope, forms: Forms, steps: Sequence[Follow]) -> None:
        self._scope = scope
        self._forms = forms
        self._steps = steps

    def form(self, url: str) -> str:
        """Return the form of a URL, which is the kind of a page that is no target."""
        return self._forms.form(url)

    def followed(self, links: Iterable[FoundLink], kinds: Collection[str]) -> list[tuple[str, str]]:
        """Return the URLs that are followed from a page of these kinds, each with the kind it leads to."""
        forms = {
            (step.path, step.form): step.to
            for step in self._steps
            if step.form and step.source == ANY
        }
        for kind in sorted(kinds):
            own = (step for step in self._steps if step.form and step.source == kind)
            forms |= {(step.path, step.form): step.to for step in own}
        patterns = [step for step in self._steps if step.pattern and step.source in kinds]
        found: dict[tuple[str, str], None] = {}
        for link in links:
            url = self._scope.follow(link.url)
            if url is None:
                continue
            form = self._forms.form(url) if forms else ""
            to = forms.get((link.path, form)) or forms.get(("", form))
            if to:
                found[url, to] = None
            for step in patterns:
                if re.fullmatch(step.pattern, url):
                    found[url, step.to] = None
        return list(found)


class KnownPages:
    """The pages found so far: one that has several URLs counts once.

    A page is known if there was one at its address, whatever the scheme, the final slash and the order of the query;
    with the same content at the same path, or in the folder that an index file stands for; or with the same title and
    headline at the address that it names as canonical.
    """

    def __init__(self) -> None:
        self._known: set[object] = set()

    def is_new(self, root: etree._Element, url: str, body: bytes) -> bool:
        """Remember a page, and return whether it was not found before."""
        own = _address(url)
        there = _address(_named_canonical(root, url) or url)
        digest = blake2b(body, digest_size=16).digest()
        name = _name(root) or digest
        same_path = there.partition("?")[0] == own.partition("?")[0]
        place = without_index_file(own.partition("?")[0]).rstrip("/")
        marks = {("at", own), ("content", place, digest), ("named", own, name)}
        elsewhere = ("named", there, name)
        is_known = not marks.isdisjoint(self._known) or (
            there != own
            and elsewhere in self._known
            and (same_path or ("at", there) in self._known)
        )
        self._known |= marks | {elsewhere}
        return not is_known


def _address(url: str) -> str:
    path, _, query = untracked(url).partition("://")[2].partition("?")
    return f"{path.rstrip('/')}?{'&'.join(sorted(query.split('&')))}"


def _named_canonical(root: etree._Element, url: str) -> str | None:
    """Return the other URL that a page names as canonical, unless that is the first page of its list."""
    for element in root.iter("link"):
        if "canonical" in element.get("rel", "").lower().split():
            named = canonical(element.get("href", ""), url)
            if named:
                further = set(_PARTS.split(url)).difference(_PARTS.split(named))
                return None if any(map(_PAGE_NUMBER.fullmatch, further)) else named
    return None


def _name(root: etree._Element) -> str:
    """Return what a page calls itself: title and headline; "" if it has no headline."""
    headline = root.find(".//h1")
    if headline is None:
        return ""
    title = " ".join((root.findtext(".//title") or "").split())
    return f"{title} {' '.join(str(headline.xpath('string()')).split())}"
