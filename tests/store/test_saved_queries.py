"""Questions are saved under a title, shared or not, and each crawl is asked once."""

import dataclasses

import pytest

from pagekin.store.saved_queries import (
    Question,
    SavedQuestion,
    delete_question,
    keep_answer,
    kept_answer,
    save_question,
    saved_question,
    saved_questions,
)
from pagekin.store.states import QueryKind

CHEAP = Question(QueryKind.CONDITIONS, "price < {most}", {"most": "100"})
BROKEN = Question(QueryKind.FIXED, "broken links")


@pytest.fixture
def connection(store):
    with store.connection() as connection:
        yield connection


def titles(connection, person=None):
    return [one.title for one in saved_questions(connection, person)]


def test_a_question_comes_back_as_it_was_saved(connection):
    saved = SavedQuestion("Bargains", CHEAP, "anna", shared=True)
    number = save_question(connection, saved)
    assert saved_question(connection, number) == dataclasses.replace(saved, id=number)


def test_saved_again_under_the_same_title_it_is_replaced(connection):
    for person in ("anna", ""):
        first = save_question(connection, SavedQuestion("Mine", CHEAP, person))
        assert save_question(connection, SavedQuestion("Mine", BROKEN, person)) == first
        assert saved_question(connection, first).question == BROKEN
    assert titles(connection) == ["Mine", "Mine"]


def test_people_see_their_own_questions_and_shared_ones(connection):
    save_question(connection, SavedQuestion("Anna's", CHEAP, "anna"))
    save_question(connection, SavedQuestion("Ben's", CHEAP, "ben"))
    save_question(connection, SavedQuestion("Ours", CHEAP, "ben", shared=True))
    save_question(connection, SavedQuestion("Nobody's", BROKEN))
    assert titles(connection, "anna") == ["Anna's", "Nobody's", "Ours"]
    assert titles(connection) == ["Anna's", "Ben's", "Nobody's", "Ours"]


def test_a_deleted_question_is_gone(connection):
    number = save_question(connection, SavedQuestion("Mine", CHEAP, "anna"))
    delete_question(connection, number)
    assert saved_question(connection, number) is None


def test_a_crawl_is_asked_once_for_the_same_question_with_the_same_parameters(connection):
    keep_answer(connection, 7, CHEAP, "[1, 2]", 2)
    keep_answer(connection, 7, CHEAP, "[3]", 1)  # somebody else asked at the same time
    other = Question(QueryKind.CONDITIONS, "price < {most}", {"most": "200"})
    assert kept_answer(connection, 7, CHEAP) == "[1, 2]"
    assert kept_answer(connection, 8, CHEAP) is None
    assert kept_answer(connection, 7, other) is None
    assert kept_answer(connection, 7, BROKEN) is None


def test_the_first_person_is_an_administrator_whoever_enters_them(connection):
    save_question(connection, SavedQuestion("Mine", CHEAP, "anna"))
    save_question(connection, SavedQuestion("Mine", CHEAP, "ben"))
    rows = connection.rows("SELECT name, administrator FROM pagekin_person ORDER BY name")
    assert [(name, bool(administrator)) for name, administrator in rows] == [
        ("anna", True),
        ("ben", False),
    ]
