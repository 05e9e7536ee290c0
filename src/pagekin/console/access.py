"""Who may see and do what: each view declares it, and this is the one place that decides.

    @route("people/", name="people", who=Who.ADMINISTRATOR, methods=("GET", "POST"))
    def people(request): ...

The URL table is made of these declarations alone, so a view without one cannot be reached.
"""

from __future__ import annotations

import enum
import functools
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from django.contrib.auth import logout
from django.core.exceptions import PermissionDenied
from django.http import HttpResponse, HttpResponseNotAllowed, HttpResponseRedirect
from django.urls import NoReverseMatch, reverse

from pagekin.store.models import Person

if TYPE_CHECKING:
    from collections.abc import Callable

    View = Callable[..., HttpResponse]

_NOT_LOGGED_IN = 401


class Who(enum.IntEnum):
    """Who may use a view; each may do all that those before may."""

    ANYBODY = 0
    USER = 1
    ADMINISTRATOR = 2


@dataclass(frozen=True, slots=True)
class Route:
    """A view with its address, its name, who may use it, and how."""

    path: str
    name: str
    who: Who
    methods: tuple[str, ...]
    view: View


ROUTES: dict[str, Route] = {}  # by name


def route(
    path: str, *, name: str, who: Who, methods: tuple[str, ...] = ("GET",)
) -> Callable[[View], View]:
    """Declare a view; only whom `who` names gets to it, by these methods."""

    def declare(view: View) -> View:
        @functools.wraps(view)
        def guarded(request: Any, **arguments: Any) -> HttpResponse:
            return _refusal(request, who, methods) or view(request, **arguments)

        known = ROUTES.get(name)
        if known and known.view.__module__ != view.__module__:
            raise ValueError(f"two views are named {name!r}")
        ROUTES[name] = Route(path, name, who, methods, guarded)
        return guarded

    return declare


def person_of(request: Any) -> Person | None:
    """Return who asks; None for those who are not logged in, or whose person was removed since."""
    if not hasattr(request, "pagekin_person"):
        user = request.user
        known = user.is_authenticated and user.is_active
        person = Person.objects.filter(name=user.get_username()).first() if known else None
        if known and person is None:
            logout(request)
        request.pagekin_person = person
    return request.pagekin_person


def role_of(request: Any) -> Who:
    """Return what who asks may do; `Person.administrator` alone says who is an administrator."""
    person = person_of(request)
    if person is None:
        return Who.ANYBODY
    return Who.ADMINISTRATOR if person.administrator else Who.USER


def allows(request: Any, who: Who) -> bool:
    """Whether who asks is one of those that `who` names, or may do more."""
    return who is Who.ANYBODY or role_of(request) >= who


def may(request: Any, name: str) -> bool:
    """Whether who asks may use the view of a name; False if there is no such view."""
    declared = ROUTES.get(name)
    return declared is not None and allows(request, declared.who)


def link_to(request: Any, view: str, **arguments: Any) -> str:
    """Return the address of a view; "" if who asks may not use it, or nothing there can be called so."""
    try:
        return reverse(view, kwargs=arguments) if may(request, view) else ""
    except NoReverseMatch:
        return ""


def _refusal(request: Any, who: Who, methods: tuple[str, ...]) -> HttpResponse | None:
    method = "GET" if request.method == "HEAD" else request.method
    if method not in methods:
        return HttpResponseNotAllowed(methods)
    if allows(request, who):
        return None
    if person_of(request) is not None:
        raise PermissionDenied("Only administrators can do this.")
    back = {"next": request.get_full_path()} if method == "GET" else {}
    there = reverse("log-in") + (f"?{urlencode(back)}" if back else "")
    if request.headers.get("HX-Request"):
        return HttpResponse(status=_NOT_LOGGED_IN, headers={"HX-Redirect": reverse("log-in")})
    return HttpResponseRedirect(there)
