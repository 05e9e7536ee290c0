"""What the tests with a real browser share: whether there is one, and a site opened with it."""

import os

import pytest
from loopback import opened

from pagekin.errors import UsageError
from pagekin.fetch.rendering_browser import find_chromium, load_playwright


def _why_not() -> str:
    try:
        load_playwright()
        find_chromium(os.environ)
    except UsageError as error:
        return str(error)
    return ""


needs_chromium = pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "it is there")


def rendering(server, **settings):
    """Open the server's site so that all of its pages are rendered."""
    return opened(server, **{"render": "always", **settings})
