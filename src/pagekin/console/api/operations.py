"""The operations of the API: each declares who may use it, and a token says who asks.

    @operation("GET", "/sites", who=Who.USER, answer=list[SiteSummary])
    def sites(request): ...

Who may do what is decided where it is for pages (`access`). Cookies count for nothing here, so no page of another
site can make a browser use the API.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from django.contrib.auth.models import AnonymousUser
from ninja import NinjaAPI
from ninja.security import HttpBearer

from pagekin.console.access import Who, allows, person_of
from pagekin.console.api.answers import ApiError
from pagekin.console.api.tokens import user_of
from pagekin.console.auditing import audit_as
from pagekin.errors import CrawlerBusyError, NothingFoundError, PagekinError, UsageError
from pagekin.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    Function = Callable[..., Any]

_ABOUT = """Everything that the console shows, for programs. Send `Authorization: Bearer TOKEN` with each request; a person
makes tokens under *Your details*, and a program may do what that person may."""
_REFUSALS = {
    400: ApiError,
    401: ApiError,
    403: ApiError,
    404: ApiError,
    409: ApiError,
    422: ApiError,
}


class ApiRefusedError(Exception):
    """A request by somebody who may not do this."""


class TokenBearer(HttpBearer):
    """Lets those in whom an operation names, by their token."""

    def __init__(self, who: Who) -> None:
        super().__init__()
        self.who = who

    def authenticate(self, request: Any, token: str) -> Any:
        """Return who asks; None if the token is nobody's."""
        request.user = user_of(token) or AnonymousUser()
        person = person_of(request)
        if person is not None and not allows(request, self.who):
            raise ApiRefusedError("only administrators can do this")
        return person


@dataclass(frozen=True, slots=True)
class Operation:
    """What a program can do, and who may."""

    method: str
    path: str
    who: Who


OPERATIONS: list[Operation] = []
API = NinjaAPI(
    title="pagekin",
    version=__version__,
    description=_ABOUT,
    docs_url=None,  # its pages would load scripts from another host
    openapi_url="/openapi.json",
    urls_namespace="api",
)


def operation(
    method: str, path: str, *, who: Who, answer: Any, status: int = 200
) -> Callable[[Function], Function]:
    """Declare an operation; its docstring is what the OpenAPI document says of it."""
    OPERATIONS.append(Operation(method, path, who))
    declared: Callable[[Function], Function] = API.api_operation(
        [method],
        path,
        auth=TokenBearer(who),
        response={status: answer, **_REFUSALS},
        exclude_none=False,
    )
    return declared


def note(request: Any, what: str, about: str = "") -> None:
    """Write down what a program has changed, and for whom."""
    audit_as(request.auth.name, f"{what} (by a program)", about)


@API.exception_handler(ApiRefusedError)
def refused(request: Any, error: ApiRefusedError) -> Any:
    """Say that somebody may not do this."""
    return _answer(request, 403, str(error))


@API.exception_handler(PagekinError)
def failed(request: Any, error: PagekinError) -> Any:
    """Say what did not work, in pagekin's own words."""
    if isinstance(error, NothingFoundError):
        return _answer(request, 404, str(error))
    if isinstance(error, CrawlerBusyError):
        return _answer(request, 409, str(error))
    return _answer(request, 400 if isinstance(error, UsageError) else 500, str(error))


def _answer(request: Any, status: int, text: str) -> Any:
    return API.create_response(request, {"detail": text}, status=status)
