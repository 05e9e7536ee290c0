"""A crawl behind a login, from end to end: none of its secrets is in anything that it leaves behind."""

import contextlib
import gzip
import zlib
from urllib.parse import quote_plus

import pytest
from gates import PASSWORD, USER, Members
from loopback import HTML, Answer
from threads import in_a_thread

from pagekin.cli import _run

CANARIES = (PASSWORD, quote_plus(PASSWORD), "c4n4ry", "h34d3r", "c00k13", "session=s")


def product(number):
    text = (
        f"<html><head><title>Product {number}</title></head><body><h1>Product {number}</h1>"
        f"<table><tr><th>Price</th><td>€ {number}.50</td></tr></table><p>Nice.</p></body></html>"
    )
    return Answer(text.encode(), headers={**HTML, "ETag": f'"{number}"'})


def site():
    links = "".join(f'<li><a href="/p/{n}">{n}</a></li>' for n in range(1, 13))
    home = Answer(f"<title>All</title><ul>{links}</ul><a href='/logout'>Out</a>".encode())
    pages = {"/account": Answer(b"<p>Hello Ann"), "/": home}
    # Sessions end in the middle of it all.
    return Members(pages | {f"/p/{n}": product(n) for n in range(1, 13)}, lasts=9)


@pytest.fixture
def settings(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PAGEKIN_DATA", str(tmp_path / "data"))
    monkeypatch.delenv("PAGEKIN_DATABASE_URL", raising=False)
    monkeypatch.setenv("SHOP_USER", USER)
    monkeypatch.setenv("SHOP_PASSWORD", PASSWORD)
    monkeypatch.setenv("SHOP_KEY", "h34d3r")

    def write(server):
        host = server.origin.partition("//")[2]
        (tmp_path / "pagekin.toml").write_text(
            f"""
            delay = 0
            [site."{host}"]
            login_url = "{server.url("/login")}"
            login_user_variable = "SHOP_USER"
            login_password_variable = "SHOP_PASSWORD"
            headers = ["X-Key: ${{SHOP_KEY}}"]
            cookies = "given=c00k13"
            """
        )

    return write


def contents(folder):
    """Give what is in all files below a folder but the settings, decompressed where that is needed."""
    for file in folder.rglob("*"):
        if file.is_file() and file.name not in {"pagekin.toml", "secrets.key"}:
            content = file.read_bytes()
            yield file.name, content
            if file.name.endswith(".gz"):
                yield file.name, gzip.decompress(content)
            else:
                yield file.name, _inflated(content)


def _inflated(content):
    """Give whatever parts of a file are zlib streams: values may be kept like that."""
    found, place = [], content.find(b"\x78")
    while place >= 0:
        with contextlib.suppress(zlib.error):
            found.append(zlib.decompressobj().decompress(content[place : place + 100_000]))
        place = content.find(b"\x78", place + 1)
    return b"".join(found)


def test_nothing_that_learning_and_crawling_leave_behind_has_a_secret_in_it(
    settings, tmp_path, capfd, caplog
):
    caplog.set_level("DEBUG")
    members = site()
    with in_a_thread(members.routes()) as server:
        settings(server)
        sample = server.url("/p/1")
        commands = (
            ["learn", sample, "--entry", server.url("/"), "-o", "crawler.json"],
            ["crawl", "crawler.json", "-o", "pages.jsonl", "--json"],
            ["crawl", "crawler.json", "-o", "again.jsonl"],
            ["get", sample, "--entry", server.url("/"), "-o", "products.csv"],
            ["test", "crawler.json", server.url("/p/2")],
            ["page", sample],
        )
        for command in commands:
            assert _run(command) == 0, (command, capfd.readouterr().err)
        asked = str(server.asked_for("/p/2"))
    assert "h34d3r" in asked
    assert "c00k13" in asked
    assert len(members.logins) >= len(commands) - 1
    assert len((tmp_path / "pages.jsonl").read_text().splitlines()) == 12
    told = "".join(capfd.readouterr()) + caplog.text
    assert not [canary for canary in CANARIES if canary in told]
    checked = dict(contents(tmp_path))
    assert {"crawler.json", "pages.jsonl", "products.csv", "store.sqlite3"} <= checked.keys()
    assert any(name.endswith(".warc.gz") for name in checked)
    for name, content in contents(tmp_path):
        assert not [canary for canary in CANARIES if canary.encode() in content], name
