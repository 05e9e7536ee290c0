"""How a page looks that is empty without its scripts."""

import pytest

from pagekin.dom import parse_page
from pagekin.dom.script_shell import RENDERED, is_shell

URL = "https://shop.example/p/1"
SCRIPT = '<script src="/static/main.3f2a.js"></script>'
WORDS = "<p>" + "All our lamps are made by hand in a small workshop by the sea. " * 8
SHELLS = {
    "a root element": f'<div id="root"></div>{SCRIPT}',
    "a notice": f"<noscript>Please enable JavaScript.</noscript>{SCRIPT}",
    "an element of its own": f'<shop-app id="main"></shop-app>{SCRIPT}',
    "a spinner and small print": f'<div id="app"></div><p>Loading…</p><a href="/imprint">Imprint</a>{SCRIPT}',
    "nothing but scripts": SCRIPT,
    "a script in the page": "<div id=x></div><script>document.title = 'Shop'; start()</script>",
    "data beside it": f'<div id="app"></div><script type="application/json">{{"a": 1}}</script>{SCRIPT}',
}
PAGES = {
    "text with scripts": f'<div id="ads"></div>{WORDS}{SCRIPT}',
    "a short text": f"<h1>Lamp</h1><p>A lamp of brass, € 12.50</p>{SCRIPT}",
    "a short entry of a reference": "<h3>Enumeration</h3><h1>Flags</h1><h4>Declaration</h4><pre>enum Flags</pre><h4>Members</h4>"
    "<table><tr><th>Name<th>Value<tr><td>NONE<td>0<tr><td>SOME<td>1</table><p>Contents</p><section id=search></section>"
    + SCRIPT,
    "a list of links": "<div id=x></div>"
    + "".join(f'<a href="/p/{n}">{n}</a>' for n in range(9))
    + SCRIPT,
    "no scripts": '<div id="root"></div>',
    "only data": '<div id="root"></div><script type="application/ld+json">{"name": "Lamp"}</script>',
    "empty": "",
    "frames": f'<frameset><frame src="/a"><frame src="/b"><frame src="/c"><frame src="/d"></frameset>{SCRIPT}',
}


def page(body):
    return parse_page(URL, f"<!doctype html><title>Shop</title><body>{body}".encode())


@pytest.mark.parametrize("name", SHELLS)
def test_an_empty_shell_is_known_by_what_it_lacks(name):
    assert is_shell(page(SHELLS[name]))


@pytest.mark.parametrize("name", PAGES)
def test_a_page_with_content_is_no_shell_whatever_scripts_it_has(name):
    assert not is_shell(page(PAGES[name]))


def test_a_page_whose_scripts_ran_is_no_shell_whatever_it_lacks():
    html = f"<body>{SHELLS['a root element']}".encode()
    assert is_shell(parse_page(URL, html))
    assert not is_shell(parse_page(URL, html, {RENDERED: "yes"}))
