"""A visit tells what went over the wire, and asks whether a page has changed."""

import asyncio
import gzip
from datetime import UTC, datetime

import pytest
from loopback import HTML, Answer, opened, out_of_time, redirect, serving

from pagekin.archive import FolderArchive
from pagekin.dom import Page
from pagekin.site import Failure, FailureKind, Unchanged, Validators

PAGE = b"<!doctype html><title>A page</title><p>Hello"
KNOWN = Validators('"v1"', "Mon, 01 Jan 2024 00:00:00 GMT")
SECRET = "c4n4ry"


async def visited(routes, path="/", known=None, **settings):
    async with serving(routes) as server, opened(server, **settings) as site:
        answer = await site.visit(server.url(path), known)
        return answer, server, site


async def test_a_visit_gives_the_page_and_the_exchange_as_it_went():
    before = datetime.now(UTC)
    answer, server, _ = await visited({"/": Answer(headers={"X-Odd": "b", "x-oDD": "a", **HTML})})
    assert isinstance(answer.result, Page)
    (exchange,) = answer.exchanges
    assert exchange.url == server.url("/")
    assert before <= exchange.requested_at <= datetime.now(UTC)
    assert exchange.method == "GET"
    assert exchange.status_line == b"HTTP/1.1 200 Whatever"
    assert exchange.headers[1:3] == ((b"X-Odd", b"b"), (b"x-oDD", b"a"))
    assert exchange.body == PAGE
    assert not exchange.truncated


async def test_the_request_is_told_as_the_server_saw_it():
    answer, server, _ = await visited({"/": Answer()})
    (asked,) = server.asked_for("/")
    told = {
        name.decode().lower(): value.decode() for name, value in answer.exchanges[0].request_headers
    }
    assert told == asked.headers


async def test_the_body_is_told_as_it_came_before_decompression():
    squeezed = gzip.compress(PAGE)
    body, headers = squeezed, {"Content-Encoding": "gzip", **HTML}
    answer, _, _ = await visited({"/": Answer(body, headers=headers)})
    assert answer.result.body == PAGE
    assert answer.exchanges[0].body == squeezed


async def test_the_body_is_told_without_its_chunks():
    raw = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nTransfer-Encoding: chunked\r\n\r\n"
    answer, _, _ = await visited({"/": raw + b"3\r\n<p>\r\n5\r\nhello\r\n0\r\n\r\n"})
    assert isinstance(answer.result, Page)
    assert answer.exchanges[0].body == b"<p>hello"


async def test_each_redirect_is_an_exchange_of_its_own():
    answer, server, _ = await visited({"/": redirect("/b"), "/b": redirect("/c"), "/c": Answer()})
    assert [exchange.url for exchange in answer.exchanges] == [
        server.url(path) for path in ("/", "/b", "/c")
    ]
    assert [exchange.status for exchange in answer.exchanges] == [302, 302, 200]
    assert answer.exchanges[0].header("location") == "/b"


async def test_a_redirect_that_is_not_followed_is_the_last_word():
    answer, _, _ = await visited({"/": redirect("http://other.example/")})
    assert answer.result.kind is FailureKind.REDIRECT
    assert [exchange.status for exchange in answer.exchanges] == [302]


def failing_once(then):
    answers = iter([Answer(b"later", 500), then])

    async def talk(_asked, _writer):
        return next(answers)

    return talk


async def test_of_several_tries_the_last_is_told():
    answer, server, _ = await visited({"/": failing_once(Answer())}, retries=1)
    assert len(server.asked_for("/")) == 2
    assert [exchange.status for exchange in answer.exchanges] == [200]


async def test_a_try_without_an_answer_leaves_no_earlier_one():
    answer, server, _ = await visited({"/": failing_once(b"no HTTP\r\n\r\n")}, retries=1)
    assert len(server.asked_for("/")) == 2
    assert answer.result.kind is FailureKind.NETWORK
    assert answer.exchanges == ()


async def test_what_is_never_asked_for_has_no_exchanges():
    answer, _, _ = await visited({}, "/a/a/a/a/a/a/")
    assert answer.result.kind is FailureKind.TRAP
    assert answer.exchanges == ()


async def test_robots_txt_is_no_part_of_a_visit():
    robots = Answer(b"User-agent: *\nDisallow: /", headers={"Content-Type": "text/plain"})
    answer, server, _ = await visited({"/robots.txt": robots, "/": Answer()})
    assert answer.result.kind is FailureKind.ROBOTS
    assert answer.exchanges == ()
    assert len(server.log) == 1


