"""What is asked at the terminal, and what is said where nobody can be asked."""

import sys

import pytest
from click.testing import CliRunner

from pagekin.cli.kin_questions import asker, hint
from pagekin.navigation import KinQuestion, KinReading

PAGES = ("http://h.test/a", "http://h.test/b")
QUESTION = KinQuestion(PAGES, True, KinReading(50, PAGES), KinReading(20, ()))  # noqa: FBT003 - a field


class CrawlerWith:
    """The part of a crawler that is looked at."""

    def __init__(self, *questions):
        self.questions = questions


@pytest.fixture
def terminal(monkeypatch):
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)


@pytest.mark.parametrize(
    ("typed", "answer"), [("y\n", True), ("N\n", False), ("?\n", None), ("\n", True)]
)
def test_a_person_says_yes_or_no_or_does_not_know(terminal, typed, answer):
    ask = asker(no_ask=False)
    with CliRunner().isolation(input=typed) as (out, err, _):
        assert ask(QUESTION) is answer
        shown = err.getvalue().decode()
        assert out.getvalue() == b""  # results may be going there
    assert shown.startswith(
        "Are these also like your page?\n  http://h.test/a\n  http://h.test/b\n"
    )
    assert "y: 50 of the pages seen, n: 20, ?: not sure" in shown


def test_nobody_is_asked_without_a_terminal_or_if_nobody_wants_to_be(terminal, monkeypatch):
    assert asker(no_ask=True) is None
    monkeypatch.setattr(sys.stdin, "isatty", lambda: False)
    assert asker(no_ask=False) is None


def test_what_was_not_asked_can_be_answered_the_next_time():
    [line] = hint(CrawlerWith(QUESTION), was_asked=False)
    assert "--like http://h.test/a (50 of the pages seen) or --not http://h.test/a (20)" in line
    assert list(hint(CrawlerWith(QUESTION), was_asked=True)) == []
    assert list(hint(CrawlerWith(), was_asked=False)) == []
