"""Whether there is a real browser for the tests that need one."""

import os

import pytest

from pagekin.errors import UsageError
from pagekin.fetch.rendering.browser import find_chromium, load_playwright


def _why_not() -> str:
    try:
        load_playwright()
        find_chromium(os.environ)
    except UsageError as error:
        return str(error)
    return ""


needs_chromium = pytest.mark.skipif(bool(_why_not()), reason=_why_not() or "it is there")
