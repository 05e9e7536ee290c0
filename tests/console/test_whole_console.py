"""The console as people use it once there is a crawler: asking, verifying, reports, repair and people, in a real browser.

How one gets to a crawler is in `test_whole_path`, the picker in `picking/`.
"""

import re

import pytest
from console_browser import browsed, photograph, sync_api
from console_clients import PASSWORD, USER
from furnished_console import CRAWLER

from chromium import needs_chromium
from pagekin.console.crawler_files import crawler_file
from pagekin.console.models import Audit
from pagekin.store.models import Delivery, Judgement, Person, SavedQuery

pytestmark = needs_chromium
NEW_LOOK = "<h1>{name}</h1><div class=cost><b>€{price}.00</b></div><i class=code>AB-{number}</i>"


def is_harmless(seen, tabs):
    """Whether nothing was asked of another host, and no page complained."""
    foreign = [url for url in seen.requests if not url.startswith((tabs.url, "data:"))]
    return (foreign, seen.said) == ([], [])


@browsed
def test_a_query_is_built_in_rows_and_text_asked_verified_judged_and_kept(tabs):
    page, seen = tabs()
    page.goto("/")
    page.get_by_role("link", name="Queries").click()
    page.get_by_role("link", name="New query").click()
    page.get_by_label("Field").fill("price")
    page.get_by_label("How", exact=True).select_option("has changed")
    text = page.get_by_label("The same as text")
    sync_api.expect(text).to_have_value("price has changed")
    text.press("Control+End")
    text.press_sequentially(" and na")
    page.get_by_role("button", name="name", exact=True).wait_for()  # names are completed
    text.press("Tab")
    text.press_sequentially("is not missing")
    assert text.input_value() == "price has changed and name is not missing"
    text.blur()
    page.get_by_role("group", name="Condition 2").wait_for()  # and the rows follow the text
    page.get_by_role("button", name="Ask").click()
    page.get_by_role("heading", name="2 results").wait_for()
    photograph(page, "query")
    page.get_by_role("region", name="Results").get_by_role("link").first.click()
    page.get_by_role("heading", name="What changed on this page").wait_for()
    page.frame_locator("iframe.copy").get_by_text("€99.00").first.wait_for()
    photograph(page, "verifier")
    page.get_by_label("Why (if you like)").fill("a typing error")
    page.get_by_role("button", name="An anomaly", exact=True).click()
    page.get_by_text("Remembered as an anomaly").wait_for()
    assert Judgement.objects.get().note == "a typing error"
    page.go_back()
    page.go_back()
    page.get_by_role("region", name="Results").get_by_role("link", name="€99.00").click()
    page.get_by_role("heading", name="Values over time").wait_for()
    assert page.locator("svg.graph").count() == 1
    page.go_back()
    page.get_by_label("Title").fill("Prices that moved")
    page.get_by_role("button", name="Save").click()
    page.get_by_text("Prices that moved").first.wait_for()
    assert SavedQuery.objects.filter(title="Prices that moved").exists()
    assert is_harmless(seen, tabs)


@browsed
def test_links_are_drawn_and_lead_from_page_to_page(tabs):
    page, seen = tabs(USER)
    page.goto("/links/")
    shop = tabs.console.shop.url
    page.get_by_label("From").fill(f"{shop}/")
    page.get_by_label("To", exact=True).fill(f"{shop}/p?id=2")
    page.get_by_role("button", name="Find").click()
    page.get_by_role("heading", name="1 link", exact=True).wait_for()
    photograph(page, "links")
    page.locator("svg.links a").last.click()
    page.get_by_role("heading", name=re.compile("1 page point")).wait_for()
    assert is_harmless(seen, tabs)


@browsed
def test_a_report_is_configured_read_followed_and_delivered(tabs):
    page, seen = tabs()
    page.goto("/reports/")
    page.get_by_role("link", name="New report").click()
    page.get_by_label("Title").fill("Every morning")
    page.get_by_label("Pages where any field changed").check()
    page.get_by_role("button", name="Save").click()
    page.get_by_role("heading", name="Every morning").wait_for()
    assert page.get_by_text("€99.00").count() > 0
    photograph(page, "report")
    feed = page.locator("code.copy").inner_text()
    told = page.request.get(feed + "?as=rss")
    assert (told.status, "€99.00" in told.text()) == (200, True)
    page.goto("/reports/")
    [sent] = Delivery.objects.all()
    page.get_by_role("link", name=sent.subject).click()
    page.get_by_text("€99.00").first.wait_for()
    page.goto("/me/channels/")
    page.get_by_role("button", name=re.compile("Send a test")).first.click()
    page.get_by_text("The test did not get there").wait_for()  # no mail can be sent from here
    assert is_harmless(seen, tabs)


@pytest.fixture
def redesigned(furnished, monkeypatch):
    """The shop has a new look, and was crawled since."""
    monkeypatch.setattr(furnished.shop, "look", NEW_LOOK)
    furnished.crawl_once_more()


@browsed
def test_a_repair_is_looked_at_and_accepted_and_settings_are_kept(redesigned, tabs):
    page, seen = tabs()
    page.goto("/")
    page.get_by_role("link", name="Look at the proposed repair").click()
    page.get_by_role("region", name="Fields before and after").wait_for()
    photograph(page, "repair")
    page.get_by_role("button", name="Accept the repair").click()
    page.get_by_text("The repair is being carried out").wait_for()
    tabs.console.carry_out_jobs()
    page.reload()
    page.get_by_text("No repair waits for a decision").wait_for()
    [bundle] = crawler_file(CRAWLER).read().wrapper.bundles
    assert "cost" in bundle.fields[2].locators[0].path
    page.get_by_role("link", name="Settings").click()
    page.get_by_label("Delay").fill("2.5")
    page.get_by_role("button", name="Keep the settings").click()
    page.get_by_text("kept").first.wait_for()
    assert is_harmless(seen, tabs)


@browsed
def test_somebody_is_invited_chooses_a_password_and_sees_what_users_see(tabs):
    page, seen = tabs()
    page.goto("/people/")
    page.get_by_label("Name").fill("zoe")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator("code.copy").inner_text()
    photograph(page, "people")
    other, their = tabs("")
    other.goto(link)
    other.get_by_label("Password", exact=True).fill(PASSWORD)
    other.get_by_label("The same password again").fill(PASSWORD)
    other.get_by_role("button", name="Save the password").click()
    other.get_by_role("link", name="zoe").wait_for()
    assert other.get_by_role("link", name="People").count() == 0
    assert other.goto("/people/").status == 403
    assert not Person.objects.get(name="zoe").administrator
    page.goto("/audit/")
    assert page.get_by_text("invited").count() == Audit.objects.filter(what="invited").count() == 1
    assert is_harmless(seen, tabs)
    assert their.requests
