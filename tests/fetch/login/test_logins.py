"""Logging in, staying logged in, and telling nobody else the password."""

import asyncio
import base64
import logging
import socket
from functools import partial
from urllib.parse import parse_qsl

import pytest
from gates import BASIC, PASSWORD, USER, DigestGate, Members, asking, behind_basic
from loopback import HTML, Answer, redirect, serving

from pagekin.archive import FolderArchive
from pagekin.dom import Page
from pagekin.errors import FetchError, UsageError
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.urls import Scope

ACCOUNT = Answer(b'<title>Account</title><p>Hello Ann<a href="/logout">Out</a>')
PAGES = {"/account": ACCOUNT, **{f"/p/{n}": Answer(b"<p>%d" % n) for n in range(20)}}


def opened(server, kind=LoginKind.FORM, path="/login", password=PASSWORD, success="", **settings):
    chosen = {"delay": 0.0, "retries": 0, "allow_networks": "127.0.0.1 ::1", **settings}
    login = Login(kind, server.url(path), USER, password, success)
    return open_site(Scope.around(server.url("/")), Settings(**chosen), login=login)


async def test_basic_goes_with_every_request_to_the_origin():
    async with serving({"/": behind_basic(Answer())}) as server:
        async with opened(server, LoginKind.BASIC) as site:
            assert isinstance(await site.fetch(server.url("/")), Page)
        assert {asked.headers["authorization"] for asked in server.log} == {BASIC}


async def test_bearer_goes_with_every_request_to_the_origin():
    async with serving({"/": Answer()}) as server:
        async with opened(server, LoginKind.BEARER, password="t0k3n") as site:
            await site.fetch(server.url("/"))
        assert {asked.headers["authorization"] for asked in server.log} == {"Bearer t0k3n"}


@pytest.mark.parametrize("algorithm", ["MD5", "SHA-256"])
async def test_digest_meets_the_challenge_once_and_then_remembers_it(algorithm):
    gate = DigestGate(algorithm)
    routes = {f"/{n}?q=a%20b": gate.behind(Answer()) for n in range(4)}
    async with serving(routes) as server, opened(server, LoginKind.DIGEST) as site:
        for path in routes:
            answer = await site.visit(server.url(path))
            assert isinstance(answer.result, Page)
            assert [exchange.status for exchange in answer.exchanges] == [200]
        assert len(server.asked_for("/0?q=a%20b")) == 2
        assert all(len(server.asked_for(path)) == 1 for path in list(routes)[1:])


async def test_a_nonce_that_is_too_old_is_replaced():
    gate = DigestGate(good_for=1)
    routes = {f"/{n}": gate.behind(Answer()) for n in range(4)}
    async with serving(routes) as server, opened(server, LoginKind.DIGEST) as site:
        pages = await asyncio.gather(*(site.fetch(server.url(path)) for path in routes))
    assert all(isinstance(page, Page) for page in pages)


async def test_a_nonce_that_the_server_names_beforehand_saves_a_question_for_each_page():
    gate = DigestGate(good_for=1, tells_next=True)
    routes = {f"/{n}": gate.behind(Answer()) for n in range(4)}
    async with serving(routes) as server, opened(server, LoginKind.DIGEST) as site:
        pages = [await site.fetch(server.url(path)) for path in routes]
        asked = [len(server.asked_for(path)) for path in routes]
    assert all(isinstance(page, Page) for page in pages)
    assert asked == [2, 1, 1, 1]


@pytest.mark.parametrize("token", ["c4n4ry\n", "c4n4ry\r\nX-Admin: 1"])
def test_a_token_that_no_header_can_hold_is_refused_and_not_shown(token):
    with pytest.raises(UsageError, match="the token has characters that no header may have") as why:
        Login(LoginKind.BEARER, "https://shop.example/", password=token)
    assert "c4n4r" not in str(why.value)


@pytest.mark.parametrize("kind", [LoginKind.BASIC, LoginKind.DIGEST])
async def test_a_wrong_password_is_not_tried_again_and_again(kind):
    gate = {
        LoginKind.BASIC: behind_basic(Answer()),
        LoginKind.DIGEST: DigestGate().behind(Answer()),
    }
    async with serving({"/": gate[kind]}) as server:
        async with opened(server, kind, password="wrong") as site:
            result = await site.fetch(server.url("/"))
        assert result.status == 401
        assert len(server.asked_for("/")) <= 3


