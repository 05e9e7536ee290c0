"""Which pages are rendered: the setting names them by globs."""

import pytest

from pagekin.fetch.rendering.need import wants_rendering

URL = "https://shop.example/app/p/1?x=2"


@pytest.mark.parametrize(
    ("setting", "wanted"),
    [
        ("", False),
        ("always", True),
        ("/app/*", True),
        ("/app", False),
        ("/other/*, /app/p/*", True),
        ("*/p/*", True),
        ("https://shop.example/*", True),
        ("https://shop.example/app", False),
        ("https://other.example/*", False),
        ("/app/p/1?x=2", True),
        ("/app/p/1?x=3", False),
    ],
)
def test_the_setting_names_pages_by_globs(setting, wanted):
    assert wants_rendering(setting)(URL) is wanted
