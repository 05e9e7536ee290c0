"""`pagekin login`, and how crawls find what it kept."""

import asyncio

import pytest
from click.testing import CliRunner
from gates import PASSWORD, USER, DigestGate, Members, behind_basic
from loopback import Answer, redirect
from threads import in_a_thread

from pagekin.app.sites.logins import login_for, open_network
from pagekin.app.storing.stored_logins import stored_login
from pagekin.cli import asking, options
from pagekin.cli.login import command
from pagekin.dom import Page
from pagekin.errors import FetchError, NothingFoundError, UsageError
from pagekin.settings import Settings
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.store.location import StoreLocation
from pagekin.urls import Scope

ACCOUNT = Answer(b"<title>Account</title><p>Hello Ann")


@pytest.fixture(autouse=True)
def data(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name in ("PAGEKIN_LOGIN_USER", "PAGEKIN_LOGIN_PASSWORD", "PAGEKIN_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "data"))
    monkeypatch.setenv("PAGEKIN_DELAY", "0")
    token = asking.typed.set({})
    yield tmp_path / "data"
    asking.typed.reset(token)


@pytest.fixture
def given(monkeypatch):
    monkeypatch.setenv("PAGEKIN_LOGIN_USER", USER)
    monkeypatch.setenv("PAGEKIN_LOGIN_PASSWORD", PASSWORD)


def run(*arguments, **options):
    return CliRunner().invoke(command, [str(argument) for argument in arguments], **options)


@pytest.mark.parametrize(
    ("routes", "path", "kind"),
    [
        (Members({"/account": ACCOUNT}).routes(), "/login", LoginKind.FORM),
        ({"/": behind_basic(Answer())}, "/", LoginKind.BASIC),
        ({"/": DigestGate().behind(Answer())}, "/", LoginKind.DIGEST),
    ],
)
@pytest.mark.usefixtures("given")
def test_the_way_in_is_found_tried_and_kept(routes, path, kind, data):
    with in_a_thread(routes) as server:
        result = run(server.url(path))
        assert result.exit_code == 0, result.exception
        assert result.output.startswith(f"logged in at {server.url(path)}; the login is kept")
        assert PASSWORD not in result.output
        kept = stored_login(server.url("/other"), {"PAGEKIN_DATA": str(data)})
        assert kept == Login(kind, server.url(path), USER, PASSWORD)
        assert not any(
            PASSWORD.encode() in file.read_bytes() for file in data.iterdir() if file.is_file()
        )


@pytest.mark.usefixtures("given")
def test_a_page_that_leads_to_the_login_page_will_do(data):
    routes = Members({"/account": ACCOUNT}).routes() | {"/start": redirect("/login")}
    with in_a_thread(routes) as server:
        assert run(server.url("/start")).exit_code == 0
        kept = stored_login(server.url("/"), {"PAGEKIN_DATA": str(data)})
        assert kept.url == server.url("/login")


@pytest.mark.usefixtures("given")
def test_a_crawl_finds_what_was_kept_and_is_logged_in(data, monkeypatch):
    members = Members({"/account": ACCOUNT, "/p/1": Answer()})
    with in_a_thread(members.routes()) as server:
        assert run(server.url("/login")).exit_code == 0
        for name in ("PAGEKIN_LOGIN_USER", "PAGEKIN_LOGIN_PASSWORD"):
            monkeypatch.delenv(name)

        async def fetched():
            scope = Scope.around(server.url("/"))
            settings = Settings(delay=0, obey_robots=False)
            async with open_network(scope, settings, [server.url("/p/1")]) as site:
                return await site.fetch(server.url("/p/1"))

        assert isinstance(asyncio.run(fetched()), Page)
        assert len(members.logins) == 2
        assert run(server.url("/login"), "--forget").exit_code == 0
        assert isinstance(run(server.url("/login"), "--forget").exception, NothingFoundError)
        assert not isinstance(asyncio.run(fetched()), Page)


def test_what_is_wrong_is_said_and_nothing_is_kept(monkeypatch, data):
    monkeypatch.setenv("PAGEKIN_LOGIN_USER", USER)
    monkeypatch.setenv("PAGEKIN_LOGIN_PASSWORD", "wr0ng")
    routes = Members({"/account": ACCOUNT}).routes()
    routes |= {"/plain": Answer(), "/b": behind_basic(Answer())}
    with in_a_thread(routes) as server:
        for path, complaint in (
            ("/login", "the form is there again"),
            ("/b", "the server answers 401"),
            ("/plain", "no way to log in was found at"),
            ("/none", "404 Not Found"),
        ):
            error = run(server.url(path)).exception
            assert isinstance(error, FetchError)
            assert complaint in str(error)
            assert "wr0ng" not in str(error)
        assert stored_login(server.url("/"), {"PAGEKIN_DATA": str(data)}) is None


def test_without_a_terminal_nobody_is_asked():
    with in_a_thread(Members({}).routes()) as server:
        error = run(server.url("/login")).exception
    assert isinstance(error, UsageError)
    assert "set PAGEKIN_LOGIN_USER and PAGEKIN_LOGIN_PASSWORD" in str(error)


def test_at_a_terminal_user_and_password_are_asked_for_and_not_shown(monkeypatch, data):
    monkeypatch.setattr("pagekin.cli.login._is_at_a_terminal", lambda: True)
    with in_a_thread(Members({"/account": ACCOUNT}).routes()) as server:
        result = run(server.url("/login"), input=f"{USER}\n{PASSWORD}\n")
        assert result.exit_code == 0, result.exception
        assert "User: " in result.output
        assert PASSWORD not in result.output
        assert stored_login(server.url("/"), {"PAGEKIN_DATA": str(data)}).password == PASSWORD


FORM = Settings(login="form", login_url="https://shop.example/login")


def test_the_environment_counts_before_the_store(data):
    place = {"PAGEKIN_DATA": str(data)}
    environ = {**place, "SHOP_USER": "u", "SHOP_PASSWORD": "p"}
    settings = Settings(
        login="basic", login_user_variable="SHOP_USER", login_password_variable="SHOP_PASSWORD"
    )
    found = login_for(settings, ["http://h.example/p"], environ)
    assert found == Login(LoginKind.BASIC, "http://h.example/p", "u", "p")
    assert login_for(Settings(), ["http://h.example/p"], environ) is None


def test_a_form_needs_its_page(data):
    with pytest.raises(UsageError, match="login_url does not say on which page the form is"):
        login_for(Settings(login="form"), ["https://shop.example/"], {"PAGEKIN_DATA": str(data)})


def test_a_login_that_is_nowhere_is_asked_for(data):
    with pytest.raises(
        UsageError, match=r"set PAGEKIN_LOGIN_USER .* 'pagekin login https://shop.ex"
    ):
        login_for(FORM, ["https://shop.example/"], {"PAGEKIN_DATA": str(data)})


def test_at_a_terminal_a_command_asks_for_it_once(data, monkeypatch):
    asked = []
    monkeypatch.setattr(options.sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr(
        asking.click, "prompt", lambda text, **_: asked.append(text) or text.lower()
    )
    flags = {"login": "form", "login_url": "https://shop.example/login"}
    settings = options.settings_from(flags, "shop.example")
    assert asked == ["User", "Password"]
    login = login_for(settings, ["https://shop.example/"], {"PAGEKIN_DATA": str(data)})
    assert (login.user, login.password) == ("user", "password")


def test_a_data_directory_without_logins_is_not_even_made(data):
    assert login_for(Settings(), ["https://shop.example/"], {"PAGEKIN_DATA": str(data)}) is None
    assert not StoreLocation(data).directory.exists()
