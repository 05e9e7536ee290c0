"""The demo shop as a value: so many products, as of one day; it answers requests and knows the truth."""

import hmac
from dataclasses import dataclass, replace
from hashlib import sha256
from http import HTTPStatus
from urllib.parse import parse_qs, quote

from pagekin.demo.messages import HTML, TEXT, Request, Response
from pagekin.demo.page_kinds import ShopPageKind
from pagekin.demo.routes import Moved, RoutedPage, ShopLook, find
from pagekin.demo.shop_model import paths
from pagekin.demo.shop_model.assortment import Assortment
from pagekin.demo.shop_model.catalogue import Catalogue
from pagekin.demo.templates import service
from pagekin.demo.templates.html import Visitor
from pagekin.errors import UsageError

SLIGHT_CHANGE_DAY = 31
"""From this day on the product template is slightly different, unless a shop says otherwise."""

DRASTIC_CHANGE_DAY = 61
"""From this day on product pages have a new layout, unless a shop says otherwise."""

FEWEST_PRODUCTS = 100
MOST_PRODUCTS = 1_000_000

USER = PASSWORD = "demo"  # noqa: S105 (printed on the page that asks for it)


@dataclass(frozen=True, slots=True)
class Shop:
    """A shop of a given size on a given day.

    Equal shops answer equal requests with equal bytes, in any process. A product's page changes
    only when the product or the template does. Nothing is kept in memory but these numbers.
    """

    products: int = 1000
    day: int = 1
    seed: int = 1
    slight_change_day: int = SLIGHT_CHANGE_DAY
    drastic_change_day: int = DRASTIC_CHANGE_DAY

    def __post_init__(self) -> None:
        if not FEWEST_PRODUCTS <= self.products <= MOST_PRODUCTS:
            raise UsageError(
                f"the demo shop has {FEWEST_PRODUCTS:,} to {MOST_PRODUCTS:,} products, "
                f"not {self.products:,}"
            )
        if self.day < 1:
            raise UsageError(f"the demo shop's first day is day 1; there is no day {self.day}")

    @property
    def catalogue(self) -> Catalogue:
        """The products of the day."""
        return Catalogue(Assortment(self.products, self.seed), self.day)

    @property
    def look(self) -> ShopLook:
        """The template that product pages have this day."""
        if self.day >= self.drastic_change_day:
            return ShopLook.REDESIGNED
        return ShopLook.SLIGHTLY_CHANGED if self.day >= self.slight_change_day else ShopLook.CLASSIC

    def on(self, day: int) -> "Shop":
        """Return the same shop on another day."""
        return replace(self, day=day)

    def classify(self, target: str) -> ShopPageKind | None:
        """Return the class of the page at a path, or None where there is no page."""
        found = find(self.catalogue, self.look, target)
        return found.kind if isinstance(found, RoutedPage) else None

    def respond(self, request: Request) -> Response:
        """Answer a request."""
        if request.method == "POST":
            return self._submit(request)
        if request.method not in {"GET", "HEAD"}:
            return _plain(HTTPStatus.METHOD_NOT_ALLOWED, ("Allow", "GET, HEAD, POST"))
        if request.target.partition("?")[0] == paths.LOGOUT:
            return _redirect(paths.HOME, ("Set-Cookie", "session=; Path=/; Max-Age=0"))
        return self._show(request)

    def _show(self, request: Request) -> Response:
        visit = Visitor(request.origin, signed_in=self._signed_in(request.cookie))
        found = find(self.catalogue, self.look, request.target)
        if found is None:
            page = service.error(self.catalogue, visit, 404, "Page not found")
            return Response(404, HTML, page)
        if isinstance(found, Moved):
            return _redirect(found.path, status=HTTPStatus.MOVED_PERMANENTLY)
        if found.private and not visit.signed_in:
            return _redirect(f"{paths.LOGIN}?next={quote(request.target)}")
        return _with_etag(found, found.render(visit), request.if_none_match)

    @property
    def _token(self) -> str:
        return sha256(f"session {self.seed}".encode()).hexdigest()[:24]

    def _signed_in(self, cookie: str) -> bool:
        return any(part.strip() == f"session={self._token}" for part in cookie.split(";"))

    def _submit(self, request: Request) -> Response:
        path = request.target.partition("?")[0]
        if path in {paths.CART, paths.NEWSLETTER}:
            return _redirect(paths.CART if path == paths.CART else paths.HOME)
        if path != paths.LOGIN:
            return _plain(HTTPStatus.METHOD_NOT_ALLOWED, ("Allow", "GET, HEAD"))
        fields = parse_qs(request.body.decode("utf-8", "replace"))
        name, password, target = (fields.get(k, [""])[0] for k in ("username", "password", "next"))
        if not target.startswith("/") or target.startswith("//"):
            target = paths.ACCOUNT
        if _same(name, USER) and _same(password, PASSWORD):
            cookie = f"session={self._token}; Path=/; HttpOnly; SameSite=Lax"
            return _redirect(target, ("Set-Cookie", cookie))
        page = service.login(self.catalogue, Visitor(request.origin), target, failed=True)
        return Response(200, HTML, page)


def _same(given: str, expected: str) -> bool:
    return hmac.compare_digest(given.encode(), expected.encode())


def _with_etag(found: RoutedPage, body: bytes, if_none_match: str) -> Response:
    """Answer with the page, or with nothing where the visitor already has this very version."""
    if found.status != HTTPStatus.OK:
        return Response(found.status, found.content_type, body)
    etag = f'"{sha256(body).hexdigest()[:20]}"'
    headers = (("ETag", etag), ("Cache-Control", "no-cache"))
    known = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    if etag in known or "*" in known:
        return Response(HTTPStatus.NOT_MODIFIED, found.content_type, b"", headers)
    return Response(HTTPStatus.OK, found.content_type, body, headers)


def _redirect(
    path: str, *headers: tuple[str, str], status: HTTPStatus = HTTPStatus.SEE_OTHER
) -> Response:
    location = quote(path, safe="/?&=%:;,+@!$'()*")  # whatever was asked for, it stays one header
    return Response(status, TEXT, b"", (("Location", location), *headers))


def _plain(status: HTTPStatus, *headers: tuple[str, str]) -> Response:
    return Response(status, TEXT, f"{status.phrase}\n".encode(), headers)
