"""Servers that want to know who asks: by password, or by a form and a session."""

import asyncio
import base64
import hashlib
import itertools
import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from urllib.parse import parse_qsl

from loopback import HTML, Answer, Asked, redirect

USER, PASSWORD = "ann", "c4n4ry&pass wörd"
BASIC = "Basic " + base64.b64encode(f"{USER}:{PASSWORD}".encode()).decode()


def asking(header: str, status: int = 401) -> Answer:
    return Answer(b"<p>Who are you?", status, {**HTML, "WWW-Authenticate": header})


def behind_basic(page: Answer):
    async def talk(asked: Asked, _writer: asyncio.StreamWriter) -> Answer:
        welcome = asked.headers.get("authorization") == BASIC
        return page if welcome else asking('Basic realm="shop"')

    return talk


class DigestGate:
    """Checks digests by the book; a nonce is good for so many requests."""

    def __init__(
        self, algorithm: str = "SHA-256", good_for: int = 1000, *, tells_next: bool = False
    ) -> None:
        self.algorithm = algorithm
        self.tells_next = tells_next
        self.good_for = good_for
        self.nonces = itertools.count(1)
        self.used: dict[str, list[int]] = {}
        self.asked = 0

    def behind(self, page: Answer):
        async def talk(asked: Asked, _writer: asyncio.StreamWriter) -> Answer:
            if not self._welcomes(asked):
                return asking(self._challenge(asked))
            info = {"Authentication-Info": f'qop=auth, nextnonce="{self._nonce()}"'}
            return replace(page, headers=page.headers | info) if self.tells_next else page

        return talk

    def _nonce(self) -> str:
        nonce = f"n{next(self.nonces)}"
        self.used[nonce] = []
        return nonce

    def _challenge(self, asked: Asked) -> str:
        nonce = self._nonce()
        stale = ", stale=true" if "authorization" in asked.headers else ""
        return (
            f'Digest realm="shop", qop="auth", nonce="{nonce}", algorithm={self.algorithm}{stale}'
        )

    def _welcomes(self, asked: Asked) -> bool:
        given = {
            name: quoted or plain
            for name, quoted, plain in re.findall(
                r'(\w+)=(?:"([^"]*)"|([^",\s]*))', asked.headers.get("authorization", "")
            )
        }
        counts = self.used.get(given.get("nonce", ""))
        if counts is None or len(counts) >= self.good_for or int(given["nc"], 16) in counts:
            return False
        counts.append(int(given["nc"], 16))
        kind = {"MD5": hashlib.md5, "SHA-256": hashlib.sha256}[self.algorithm]

        def h(text: str) -> str:
            return kind(text.encode()).hexdigest()

        one, two = h(f"{USER}:shop:{PASSWORD}"), h(f"GET:{asked.target}")
        middle = f"{given['nonce']}:{given['nc']}:{given['cnonce']}:auth"
        return given["response"] == h(f"{one}:{middle}:{two}") and given["uri"] == asked.target


@dataclass
class Members:
    """A site with a login form; a session lasts for so many pages, and is told by its cookie."""

    pages: Mapping[str, Answer]
    lasts: int = 1_000_000
    closed: str = "redirect"  # or "form", "401", "403": what those get who are not logged in
    form: str = (
        '<form id="search"><input name="q"></form>'
        '<form method="post" action="/login?next=/account">'
        '<input type="hidden" name="csrf" value="{token}">'
        '<input name="mail" type="email"><input type="password" name="pw">'
        '<input type="checkbox" name="stay" checked><button name="go" value="1">Log in</button></form>'
        '<form method="post" action="/register"><input name="mail"><input type="password" name="a">'
        '<input type="password" name="b"></form>'
    )
    logins: list[dict[str, str]] = field(default_factory=list)
    left: dict[str, int] = field(default_factory=dict)  # pages, by session
    refuses: bool = False

    def routes(self):
        routes = {path: self._behind(page) for path, page in self.pages.items()}
        return routes | {"/login": self._login_page, "/login?next=/account": self._submitted}

    def end_all(self) -> None:
        for session in self.left:
            self.left[session] = 0

    def _page(self, status: int = 200) -> Answer:
        token = f"token{len(self.logins)}"
        return Answer(f"<title>Log in</title>{self.form.format(token=token)}".encode(), status)

    async def _login_page(self, _asked, _writer) -> Answer:
        return self._page()

    async def _submitted(self, asked, _writer) -> Answer:
        if not asked.body:  # led here from a page for members
            return self._page()
        given = dict(parse_qsl(asked.body, keep_blank_values=True))
        wanted = f"token{len(self.logins)}"
        self.logins.append(given)
        right = given.get("csrf") == wanted and given.get("stay") == "on" and given.get("go") == "1"
        if self.refuses or not right or (given["mail"], given["pw"]) != (USER, PASSWORD):
            return self._page()
        session = f"s{len(self.logins)}"
        self.left[session] = self.lasts
        headers = {"Set-Cookie": f"session={session}; HttpOnly", "Location": "/account"}
        return Answer(b"", 302, headers)

    def _behind(self, page: Answer):
        async def talk(asked, _writer):
            session = asked.headers.get("cookie", "").partition("session=")[2]
            if self.left.get(session, 0) > 0:
                self.left[session] -= 1
                return page
            closed = {"redirect": redirect(f"/login?next={asked.target}"), "form": self._page()}
            return closed.get(self.closed) or Answer(b"", int(self.closed))

        return talk
