"""Texts made to take long: nothing that looks at URLs takes more time than their length allows."""

import pytest

from cpu_time import soon
from pagekin.dom.page_identity import address_of
from pagekin.urls import Scope, canonical, levels, url_pattern
from pagekin.urls.scope import other_spellings
from pagekin.urls.session_ids import suspected_session_ids, without_sessions
from pagekin.urls.tracking_parameters import untracked
from pagekin.urls.url_shapes import UrlShapes
from pagekin.urls.url_variables import variables

LENGTH = 100_000
HOSTILE = {
    "letters": "a",
    "slashes": "/",
    "dots": "./",
    "ups": "../",
    "percents": "%",
    "escapes": "%61",
    "halves": "%6",
    "ampersands": "&",
    "equals": "a=",
    "parameters": "utm_a=b&",
    "semicolons": ";jsessionid=a",
    "spaces": " ",
    "marks": "a-",
    "dashes": "-",
    "numbers": "a1",
    "digits": "1",
    "ats": "a@",
    "colons": "a:",
    "others": "é",
    "backslashes": "\\",
    "brackets": "[",
}


@pytest.mark.parametrize("where", ["http://h/{}", "http://h/?{}", "http://{}/"])
@pytest.mark.parametrize("name", list(HOSTILE))
def test_no_url_takes_long(name, where):
    text = where.format(HOSTILE[name] * (LENGTH // len(HOSTILE[name])))
    with soon(5):
        canonical(text, "http://h/a/b")
        url = canonical(text)
        if isinstance(url, str):
            for look in (
                untracked,
                variables,
                address_of,
                levels,
                other_spellings,
                UrlShapes(()).shape,
            ):
                look(url)
            suspected_session_ids([url] * 3)
            without_sessions(url, ("a",), "a[0-9]+")
            Scope("h", accept="(a|a)*b$", session_level="(a+)+").follow(url)


def test_a_learned_pattern_takes_no_longer_for_a_near_miss():
    """Many variable parts one after the other, and a text that fits but for its end."""
    words = ("a", "bb", "ccc")
    parts = ["-".join(f"{word}{n * len(word) + 1}" for n in range(30)) for word in words]
    pattern = url_pattern([f"http://h/{part}.html" for part in parts])
    assert pattern.matches("http://h/" + "-".join(["x1"] * 30) + ".html")
    with soon(5):
        for near_miss in ("x1-" * 20_000, "x" * LENGTH, "1-" * 30_000):
            assert not pattern.matches(f"http://h/{near_miss}.htm")
