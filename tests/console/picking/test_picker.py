"""The picker in a real browser, on the demo shop: fields picked by two clicks, by keyboard, and saved."""

import json

import pytest
from console_browser import browsed
from console_clients import ADMINISTRATOR

from chromium import needs_chromium
from pagekin.app.class_pages import class_pages
from pagekin.console.crawler_files import crawler_file
from pagekin.console.current_store import current_store
from pagekin.console.models import Audit
from pagekin.console.picking.draft_json import MOST_BYTES
from pagekin.wrappers.apply import Extractor

PICKER = "/crawlers/shop/picker/"


def mined(crawler):
    """Give the texts of each field on the pages of the class, by page and field."""
    pages = class_pages(current_store(), crawler)
    found = []
    for page in pages:
        values = {}
        for record in Extractor(crawler.wrapper).extract(page).records:
            for name, some in record.fields.items():
                values.setdefault(name, []).extend(value.text for value in some)
        found.append((page, values))
    return found


def texts(page, path):
    return ["".join(element.itertext()) for element in page.root.xpath(path)]


@needs_chromium
@browsed
def test_two_clicks_pick_repeated_and_optional_items_and_what_is_saved_finds_them_on_other_pages(
    picker,
):
    tab, seen = picker()
    assert tab.fields == ["name", "sku", "price"]
    assert tab.click(".pdp-brand__link") == "New field “brand”: Belette"
    assert tab.click(".review__author", 0) == "New field “author”: Søren V."
    assert tab.click(".review__author", 2) == "“author” is found 10 times here."
    assert tab.click(".review__badge", 1) == "New field “review_badge”: Verified purchase"
    assert tab.click(".pdp-highlights__item span", 0).startswith("New field “highlights”")
    assert tab.click(".pdp-highlights__item span", 0).endswith("on each page, and no others.")
    assert "on 15 of 15 pages" in tab.field("highlights")
    assert "optional · on 14 of 15 pages" in tab.field("brand")
    assert "optional · in" in tab.field("review_badge")
    assert "7 more here" in tab.field("author")
    assert len(tab.outlined(".review__author")) == 10
    tab.press("Next page of this kind")
    assert len(tab.outlined(".review__author")) == tab.frame.locator(".review__author").count()
    tab.act(lambda: tab.page.keyboard.press("ArrowRight"))
    assert tab.page.locator("[data-part=where]").inner_text() == "Page 3 of 15"
    with tab.page.expect_navigation():
        tab.page.get_by_role("button", name="Save fields").click()
    assert "Saved the fields of shop as version 2." in tab.page.content()
    assert {url.split("/")[2] for url in seen.requests} == {tab.page.url.split("/")[2]}
    assert seen.said == []
    crawler = crawler_file("shop").read()
    assert crawler.wrapper.version == 2
    for page, values in mined(crawler):
        assert values["brand"] == texts(page, "//*[@class='pdp-brand__link']")
        assert values["sku"] == texts(page, "//*[@itemprop='sku']")
        assert values.get("author", []) == texts(page, "//*[@class='review__author']")
        assert values.get("review_badge", []) == texts(page, "//*[@class='review__badge']")
        assert len(values["highlights"]) == 1
    assert Audit.objects.get().what == "changed the fields (version 2)"


@needs_chromium
@browsed
def test_one_can_pick_by_keyboard_alone_undo_and_come_back_to_what_was_picked(picker):
    tab, _ = picker()
    tab.dressed()
    # It shows the first value, and keys begin with what is in view.
    tab.frame.locator("body").evaluate("scrollTo(0, 0)")
    keys = tab.page.keyboard
    tab.frame.locator("body").evaluate("window.scrollTo(0, 0)")  # one begins with what is in view
    tab.page.get_by_role("button", name="Pick by keyboard").focus()
    keys.press("Enter")
    tab.frame.locator("body:focus").wait_for()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp"):
        keys.press(key)
    here = tab.frame.locator(".pagekin-here")
    assert here.inner_text() == "Free delivery from €49 · 30 days to return"
    assert tab.frame.locator(".pagekin-says").inner_text().startswith("Enter takes: Free delivery")
    assert tab.act(lambda: keys.press("Enter")).startswith("New field “bar”")
    tab.act(lambda: keys.press("Shift+ArrowRight"))
    assert tab.page.locator("[data-part=where]").inner_text() == "Page 2 of 15"
    assert len(tab.fields) == 4
    tab.page.reload()
    tab.ready()
    assert len(tab.fields) == 4
    tab.click(".pdp-brand__link")
    assert len(tab.fields) == 5
    tab.press("Undo")
    assert len(tab.fields) == 4


