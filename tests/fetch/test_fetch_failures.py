"""What goes wrong on the network is a value with a sentence, never an exception."""

import asyncio
import gzip
import socket
import sys
import zlib

import brotli
import pytest
from loopback import Answer, opened, out_of_time, serving

from pagekin.dom import Page
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind
from pagekin.urls import Scope

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n"


async def failure(route, **settings) -> Failure:
    async with serving({"/": route}) as server, opened(server, **settings) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert result.url == server.url()
        return result


@pytest.mark.parametrize(
    ("status", "detail"),
    [
        (404, "the server answers 404 Not Found"),
        (403, "the server answers 403 Forbidden"),
        (500, "the server answers 500 Internal Server Error"),
        (599, "the server answers 599"),
        (204, "the server answers 204 No Content"),
        (304, "the server answers 304 Not Modified"),
    ],
)
async def test_any_status_but_success_is_a_failure(status, detail):
    result = await failure(Answer(b"", status))
    assert (result.kind, result.status) == (FailureKind.STATUS, status)
    assert result.detail == detail


async def never(_asked, _writer):
    await out_of_time()
    await asyncio.Event().wait()


async def never_ends(_asked, writer):
    writer.write(HEAD + b"\r\n<p>Once upon a time")
    await writer.drain()
    await out_of_time()
    await asyncio.Event().wait()


@pytest.mark.parametrize("server", [never, never_ends])
async def test_a_server_that_does_not_answer_in_time(server):
    result = await failure(server)
    assert result.kind is FailureKind.NETWORK
    said = {never: "no answer within", never_ends: "not all of the page came within"}
    assert result.detail == f"{said[server]} 600 seconds"


@pytest.mark.parametrize(
    ("sent", "detail"),
    [
        (b"", "127.0.0.1 closed the connection without an answer"),
        (HEAD + b"Content-Length: 99\r\n\r\n<p>Hel", "broke in the middle of the page"),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n99\r\n<p>", "broke in the middle of the page"),
        (
            HEAD + b"Transfer-Encoding: chunked\r\n\r\nZZ\r\n<p>",
            "127.0.0.1 does not speak proper HTTP",
        ),
        (b"SSH-2.0-OpenSSH_9.2\r\n", "127.0.0.1 does not speak proper HTTP"),
        (
            b"HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\n",
            "127.0.0.1 does not speak proper HTTP",
        ),
        (HEAD + b"X-Long: " + b"x" * 200_000 + b"\r\n\r\n", "127.0.0.1 does not speak proper HTTP"),
    ],
)
async def test_answers_that_are_none(sent, detail):
    result = await failure(sent, obey_robots=False)
    assert result.kind is FailureKind.NETWORK
    assert detail in result.detail


@pytest.mark.parametrize("value", [b"caf\xe9 \xff\xfe", b"policy; " * 5000])
async def test_headers_that_are_no_text_or_very_long_do_no_harm(value):
    sent = HEAD + b"X-Odd: " + value + b"\r\nContent-Length: 7\r\n\r\n<title>"
    async with serving({"/": sent}) as server, opened(server) as site:
        assert isinstance(await site.fetch(server.url()), Page)


async def test_a_refused_connection():
    with socket.socket() as unused:
        unused.bind(("127.0.0.1", 0))  # nobody listens
        url = f"http://127.0.0.1:{unused.getsockname()[1]}/"
        async with open_site(Scope.around(url), Settings(delay=0, retries=1)) as site:
            result = await site.fetch(url)
    assert isinstance(result, Failure)
    assert (result.kind, result.detail) == (FailureKind.NETWORK, "127.0.0.1 refused the connection")


@pytest.mark.parametrize("host", ["no-such-host.invalid", f"{'x' * 70}.invalid", "a..invalid"])
async def test_a_host_name_that_does_not_exist(host):
    url = f"http://{host}/"
    async with open_site(Scope(host), Settings(delay=0, retries=0)) as site:
        result = await site.fetch(url)
    assert isinstance(result, Failure)
    assert host in str(result)


async def test_server_errors_are_tried_again_as_often_as_set():
    async with serving({"/": Answer(b"", 503)}) as server, opened(server, retries=2) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert result.status == 503
        assert len(server.asked_for("/")) == 3


