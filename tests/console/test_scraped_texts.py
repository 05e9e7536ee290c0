"""Texts of pages and people in the console: whatever they hold, they stay texts, in every view."""

import html
import shutil
from dataclasses import replace

import pytest
from console_clients import ADMINISTRATOR, USER
from django.db import connections
from furnished_console import FurnishedConsole
from lxml import etree
from lxml.html import fromstring

from pagekin.console.access import ROUTES, Who
from pagekin.console.current_store import open_here
from pagekin.console.models import Audit
from pagekin.store.models import Crawl, Event, Site
from pagekin.store.opening import open_store
from pagekin.store.states import EventKind
from watched_shop import WatchedShop, watched_shop

PAYLOADS = (
    "<script>ran()</script>",
    '"><img src=x onerror=ran()>',
    "'><svg onload=ran()>",
    "</title></textarea></select><iframe src=javascript:ran()>",
    "{{ 7|add:7 }}{% debug %}",
    "<b id=injected>x</b>",
)
TEXT = " ".join(PAYLOADS)
ADDRESSES = (
    "javascript:ran()",
    "data:text/html,<script>ran()</script>",
    'http://x.test/"onclick="ran()',
)
NO_MARKUP = {"export", "health", "picker-look", "site-export-file"}


class HostileShop(WatchedShop):
    """A shop whose products are called such things, and a crawler with such a field."""

    def __init__(self):
        super().__init__()
        self.names = dict.fromkeys(self.prices, TEXT)

    def crawler(self):
        made = super().crawler()
        [bundle] = made.wrapper.bundles
        named = replace(bundle.fields[0], name=TEXT.replace(".", ""))
        bundle = replace(bundle, fields=(named, *bundle.fields[1:]))
        return replace(made, wrapper=replace(made.wrapper, bundles=(bundle,)))


@pytest.fixture
def hostile(empty_console_data, data_directories, monkeypatch):
    """A console in which every text that comes from pages or people is hostile."""
    directory = next(data_directories)
    shutil.copytree(empty_console_data, directory)
    monkeypatch.setenv("PAGEKIN_DATA", str(directory))
    open_here(open_store())
    with watched_shop(HostileShop()) as shop:
        console = FurnishedConsole(directory, shop, TEXT, ADDRESSES)
        console.furnish()
        Site.objects.create(name=TEXT)
        Audit.objects.create(at=0, who=TEXT, what=TEXT, about=TEXT)
        told = {"kind": EventKind.CHANGED, "name": TEXT, "old": TEXT, "new": TEXT, "detail": TEXT}
        Event.objects.create(crawl=Crawl.objects.last(), pages=1, digest="d", **told)
        yield console
    connections.close_all()


def check(markup, where):
    page = fromstring(markup)
    assert not page.xpath("//*[@id='injected'] | //img[@onerror] | //*[@onload]"), where
    for script in page.iter("script"):
        assert script.get("src", "").startswith("/static/"), where
        assert not script.text, where
    for element in page.iter("*"):
        for name, value in element.attrib.items():
            assert not name.startswith("on"), (where, name)
            if name in {"href", "src", "action", "hx-get", "hx-post"}:
                allowed = ("/", "http://", "https://", "#", "?")
                assert not value or value.startswith(allowed), (where, value)


@pytest.mark.parametrize("who", [ADMINISTRATOR, USER])
def test_no_text_becomes_markup_in_any_view(hostile, who):
    client = hostile.client(who)
    shown = set()
    for name, address in hostile.addresses():
        if name in NO_MARKUP or (who == USER and ROUTES[name].who > Who.USER):
            continue
        response = client.get(address, follow=True)
        if name == "feed":  # what readers take for HTML in it
            feed = etree.fromstring(response.content)
            for element in feed.xpath("//description | //*[@type='html']"):
                check(element.text or "-", address)
        elif name == "picker-page":  # in a frame of its own, with the script of the picker
            assert "sandbox" in response.headers["Content-Security-Policy"]
        else:
            check(response.content, address)
        if html.escape(PAYLOADS[0]) in response.content.decode():
            shown.add(name)
    assert len(shown) >= (25 if who == ADMINISTRATOR else 15), shown  # else it was not shown at all
