"""What a newcomer may get wrong about the sample: the message says what to do."""

import asyncio
from dataclasses import replace

import pytest

from pagekin.discovery.learning_task import (
    LearningTask,
    checked_url,
    fetch_sample,
    hint,
    why_no_links,
)
from pagekin.dom import parse_page
from pagekin.dom.script_shell import RENDERED
from pagekin.errors import FetchError, UsageError
from pagekin.site import Failure, FailureKind
from pagekin.testing import FakeSite
from pagekin.urls import Scope

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
        (Failure("http://h/p", FailureKind.STATUS, "…", 401), "'pagekin login http://h/p'"),
        (Failure("http://h/p", FailureKind.ROBOTS, "…"), "--no-obey-robots"),
    ],
)
def test_what_to_do_about_a_sample_that_did_not_come(failure, told):
    assert told in hint(failure)


@pytest.mark.parametrize(
    "failure",
    [
        Failure("http://h/p", FailureKind.STATUS, "…", 404),
        Failure("https://h/p", FailureKind.NETWORK, "it refused the connection"),
        Failure("http://h/p", FailureKind.STATUS, "they want TLS", 500),
    ],
)
def test_of_a_page_that_is_gone_nobody_knows_what_to_do(failure):
    assert not hint(failure)


def test_who_says_whether_a_page_is_like_the_samples_has_another_task():
    task = LearningTask(("http://h/1",), None, Scope("h"), ("http://h/no",))
    assert task.root == "http://h/"
    assert task.answered("http://h/2", yes=True).samples == ("http://h/1", "http://h/2")
    other = task.answered("http://h/3", yes=False)
    assert (other.samples, other.negatives) == (task.samples, ("http://h/no", "http://h/3"))
    ids = {one.crawler_id("auto") for one in (task, other, replace(task, wider=1))}
    assert len({*ids, task.crawler_id("trivial")}) == 4


@pytest.mark.parametrize(
    ("page", "scope", "why"),
    [
        ("<a href=/a>a</a>", Scope("h"), None),
        ("<p>x</p>", Scope("h"), "it has none"),
        ("<p>x</p><script>1</script>", Scope("h"), "it has none but what scripts may make"),
        ("<a href=http://www.h/>a</a>", Scope("h"), "they all lead to other sites, such as www.h"),
        ("<a href=/a>a</a>", Scope("h", reject="a"), "leave none"),
        ("<iframe src=http://g/></iframe>", Scope("h"), "its frames are of another site, g"),
        ("<meta http-equiv=refresh content='0;url=http://g/'>", Scope("h"), "it sends visitors on to another site, g"),
    ],
)  # fmt: skip
def test_why_a_page_has_no_links_to_follow_is_said(page, scope, why):
    said = why_no_links(parse_page("http://h/", page.encode()), scope)
    assert said == why if why is None else why in said
    assert said != "it has none" or "script" not in page


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


def test_a_page_that_was_rendered_has_no_more_links_than_its_scripts_have_made():
    rendered = parse_page("http://h/", b"<p>x</p><script>1</script>", {RENDERED: "1"})
    assert why_no_links(rendered, Scope("h")) == "it has none"
