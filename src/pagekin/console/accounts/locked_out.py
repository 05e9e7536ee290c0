"""The page for whom django-axes keeps out: too many wrong passwords."""

from typing import Any

from django.shortcuts import render


def locked_out(request: Any, credentials: Any = None, *arguments: Any, **more: Any) -> Any:
    """Say how long to wait; the same for names that exist and names that do not."""
    del credentials, arguments, more
    about = {
        "title": "Too many wrong passwords",
        "text": "Wait a quarter of an hour, or choose a new password by mail.",
    }
    return render(request, "console/error.html", about, status=429)
