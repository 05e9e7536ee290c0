"""Links that work once: for the first administrator, for people who are invited, for a lost password."""

from __future__ import annotations

import hashlib
import secrets
import time

from django.contrib.auth import get_user_model
from django.urls import reverse

from pagekin.console.models import Invitation

_VALID = 3 * 86_400.0  # seconds: over a weekend


def invite(name: str = "", *, administrator: bool = False) -> str:
    """Return the path of a link by which somebody can choose a password; earlier ones end."""
    token = secrets.token_urlsafe(32)
    Invitation.objects.filter(name=name).delete()
    Invitation.objects.create(
        digest=_digest(token),
        name=name,
        administrator=administrator,
        until=time.time() + _VALID,
    )
    return reverse("welcome", kwargs={"token": token})


def invitation_of(token: str) -> Invitation | None:
    """Return what a link is for; None if it was used, is too old, or never was one."""
    return Invitation.objects.filter(digest=_digest(token), until__gt=time.time()).first()


def is_administrator_missing() -> bool:
    """Whether nobody can log in yet."""
    return not get_user_model().objects.filter(is_active=True).exists()


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()
