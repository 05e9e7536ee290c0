"""Forms that are not submitted: `learn --forms` and `crawl` say so, with the reason."""

import json

import pytest

DELETING = '<form method="post" action="/delete"><button name="do" value="1">Delete</button></form>'
LEAVING = '<form method="post" action="/logout"><button name="do" value="1">Log out</button></form>'


@pytest.fixture
def learn(run, shop):
    def with_forms(added, *more):
        shop.routes["/"] += added.encode()
        given = ("--entry", f"{shop.url}/", "--forms", "-o", "crawler.json")
        code, out, err = run("learn", f"{shop.url}/p?id=1", *given, *more)
        assert code == 0
        return out + err

    return with_forms


def test_learning_names_a_form_that_was_left_alone(learn, shop):
    assert f"1 form was left alone, such as {shop.url}/delete: the form says 'delete'" in learn(
        DELETING
    )


def test_learning_counts_the_forms_that_were_left_alone(learn):
    assert "2 forms were left alone, such as " in learn(DELETING + LEAVING)


def test_the_summary_for_machines_has_all_of_them(learn, shop):
    summary = json.loads(learn(DELETING, "--json").splitlines()[-1])
    assert summary["forms_left_alone"] == {f"{shop.url}/delete": "the form says 'delete'"}


def test_nothing_is_said_where_there_are_none(learn, run):
    assert "left alone" not in learn("")
    code, out, err = run("crawl", "crawler.json", "-o", "pages.jsonl", "--json")
    assert code == 0
    assert json.loads((out + err).splitlines()[-1])["forms_left_alone"] == {}
