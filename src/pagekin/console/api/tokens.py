"""Tokens by which programs act for a person: made once, kept as digests, revoked at any time."""

from __future__ import annotations

import hashlib
import secrets
import time
from typing import TYPE_CHECKING, Any

from pagekin.console.models import ApiToken

if TYPE_CHECKING:
    from collections.abc import Sequence

_PREFIX = "pagekin_"  # so that people and scanners of code know one when they see it
_BYTES = 32  # nobody guesses so many
_NOTED = 60.0  # seconds: how exactly it is known when a token was last used


def make_token(user: Any, name: str) -> str:
    """Return a new token for a person; it cannot be shown again."""
    token = _PREFIX + secrets.token_urlsafe(_BYTES)
    ApiToken.objects.create(user=user, name=name, digest=_digest(token), made_at=time.time())
    return token


def user_of(token: str) -> Any:
    """Return whose token it is; None if it is nobody's, or the account is closed."""
    known = ApiToken.objects.select_related("user").filter(digest=_digest(token)).first()
    if known is None or not known.user.is_active:
        return None
    now = time.time()
    if now - (known.used_at or 0) > _NOTED:
        ApiToken.objects.filter(pk=known.pk).update(used_at=now)
    return known.user


def tokens_of(user: Any) -> Sequence[ApiToken]:
    """Return the tokens of a person, the newest first."""
    found: Sequence[ApiToken] = ApiToken.objects.filter(user=user).order_by("-pk")
    return found


def revoke_token(user: Any, number: int) -> str | None:
    """Revoke a token of a person, and return its name; None if there is no such token."""
    known = ApiToken.objects.filter(user=user, pk=number).first()
    if known is None:
        return None
    known.delete()
    return str(known.name)


def _digest(token: str) -> str:
    """Return what is kept of a token; it is long and random, so a plain digest is enough."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
