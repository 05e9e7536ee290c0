"""The picker in a real browser: a console that is served in this process, and an administrator who is logged in."""

import os
import threading
from contextlib import contextmanager

import waitress
from console_clients import ADMINISTRATOR
from django.core.wsgi import get_wsgi_application

from pagekin.fetch.rendering.browser import find_chromium
from pagekin.lazy import lazy_module

sync_api = lazy_module("playwright.sync_api")


@contextmanager
def served():
    """Serve the console that is open in this process, and give its address."""
    server = waitress.create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=4)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield f"http://127.0.0.1:{server.effective_port}"
    finally:
        server.close()
        thread.join()


@contextmanager
def browsing():
    """Start a browser."""
    with sync_api.sync_playwright() as driver:
        browser = driver.chromium.launch(
            executable_path=find_chromium(os.environ), args=["--no-sandbox"]
        )
        yield browser
        browser.close()


class Seen:
    """What a browser did: requests, by their origin, and what scripts said."""

    def __init__(self):
        self.requests = []
        self.said = []


def logged_in(browser, console, url, *, seen=None, **options):
    """Open a tab in which the administrator is logged in; what it asks for and says is noted."""
    cookie = console.client(ADMINISTRATOR).cookies["pagekin_session"].value
    options = {"viewport": {"width": 1280, "height": 860}} | options
    context = browser.new_context(base_url=url, **options)
    context.add_cookies([{"name": "pagekin_session", "value": cookie, "url": url}])
    page = context.new_page()
    page.set_default_timeout(20_000)
    if seen is not None:
        page.on("request", lambda request: seen.requests.append(request.url))
        page.on("console", lambda message: seen.said.append(message.text))
        page.on("pageerror", lambda error: seen.said.append(str(error)))
        page.on("dialog", lambda dialog: (seen.said.append(dialog.message), dialog.dismiss()))
    return page


class PickerTab:
    """A tab with the picker of a crawler."""

    def __init__(self, page, name):
        self.page = page
        page.goto(f"/crawlers/{name}/picker/")
        self.ready()

    def ready(self):
        """Wait until nothing is under way and the page in the frame has been drawn on."""
        self.page.wait_for_selector(".picker:not([aria-busy])")
        self.page.wait_for_selector("iframe[data-page]")
        self.frame.locator("body[tabindex]").wait_for()
        return self

    @property
    def frame(self):
        return self.page.frame_locator("iframe")

    def act(self, doing):
        """Do something, and wait for the answer."""
        with self.page.expect_response(lambda answer: answer.url.endswith("/act/")):
            doing()
        self.ready()
        return self.said

    def click(self, selector, number=0):
        """Click a value on the page."""
        return self.act(lambda: self.frame.locator(selector).nth(number).click())

    def press(self, name):
        """Press a button of the picker."""
        return self.act(lambda: self.page.get_by_role("button", name=name).click())

    @property
    def said(self):
        return self.page.locator(".picker-says").inner_text()

    @property
    def fields(self):
        """Give the names of the fields, in their order."""
        return self.page.locator(".picked-name strong").all_inner_texts()

    def field(self, name):
        """Give the text of a field's entry."""
        named = self.page.locator(".picked-name").filter(
            has=self.page.locator(f"strong:text-is('{name}')")
        )
        return " ".join(named.inner_text().split())

    def outlined(self, selector=""):
        """Give the texts that are outlined on the page."""
        return self.frame.locator(f"{selector}.pagekin-found").all_inner_texts()
