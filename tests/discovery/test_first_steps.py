"""What a newcomer may get wrong about the sample: the message says what to do."""

import asyncio

import pytest

from pagekin.discovery.learning_task import checked_url, fetch_sample, hint
from pagekin.errors import FetchError, UsageError
from pagekin.site import Failure, FailureKind
from pagekin.testing import FakeSite

LOGIN = b"<h1>Welcome</h1><form method=post><input name=u><input type=password name=p></form>"


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("shop.example/p/17", "did you mean https://shop.example/p/17?"),
        ("127.0.0.1:8000/", "did you mean https://127.0.0.1:8000/?"),
        ("teapot", "give it as http://… or https://…"),
        ("ftp://shop.example/", "give it as http://… or https://…"),
    ],
)
def test_an_address_without_its_beginning_is_given_with_it(typed, meant):
    with pytest.raises(UsageError) as raised:
        checked_url(typed, "sample")
    assert str(raised.value).endswith(meant)


@pytest.mark.parametrize(
    ("failure", "told"),
    [
        (
            Failure("https://h:80/p", FailureKind.NETWORK, "h does not speak proper TLS"),
            "give http://h:80/p",
        ),
        (
            Failure("http://h/p", FailureKind.REDIRECT, "…", leads_to="http://www.h.test/p"),
            "give that address instead, or --domains www.h.test",
        ),
        (Failure("http://h/p", FailureKind.STATUS, "…", 403), "'pagekin login http://h/p'"),
        (Failure("http://h/p", FailureKind.STATUS, "…", 403), "--render"),
        (Failure("http://h/p", FailureKind.ROBOTS, "…"), "--no-obey-robots"),
    ],
)
def test_what_to_do_about_a_sample_that_did_not_come(failure, told):
    assert told in hint(failure)


def test_of_a_page_that_is_gone_nobody_knows_what_to_do():
    assert not hint(Failure("http://h/p", FailureKind.STATUS, "…", 404))


def sample(pages, path):
    return asyncio.run(fetch_sample(FakeSite(pages), f"http://h{path}"))


@pytest.mark.parametrize("login", ["http://h/users/sign_in", "http://h/x?next=%2Fp%2F17"])
def test_a_sample_that_leads_to_a_login_says_how_to_log_in(login):
    with pytest.raises(UsageError, match="'pagekin login http://h/p/17' keeps a login"):
        sample({"http://h/p/17": login, login: LOGIN}, "/p/17")


def test_a_page_with_a_login_in_its_corner_is_a_page():
    assert sample({"http://h/p/17": LOGIN}, "/p/17").title == ""
    moved = {"http://h/p/17": "http://h/p/17-teapot", "http://h/p/17-teapot": LOGIN}
    assert sample(moved, "/p/17").url == "http://h/p/17-teapot"


def test_the_hint_is_a_part_of_the_message():
    with pytest.raises(FetchError, match=r"403.*'pagekin login"):
        sample({"http://h/p": 403}, "/p")
