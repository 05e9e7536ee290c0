"""The identity of a crawler: a short digest of what was asked for, or else of what the crawler does.

The history of a crawler depends on its id, so ids must not change from one version of pagekin to the next.
Therefore default values take no part in a digest: a field that is added later changes none.
"""

import json
from collections.abc import Iterable, Sequence
from dataclasses import fields
from hashlib import blake2b
from typing import Any

from pagekin.navigation.finding_json import (
    forms_content,
    membership_content,
    navigation_content,
    scope_content,
)
from pagekin.navigation.form_use import FormUse
from pagekin.navigation.steps import Navigation
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import Scope

ID_DIGITS = 12
FINDING_DIGITS = 16
# The limits that a person can set. How the site spells its URLs is learned, and not part of the question.
_LIMITS = ("host", "subdomains", "prefix", "accept", "reject", "domains")


def crawler_id(
    scope: Scope,
    samples: Iterable[str],
    *,
    negatives: Iterable[str] = (),
    entry: str | None = None,
    wider: int = 0,
    strategy: str = "",
) -> str:
    """Return the id of the crawler that is learned from this request.

    The same request always results in the same id: a crawler that is learned again is the same crawler. The
    order of samples and of negatives does not matter.
    """
    limits = {key: value for key, value in _told(scope).items() if key in _LIMITS}
    asked: dict[str, Any] = {"scope": limits, "samples": sorted(set(samples))}
    if others := sorted(set(negatives)):
        asked["not"] = others
    if entry:
        asked["entry"] = entry
    if wider:
        asked["wider"] = wider
    if strategy:
        asked["strategy"] = strategy
    return digest(asked, ID_DIGITS)


def id_by_content(host: str, samples: Sequence[str], finding: dict[str, Any]) -> str:
    """Return the id of a crawler whose file has none because it was written before there were ids."""
    return digest({"host": host, "samples": list(samples), "finding": finding}, ID_DIGITS)


def finding_content(
    scope: Scope,
    navigation: Navigation,
    membership: MembershipRule | None,
    forms: FormUse | None = None,
) -> dict[str, Any]:
    """Return what decides which pages are found, as JSON values."""
    content: dict[str, Any] = {"scope": _told(scope), "navigation": navigation_content(navigation)}
    if membership:
        content["membership"] = membership_content(membership)
    if forms:
        content["forms"] = forms_content(forms)
    return content


def digest(content: Any, digits: int) -> str:
    """Return a digest of JSON values, in hexadecimal digits."""
    text = json.dumps(content, sort_keys=True, separators=(",", ":"), ensure_ascii=True)
    return blake2b(text.encode(), digest_size=digits // 2).hexdigest()


def _told(scope: Scope) -> dict[str, Any]:
    """Return the content of a scope without default values."""
    defaults = {field.name: field.default for field in fields(Scope)}
    content = scope_content(scope)
    return {key: value for key, value in content.items() if getattr(scope, key) != defaults[key]}
