"""What every page has: who is logged in, and where one can go from there."""

from __future__ import annotations

from typing import Any

from django.urls import reverse

from pagekin.console.access import Who, may, person_of, role_of
from pagekin.version import __version__

# The text of a link and the name of its view; who may not use the view does not see the link.
MENU = (
    ("Home", "home"),
    ("New crawler", "new-crawler"),
    ("Queries", "queries"),
    ("Reports", "reports"),
    ("People", "people"),
    ("Audit", "audit"),
)


def common(request: Any) -> dict[str, Any]:
    """Return what the base template shows."""
    if not hasattr(request, "user"):  # it was refused before anybody asked who it is
        return {"menu": [], "person": None, "version": __version__}
    here = request.resolver_match.url_name if request.resolver_match else ""
    person = person_of(request)
    shown = MENU if person else ()
    return {
        "menu": [
            {"text": text, "url": reverse(name), "here": name == here}
            for text, name in shown
            if may(request, name)
        ],
        "person": person,
        "is_administrator": role_of(request) >= Who.ADMINISTRATOR,
        "version": __version__,
    }
