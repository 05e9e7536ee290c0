"""The picker in a real browser: a tab with the list of fields, and the page in its frame."""

from console_browser import Seen, opened_tab


class PickerOpener:
    """Opens pickers in a browser's thread, in tabs that the administrator is logged in to."""

    def __init__(self, thread, url, session):
        self.thread = thread
        self.url = url
        self._session = session
        self._tabs = []

    def __call__(self, name="shop", **options):
        """Open the picker of a crawler; give it with what the browser did meanwhile."""
        seen = Seen()
        page = opened_tab(self.thread.browser, self.url, self._session, seen, **options)
        self._tabs.append(page)
        return PickerTab(page, name), seen

    def close(self):
        for page in self._tabs:
            page.context.close()


class PickerTab:
    """A tab with the picker of a crawler."""

    def __init__(self, page, name):
        self.page = page
        page.goto(f"/crawlers/{name}/picker/")
        self.ready()

    def ready(self):
        """Wait until nothing is under way and the page in the frame has been drawn on."""
        self.page.wait_for_selector("iframe[data-page]")
        self.page.wait_for_selector(".picker:not([aria-busy])")
        return self

    @property
    def frame(self):
        return self.page.frame_locator("iframe")

    def dressed(self):
        """Wait until the page in the frame has its own style sheet, which comes after it and hides a link."""
        hidden = self.frame.locator(".skip-link")
        while (box := hidden.bounding_box()) and box["width"] > 2:
            self.page.wait_for_timeout(50)  # for the style sheet, however long that takes
        return self

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