async def test_a_server_that_recovers_gives_its_page():
    answers = iter([b"", Answer(b"", 502), Answer()])

    async def shaky(_asked, _writer):
        return next(answers)

    async with serving({"/": shaky}) as server, opened(server, retries=2) as site:
        assert isinstance(await site.fetch(server.url()), Page)


PAGE = b"<!doctype html><title>A page</title>" + b"".join(b"<p>%d" % (n * n) for n in range(400))
COMPRESSED = {
    "gzip": gzip.compress(PAGE),
    "deflate": zlib.compress(PAGE),
    "br": brotli.compress(PAGE),
    "zstd": zstd.compress(PAGE),
}


def cut(how):
    """Answer with the first half of a page."""
    if how in COMPRESSED:
        half = COMPRESSED[how][: len(COMPRESSED[how]) // 2]
        encoding = b"Content-Encoding: %s\r\n" % how.encode()
        return HEAD + encoding + b"Content-Length: %d\r\n\r\n" % len(half) + half
    if how == "length":
        return HEAD + b"Content-Length: %d\r\n\r\n" % len(PAGE) + PAGE[: len(PAGE) // 2]
    return HEAD + b"Transfer-Encoding: chunked\r\n\r\n%x\r\n" % len(PAGE) + PAGE + b"\r\n"


@pytest.mark.parametrize("how", [*COMPRESSED, "length", "chunked"])
async def test_half_a_page_is_asked_for_again_and_then_a_failure_never_a_page(how):
    async with serving({"/": cut(how)}) as server, opened(server, retries=2) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert (result.kind, result.status) == (FailureKind.NETWORK, 200)
        is_compressed = how in COMPRESSED
        wanted = "the compressed page is cut off" if is_compressed else "broke in the middle"
        assert wanted in result.detail
        assert len(server.asked_for("/")) == 3


@pytest.mark.parametrize("how", [*COMPRESSED, "length", "chunked"])
async def test_a_page_that_comes_whole_the_second_time_is_the_page(how):
    answers = iter([cut(how), Answer(PAGE)])

    async def shaky(_asked, _writer):
        return next(answers)

    async with serving({"/": shaky}) as server, opened(server, retries=1) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Page)
        assert result.body == PAGE


async def test_half_a_compressed_sitemap_is_a_failure():
    sitemap = b"<urlset>" + b"".join(b"<url><loc>/%d</loc></url>" % n for n in range(300))
    half = gzip.compress(sitemap + b"</urlset>")[:200]
    answer = Answer(half, headers={"Content-Type": "application/gzip"})
    async with serving({"/sitemap.xml.gz": answer}) as server, opened(server) as site:
        result = await site.fetch(server.url("/sitemap.xml.gz"))
        assert isinstance(result, Failure)
        assert "cut off" in result.detail


async def test_a_page_that_is_not_there_is_not_tried_again():
    async with serving({}) as server, opened(server, retries=2) as site:
        await site.fetch(server.url())
        assert len(server.asked_for("/")) == 1


async def test_a_certificate_that_nobody_vouches_for_is_refused(tls):
    async with serving({"/": Answer()}, tls) as server, opened(server, retries=2) as site:
        result = await site.fetch(server.url())
        assert isinstance(result, Failure)
        assert result.kind is FailureKind.NETWORK
        assert result.detail == "the certificate of 127.0.0.1 was refused: self-signed certificate"
        assert server.log == []


async def test_a_certificate_that_the_system_trusts_is_accepted(tls, self_signed, monkeypatch):
    monkeypatch.setenv("SSL_CERT_FILE", str(self_signed))
    async with serving({"/": Answer()}, tls) as server, opened(server) as site:
        assert isinstance(await site.fetch(server.url()), Page)


async def test_a_server_without_tls_behind_https():
    async def plain(_reader, writer):
        writer.write(b"HTTP/1.1 400 Bad Request\r\n\r\n")
        writer.close()
        await writer.wait_closed()

    async with await asyncio.start_server(plain, "127.0.0.1", 0) as listener:
        url = f"https://127.0.0.1:{listener.sockets[0].getsockname()[1]}/"
        async with open_site(Scope.around(url), Settings(delay=0, retries=0)) as site:
            result = await site.fetch(url)
    assert isinstance(result, Failure)
    assert result.kind is FailureKind.NETWORK
    assert result.detail == "127.0.0.1 does not speak proper TLS"
