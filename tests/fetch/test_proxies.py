"""Through a proxy the gate still holds for where the proxy is to go."""

import asyncio
import socket
from contextlib import asynccontextmanager, suppress

import aiohttp
import pytest
from loopback import HTML, Answer, serving

from pagekin.dom import Page
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind
from pagekin.urls import Scope

PASSWORD = "c4n4ry"
PUBLIC, INNER = "93.184.216.34", "10.0.0.7"
TABLE = {
    "public.example": (PUBLIC,),
    "inner.example": (INNER,),
    "last.example": (PUBLIC, "93.184.216.35", INNER),
    "first.example": (INNER, PUBLIC),
}
PRIVATE = ("http://inner.example/", "http://10.0.0.7/", "http://[::1]/", "http://127.0.0.1:9/")
HIDDEN = ("http://169.254.169.254/latest", "http://2130706433/", "http://unknown.example/")


class Names:
    """A resolver with a table; it cannot be asked about anything else."""

    async def resolve(self, host, port=0, family=socket.AF_INET):
        if host not in TABLE:
            raise OSError(None, "no such name")
        found = {"hostname": host, "port": port, "family": socket.AF_INET, "proto": 0, "flags": 0}
        return [found | {"host": address} for address in TABLE[host]]

    async def close(self):
        pass


@pytest.fixture(autouse=True)
def _names(monkeypatch):
    monkeypatch.setattr(aiohttp, "DefaultResolver", Names)


def opened(server, url, named=None, **settings):
    port = server.origin.rpartition(":")[2]
    address = f"http://user:{PASSWORD}@127.0.0.1:{port}"
    chosen = {"delay": 0.0, "retries": 0, "obey_robots": False, "proxy": address, **settings}
    return open_site(Scope.around(url), Settings(**chosen), named=named)


async def test_the_proxy_is_asked_for_the_whole_url_and_gets_its_password():
    async with serving({"http://public.example/a": Answer()}) as proxy:
        async with opened(proxy, "http://public.example/") as site:
            answer = await site.visit("http://public.example/a")
        assert isinstance(answer.result, Page)
        (asked,) = proxy.log
        assert asked.headers["proxy-authorization"].startswith("Basic ")
        assert asked.headers["host"] == "public.example"
        assert "proxy-authorization" in dict(answer.exchanges[0].metadata)["left out"]
        assert "Proxy-Authorization" not in str(answer.exchanges[0].request_headers)


@pytest.mark.parametrize("host", ["last.example", "first.example"])
@pytest.mark.parametrize("is_named", [False, True])
async def test_it_is_not_asked_for_a_name_one_of_whose_addresses_is_private(host, is_named):
    """The proxy may take any of them, so all have to be allowed; a name with public ones is not at home."""
    url = f"http://{host}/"
    async with serving({url: Answer()}) as proxy:
        async with opened(proxy, url, named=[host if is_named else "public.example"]) as site:
            result = await site.fetch(url)
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.SCOPE
        assert f"{host} leads to {INNER}" in result.detail
        assert not proxy.log


@pytest.mark.parametrize("url", [*PRIVATE, *HIDDEN])
async def test_it_is_not_asked_for_what_is_private_or_cannot_be_checked(url):
    async with serving({url: Answer()}) as proxy:
        async with opened(proxy, url, named=["public.example"]) as site:
            result = await site.fetch(url)
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.SCOPE
        assert not proxy.log


@pytest.mark.parametrize(
    "url", ["http://inner.example/", "http://10.0.0.7/", "http://unknown.example/"]
)
async def test_what_a_person_named_may_be_private_or_known_to_the_proxy_only(url):
    async with serving({url: Answer()}) as proxy, opened(proxy, url) as site:
        assert isinstance(await site.fetch(url), Page)


async def test_a_redirect_does_not_get_round_the_gate():
    away = Answer(b"", 302, {"Location": "http://inner.example/"})
    async with serving({"http://public.example/": away}) as proxy:
        async with opened(proxy, "http://public.example/") as site:
            result = await site.download("http://public.example/")
            assert result.kind is FailureKind.REDIRECT
            site.scope = Scope.around("http://inner.example/")
            result = await site.download("http://public.example/")
        assert result.kind is FailureKind.SCOPE
        assert "inner.example leads to 10.0.0.7" in result.detail
        assert {asked.target for asked in proxy.log} == {"http://public.example/"}


async def test_the_proxys_own_address_is_no_way_in():
    async with serving({}) as proxy:
        proxy.routes = {proxy.url("/"): Answer(), "/": Answer()}
        async with opened(proxy, proxy.url("/"), named=["public.example"]) as site:
            assert (await site.fetch(proxy.url("/"))).kind is FailureKind.SCOPE
        assert not proxy.log


async def test_a_proxy_that_refuses_or_is_not_there_is_named_without_its_password():
    async with serving({}) as proxy, opened(proxy, "https://public.example/") as site:
        refused = await site.fetch("https://public.example/")
    assert refused.detail == "the proxy does not lead to public.example: it answers 404"
    async with opened(proxy, "http://public.example/") as site:
        gone = await site.fetch("http://public.example/")
    assert gone.detail == "the proxy refused the connection"
    settings = {"proxy": f"http://u:{PASSWORD}@nowhere.example:1"}
    async with opened(proxy, "http://public.example/", **settings) as site:
        unknown = await site.fetch("http://public.example/")
    assert unknown.detail == "the name of the proxy cannot be resolved"
    assert {refused.kind, gone.kind, unknown.kind} == {FailureKind.NETWORK}


@asynccontextmanager
async def tunnelling(to):
    """A proxy that leads every tunnel to one server, whatever it is asked for."""
    asked = []

    async def pump(reader, writer):
        with suppress(ConnectionError, asyncio.CancelledError):
            while data := await reader.read(65536):
                writer.write(data)
                await writer.drain()
        writer.close()

    async def talk(reader, writer):
        asked.append((await reader.readuntil(b"\r\n\r\n")).decode())
        there, back = await asyncio.open_connection("127.0.0.1", to)
        writer.write(b"HTTP/1.1 200 OK\r\n\r\n")
        await asyncio.gather(pump(reader, back), pump(there, writer))

    listener = await asyncio.start_server(talk, "127.0.0.1", 0)
    try:
        yield listener.sockets[0].getsockname()[1], asked
    finally:
        listener.close()
        await listener.wait_closed()


async def test_https_goes_through_a_tunnel_and_its_certificate_is_checked(
    tls, self_signed, monkeypatch
):
    async with serving({"/": Answer(b"<p>Hi", headers=HTML)}, tls) as server:
        to = int(server.origin.rpartition(":")[2])
        async with tunnelling(to) as (port, asked):
            settings = Settings(
                delay=0, retries=0, obey_robots=False, proxy=f"http://u:{PASSWORD}@127.0.0.1:{port}"
            )
            scope = Scope.around("https://127.0.0.1/")
            async with open_site(scope, settings) as site:
                assert "certificate" in (await site.fetch("https://127.0.0.1/")).detail
            monkeypatch.setenv("SSL_CERT_FILE", str(self_signed))
            async with open_site(scope, settings) as site:
                answer = await site.visit("https://127.0.0.1/")
            assert isinstance(answer.result, Page)
            assert asked[0].startswith("CONNECT 127.0.0.1:443 ")
            assert "proxy-authorization" not in str(server.log)
