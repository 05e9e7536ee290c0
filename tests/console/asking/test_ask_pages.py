"""Asking in the console: rows and text say the same, answers, files, and questions that are kept."""

import html
import re
from urllib.parse import parse_qs, urlsplit

import pytest
from console_clients import ADMINISTRATOR, USER, enter_account

from pagekin.store.models import SavedQuery

QUERY = "price has changed and name is anything"


def text_of(response):
    return html.unescape(response.content.decode())


def builder(rows=(), q="", was="", **more):
    """Make what a browser sends of the builder."""
    parts = ("field", "attribute", "operator", "value", "since", "joint")
    columns = {part: [row.get(part, "") for row in rows] for part in parts}
    columns["operator"] = [row.get("operator", "=") for row in rows]
    columns["joint"] = [row.get("joint", "and") for row in rows]
    return {**columns, "q": q, "was": was, "show": "", **more}


ROWS = (
    {"field": "price", "operator": ">", "value": "5"},
    {"field": "name", "operator": "contains", "value": "a b", "joint": "andwhere"},
)
AS_TEXT = 'price > 5 andwhere name contains "a b"'


def test_rows_become_the_text_and_the_text_becomes_rows(asking):
    client = asking.client(USER)
    shown = text_of(client.post("/queries/translate/", builder(ROWS, shown="text")))
    assert f">{AS_TEXT}</textarea>" in shown
    assert 'id="query-rows"' not in shown
    shown = text_of(client.post("/queries/translate/", builder(q=AS_TEXT, shown="rows")))
    assert '<option value="andwhere" selected>' in shown
    assert 'name="value" value="a b"' in shown
    assert "<textarea" not in shown
    assert f'name="was" value="{AS_TEXT}"' in shown


def test_what_was_changed_last_counts(asking):
    client = asking.client(USER)
    changed_text = builder(ROWS, q="price > 7", was=AS_TEXT)
    assert asked_by(client.post("/queries/ask/", changed_text)) == "price > 7"
    changed_rows = builder(ROWS[:1], q=AS_TEXT, was=AS_TEXT)
    assert asked_by(client.post("/queries/ask/", changed_rows)) == "price > 5"
    as_typed = "PRICE>5  ANDWHERE name contains 'a b'"
    neither = builder(
        ({**ROWS[0], "field": "PRICE"}, {**ROWS[1], "value": '"a b"'}), as_typed, as_typed
    )
    assert asked_by(client.post("/queries/ask/", neither))


def asked_by(response):
    assert response.status_code == 302, text_of(response)
    return parse_qs(urlsplit(response.headers["Location"]).query)["q"][0]


def test_what_needs_parentheses_stays_a_text_and_says_so(asking):
    client = asking.client(USER)
    text = "price > 5 and (name = a or name = b)"
    shown = text_of(client.get("/queries/ask/", {"q": text}))
    assert "it can only be shown as text" in shown
    assert f">{text}</textarea>" in shown
    assert 'name="field"' not in shown
    assert asked_by(client.post("/queries/ask/", builder(q=text, was=text))) == text


def test_mistakes_are_shown_where_they_are(asking):
    client = asking.client(USER)
    wrong = text_of(client.post("/queries/ask/", builder([{"field": "price", "operator": ">"}])))
    assert "Say a value." in wrong
    assert 'aria-describedby="wrong-0"' in wrong
    unknown = text_of(client.get("/queries/ask/", {"q": "price > 5 and prise = 3"}))
    assert "price > 5 and prise = 3\n              ^" in unknown
    assert "did you mean price" in unknown.lower()
    broken = text_of(client.get("/queries/ask/", {"q": "price >"}))
    assert "The text has to be right" in broken
    assert "price >\n       ^" in broken


def test_while_somebody_is_at_it_rows_that_are_not_complete_are_no_mistake(asking):
    sent = builder(
        [{"field": "price", "operator": ">"}], q="price > 5", was="price > 5", shown="text"
    )
    shown = text_of(asking.client(USER).post("/queries/translate/", sent))
    assert "not complete yet" in shown
    assert ">price > 5</textarea>" in shown
    assert "Say a value" not in shown


def test_rows_are_added_and_removed(asking):
    client = asking.client(USER)
    more = text_of(client.post("/queries/ask/", builder(ROWS, AS_TEXT, AS_TEXT, do="add")))
    assert more.count('name="field"') == 3
    less = text_of(client.post("/queries/ask/", builder(ROWS, AS_TEXT, AS_TEXT, do="remove-0")))
    assert less.count('name="field"') == 1
    assert '>name contains "a b"</textarea>' in less


def test_names_are_completed_from_the_crawl(asking):
    shown = text_of(asking.client(USER).get("/queries/ask/"))
    for name in ("price", "sku", "name", "url", "status"):
        assert f'<option value="{name}"></option>' in shown
    assert '<option value="currency"></option>' in shown


def test_results_of_a_change_lead_to_the_verifier_and_values_to_their_history(asking):
    client = asking.client(USER)
    shown = text_of(client.get("/queries/ask/", {"q": QUERY}))
    assert re.search(r"<h2>[\d,]+ results</h2>", shown)
    assert "compared with crawl 1" in shown
    assert "<del>" in shown
    verifier = re.search(r'href="(/verify/\?result=[0-9a-f]+[^"]*)"', shown)[1]
    assert client.get(verifier).status_code == 200
    history = re.search(r'href="(/history/\?field=price[^"]*)"', shown)[1]
    assert "<svg" in text_of(client.get(history))


