"""Who may use which view: every route of the table, every role, with and without a token against forgery."""

import re

import pytest
from console_clients import ADMINISTRATOR, ANONYMOUS, ROLES, USER
from django.http import HttpResponse
from django.urls import get_resolver

from pagekin.console import access, url_table
from pagekin.console.access import ROUTES, Who, route

RANK = {ANONYMOUS: Who.ANYBODY, USER: Who.USER, ADMINISTRATOR: Who.ADMINISTRATOR}
METHODS = ("GET", "POST", "PUT", "PATCH", "DELETE")
LOG_IN = "/log-in/"


def some_address(declared):
    """Give an address of a route; what it is about need not exist, for who may not must not learn that."""
    numbered = re.sub(r"<int:\w+>", "999999", declared.path)
    return "/" + re.sub(r"<\w+:\w+>", "nothing", numbered)


def is_refused(response):
    to_log_in = response.status_code == 302 and response.headers["Location"].startswith(LOG_IN)
    return to_log_in or response.status_code in {401, 403}


@pytest.mark.parametrize("role", ROLES, ids=["anonymous", "user", "administrator"])
def test_each_route_answers_whom_it_names_and_nobody_else(console, role):
    client = console.client(role)
    for declared in ROUTES.values():
        if declared.name == "log-out":
            continue  # what comes after would be anonymous
        for method in declared.methods:
            response = client.generic(method, some_address(declared))
            allowed = RANK[role] >= declared.who
            assert is_refused(response) != allowed, (declared.name, method, response.status_code)
            assert response.status_code < 500, (declared.name, method)


@pytest.mark.parametrize("role", ROLES, ids=["anonymous", "user", "administrator"])
def test_no_route_takes_a_form_that_was_not_sent_from_a_page_of_the_console(console, role):
    client = console.client(role, csrf=True)
    taking = [one for one in ROUTES.values() if "POST" in one.methods]
    assert taking
    for declared in taking:
        response = client.post(some_address(declared))
        assert response.status_code == 403, declared.name
        assert "not sent from a page" in response.content.decode(), declared.name


def test_methods_that_a_route_does_not_name_are_refused(console):
    client = console.client(ADMINISTRATOR)
    for declared in ROUTES.values():
        for method in set(METHODS) - {*declared.methods}:
            response = client.generic(method, some_address(declared))
            assert response.status_code == 405, (declared.name, method)


def test_the_url_table_is_made_of_declarations_alone():
    declared = {one.view for one in ROUTES.values()}
    *pages, operations = get_resolver(None).url_patterns
    assert {pattern.callback for pattern in pages} == declared
    assert [pattern.name for pattern in url_table.urlpatterns[:-1]] == list(ROUTES)
    assert operations.app_name == "ninja"  # see test_api_access


def test_a_route_cannot_be_declared_without_saying_who_may():
    with pytest.raises(TypeError, match="who"):
        route("x/", name="x")


def test_two_views_cannot_have_one_name(monkeypatch):
    monkeypatch.setattr(access, "ROUTES", dict(ROUTES))

    @route("first/", name="a-name", who=Who.USER)
    def first(request):
        return HttpResponse()

    def second(request):
        return HttpResponse()

    second.__module__ = "elsewhere"
    with pytest.raises(ValueError, match="a-name"):
        route("second/", name="a-name", who=Who.USER)(second)


def test_who_was_removed_is_logged_out_at_once(console):
    client = console.client(USER)
    assert client.get("/").status_code == 200
    console.client(ADMINISTRATOR).post("/people/2/remove/")
    assert is_refused(client.get("/"))


def test_who_is_no_administrator_any_more_is_none_at_once(console):
    other = console.client(USER)
    console.client(ADMINISTRATOR).post("/people/2/role/", {"administrator": "yes"})
    assert other.get("/people/").status_code == 200
    console.client(ADMINISTRATOR).post("/people/2/role/", {"administrator": "no"})
    assert other.get("/people/").status_code == 403


def test_nobody_makes_themselves_powerless(console):
    client = console.client(ADMINISTRATOR)
    assert client.post("/people/1/remove/").status_code == 400
    assert client.post("/people/1/role/", {"administrator": "no"}).status_code == 400
    assert client.get("/people/").status_code == 200


def test_requests_to_other_names_are_refused(console):
    client = console.client(ADMINISTRATOR)
    assert client.get("/", SERVER_NAME="evil.example").status_code == 400


def test_every_page_has_the_headers_that_keep_scripts_of_others_out(console):
    client = console.client(ADMINISTRATOR)
    for declared in ROUTES.values():
        if "GET" in declared.methods:
            response = client.get(some_address(declared))
            policy = response.headers["Content-Security-Policy"]
            assert "default-src 'none'" in policy, declared.name
            assert "unsafe" not in policy, declared.name
            assert response.headers["X-Content-Type-Options"] == "nosniff"
