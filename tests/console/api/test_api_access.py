"""Who may use which operation of the API: every operation, every role; tokens made, shown once, revoked."""

import re

import pytest
from api_programs import Program
from console_clients import ADMINISTRATOR, ANONYMOUS, ROLES, USER
from django.test import Client

from pagekin.console.access import Who
from pagekin.console.api.operations import API, OPERATIONS, TokenBearer
from pagekin.console.models import ApiToken, Audit

RANK = {ANONYMOUS: Who.ANYBODY, USER: Who.USER, ADMINISTRATOR: Who.ADMINISTRATOR}
BODIES = {"POST": {}}


def address(declared):
    """Give an address of an operation; what it is about need not exist."""
    return (
        declared.path.replace("{number}", "999999")
        .replace("{action}", "run")
        .replace("{name}", "nothing")
    )


@pytest.mark.parametrize("role", ROLES, ids=["anonymous", "user", "administrator"])
def test_each_operation_answers_whom_it_names_and_nobody_else(console, role):
    program = Program.of(role)
    for declared in OPERATIONS:
        status, answer = program.ask(
            declared.method, address(declared), BODIES.get(declared.method)
        )
        if role == ANONYMOUS:
            assert status == 401, declared
        else:
            assert (status == 403) == (RANK[role] < declared.who), (declared, answer)
            assert status not in {401, 405, 500}, (declared, answer)


def test_no_operation_is_reached_without_a_declaration():
    found = [
        (method, prefix + path, one)
        for prefix, router in API._routers
        for path, view in router.path_operations.items()
        for one in view.operations
        for method in one.methods
    ]
    assert [(method, path) for method, path, _ in found] == [
        (one.method, one.path) for one in OPERATIONS
    ]
    for _, path, one in found:
        assert [type(auth) for auth in one.auth_callbacks] == [TokenBearer], path


def test_who_is_logged_in_by_a_browser_is_nobody_to_the_api(console):
    client = console.client(ADMINISTRATOR)
    assert client.get("/").status_code == 200
    assert client.get("/api/sites").status_code == 401
    assert (
        client.post("/api/query", {"text": "x"}, content_type="application/json").status_code == 401
    )


@pytest.mark.parametrize(
    "header", ["", "Bearer ", "Bearer x", "Basic dXdlOng=", "Bearer pagekin_é", "Bearer \ud800"]
)
def test_a_wrong_token_is_nobodys(console, header):
    response = Client(SERVER_NAME="127.0.0.1").get(
        "/api/sites", headers={"Authorization": header.encode("utf-8", "replace").decode("latin-1")}
    )
    assert response.status_code == 401


def made_on_the_page(client):
    page = client.post("/me/tokens/", {"name": "import <b>"}).content.decode()
    return re.search(r"pagekin_[\w-]{43}", page)[0], page


def test_a_person_makes_a_token_which_is_shown_once_and_kept_as_a_digest(console):
    client = console.client(USER)
    token, page = made_on_the_page(client)
    assert "import &lt;b&gt;" in page
    assert token not in client.get("/me/tokens/").content.decode()
    (kept,) = ApiToken.objects.all()
    assert token not in repr(vars(kept))
    assert Program(token).get("/status")["person"] == USER
    assert Audit.objects.filter(who=USER, what="made a token").exists()


def test_a_revoked_token_is_worth_nothing_at_once(console):
    client = console.client(USER)
    token, _ = made_on_the_page(client)
    (kept,) = ApiToken.objects.all()
    other = console.client(ADMINISTRATOR)
    assert other.post(f"/me/tokens/{kept.pk}/revoke/").status_code == 404  # not theirs
    assert Program(token).ask("GET", "/status")[0] == 200
    assert client.post(f"/me/tokens/{kept.pk}/revoke/").status_code == 302
    assert Program(token).ask("GET", "/status")[0] == 401


def test_who_was_removed_or_is_no_administrator_any_more_is_none_at_once(console):
    program = Program.of(USER)
    administrator = console.client(ADMINISTRATOR)
    administrator.post("/people/2/role/", {"administrator": "yes"})
    assert program.ask("GET", "/jobs/1")[0] == 404
    administrator.post("/people/2/role/", {"administrator": "no"})
    assert program.ask("GET", "/jobs/1")[0] == 403
    administrator.post("/people/2/remove/")
    assert program.ask("GET", "/sites")[0] == 401
    assert not ApiToken.objects.exists()


def test_when_a_token_was_last_used_is_known(console):
    program = Program.of(USER)
    assert ApiToken.objects.get().used_at is None
    program.get("/status")
    assert ApiToken.objects.get().used_at is not None
