"""The picker in the browser of all tests of the console."""

import pytest
from console_browser import served, session_of
from picker_browser import PickerOpener


@pytest.fixture
def picker(console, browser_thread, monkeypatch):
    """What opens pickers; a test with it is carried out in the thread of the browser."""
    monkeypatch.setenv("DJANGO_ALLOW_ASYNC_UNSAFE", "1")  # tests read the store in that thread, too
    with served() as url:
        opener = PickerOpener(browser_thread, url, session_of(console))
        yield opener
        browser_thread.run(opener.close)