async def test_a_challenge_that_cannot_be_met_is_a_failure():
    odd = asking('Digest realm="x", nonce="n", algorithm=SHA-512-256')
    async with serving({"/": odd}) as server, opened(server, LoginKind.DIGEST) as site:
        assert (await site.fetch(server.url("/"))).status == 401
        assert len(server.asked_for("/")) == 1


async def test_a_form_is_filled_in_with_its_hidden_fields_and_the_session_is_kept():
    members = Members(PAGES)
    async with serving(members.routes()) as server, opened(server) as site:
        assert members.logins == [
            {"csrf": "token0", "mail": USER, "pw": PASSWORD, "stay": "on", "go": "1"}
        ]
        assert isinstance(await site.fetch(server.url("/p/1")), Page)
        assert isinstance(await site.fetch(server.url("/p/2")), Page)
        (posted,) = server.asked_for("/login?next=/account")
        assert posted.headers["referer"] == server.url("/login")
    assert len(members.logins) == 1


@pytest.mark.parametrize("closed", ["redirect", "form", "401", "403"])
async def test_a_session_that_ends_is_renewed_and_the_page_asked_for_again(closed):
    members = Members(PAGES, lasts=4, closed=closed)
    async with serving(members.routes()) as server, opened(server) as site:
        for number in range(20):
            answer = await site.visit(server.url(f"/p/{number}"))
            assert answer.result.root.findtext(".//p") == str(number)
            assert [exchange.url for exchange in answer.exchanges] == [server.url(f"/p/{number}")]
    assert len(members.logins) > 4


async def test_those_who_find_the_session_ended_at_once_share_one_renewal():
    members = Members(PAGES)
    async with serving(members.routes()) as server, opened(server, concurrency=8) as site:
        members.end_all()
        pages = await asyncio.gather(*(site.fetch(server.url(f"/p/{n}")) for n in range(20)))
    assert all(isinstance(page, Page) for page in pages)
    assert len(members.logins) == 2


@pytest.mark.parametrize("closed", ["redirect", "form", "401", "403"])
async def test_a_session_that_ends_before_all_had_their_turn_is_renewed_once_more(closed):
    members = Members(PAGES, lasts=5, closed=closed)
    async with serving(members.routes()) as server, opened(server, concurrency=8) as site:
        for _ in range(5):
            fetches = (site.fetch(server.url(f"/p/{n}")) for n in range(8))
            pages = await asyncio.gather(*fetches)
            assert [page.root.findtext(".//p") for page in pages] == list(map(str, range(8)))


async def test_a_session_that_cannot_be_renewed_is_tried_once_and_no_login_page_passes_for_a_page():
    members = Members(PAGES, closed="form")
    async with serving(members.routes()) as server, opened(server) as site:
        members.end_all()
        members.refuses = True
        results = [await site.fetch(server.url(f"/p/{n}")) for n in range(20)]
    assert all(isinstance(result, Failure) for result in results)
    assert "the session has ended, and the login at" in results[0].detail
    assert len(members.logins) == 2


@pytest.mark.parametrize("status", [401, 403])
async def test_pages_that_stay_forbidden_do_not_make_us_log_in_for_each(status):
    forbidden = {f"/no/{n}": Answer(b"", status) for n in range(40)}
    members = Members(PAGES)
    async with serving(members.routes() | forbidden) as server, opened(server) as site:
        results = [await site.fetch(server.url(path)) for path in forbidden]
        assert {result.status for result in results} == {status}
        assert len(members.logins) <= 8
        members.end_all()
        results = [await site.fetch(server.url(f"/p/{n}")) for n in range(20)]
    assert all(isinstance(result, Page) for result in results)


async def test_pages_with_a_login_form_for_everybody_are_pages():
    page = Answer(f"<p>News{Members(PAGES).form}".encode())
    members = Members(PAGES)
    routes = members.routes() | {f"/n/{n}": page for n in range(20)}
    async with serving(routes) as server, opened(server, success="Hello Ann") as site:
        results = [await site.fetch(server.url(f"/n/{n}")) for n in range(20)]
    assert all(isinstance(result, Page) for result in results)
    assert len(members.logins) <= 7


