"""News as an Atom or RSS feed: an entry for each change."""

import time
from email.utils import formatdate
from xml.etree.ElementTree import Element, SubElement, tostring

from pagekin.report.document import FeedEntry, ReportDocument
from pagekin.report.escaping import visible

_ATOM = "http://www.w3.org/2005/Atom"


def render_atom(document: ReportDocument) -> str:
    """Return the news of a report as an Atom feed (RFC 4287), the newest first."""
    feed = Element("feed", xmlns=_ATOM)
    _text(feed, "title", document.title)
    _text(feed, "id", f"urn:pagekin:{document.site}")
    _text(feed, "updated", _moment(document.made_at))
    _text(SubElement(feed, "author"), "name", "pagekin")
    for news in _newest_first(document):
        entry = SubElement(feed, "entry")
        _text(entry, "title", news.title)
        _text(entry, "id", f"urn:pagekin:{news.id}")
        _text(entry, "updated", _moment(news.at))
        if news.url:
            SubElement(entry, "link", href=visible(news.url))
        _text(entry, "content", news.text or news.title).set("type", "text")
    return _document(feed)


def render_rss(document: ReportDocument) -> str:
    """Return the news of a report as an RSS 2.0 feed, the newest first."""
    feed = Element("rss", version="2.0")
    channel = SubElement(feed, "channel")
    _text(channel, "title", document.title)
    _text(channel, "link", document.site)
    _text(channel, "description", document.text or document.title)
    _text(channel, "lastBuildDate", formatdate(document.made_at, usegmt=True))
    for news in _newest_first(document):
        item = SubElement(channel, "item")
        _text(item, "title", news.title)
        if news.url:
            _text(item, "link", news.url)
        _text(item, "guid", f"urn:pagekin:{news.id}").set("isPermaLink", "false")
        _text(item, "pubDate", formatdate(news.at, usegmt=True))
        # Readers take a description for HTML: what looks like markup must stay text in there, too.
        shown = (news.text or news.title).replace("&", "&amp;").replace("<", "&lt;")
        _text(item, "description", shown)
    return _document(feed)


def _newest_first(document: ReportDocument) -> list[FeedEntry]:
    return sorted(document.news, key=lambda news: -news.at)


def _text(parent: Element, name: str, text: str) -> Element:
    child = SubElement(parent, name)
    child.text = visible(text)
    return child


def _moment(at: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(at))


def _document(root: Element) -> str:
    return '<?xml version="1.0" encoding="utf-8"?>\n' + tostring(root, encoding="unicode") + "\n"
