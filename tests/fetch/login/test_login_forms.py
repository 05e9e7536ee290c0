"""The form to log in with: which it is, which field is for the name, and where it must not be sent."""

from urllib.parse import parse_qsl

import pytest

from pagekin.dom import parse_page
from pagekin.fetch.login.login_forms import (
    FilledLoginForm,
    filled_in,
    find_login_form,
    user_field,
    why_not_in,
)
from pagekin.site.login_kinds import Login, LoginKind

URL = "https://h.test/account"


def page(html):
    return parse_page(URL, f"<body>{html}".encode())


def form(inputs, attributes="method=post action=/in"):
    return f"<form {attributes}>{inputs}</form>"


WORD = "<input type=password name=word>"


def login(success=""):
    return Login(LoginKind.FORM, URL, "ann", "s3cret", success)


def user_in(inputs):
    shown = page(form(inputs))
    found = user_field(shown, find_login_form(shown))
    return found and found.name


@pytest.mark.parametrize(
    ("inputs", "name"),
    [
        (f"<input name=a><input name=b autocomplete='section-x username'><input name=user>{WORD}", "b"),
        (f"<input name=a><input name=b autocomplete=email><input type=email name=c>{WORD}", "b"),
        (f"<input name=user><input type=email name=c>{WORD}", "c"),
        (f"<input name=a><input name=Your_Email>{WORD}<input name=z>", "Your_Email"),
        (f"<input name=a><input name=b>{WORD}<input name=z>", "b"),  # right before the password
        (f"{WORD}<input name=z>", None),
        (f"<input type=hidden name=user>{WORD}", None),
        (f"<input type=checkbox name=user>{WORD}", None),
    ],
)  # fmt: skip
def test_the_name_goes_where_a_hint_a_type_a_name_or_the_place_says(inputs, name):
    assert user_in(inputs) == name


def test_a_form_for_a_new_password_is_none_to_log_in_with():
    twice = form(f"<input name=user>{WORD}<input type=password name=again>")
    new = form("<input name=user><input type=password name=word autocomplete=new-password>")
    assert find_login_form(page(twice + new)) is None
    assert find_login_form(page("<form><input name=q></form>")) is None
    found = find_login_form(page(twice + new + form(f"<input name=user>{WORD}", "action=/right")))
    assert found.address == "https://h.test/right"


def test_of_several_forms_one_that_asks_for_a_name_is_taken():
    lonely, whole = form(WORD, "action=/pin"), form(f"<input name=user>{WORD}", "action=/in")
    assert find_login_form(page(lonely + whole)).address == "https://h.test/in"
    assert find_login_form(page(lonely)).address == "https://h.test/pin"


def sent(html):
    shown = page(html)
    return filled_in(shown, find_login_form(shown), login())


def test_a_form_is_sent_as_a_browser_would_with_name_and_password():
    filled = sent(
        form(
            "<input type=hidden name=token value=t1><input name=user value=old>"
            f"{WORD}<input type=checkbox name=stay value=yes><button name=go value=1>"
        )
    )
    assert filled.url == "https://h.test/in"
    assert parse_qsl(filled.body) == [
        ("token", "t1"),
        ("user", "ann"),
        ("word", "s3cret"),
        ("go", "1"),
    ]
    assert "s3cret" not in repr(filled)


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        (form(WORD, "action=/in"), "would put the password into a URL"),
        (form(WORD, "method=post action=https://other.test/in"), "send the password to https://other"),
        (form(WORD, "method=post action=http://h.test/in"), "send the password to http://h.test/in"),
        (form(WORD, "method=post action=https://h.test:444/in"), "send the password to https://h.test:444"),
        (form(f"{WORD}<button formmethod=get>"), "would put the password into a URL"),
        (form(f"{WORD}<button formaction=//other.test/x>"), "send the password to https://other"),
    ],
)  # fmt: skip
def test_a_password_goes_nowhere_else_and_into_no_url(html, reason):
    assert reason in sent(html)


def test_a_button_may_say_where_and_how_a_form_is_sent():
    filled = sent(form(f"{WORD}<button formaction=/there formmethod=post>", "action=/here"))
    assert isinstance(filled, FilledLoginForm)
    assert filled.url == "https://h.test/there"


@pytest.mark.parametrize(
    ("success", "html", "why_not"),
    [
        ("", "<p>Hello</p>", None),
        ("", form(f"<input name=user>{WORD}"), "the form is there again"),
        ("Hello,  ANN", "<p>hello, <b>Ann</b></p>", None),
        ("Hello, Bob", "<p>hello, Ann</p>", "the text 'Hello, Bob' is not on the page after it"),
        ("/out", "<a href=/out?x=1>Bye</a>", None),
        ("/out", "<form action=/out method=post></form>", None),
        ("/out", "<a href=/outside>x</a> /out", "the link '/out' is not on the page after it"),
        ("https://h.test/out", "<a href=/out>Bye</a>", None),
    ],
)
def test_whether_somebody_is_in_is_told_by_the_page(success, html, why_not):
    assert why_not_in(page(html), login(success)) == why_not