async def test_the_login_may_be_at_another_host_that_sends_one_back_with_a_ticket(monkeypatch):
    """Both names lead here, as do those of a company's shop and of its accounts."""
    real = socket.getaddrinfo
    here = partial(real, "127.0.0.1", type=socket.SOCK_STREAM)
    monkeypatch.setattr(socket, "getaddrinfo", lambda _host, port, *_a, **_k: here(port))
    form = b"<form method=post action=/in><input name=u><input type=password name=p></form>"
    routes = {"/login": Answer(form), "/login?next=p": Answer(form), "/account": ACCOUNT}
    async with serving(routes) as server:
        port = server.origin.rpartition(":")[2]
        shop, accounts = f"http://shop.example:{port}", f"http://accounts.example:{port}"
        server.routes["/in"] = redirect(f"{shop}/ticket")
        session = {"Location": "/account", "Set-Cookie": "session=1"}
        server.routes["/ticket"] = Answer(b"", 302, session)

        async def page(asked, _writer):
            is_known = "session=1" in asked.headers.get("cookie", "")
            is_first = len(server.asked_for("/ticket")) == 1
            return redirect(f"{accounts}/login?next=p") if is_first or not is_known else Answer()

        server.routes["/p"] = page
        login = Login(LoginKind.FORM, f"{accounts}/login", USER, PASSWORD)
        settings = Settings(delay=0.0, retries=0)
        async with open_site(
            Scope.around(f"{shop}/"), settings, named=[f"{shop}/"], login=login
        ) as site:
            assert isinstance(await site.fetch(f"{shop}/p"), Page)
        posted = [asked.headers["host"] for asked in server.log if asked.body]
    assert posted == [f"accounts.example:{port}"] * 2


@pytest.mark.parametrize("success", ["Hello Ann", "hello  ann", "/logout"])
async def test_success_is_told_by_a_text_or_a_link(success):
    async with serving(Members(PAGES).routes()) as server, opened(server, success=success):
        pass


@pytest.mark.parametrize("success", ["Hello Ann", "Hello Bob", ""])
async def test_who_is_sent_on_from_the_login_page_is_logged_in_if_success_shows(success):
    """Such as by the address from which one comes; without a sign of success, nobody could tell."""
    sent_on = {"/login": redirect("/account"), **PAGES}
    async with serving(sent_on) as server:
        if success == "Hello Ann":
            async with opened(server, success=success) as site:
                assert isinstance(await site.fetch(server.url("/p/1")), Page)
        else:
            with pytest.raises(FetchError, match="there is no form with a password field"):
                async with opened(server, success=success):
                    pass


@pytest.mark.parametrize(
    ("routes", "options", "why"),
    [
        ({}, {"success": "Hello Bob"}, "the text 'Hello Bob' is not on the page after it"),
        ({}, {"success": "/goodbye"}, "the link '/goodbye' is not on the page after it"),
        ({}, {"password": "wrong"}, "the form is there again; are user and password right?"),
        ({}, {"path": "/none"}, "the server answers 404"),
        ({"/login": Answer()}, {}, "there is no form with a password field; is login_url right?"),
        ({"/login": Answer(b"<form><input name=u><input type=password name=p></form>")}, {},
         "the form would put the password into a URL"),
        ({"/login": Answer(b"<form method=post action='http://other.example/'>"
                           b"<input name=u><input type=password name=p></form>")}, {},
         "the form would send the password to http://other.example/, which is not of http://127"),
        ({"/login": Answer(b"<form method=post><input name=u><input type=password name=p>"
                           b"<button formaction='https://127.0.0.1/'>Go</button></form>")}, {},
         "the form would send the password to https://127.0.0.1/, which is not of http://127"),
        ({"/login": redirect("http://other.example/")}, {}, "redirected out of scope"),
        ({"/login?next=/account": Answer(b"", 403)}, {}, "the server answers 403"),
        ({"/login": b""}, {}, "closed the connection without an answer"),
    ],
)  # fmt: skip
async def test_a_login_that_fails_ends_it_all_and_says_why(routes, options, why, caplog):
    caplog.set_level(logging.DEBUG)
    async with serving(Members(PAGES).routes() | routes) as server:
        with pytest.raises(FetchError) as raised:
            async with opened(server, **options):
                pass
    assert f"the login at {server.origin}/" in str(raised.value)
    assert why in str(raised.value)
    assert PASSWORD not in str(raised.value) + caplog.text


async def test_the_login_page_may_be_one_that_robots_txt_forbids():
    robots = Answer(b"User-agent: *\nDisallow: /login", headers={"Content-Type": "text/plain"})
    members = Members(PAGES, lasts=2)
    routes = members.routes() | {"/robots.txt": robots}
    async with serving(routes) as server, opened(server) as site:
        for number in range(4):
            assert isinstance(await site.fetch(server.url(f"/p/{number}")), Page)
        assert (await site.fetch(server.url("/login"))).kind is FailureKind.ROBOTS