@needs_chromium
@browsed
def test_a_field_is_named_typed_made_optional_and_chosen_among_ways_in_the_list(picker):
    tab, _ = picker()
    tab.click(".strip-card__name", 0)
    tab.click(".strip-card__name", 1)
    ways = tab.page.locator(".ways label")
    assert ways.count() > 1
    counts = [int(text.split(" ")[0]) for text in ways.all_inner_texts()]
    ways.last.hover()
    tab.frame.locator(".pagekin-maybe").first.wait_for()
    assert tab.frame.locator(".pagekin-maybe").count() == counts[-1]
    tab.act(ways.last.click)
    assert len(tab.outlined("h3")) == counts[-1]
    name = tab.page.get_by_label("Name", exact=True)
    tab.act(lambda: (name.fill("also <b>viewed</b>"), name.press("Enter")))
    assert "also <b>viewed</b>" in tab.fields
    assert tab.page.locator(".picker b").count() == 0
    tab.act(lambda: tab.page.get_by_label("Type").select_option("identifier"))
    tab.act(lambda: tab.page.get_by_label("Optional: it may be missing").check())
    assert "identifier, a list, optional" in tab.field("also <b>viewed</b>")
    tab.act(tab.page.locator(".picked-name").first.click)
    tab.press("Show it anew")
    assert tab.click(".pdp-brand__link") == "“name” is here from now on."
    assert "new Belette text" in tab.field("name")
    tab.act(lambda: tab.page.locator(".picked-name").nth(1).click())
    tab.press("Remove")
    assert tab.fields == ["name", "price", "also <b>viewed</b>"]


def act(client, action, draft=None, page=0):
    content = {"draft": draft or {}, "page": page, "action": action}
    return client.post(f"{PICKER}act/", json.dumps(content), content_type="application/json")


def test_the_copy_of_a_page_has_no_origin_and_may_load_nothing(console):
    answer = console.client(ADMINISTRATOR).get(f"{PICKER}pages/0/")
    policy = answer.headers["Content-Security-Policy"]
    assert policy.startswith("sandbox allow-scripts; default-src 'none'; script-src 'nonce-")
    assert "img-src data:;" in policy
    text = answer.content.decode()
    assert text.count("<script") == 1
    assert "http:" not in text.split("<body")[1]
    assert console.client(ADMINISTRATOR).get(f"{PICKER}pages/99/").status_code == 404
    assert console.client(ADMINISTRATOR).get("/crawlers/other/picker/").status_code == 404


def test_styles_and_pictures_are_those_that_the_page_names_and_no_others(console, demo_shop):
    client = console.client(ADMINISTRATOR)
    told = act(client, {"kind": "look"}).json()
    [style] = told["pages"][0]["styles"]
    asked = len(demo_shop.requests)
    listed = ",".join(map(str, range(3000)))
    assert client.get(f"{PICKER}pages/0/look/?nodes={listed}").json().keys() == {str(style)}
    found = client.get(f"{PICKER}pages/0/look/?nodes={style},0,x,-1,999999").json()
    assert "--" in found[str(style)]["css"]
    assert {one.path for one in demo_shop.requests[asked:]} <= {"/robots.txt", "/static/shop.css"}
    assert client.get(f"{PICKER}pages/0/look/?url=http://127.0.0.1/").json() == {}


@pytest.mark.parametrize(
    "content",
    [
        b"", b"[]", b"nonsense", b"{}", b"[" * 100_000, b"{" + b" " * MOST_BYTES + b"}",
        b'{"page": -1}', b'{"page": true}', b'{"page": 1e3}', b'{"draft": []}', b'{"draft": {"fields": {}}}',
        b'{"draft": {"fields": [{}]}}', b'{"draft": {"fields": [{"name": 1, "picks": [{}]}]}}',
        b'{"draft": {"fields": [{"name": "a", "picks": [{"node": 99999999}]}]}, "action": {"kind": "look"}}',
        b'{"draft": {"changes": [{"kind": "eval"}]}}', b'{"action": {"kind": "take", "node": "<b>"}}',
        b'{"action": {"kind": "take", "node": 5, "text": 7}}', b'{"action": {"kind": "drop", "field": "x"}}',
        b'{"action": {"kind": "__class__"}}', b'{"action": {"kind": "look"}, "page": 77}',
        b'{"draft": {"selected": "x", "changes": [{"kind": "drop", "field": "y"}]}, "action": {"kind": "save"}}',
    ],
)  # fmt: skip
def test_what_no_picker_would_send_is_refused_and_explained(console, content):
    client = console.client(ADMINISTRATOR)
    answer = client.post(f"{PICKER}act/", content, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json()["error"].endswith(".")


def test_fields_that_somebody_else_changed_meanwhile_are_not_overwritten(console):
    client = console.client(ADMINISTRATOR)
    told = act(client, {"kind": "rename", "field": "price", "value": "cost"}).json()
    path = crawler_file("shop").path
    assert act(client, {"kind": "save"}, told["draft"]).json() == {"saved": PICKER}
    assert "“cost”" not in told["fields"]
    assert [field.name for bundle in crawler_file("shop").read().wrapper.bundles for field in bundle.fields] == ["name", "sku", "cost"]  # fmt: skip
    late = act(client, {"kind": "save"}, told["draft"])
    assert late.status_code == 400
    assert "there is no field 'price'" in late.json()["error"].lower()
    assert path.read_text(encoding="utf-8").count('"version": 2') == 1


def test_clicks_on_other_pages_than_these_mean_nothing(console):
    client = console.client(ADMINISTRATOR)
    draft = {"stamp": "of other pages", "fields": [{"name": "a", "picks": [{"node": 3}]}]}
    told = act(client, {"kind": "look"}, draft).json()
    assert told["draft"]["fields"] == []
