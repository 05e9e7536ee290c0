"""Pages for what did not work: one sentence about what happened, and what to do."""

from __future__ import annotations

import logging
from typing import Any

from django.http import JsonResponse
from django.shortcuts import render

from pagekin.errors import NothingFoundError, PagekinError, UsageError

_LOG = logging.getLogger("pagekin.console")
_EXPIRED = "This form is too old, or was not sent from a page of this console."


class ErrorPages:
    """Shows what pagekin raises on purpose as a page with its message."""

    def __init__(self, get_response: Any) -> None:
        self._get_response = get_response

    def __call__(self, request: Any) -> Any:
        """Answer a request."""
        return self._get_response(request)

    def process_exception(self, request: Any, error: Exception) -> Any:
        """Return a page for an error of ours; others are faults, and Django logs them."""
        if not isinstance(error, PagekinError):
            return None
        if isinstance(error, NothingFoundError):
            return _page(request, 404, "Not found", str(error))
        if isinstance(error, UsageError):
            return _page(request, 400, "That did not work", str(error))
        _LOG.error("%s", error)
        return _page(request, 500, "Something went wrong", str(error))


def bad_request(request: Any, exception: Exception) -> Any:
    """Say that a request cannot be understood."""
    del exception
    return _page(request, 400, "That did not work", "The request cannot be understood.")


def forbidden(request: Any, exception: Exception) -> Any:
    """Say that somebody may not do this."""
    return _page(request, 403, "Not for you", str(exception) or "You may not do this.")


def not_found(request: Any, exception: Exception) -> Any:
    """Say that there is no such page."""
    del exception
    if request.path.startswith("/api/"):
        detail = "there is no such operation: /api/openapi.json lists them"
        return JsonResponse({"detail": detail}, status=404)
    return _page(request, 404, "Not found", "There is no such page, or it is gone.")


def server_error(request: Any) -> Any:
    """Say that this is our fault; without the usual page, since what failed may be part of it."""
    return render(request, "console/fault.html", status=500)


def csrf_failure(request: Any, reason: str = "") -> Any:
    """Say that a form did not come from here."""
    del reason
    return _page(
        request, 403, "Please try again", f"{_EXPIRED} Go back, reload the page and send it again."
    )


def _page(request: Any, status: int, title: str, text: str) -> Any:
    about = {"title": title, "text": text}
    template = (
        "console/error_part.html" if request.headers.get("HX-Request") else "console/error.html"
    )
    return render(request, template, about, status=status)