@pytest.mark.parametrize("path", ["/logout", "/user/sign-out?x", "/?do=logoff", "/konto/abmelden"])
async def test_ways_out_are_not_taken(path):
    members = Members(PAGES)
    async with serving(members.routes() | {path: Answer()}) as server, opened(server) as site:
        result = await site.fetch(server.url(path))
        assert result.detail == "left out, since it would end the session"
        assert isinstance(await site.fetch(server.url("/p/1")), Page)
        assert not server.asked_for(path)


@pytest.mark.parametrize("path", ["/blog/outings", "/catalogue/offers", "/design-outlets"])
async def test_what_only_sounds_like_a_way_out_is_taken(path):
    routes = Members(PAGES).routes() | {path: Answer()}
    async with serving(routes) as server, opened(server) as site:
        assert isinstance(await site.fetch(server.url(path)), Page)


def secrets():
    basic = base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()
    return (PASSWORD, "c4n4ry", basic, "t0k3n", "Authorization:", "session=s")


KINDS = [LoginKind.BASIC, LoginKind.BEARER, LoginKind.DIGEST, LoginKind.FORM]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
async def test_no_other_port_or_host_gets_to_know_anything(kind, host, status):
    async with serving({}) as other:
        port = other.origin.rpartition(":")[2]
        away = f"http://{host}:{port}/b"
        other.routes = {"/b": asking('Digest realm="shop", qop="auth", nonce="n", algorithm=MD5')}
        members = Members(PAGES)
        routes = members.routes() | {
            "/a": redirect(away, status),
            "/d": DigestGate().behind(Answer()),
        }
        async with serving(routes) as server, opened(server, kind) as site:
            await site.fetch(server.url("/d"))
            site.scope = Scope.around(away)
            await site.download(server.url("/a"))
            await site.download(away)
        assert len(other.asked_for("/b")) == 2
        for asked in other.log:
            assert "authorization" not in asked.headers
            assert not any(secret in str(asked) for secret in secrets())


@pytest.mark.parametrize("kind", KINDS)
async def test_another_scheme_gets_to_know_nothing(kind, tls, self_signed, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(self_signed))
    async with serving({"/b": Answer()}, tls) as other:
        routes = Members(PAGES).routes() | {"/a": redirect(other.url("/b"))}
        async with serving(routes) as server, opened(server, kind) as site:
            site.scope = Scope.around(other.url("/"))
            await site.download(server.url("/a"))
        (asked,) = other.asked_for("/b")
        assert "authorization" not in asked.headers
        assert not any(secret in str(asked) for secret in secrets())


@pytest.mark.parametrize("status", [307, 308])
async def test_a_password_that_was_posted_is_not_posted_on(status):
    async with serving({"/steal": Answer()}) as other:
        routes = Members(PAGES).routes()
        routes["/login?next=/account"] = redirect(other.url("/steal"), status)
        async with serving(routes) as server:
            with pytest.raises(FetchError, match="redirected to send what was posted"):
                async with opened(server):
                    pass
        assert not other.log