@pytest.mark.parametrize(
    ("answer", "kind", "body", "truncated"),
    [
        (Answer(b"%PDF", headers={"Content-Type": "application/pdf"}), "not-html", b"", "unspecified"),
        (Answer(b"x" * 101), "too-large", b"", "length"),
        (Answer(gzip.compress(b"x" * 101, mtime=0), headers={**HTML, "Content-Encoding": "gzip"}),
         "too-large", gzip.compress(b"x" * 101, mtime=0), "length"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n" + b"x" * 101,
         "too-large", b"x" * 100, "length"),
        (b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 50\r\n\r\nhello",
         "network", b"hello", "disconnect"),
        (Answer(b"no gzip", headers={**HTML, "Content-Encoding": "gzip"}),
         "network", b"no gzip", "unspecified"),
    ],
)  # fmt: skip
async def test_a_body_that_is_refused_or_cut_keeps_its_status_and_what_came(
    answer, kind, body, truncated
):
    told, _, _ = await visited({"/": answer}, max_body=100)
    assert isinstance(told.result, Failure)
    assert told.result.kind.value == kind
    assert told.result.status == 200
    (exchange,) = told.exchanges
    assert exchange.status == 200
    assert exchange.body == body
    assert exchange.truncated == truncated


async def test_a_body_that_never_ends_is_told_as_far_as_it_came():
    async def talk(_asked, writer):
        writer.write(
            b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: 50\r\n\r\nhello"
        )
        await out_of_time()
        await asyncio.Event().wait()

    told, _, _ = await visited({"/": talk}, obey_robots=False)
    assert told.result.kind is FailureKind.NETWORK
    assert told.result.status == 200
    assert told.exchanges[0].body == b"hello"
    assert told.exchanges[0].truncated == "time"


async def test_an_error_page_is_told_whole():
    answer, _, _ = await visited({"/": Answer(b"<p>Sorry", 404)})
    assert answer.result.status == 404
    assert answer.exchanges[0].body == b"<p>Sorry"


async def test_what_is_known_of_a_page_is_sent_and_not_modified_means_unchanged():
    answer, server, site = await visited({"/": Answer(b"", 304)}, known=KNOWN)
    (asked,) = server.asked_for("/")
    assert asked.headers["if-none-match"] == KNOWN.etag
    assert asked.headers["if-modified-since"] == KNOWN.last_modified
    assert answer.result == Unchanged(server.url("/"))
    assert answer.exchanges[0].status == 304
    assert site.stats.unchanged == 1
    assert not site.stats.pages


async def test_only_what_is_known_is_asked():
    _, server, _ = await visited({"/": Answer()}, known=Validators(etag='W/"1"'))
    (asked,) = server.asked_for("/")
    assert asked.headers["if-none-match"] == 'W/"1"'
    assert "if-modified-since" not in asked.headers


async def test_a_changed_page_comes_whole():
    answer, _, _ = await visited({"/": Answer()}, known=KNOWN)
    assert isinstance(answer.result, Page)


@pytest.mark.parametrize("etag", ['"a\r\nX-Evil: 1"', '"a\nb"', '"ä"', "\x00"])
async def test_what_no_header_can_say_is_not_sent(etag):
    answer, server, _ = await visited({"/": Answer()}, known=Validators(etag=etag))
    assert isinstance(answer.result, Page)
    (asked,) = server.asked_for("/")
    assert "if-none-match" not in asked.headers
    assert "x-evil" not in asked.headers


async def test_redirected_elsewhere_the_whole_page_is_asked_for():
    answer, server, _ = await visited({"/": redirect("/b"), "/b": Answer()}, known=KNOWN)
    assert "if-none-match" in server.asked_for("/")[0].headers
    assert not {"if-none-match", "if-modified-since"} & {*server.asked_for("/b")[0].headers}
    assert isinstance(answer.result, Page)


async def test_redirected_back_to_the_same_url_it_is_asked_again_whether_it_has_changed():
    answers = iter([redirect("/cookie"), Answer(b"", 304)])

    async def talk(_asked, _writer):
        return next(answers)

    answer, server, _ = await visited({"/": talk, "/cookie": redirect("/")}, known=KNOWN)
    assert "if-none-match" in server.asked_for("/")[1].headers
    assert answer.result == Unchanged(server.url("/"))


@pytest.mark.parametrize(
    "routes", [{"/": Answer(b"", 304)}, {"/": redirect("/b"), "/b": Answer(b"", 304)}]
)
async def test_not_modified_without_having_been_asked_is_a_failure(routes):
    known = KNOWN if "/b" in routes else None
    answer, _, _ = await visited(routes, known=known)
    assert isinstance(answer.result, Failure)
    assert answer.result.status == 304


async def test_fetching_remains_what_it_was_and_costs_no_record():
    async with serving({"/": Answer()}) as server, opened(server) as site:
        assert isinstance(await site.fetch(server.url("/")), Page)
        assert site._page_policy.log is None


async def test_sessions_and_passwords_do_not_reach_the_archive(tmp_path):
    cookie = {"Set-Cookie": f"session={SECRET}", "Location": "/b"}
    routes = {"/": Answer(b"", 302, cookie), "/b": Answer()}
    answer, server, _ = await visited(routes)
    assert SECRET in server.asked_for("/b")[0].headers["cookie"]
    assert SECRET in str(answer.exchanges)
    with FolderArchive(tmp_path) as archive:
        for exchange in answer.exchanges:
            archive.append(exchange)
    stored = b"".join(gzip.decompress(file.read_bytes()) for file in tmp_path.rglob("*.warc.gz"))
    assert stored.count(b"WARC/1.1") >= 4
    assert SECRET.encode() not in stored
