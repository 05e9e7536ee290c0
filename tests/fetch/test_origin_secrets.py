"""Passwords and sessions go to their own origin only, and into no text that somebody may read."""

import logging

import pytest
from loopback import Answer, opened, redirect, serving
from multidict import CIMultiDict

from pagekin.dom import Page
from pagekin.fetch.cookies import SiteCookies
from pagekin.fetch.origin_secrets import without_credentials
from pagekin.fetch.request_policy import RequestPolicy
from pagekin.fetch.web_request import WebRequest
from pagekin.site import Failure

SECRET = "s3cr3t"
EVERYWHERE = RequestPolicy(lambda _: True)


async def download_with_secrets(site, url):
    headers = {"Authorization": f"Bearer {SECRET}", "Cookie": f"session={SECRET}"}
    return await site._engine.send(WebRequest(url, EVERYWHERE, headers=headers))


async def test_a_redirect_within_the_origin_keeps_the_secrets():
    async with serving({"/a": redirect("/b"), "/b": Answer()}) as server, opened(server) as site:
        await download_with_secrets(site, server.url("/a"))
        (asked,) = server.asked_for("/b")
        assert asked.headers["authorization"] == f"Bearer {SECRET}"
        assert asked.headers["cookie"] == f"session={SECRET}"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_redirect_to_another_port_or_host_drops_them_also_on_the_way_back(host):
    async with serving({}) as other, serving({}) as server:
        port = other.origin.rpartition(":")[2]
        server.routes = {"/a": redirect(f"http://{host}:{port}/b"), "/c": Answer()}
        other.routes = {"/b": redirect(server.url("/c"))}
        async with opened(server, allow_networks="127.0.0.1 ::1") as site:
            await download_with_secrets(site, server.url("/a"))
        asked = [*other.asked_for("/b"), *server.asked_for("/c")]
        assert len(asked) == 2
        for request in asked:
            assert SECRET not in str(request.headers)


async def test_a_redirect_from_http_to_https_drops_them(tls, self_signed, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(self_signed))
    async with serving({"/b": Answer()}, tls) as other:
        origin = serving({"/a": redirect(other.url("/b"))})
        async with origin as server, opened(server, allow_networks="127.0.0.1") as site:
            await download_with_secrets(site, server.url("/a"))
        (asked,) = other.asked_for("/b")
        assert SECRET not in str(asked.headers)


@pytest.mark.parametrize(
    ("set_by", "asked_for", "sent"),
    [
        ("http://h.example/", "http://h.example/", True),
        ("http://h.example/", "https://h.example/", True),
        ("https://h.example/", "http://h.example/", False),
        ("http://h.example:8080/", "http://h.example:8080/", True),
        ("http://h.example:8080/", "http://h.example:8081/", False),
        ("http://h.example:8080/", "http://h.example/", False),
        ("http://h.example/", "http://h.example:8080/", False),
    ],
)
def test_a_session_goes_to_no_other_port_and_not_from_https_to_http(set_by, asked_for, sent):
    cookies = SiteCookies()
    cookies.keep([f"session={SECRET}"], set_by)
    headers = CIMultiDict()
    cookies.add_to(headers, asked_for)
    assert (SECRET in str(headers)) is sent


async def test_a_password_in_a_url_is_sent_to_nobody_and_shown_to_nobody(caplog):
    caplog.set_level(logging.DEBUG)
    async with serving({}) as other, serving({}) as server:
        host, elsewhere = (s.origin.partition("//")[2] for s in (server, other))
        server.routes = {
            "/": Answer(f'<a href="http://user:{SECRET}@{host}/next">next</a>'.encode()),
            "/next": redirect(f"http://user:{SECRET}@{host}/page"),
            "/page": Answer(),
            "/away": redirect(f"http://user:{SECRET}@{elsewhere}/"),
            "/odd": redirect(f"http://user:{SECRET}@[/"),
            "/ftp": redirect(f"ftp://user:{SECRET}@{host}/"),
        }
        async with opened(server, allow_networks="127.0.0.1") as site:
            page = await site.fetch(f"http://user:{SECRET}@{host}/")
            assert isinstance(page, Page)
            results = [page, await site.fetch(page.links[0].url)]
            for odd in (
                f"http://user:{SECRET}@[/",
                f"ftp://user:{SECRET}@{host}/",
                f"u:{SECRET}@h",
            ):
                results += [await site.fetch(odd), await site.download(odd)]
            for path in ("/away", "/odd", "/ftp", "/missing"):
                results += [
                    await site.fetch(server.url(path)),
                    await site.download(server.url(path)),
                ]
        failures = [result for result in results if isinstance(result, Failure)]
        assert len(failures) == len(results) - 2
        assert SECRET not in str(failures)
        assert SECRET not in str([result.url for result in results])
        assert SECRET not in caplog.text
        assert SECRET not in str(server.log + other.log)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://user:pw@host/path", "http://host/path"),
        ("http://us@er:pw@host", "http://host"),
        (r"http:\\user:pw@host\path", r"http:\\host\path"),
        ("user:pw@host", "host"),
        ("http://host/a?b=c", "http://host/a?b=c"),
    ],
)
def test_what_is_shown_of_a_url_has_no_password(text, shown):
    assert without_credentials(text) == shown
