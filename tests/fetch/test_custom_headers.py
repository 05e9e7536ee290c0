"""Headers and cookies that a person gave: sent to the origins that the person named, told to nobody."""

import logging

import pytest
from loopback import Answer, redirect, serving

from pagekin.archive import FolderArchive
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site import Failure
from pagekin.urls import Scope

SECRET = "c4n4ry"
GIVEN = {
    "headers": f"Authorization: Bearer {SECRET}\nX-Pass: {SECRET}\nAccept-Language: de",
    "cookies": f"session={SECRET}",
}


def opened(server, *named, **settings):
    chosen = {"delay": 0.0, "retries": 0, "allow_networks": "127.0.0.1 ::1", **GIVEN, **settings}
    scope = Scope.around(server.url("/"))
    return open_site(scope, Settings(**chosen), named=[server.url("/"), *named])


async def test_they_go_with_every_request_to_their_origin():
    async with serving({"/": redirect("/b"), "/b": Answer()}) as server, opened(server) as site:
        await site.fetch(server.url("/"))
        assert len(server.log) == 3  # robots.txt too
        for asked in server.log:
            assert asked.headers["authorization"] == f"Bearer {SECRET}"
            assert asked.headers["x-pass"] == SECRET
            assert asked.headers["accept-language"] == "de"
            assert asked.headers["cookie"] == f"session={SECRET}"


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"])
async def test_a_redirect_to_another_port_or_host_takes_along_only_what_is_no_secret(host):
    async with serving({}) as other, serving({}) as server:
        port = other.origin.rpartition(":")[2]
        server.routes = {"/a": redirect(f"http://{host}:{port}/b"), "/c": Answer()}
        other.routes = {"/b": redirect(server.url("/c"))}
        async with opened(server) as site:
            site.scope = Scope.around(f"http://{host}:{port}/")
            await site.download(server.url("/a"))
            await site.download(f"http://{host}:{port}/b")
        assert other.log
        assert SECRET not in str(other.log)
        assert all(asked.headers["accept-language"] == "de" for asked in other.log)


async def test_a_redirect_to_https_leaves_the_secrets_behind(tls, self_signed, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(self_signed))
    async with serving({"/b": Answer()}, tls) as other, serving({}) as server:
        async with opened(server) as site:
            await site.download(other.url("/b"))
        assert other.asked_for("/b")
        assert SECRET not in str(other.log)


async def test_a_host_without_a_scheme_is_meant_by_https():
    async with serving({"/": Answer()}) as server:
        scope = Scope.around(server.url("/"))
        async with open_site(scope, Settings(delay=0, **GIVEN)) as site:
            await site.fetch(server.url("/"))
        assert len(server.log) == 2
        assert SECRET not in str(server.log)


async def test_what_the_server_sets_takes_the_place_of_what_was_given():
    later = {"Set-Cookie": "session=new", "Content-Type": "text/html"}
    async with serving({"/": Answer(headers=later), "/b": Answer()}) as server:
        async with opened(server) as site:
            await site.fetch(server.url("/"))
            await site.fetch(server.url("/b"))
        assert server.asked_for("/b")[0].headers["cookie"] == "session=new"


async def test_a_cookie_that_the_server_takes_back_is_sent_no_more():
    gone = {"Set-Cookie": "session=; Max-Age=0", "Content-Type": "text/html"}
    async with serving({"/": Answer(headers=gone), "/b": Answer()}) as server:
        async with opened(server, cookies=f"session={SECRET}; lang=de") as site:
            await site.fetch(server.url("/"))
            await site.fetch(server.url("/b"))
        assert server.asked_for("/b")[0].headers["cookie"] == "lang=de"


async def test_they_are_in_no_exchange_log_or_archive(tmp_path, caplog):
    caplog.set_level(logging.DEBUG)
    async with serving({"/": Answer(), "/no": Answer(b"", 403)}) as server:
        async with opened(server) as site:
            answers = [await site.visit(server.url(path)) for path in ("/", "/no", "/none")]
        assert server.asked_for("/")[0].headers["x-pass"] == SECRET
    exchanges = [exchange for answer in answers for exchange in answer.exchanges]
    assert len(exchanges) == 3
    assert SECRET not in str(exchanges)
    assert exchanges[0].metadata == (("left out", "authorization cookie x-pass"),)
    assert (b"Accept-Language", b"de") in exchanges[0].request_headers
    assert SECRET not in str([a.result for a in answers if isinstance(a.result, Failure)])
    assert SECRET not in caplog.text
    with FolderArchive(tmp_path) as archive:
        kept = [archive.read(archive.append(exchange)) for exchange in exchanges]
    assert dict(kept[0].metadata)["left out"] == "authorization cookie x-pass"
