"""Pages that would run scripts, shown in the picker while an administrator is logged in: nothing runs or is read."""

import re
from unittest import mock

import pytest
from console_browser import browsed

from chromium import needs_chromium
from pagekin.console.picking import open_pickings
from pagekin.dom import parse_page
from pagekin.report import pickable_page
from report.script_payloads import PAYLOADS, page_with

TOGETHER = (
    12  # payloads in one page: each of them alone takes minutes (bench.hostile_copies does that)
)
GROUPS = [
    "".join(PAYLOADS[start : start + TOGETHER]) for start in range(0, len(PAYLOADS), TOGETHER)
]
EXPECTED = re.compile(
    r"/crawlers/shop/picker/(act/|pages/\d+/(look/\?nodes=[\d,]+)?)?|/static/[\w./]+"
)


@pytest.fixture
def hostile(picker, monkeypatch):
    """The picker on pages with all payloads: a dozen in each, and all in the last."""
    markups = [page_with(payload) for payload in (*GROUPS, "".join(PAYLOADS))]
    pages = [parse_page(f"http://x.test/{n}", markup) for n, markup in enumerate(markups)]
    monkeypatch.setattr(open_pickings, "class_pages", lambda *_: pages)
    return picker


def show(tab, number):
    """Show a page in the frame of the picker, and wait until our script runs in it."""
    tab.page.evaluate(
        """number => new Promise(resolve => {
            const hear = ({ data }) => data.type === "ready" && (removeEventListener("message", hear), resolve());
            addEventListener("message", hear);
            const frame = document.querySelector("iframe");
            frame.src = frame.src.replace(/pages\\/\\d+/, `pages/${number}`);
        })""",
        number,
    )


def use(tab):
    """Move over the page in the frame and click on it, as a person would."""
    box = tab.page.locator("iframe").bounding_box()
    for down in (30, 120, 400):
        tab.page.mouse.move(box["x"] + 60, box["y"] + down)
    tab.page.mouse.click(box["x"] + 60, box["y"] + 30)


@needs_chromium
@browsed
def test_no_script_of_a_page_runs_and_nothing_is_read_or_asked_for(hostile):
    assert len(PAYLOADS) >= 150
    tab, seen = hostile()
    for number in range(len(GROUPS) + 1):
        show(tab, number)
        use(tab)
    tab.page.wait_for_load_state("networkidle")
    assert seen.said == []
    others = [url for url in seen.requests if not EXPECTED.fullmatch(url.removeprefix(hostile.url))]
    assert others == []
    assert tab.page.url == f"{hostile.url}/crawlers/shop/picker/"


@needs_chromium
@browsed
def test_even_markup_that_was_not_made_harmless_could_do_nothing(hostile):
    raw = f"<body data-n=0>{''.join(PAYLOADS)}<p data-n=1>x</p></body>"
    tab, seen = hostile()
    with mock.patch.object(pickable_page, "safe_copy", return_value=raw):
        tab.page.evaluate("document.querySelector('iframe').src += '?'")
        tab.page.wait_for_load_state("networkidle")
    use(tab)
    assert any("Content Security Policy" in text for text in seen.said)  # it was there, and refused
    assert "RAN" not in seen.said
    allowed = (hostile.url, "data:", "about:", "blob:")
    assert [url for url in seen.sent if not url.startswith(allowed)] == []


LOADED = "new Promise((done, refused) => {{ const made = document.createElement('{}'); {}; }})"
READS = {
    "the console's page": "parent.document.title",
    "its draft": "parent.sessionStorage.length",
    "cookies": "document.cookie",
    "its own storage": "localStorage.length",
    "another page": "fetch('/people/').then(answer => answer.text())",
    "another page, by the older way": (
        "(() => { const made = new XMLHttpRequest(); made.open('GET', '/people/', false); made.send(); })()"
    ),
    "the window on top": "(() => { top.location = 'about:blank'; })()",
    "a new window": "(() => { if (!open('/people/')) throw new Error('none'); })()",
    "another frame": LOADED.format(
        "iframe",
        "made.onload = () => { try { made.contentDocument.title; done() } catch { refused() } };"
        "made.src = '/people/'; document.body.append(made); setTimeout(refused, 300)",
    ),
    "a script of its own": LOADED.format(
        "script",
        "made.onload = done; made.onerror = refused; made.src = '/static/picker.js';"
        "document.head.append(made)",
    ),
    "a form that is sent": LOADED.format(
        "form",
        "made.action = '/log-out/'; made.method = 'post'; document.body.append(made);"
        "made.submit(); setTimeout(refused, 100)",
    ),
}


@needs_chromium
@browsed
def test_even_a_script_in_the_frame_could_not_reach_the_console(hostile):
    tab, seen = hostile()
    frame = tab.page.frames[1]
    assert frame.evaluate("window.origin") == "null"
    for what, script in READS.items():
        tried = f"async () => {{ try {{ await {script}; return true }} catch {{ return false }} }}"
        assert not frame.evaluate(tried), what
    assert [url for url in seen.sent if "/people/" in url or "/log-out/" in url] == []
    assert tab.page.url.startswith(hostile.url)


@needs_chromium
@browsed
def test_messages_from_elsewhere_or_of_another_shape_are_not_heard(hostile):
    tab, _ = hostile()
    wrong = [
        {"type": "take", "node": "1", "text": 0}, {"type": "take", "node": -1, "text": 0}, {"type": "take"},
        {"type": "page", "by": 99}, {"type": "pictures", "nodes": ["<b>"]}, {"type": "constructor"}, None, "take",
    ]  # fmt: skip
    before = tab.fields
    with tab.page.expect_response("**/act/") as heard:
        tab.page.evaluate(
            "postMessage({ type: 'take', node: 7, text: 0 }, '*')"
        )  # from the wrong window
        tab.page.frames[1].evaluate(
            "all => all.forEach(one => parent.postMessage(one, '*'))", wrong
        )
        tab.page.frames[1].evaluate(
            "parent.postMessage({ type: 'page', by: 1 }, '*')"
        )  # the right one
    assert heard.value.request.post_data_json["action"] == {"kind": "look"}
    tab.ready()
    assert tab.fields == before
    tab.page.frames[1].evaluate(
        "postMessage({ type: 'style', css: 'body { display: none }' }, '*')"
    )
    assert tab.page.frames[1].locator("body").is_visible()
