"""Every view of the URL table, in a console with one of everything: it answers, and keeps what it must to itself."""

from pathlib import Path

import pytest
from console_browser import browsed
from console_clients import ADMINISTRATOR
from furnished_console import every_view_named

from chromium import needs_chromium

LEAD_ELSEWHERE = {"crawler", "looking", "log-in", "query", "welcome"}
NO_PAGES = {"health", "export", "feed", "site-export-file", "picker-look", "verify-copy"}
NO_PAGES |= {"picker-page", "job-progress", "done-progress"}  # parts of pages
COLOURS = ["color-contrast", "link-in-text-block"]  # what the colours of a page decide about
SERIOUS = {"serious", "critical"}
VIOLATIONS = """async rules => {
    const options = {runOnly: rules, preload: false, iframes: false, resultTypes: ["violations"]};
    const found = await axe.run(document, options);
    return found.violations.map(one => [one.impact, one.id, one.nodes[0].html.slice(0, 200)]);
}"""


def test_every_view_has_something_to_show(furnished):
    client = furnished.client(ADMINISTRATOR)
    seen = set()
    for name, address in furnished.addresses():
        response = client.get(address)
        fine = response.status_code in {200, 286} or name in LEAD_ELSEWHERE
        assert fine, (address, response.status_code)
        response.close()
        seen.add(name)
    assert seen == every_view_named()


@needs_chromium
@browsed
def test_no_page_is_hard_to_use_for_anybody_or_asks_another_host(tabs):
    """What axe-core calls serious, in light and dark; on the way, nothing is asked of other hosts."""
    package = pytest.importorskip("axe_playwright_python", reason="no axe-playwright-python")
    page, seen = tabs(reduced_motion="reduce")
    page.add_init_script(path=Path(package.__file__).with_name("axe.min.js"))
    wrong = []
    pages = {name: address for name, address in tabs.console.addresses() if name not in NO_PAGES}
    for address in pages.values():  # of several of a view the last, which shows the most
        page.goto(address)
        for scheme, rules in (("light", ["wcag2a", "wcag2aa"]), ("dark", COLOURS)):
            page.emulate_media(color_scheme=scheme)
            wrong += [
                (scheme, address, *violation)
                for impact, *violation in page.evaluate(VIOLATIONS, rules)
                if impact in SERIOUS
            ]
    assert wrong == []
    assert [url for url in seen.requests if not url.startswith((tabs.url, "data:"))] == []
    assert seen.said == []