def test_long_answers_have_pages(asking):
    client = asking.client(USER)
    first = text_of(client.get("/queries/ask/", {"q": "price > 0"}))
    assert "Page 1 of" in first
    following = re.search(r'rel="next" href="([^"]*)#answer"', first)[1]
    second = text_of(client.get(f"/queries/ask/{following}"))
    assert "Page 2 of" in second
    assert first.split("<tbody>")[1] != second.split("<tbody>")[1]


@pytest.mark.parametrize("kind", ["csv", "json", "jsonl", "xlsx"])
def test_an_answer_is_saved_as_a_file(asking, kind):
    response = asking.client(USER).get("/queries/export/", {"q": QUERY, "as": kind})
    assert response.status_code == 200
    assert f'filename="crawl-2.{kind}"' in response.headers["Content-Disposition"]
    if kind == "csv":
        head, *rows = response.content.decode("utf-8-sig").splitlines()
        assert head.startswith("page,key,price before,price,name")
        assert rows


def test_questions_are_kept_shared_and_deleted_by_their_owner(asking):
    uwe, eve = asking.client(USER), asking.client("eve")
    uwe.post("/queries/save/", {"q": QUERY, "title": "Price changes"})
    [saved] = SavedQuery.objects.all()
    assert (saved.person.name, saved.text, saved.shared) == (USER, QUERY, False)
    assert "Price changes" in text_of(uwe.get("/queries/"))
    assert "Price changes" not in text_of(eve.get("/queries/"))
    assert eve.get(f"/queries/{saved.pk}/").status_code == 404
    assert eve.post(f"/queries/{saved.pk}/share/", {"shared": "yes"}).status_code == 404
    uwe.post(f"/queries/{saved.pk}/share/", {"shared": "yes"})
    assert "Price changes" in text_of(eve.get("/queries/"))
    assert asked_by(eve.get(f"/queries/{saved.pk}/")) == QUERY
    assert eve.post(f"/queries/{saved.pk}/delete/").status_code == 400
    assert SavedQuery.objects.count() == 1
    uwe.post(f"/queries/{saved.pk}/delete/")
    assert not SavedQuery.objects.exists()


def test_administrators_change_what_is_shared_and_nothing_else_of_others(asking):
    uwe, ada = asking.client(USER), asking.client(ADMINISTRATOR)
    uwe.post("/queries/save/", {"q": QUERY, "title": "Mine"})
    uwe.post("/queries/save/", {"q": QUERY, "title": "Ours", "shared": "yes"})
    mine, ours = SavedQuery.objects.order_by("title")
    assert ada.post(f"/queries/{mine.pk}/delete/").status_code == 404
    assert ada.post(f"/queries/{ours.pk}/delete/").status_code == 302


def test_fixed_questions_are_asked_with_their_parameters(asking):
    client = asking.client(USER)
    listed = text_of(client.get("/queries/"))
    assert "Broken links" in listed
    assert 'name="set-x"' in listed
    below = text_of(client.get("/queries/answer/", {"fixed": "price-below", "set-x": "1000000"}))
    assert "results</h2>" in below
    assert "< 1000000" in below
    assert client.get("/queries/answer/", {"fixed": "price-below"}).status_code == 400
    assert client.get("/queries/answer/", {"fixed": "nothing"}).status_code == 400
    changed = text_of(client.get("/queries/answer/", {"fixed": "changed-fields"}))
    there = re.search(r'href="(/verify/\?result=[0-9a-f]+[^"]*)"', changed)[1]
    assert client.get(there).status_code == 200
    first = client.get("/queries/answer/", {"fixed": "missing-pages", "crawl": "1"})
    assert "is the first: there is nothing to compare with" in text_of(first)


SQL = "SELECT url, id FROM pagekin_page WHERE id < :crawl"


def test_administrators_ask_by_sql_and_share_it(asking):
    ada, uwe = asking.client(ADMINISTRATOR), asking.client(USER)
    assert "1 result</h2>" in text_of(ada.get("/queries/sql/", {"sql": SQL}))
    assert "may read, and nothing else" in text_of(
        ada.get("/queries/sql/", {"sql": "DELETE FROM pagekin_page"})
    )
    ada.post("/queries/save/", {"sql": SQL, "title": "First pages", "shared": "yes"})
    number = SavedQuery.objects.get().pk
    assert "1 result</h2>" in text_of(uwe.get("/queries/answer/", {"saved": number}))


@pytest.mark.parametrize("path", ["/queries/sql/", "/queries/answer/", "/queries/export/"])
def test_nobody_else_asks_by_sql(asking, path):
    assert asking.client(USER).get(path, {"sql": SQL}).status_code == 403


def test_nobody_else_saves_sql(asking):
    sent = {"sql": SQL, "title": "Mine"}
    assert asking.client(USER).post("/queries/save/", sent).status_code == 403
    assert not SavedQuery.objects.exists()


@pytest.mark.parametrize(
    "table", ["auth_user", "django_session", "console_invitation", "axes_accesslog"]
)
def test_sql_does_not_read_what_belongs_to_accounts(asking, table):
    shown = text_of(
        asking.client(ADMINISTRATOR).get("/queries/sql/", {"sql": f"SELECT * FROM {table}"})
    )
    assert "cannot be run" in shown


def test_without_a_crawl_there_is_nothing_to_ask(empty_console):

    enter_account(USER, administrator=True)
    client = empty_console.client(USER)
    for path in ("/queries/ask/", "/history/"):
        assert "No crawl has come to its end yet" in text_of(client.get(path)), path
    for path in ("/queries/", "/links/", "/reports/"):
        assert client.get(path).status_code == 200, path
