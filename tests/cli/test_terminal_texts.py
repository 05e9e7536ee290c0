"""What people read on their terminal."""

from hypothesis import given
from hypothesis import strategies as st

from pagekin.cli.terminal_texts import readable, shortened


def test_a_long_url_loses_its_middle_and_what_is_said_of_it_stays():
    url = "https://shop.test/p/" + "x" * 3000 + "?id=17"
    line = readable(f"1 failed, such as:\n  {url}: the server answers 404")
    assert len(line) < 250
    assert line.startswith("1 failed, such as:\n  https://shop.test/p/xxx")
    assert line.endswith("xxx?id=17: the server answers 404")


def test_no_site_can_write_on_the_terminal():
    assert readable("answers \x1b[2J\x07 404\nnext") == "answers  [2J  404\nnext"


@given(st.text(), st.integers(8, 50))
def test_what_is_short_enough_stays_and_nothing_is_longer_than_allowed(text, most):
    assert len(shortened(text, most)) <= most
    assert shortened(text, most) == text or len(text) > most
