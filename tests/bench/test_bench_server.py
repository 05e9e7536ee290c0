import http.client
import urllib.error
import urllib.request

import pytest
from bench.server import Delays, SiteServer


def get(server, path):
    with urllib.request.urlopen(server.origin + path) as response:
        return response.url, response.headers["Content-Type"], response.read()


def test_pages_come_with_their_type_and_links_to_the_server_itself(shop):
    with SiteServer(shop) as server:
        _, content_type, body = get(server, "/store/")
        assert content_type == "text/html"
        assert f'"{server.origin}/store/p/1/"'.encode() in body
        assert get(server, "/store/logo.png")[1] == "image/png"


def test_a_folder_without_its_slash_is_redirected(shop):
    with SiteServer(shop) as server:
        url, _, _ = get(server, "/store/p/1?a=b")
        assert url == f"{server.origin}/store/p/1/?a=b"
        assert server.take_log().statuses == {200: 1, 301: 1}


def test_the_log_tells_different_urls_from_all_requests(shop):
    with SiteServer(shop) as server:
        for path in ("/store/", "/store/", "/store/about", "/store/logo.png"):
            get(server, path)
        with pytest.raises(urllib.error.HTTPError, match="404") as missing:
            get(server, "/store/nothing")
        missing.value.close()
        log = server.take_log()
        assert (log.total, log.unique) == (5, 4)
        assert log.statuses == {200: 4, 404: 1}
        assert log.pages == {"index.html", "about.html"}
        assert server.take_log().total == 0


def test_hidden_pages_are_missing_until_they_are_shown(shop):
    with SiteServer(shop) as server:
        server.hide(frozenset({"p/1/index.html"}))
        with pytest.raises(urllib.error.HTTPError, match="404") as missing:
            get(server, "/store/p/1/")
        missing.value.close()
        assert b"one" not in get(server, "/store/")[2]
        server.hide(frozenset())
        assert b"three" in get(server, "/store/p/1/")[2]
        assert b"one" in get(server, "/store/")[2]


def test_one_connection_serves_many_requests_and_head_sends_no_body(shop):
    with SiteServer(shop, delays=Delays(longest=0.001, seed=1)) as server:
        connection = http.client.HTTPConnection(server.origin.removeprefix("http://"))
        connection.request("HEAD", "/store/about")
        response = connection.getresponse()
        assert int(response.headers["Content-Length"]) > 0
        assert response.read() == b""
        connection.request("GET", "/store/about")
        assert b"mailto" in connection.getresponse().read()
        connection.request("POST", "/store/about")
        response = connection.getresponse()
        assert response.status == 405
        response.read()
        connection.close()
        assert server.take_log().pages == {"about.html"}


def test_what_is_no_http_is_refused(shop):
    with SiteServer(shop) as server:
        connection = http.client.HTTPConnection(server.origin.removeprefix("http://"))
        connection.connect()
        connection.sock.sendall(b"hello\r\n\r\n")
        assert connection.sock.recv(100).startswith(b"HTTP/1.1 400 ")
        connection.close()
