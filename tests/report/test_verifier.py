"""The verifier's page: both versions, what differs, the field; in a real browser, nothing runs."""

import asyncio
import os
from unittest import mock

import pytest
from script_payloads import CANARY, PAYLOADS, page_with

from chromium import needs_chromium
from pagekin.dom import parse_page
from pagekin.fetch.rendering.browser import find_chromium, load_playwright
from pagekin.report import verifier
from pagekin.report.verifier import PageSide, Verification, VerifiedChange, verification_page


def side(markup, crawl, path=None):
    page = parse_page("http://x.test/", markup if isinstance(markup, bytes) else markup.encode())
    return PageSide(crawl, f"day {crawl}", page.root, field=page.root.findall(path) if path else ())


def filler(lines):
    return "".join(f"<p>line {number}</p>" for number in range(lines))


OLD = f"<body>{filler(200)}<p>Price: <b>€ 5.00</b> today</p>{filler(200)}"
NEW = f"<body>{filler(200)}<p>Price: <b>€ 6.50</b> today only</p>{filler(200)}"


def verified(old=OLD, new=NEW, **options):
    shown = Verification(
        "http://x.test/p/1",
        side(new, 7, ".//b"),
        side(old, 6, ".//b"),
        [VerifiedChange("price", "€ 5.00", "€ 6.50", "P-1")],
        "3f2a90c1",
        "no anomaly: <a sale>",
    )
    return verification_page(shown, **options)


def test_the_new_version_is_above_the_old_one_and_what_differs_is_marked():
    text = verified()
    new, old = text.split("<iframe")[1:]
    assert text.index("New <small>crawl 7, day 7") < text.index("Old <small>crawl 6, day 6")
    assert "pagekin-inserted&quot;&gt;6.50&lt;" in new
    assert "pagekin-inserted&quot;&gt;only&lt;" in new
    assert "pagekin-deleted&quot;&gt;5.00&lt;" in old
    assert new.count("&lt;span class=&quot;pagekin-inserted") == 2
    assert old.count("&lt;span class=&quot;pagekin-deleted") == 1
    assert "2 words inserted, 1 deleted" in text
    assert '<td class="old">€ 5.00</td><td class="new">€ 6.50</td>' in text
    assert "no anomaly: &lt;a sale&gt;" in text
    assert 'class="pages"' in text
    assert 'class="pages side"' in verified(side_by_side=True)


def test_a_version_that_is_not_there_is_explained():
    shown = Verification("http://x.test/", PageSide(7, "", None, "gone: 404"), side(OLD, 6))
    text = verification_page(shown)
    assert "gone: 404" in text
    assert text.count("<iframe") == 1
    assert "0 words inserted, 0 deleted" in text


def test_frames_may_do_nothing_and_the_file_loads_nothing():
    text = verified()
    assert text.count('<iframe sandbox="" ') == 2
    assert "default-src 'none'" in text.split("<style>")[0]
    assert "<script" not in text


class Seen:
    """What a browser did that it should not do, and where it shows the fields if that is wanted."""

    def __init__(self, *, looks_for_fields=False):
        self.requests = []
        self.said = []
        self.places = []
        self.looks_for_fields = looks_for_fields


async def looked_at(*groups):
    """Open files in a real browser, and note what those of each group ask for and say."""
    async with load_playwright().async_playwright() as driver:
        browser = await driver.chromium.launch(
            executable_path=find_chromium(os.environ), args=["--no-sandbox"]
        )
        for files, seen in groups:
            page = await watched_page(browser, seen)
            for file in files:
                await page.goto(file.as_uri(), wait_until="load")
                await page.mouse.move(300, 400)
                await page.mouse.click(300, 400)
            if seen.looks_for_fields:
                seen.places = [await field_place(frame) for frame in page.frames[1:]]
            await page.close()
        await browser.close()


async def watched_page(browser, seen):
    async def answer(route):
        if not route.request.url.startswith("file:"):
            seen.requests.append(route.request.url)
            await route.abort()
        else:
            await route.continue_()

    page = await browser.new_page(viewport={"width": 1000, "height": 800})
    page.on("console", lambda message: seen.said.append(message.text))
    page.set_default_timeout(30_000)
    page.on("dialog", lambda dialog: seen.said.append(dialog.message))
    await page.route("**/*", answer)
    return page


async def field_place(frame):
    """Return how far below the top of its frame the field is shown, and how high the frame is."""
    inside = await frame.locator("#pagekin-field").bounding_box()
    outside = await (await frame.frame_element()).bounding_box()
    return inside["y"] - outside["y"], outside["height"]


@pytest.fixture(scope="module")
def browsed(tmp_path_factory):
    """What one browser saw of pages with payloads: their copies, their markup in frames, as they are."""
    texts = {
        "copies": [
            verified(page_with(payload), page_with(payload + " x"))
            for payload in (*PAYLOADS[::15], "".join(PAYLOADS))
        ],
        "raw": [page_with(PAYLOADS[0]).decode()],
        "plain": [verified()],
    }
    with mock.patch.object(verifier, "safe_copy", return_value="".join(PAYLOADS)):
        texts["frames"] = [verified()]
    seen = {name: Seen(looks_for_fields=name == "plain") for name in texts}
    groups = []
    for name, several in texts.items():
        folder = tmp_path_factory.mktemp(name)
        for number, text in enumerate(several):
            (folder / f"{number:03}.html").write_text(text, encoding="utf-8")
        groups.append((sorted(folder.iterdir()), seen[name]))
    asyncio.run(looked_at(*groups))
    return seen


@needs_chromium
def test_in_a_browser_no_script_runs_and_nothing_is_loaded(browsed):
    assert (browsed["copies"].requests, browsed["copies"].said) == ([], [])


@needs_chromium
def test_should_something_slip_through_the_copying_frames_keep_scripts_from_running(browsed):
    assert browsed["frames"].requests == []
    assert "RAN" not in browsed["frames"].said


@needs_chromium
def test_the_same_pages_as_they_are_would_run_scripts(browsed):
    assert "RAN" in browsed["raw"].said
    assert any(url.startswith(CANARY) for url in browsed["raw"].requests)


@needs_chromium
def test_in_a_browser_the_field_is_scrolled_to(browsed):
    places = browsed["plain"].places
    assert len(places) == 2
    for inside, height in places:
        assert 0 <= inside < height, places