async def test_nothing_secret_is_in_exchanges_archive_failures_or_logs(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    members = Members(PAGES, lasts=2)
    async with serving(members.routes()) as server, opened(server) as site:
        answers = [await site.visit(server.url(f"/p/{number}")) for number in range(6)]
        answers.append(await site.visit(server.url("/none")))
    gate = DigestGate()
    async with serving({"/": gate.behind(Answer(headers={**HTML, "X-A": "b"}))}) as server:
        for kind in (LoginKind.BASIC, LoginKind.DIGEST, LoginKind.BEARER):
            async with opened(server, kind) as site:
                answers.append(await site.visit(server.url("/")))
                assert not any(secret in repr(site.__dict__) for secret in secrets())
    exchanges = [exchange for answer in answers for exchange in answer.exchanges]
    with FolderArchive(tmp_path) as archive:
        kept = [archive.read(archive.append(exchange)) for exchange in exchanges]
    told = str([answer.result for answer in answers]) + str(exchanges) + str(kept) + caplog.text
    assert len(kept) == len(answers)
    assert not any(secret in told for secret in secrets() if secret != "Authorization:")


FORM = (
    b'<form method="post" action="/in"><input name="user"><input type="password" name="pw"></form>'
)


def direct(after, *, shows_form_to_all=False):
    """Make a site that answers its form at once, without sending anybody on."""

    async def login_page(asked, _writer):
        is_in = "session=1" in asked.headers.get("cookie", "")
        return Answer(b"<p>You are in" if is_in and not shows_form_to_all else FORM)

    async def submitted(asked, _writer):
        if dict(parse_qsl(asked.body))["pw"] == PASSWORD:
            return Answer(after.body, after.status, {**HTML, "Set-Cookie": "session=1"})
        return Answer(b"<p>Wrong password", after.status)

    return {"/login": login_page, "/in": submitted}


@pytest.mark.parametrize("status", [200, 400])
async def test_a_wrong_password_answered_by_a_page_without_a_form_is_no_login(status):
    async with serving(direct(Answer(b"<p>Welcome", status))) as server:
        with pytest.raises(FetchError, match=r"shows its form as before.*login_success"):
            async with opened(server, password="wrong"):
                pass


async def test_a_wrong_password_answered_by_something_that_is_no_page_is_no_login():
    routes = direct(Answer())

    async def says_no(_asked, _writer):
        return Answer(b'{"error": 1}', headers={"Content-Type": "application/json"})

    async with serving(routes | {"/in": says_no}) as server:
        with pytest.raises(FetchError, match="shows its form as before"):
            async with opened(server):
                pass


@pytest.mark.parametrize(
    ("after", "shows_form_to_all"),
    [(Answer(b"<p>Welcome"), False), (Answer(b'<a href="/logout">Out</a>'), True)],
)
async def test_a_right_password_answered_at_once_is_a_login(after, shows_form_to_all):
    """The login page has no form any more, or there is a way out."""
    async with serving(direct(after, shows_form_to_all=shows_form_to_all)) as server:
        async with opened(server) as site:
            assert isinstance(await site.fetch(server.url("/login")), Page)
        assert len(server.asked_for("/in")) == 1


async def test_what_is_there_only_after_a_login_settles_it():
    routes = direct(Answer(b"<p>Welcome"), shows_form_to_all=True)
    async with serving(routes) as server:
        async with opened(server, success="Welcome"):
            pass
        with pytest.raises(FetchError, match="'Welcome' is not on the page"):
            async with opened(server, password="wrong", success="Welcome"):
                pass


def sending_on(to, *, knows=b"", is_private=False, is_noisy=False):
    """Make a site that shows its form to all, and after it sends everybody on to one page without a way out."""
    times = iter(range(99))

    async def submitted(asked, _writer):
        is_right = dict(parse_qsl(asked.body))["pw"] == PASSWORD
        session = {"Set-Cookie": "session=1" if is_right else "flash=wrong"}
        return Answer(b"", 303, {"Location": to, **session})

    async def page(asked, _writer):
        cookies = asked.headers.get("cookie", "")
        is_in = "session=1" in cookies
        if is_private and not is_in:
            return redirect("/login")
        news = b"<p>Visit %d" % next(times) if is_noisy else b""
        if "flash=wrong" in cookies:
            return Answer(
                b"<p>Wrong password" + news, headers={**HTML, "Set-Cookie": "flash=; Max-Age=0"}
            )
        return Answer(b"<a href=/p/1>A cup</a>" + (knows if is_in else b"") + news)

    return {"/login": Answer(FORM), "/in": submitted, to: page}


@pytest.mark.parametrize("is_noisy", [False, True])
async def test_a_wrong_password_that_is_sent_on_to_a_page_for_everybody_is_no_login(is_noisy):
    routes = sending_on("/home", knows=b"<p>Hello Ann", is_noisy=is_noisy)
    async with serving(routes) as server:
        with pytest.raises(FetchError, match=r"/home is the same without a login.*login_success"):
            async with opened(server, password="wrong"):
                pass


@pytest.mark.parametrize(
    "shown",
    [
        {"knows": b"<p>Hello Ann"},
        {"knows": b"<a href=/orders>Orders</a>", "is_noisy": True},
        {"knows": b"<form method=post action=/logout><button>Out</button></form>"},
        {"is_private": True},
    ],
    ids=["greeting", "link", "button", "private page"],
)
async def test_a_right_password_is_a_login_if_what_comes_is_not_for_everybody(shown):
    async with serving(sending_on("/home", **shown)) as server:
        async with opened(server):
            pass
        assert len(server.asked_for("/in")) == 1


async def test_who_looks_like_a_stranger_does_not_lose_the_session():
    routes = sending_on("/home", knows=b"<p>Hello Ann")
    home = routes["/home"]

    async def resetting(asked, writer):
        answer = await home(asked, writer)
        if "session=1" in asked.headers.get("cookie", ""):
            return answer
        return Answer(answer.body, headers={**HTML, "Set-Cookie": "session=0"})

    async with serving(routes | {"/home": resetting}) as server, opened(server) as site:
        assert b"Hello Ann" in (await site.fetch(server.url("/home"))).body
