"""A site on loopback whose products are reachable through forms only, with forms that nobody may submit."""

from itertools import count
from urllib.parse import parse_qsl, urlsplit

from answering import Answering

KINDS = ("tea", "cups", "pots", "spoons", "tins", "trays")
COLOURS = ("", "red", "blue")
EACH = 4  # products of a kind
# Forms that change something; each would leave a trace.
CANARIES = """
<form action="/delete" method="post"><button name="id" value="1">Delete</button>
  <select name="why"><option>a<option>b</select></form>
<form action="/warenkorb" method="post"><select name="menge"><option>1<option>2</select>
  <button>In den Warenkorb</button></form>
<form action="/canary" method="post"><input type="password" name="p">
  <select name="remember"><option>1<option>2</select></form>
<form action="/canary" method="post"><input type="hidden" name="_method" value="put">
  <select name="x"><option>1<option>2</select></form>
<a href="/canary?__wb_method=POST&amp;x=1">trap</a> <a href="/redirecting">trap</a>
"""


class FormSite(Answering):
    """Serves the site; keeps what was asked, and the tokens that are good."""

    def __init__(self, *, one_time_tokens=False):
        self.asked = []
        self.one_time_tokens = one_time_tokens
        self._tokens = set()
        self._numbers = count(100_000)
        super().__init__()

    def reply(self, method, target, data):
        self.asked.append((method, target, data))
        if method == "GET":
            status, html, *headers = self.get(urlsplit(target))
        else:
            pairs = dict(parse_qsl(data, keep_blank_values=True))
            status, html, *headers = self.post(target, pairs)
        body = f"<!doctype html><html><body>{html}</body></html>".encode()
        return status, {"Content-Type": "text/html", **dict(*headers)}.items(), body

    @property
    def posted(self):
        return [(path, body) for method, path, body in self.asked if method == "POST"]

    def get(self, url):  # noqa: PLR0911 - a page each
        if url.path == "/":
            menu = "".join(f'<li><a href="/news/{n}">News {n}</a></li>' for n in range(1, 13))
            ways = '<a href="/shop">shop</a> <a href="/finder">finder</a>'
            return 200, f"<h1>Welcome</h1><ul>{menu}</ul><p>{ways}</p>{CANARIES}"
        if url.path == "/shop":
            return 200, f"<h2>Our shop</h2>{self.shop_form()}"
        if url.path == "/list":
            asked = dict(parse_qsl(url.query, keep_blank_values=True))
            return 200, self.listing("p", asked.get("kind"), asked.get("colour", ""))
        if url.path == "/finder":
            return 200, f"<h2>Find an offer</h2>{self.finder_form()}"
        if url.path == "/redirecting":
            return 302, "", {"Location": "/canary?__wb_method=POST&x=1"}
        folder, _, name = url.path.lstrip("/").partition("/")
        if folder in {"p", "o"} and name:
            return 200, product(folder, name)
        if folder == "news":
            return 200, f"<article><h3>News {name}</h3><p>Nothing happened.</p></article>"
        return 404, "nothing here"

    def post(self, path, data):
        if path != "/find":
            return 200, "<h2>Done!</h2>"
        token = data.get("stamp", "")
        if token not in self._tokens:
            return 403, "<h2>The token is not valid</h2>"
        if self.one_time_tokens:
            self._tokens.clear()
        return 200, self.listing("o", data.get("kind"), "")

    def shop_form(self):
        kinds = "".join(f'<option value="{kind}">{kind.title()}</option>' for kind in KINDS)
        colours = "".join(f"<option>{colour}</option>" for colour in COLOURS)
        return (
            '<form action="list?dropped=1" class="find"><input type="hidden" name="lang" value="en">'
            f'<select name="kind">{kinds}</select><select name="colour">{colours}</select>'
            '<input name="q"><input type="submit" value="Show"></form>'
        )

    def finder_form(self):
        token = f"x{next(self._numbers)}"
        if self.one_time_tokens:
            self._tokens.clear()
        self._tokens.add(token)
        radios = "".join(f'<input type="radio" name="kind" value="{kind}">' for kind in KINDS)
        return (
            f'<form action="/find" method="post"><input type="hidden" name="stamp" value="{token}">'
            f'{radios}<button name="go" value="1">Find</button></form>'
        )

    def listing(self, folder, kind, colour):
        items = "".join(
            f'<div class="item"><a href="/{folder}/{n}">Number {n}</a></div>'
            for n in numbers_of(kind)
            if not colour or (n % 2 == 0) == (colour == "red")
        )
        return f"<h2>List</h2><section>{items}</section>"

    def products(self, folder):
        return {f"{self.url}/{folder}/{n}" for kind in KINDS for n in numbers_of(kind)}


def numbers_of(kind):
    if kind not in KINDS:
        return []
    first = KINDS.index(kind) * EACH
    return [(first + n) * 7919 % 1000 + 1000 for n in range(EACH)]


def product(folder, name):
    if folder == "o":
        return (
            f'<main id="offer"><h2>Offer</h2><h1>Number {name}</h1><dl><dt>Until</dt><dd>{name[::-1]}</dd>'
            "<dt>From</dt><dd>us</dd></dl><blockquote>A bargain.</blockquote></main>"
        )
    return (
        f'<div class="product"><h1>Number {name}</h1><table><tr><th>Price</th><td>{name[::-1]}</td></tr>'
        f"<tr><th>Shelf</th><td>{folder}</td></tr></table><p>Nice.</p></div>"
    )
