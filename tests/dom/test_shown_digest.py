"""What a page shows, to tell whether two URLs are of one page."""

import pytest

from pagekin.dom import parse_page
from pagekin.dom.shown_digest import shown_digest

PAGE = "<title>Tea</title><h1>Tea</h1><p>Green.</p><img src='/tea.png'>"


def prints(html):
    return shown_digest(parse_page("http://h/", html.encode()))


@pytest.mark.parametrize(
    "other",
    [
        PAGE.replace("Green.", "  Green.\n"),
        PAGE.replace("<h1>", "<h1 class=new id=x>"),
        PAGE + "<script>x = 2</script>",
        PAGE + "<select><option selected>1</select>",
        "<link rel=next href=/x>" + PAGE,
    ],
)
def test_links_scripts_and_choices_are_not_what_it_shows(other):
    assert prints(other) == prints(PAGE)


@pytest.mark.parametrize(
    "other",
    [
        PAGE.replace("Green", "Black"),
        PAGE.replace("Tea</title>", "Cup</title>"),
        PAGE.replace("tea.png", "cup.png"),
        PAGE + "<p>at 12:30",
        PAGE + "behind",
    ],
)
def test_texts_and_pictures_are(other):
    assert prints(other) != prints(PAGE)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("made at 2026-11-16 04:11:20 +0000", "made at 2026-11-16 04:11:21 +0000"),
        ("in 0.023 seconds", "in 0.117 seconds"),
        ("12.5 ms", "9.1 ms"),
    ],
)
def test_when_it_was_made_is_not(one, other):
    assert prints(PAGE + one) == prints(PAGE + other)


def test_a_timetable_shows_its_times():
    assert prints(PAGE + "<td>12:30") != prints(PAGE + "<td>12:45")
