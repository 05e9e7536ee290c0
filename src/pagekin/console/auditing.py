"""Writes down who changed what: one function, for every change made by way of the console or its API."""

import time
from typing import Any

from pagekin.console.models import Audit


def audit(request: Any, what: str, about: str = "") -> None:
    """Write down that who asks has done something, to what."""
    user = getattr(request, "user", None)
    audit_as(user.get_username() if user and user.is_authenticated else "", what, about)


def audit_as(who: str, what: str, about: str = "") -> None:
    """Write down that somebody has done something, to what."""
    Audit.objects.create(at=time.time(), who=who, what=what, about=about)
