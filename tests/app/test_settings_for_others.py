"""Whoever asks for somebody else gets neither to private addresses nor at secrets."""

import pytest

from pagekin.app.sites.settings_for_others import settings_for_others

FILE = """
headers = ["Authorization: Bearer everywhere"]
delay = 3

[site."shop.example"]
cookies = ["session=4711"]
login = "basic"
"""


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "pagekin.toml"
    path.write_text(FILE)
    return path


def test_secrets_of_a_site_count_there_and_nowhere_else(file):
    own = settings_for_others("shop.example", environ={}, file=file)
    other = settings_for_others("other.example", environ={}, file=file)
    assert (own.cookies, own.login) == ("session=4711", "basic")
    assert (other.cookies, other.login) == ("", "")


def test_secrets_that_were_set_for_no_site_count_nowhere(file):
    assert settings_for_others("shop.example", environ={}, file=file).headers == ""
    assert (
        settings_for_others("shop.example", environ={"PAGEKIN_COOKIES": "a=b"}, file=file).cookies
        == ""
    )


def test_private_addresses_are_refused_and_all_else_is_as_set(file):
    settings = settings_for_others("shop.example", {"max_pages": 7}, environ={}, file=file)
    assert settings.only_public
    assert (settings.delay, settings.max_pages) == (3, 7)
