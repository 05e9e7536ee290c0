"""Accounts: the first administrator, logging in and out, passwords, invitations, and the audit list."""

import re

import pytest
from console_clients import ADMINISTRATOR, PASSWORD, USER, enter_account
from django.contrib.auth import get_user_model

from pagekin.console.accounts.invitations import invite, is_administrator_missing
from pagekin.console.models import Audit
from pagekin.store.models import Person
from smtp_mailbox import mailbox

FIRST = {"name": "eva", "mail": "eva@example.org", "password": PASSWORD, "again": PASSWORD}


def test_the_first_administrator_chooses_a_name_and_a_password_by_a_link_that_works_once(
    empty_console,
):
    assert is_administrator_missing()
    link = invite(administrator=True)
    client = empty_console.client()
    assert b"You will be the administrator" in client.get(link).content
    assert client.post(link, FIRST).headers["Location"] == "/"
    assert Person.objects.get().administrator
    assert b"eva" in client.get("/").content
    assert not is_administrator_missing()
    assert empty_console.client().get(link).status_code == 404
    assert empty_console.client().post(link, FIRST | {"name": "mallory"}).status_code == 404


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"again": "another pass phrase"}, "The two passwords differ"),
        ({"password": "password", "again": "password"}, "too common"),
        ({"password": "short", "again": "short"}, "too short"),
        ({"name": ""}, "required"),
        ({"mail": "nowhere"}, "valid email"),
    ],
)
def test_a_bad_password_or_name_is_explained_and_the_link_stays(empty_console, change, complaint):
    link = invite(administrator=True)
    client = empty_console.client()
    assert complaint in client.post(link, FIRST | change).content.decode()
    assert client.get(link).status_code == 200
    assert is_administrator_missing()


def test_nobody_takes_over_an_account_by_the_link_for_the_first_administrator(console):
    link = invite(administrator=True)
    response = console.client().post(link, FIRST | {"name": ADMINISTRATOR})
    assert "has this name already" in response.content.decode()


def test_logging_in_leads_to_where_one_wanted_to_go_but_nowhere_else(console):
    enter_account("max", administrator=True, password=PASSWORD)
    client = console.client()
    asked = client.get("/people/?a=1")
    assert asked.headers["Location"] == "/log-in/?next=%2Fpeople%2F%3Fa%3D1"
    given = {"username": "max", "password": PASSWORD}
    assert client.post("/log-in/", given | {"next": "/people/"}).headers["Location"] == "/people/"
    assert client.post("/log-out/").headers["Location"] == "/log-in/"
    assert client.get("/").status_code == 302
    other = console.client()
    there = other.post("/log-in/", given | {"next": "https://evil.example/"})
    assert there.headers["Location"] == "/"


def test_who_guesses_passwords_is_kept_out_also_with_the_right_one(console):
    enter_account("max", administrator=False, password=PASSWORD)
    client = console.client()
    for _ in range(4):
        wrong = client.post("/log-in/", {"username": "max", "password": "guess"})
        assert "The name or the password is wrong" in wrong.content.decode()
    assert client.post("/log-in/", {"username": "max", "password": "guess"}).status_code == 429
    assert client.post("/log-in/", {"username": "max", "password": PASSWORD}).status_code == 429
    elsewhere = console.client()
    right = elsewhere.post(
        "/log-in/", {"username": "max", "password": PASSWORD}, REMOTE_ADDR="127.0.0.2"
    )
    assert right.status_code == 302


def test_a_password_is_changed_by_who_knows_the_old_one(console):
    user = enter_account("max", administrator=False, password=PASSWORD)
    client = console.client("max")
    new = {"password": "quite another phrase", "again": "quite another phrase"}
    assert "not your password" in client.post("/password/", {"old": "x", **new}).content.decode()
    assert client.post("/password/", {"old": PASSWORD, **new}).status_code == 302
    user.refresh_from_db()
    assert user.check_password("quite another phrase")
    assert client.get("/").status_code == 200


def test_a_lost_password_is_reset_by_mail_once(console, monkeypatch):
    with mailbox() as box:
        for name, value in box.settings().items():
            monkeypatch.setenv(f"PAGEKIN_{name.upper()}", str(value))
        client = console.client()
        sent = client.post("/reset/", {"mail": f"{USER}@example.org"})
        nobody = client.post("/reset/", {"mail": "nobody@example.org"})
        assert sent.content == nobody.content
        (mail,) = box.mails
    link = re.search(r"http://127\.0\.0\.1(/reset/\S+)", mail.get_body(("plain",)).get_content())[1]
    new = {"password": PASSWORD, "again": PASSWORD}
    assert client.get(link).status_code == 200
    assert client.post(link, new).headers["Location"] == "/"
    assert get_user_model().objects.get(username=USER).check_password(PASSWORD)
    assert console.client().post(link, new).status_code == 404


def test_without_mail_settings_a_reset_says_what_to_do(console):
    said = console.client().post("/reset/", {"mail": f"{USER}@example.org"}).content.decode()
    assert "Ask an administrator for a link" in said


def test_an_administrator_invites_somebody_who_then_has_the_role_that_was_meant(console):
    client = console.client(ADMINISTRATOR)
    page = client.post("/people/", {"name": "ivo"}).content.decode()
    link = re.search(r"http://127\.0\.0\.1(/welcome/[^/]+/)", page)[1]
    guest = console.client()
    assert guest.post(link, FIRST | {"name": "other"}).status_code == 302
    assert guest.get("/").status_code == 200
    assert guest.get("/people/").status_code == 403
    assert get_user_model().objects.filter(username="ivo").exists()
    said = [(one.who, one.what, one.about) for one in Audit.objects.order_by("id")]
    assert said == [(ADMINISTRATOR, "invited", "ivo"), ("ivo", "chose a password", "")]
    assert "invited" in client.get("/audit/").content.decode()


def test_own_details_are_checked_and_kept(console):
    client = console.client(USER)
    given = {"mail": "new@example.org", "time_zone": "Europe/Berlin", "quiet": "22:00-07:00"}
    assert client.post("/me/", given).status_code == 302
    person = Person.objects.get(name=USER)
    assert (person.time_zone, person.quiet) == ("Europe/Berlin", "22:00-07:00")
    wrong = client.post("/me/", given | {"time_zone": "Mars/Olympus"}).content.decode()
    assert "Mars/Olympus" in wrong
