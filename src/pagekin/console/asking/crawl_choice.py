"""Which crawl a question is asked of: the one that an address names, else the last."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pagekin.app.asked_crawl import crawl_to_ask
from pagekin.console.current_store import current_store
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.models import Crawl

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pagekin.store.reading.crawls import CrawlInfo

_MOST = 60  # crawls to choose from
_LARGEST = 2**63 - 1  # of a number in a database


def asked_crawl(given: Mapping[str, Any]) -> CrawlInfo:
    """Return the crawl that is asked; NothingFoundError if there is none yet."""
    with current_store().connection() as connection:
        return crawl_to_ask(connection, number_in(given, "crawl"))


def asked_crawl_or_none(given: Mapping[str, Any]) -> CrawlInfo | None:
    """Return the crawl that is asked; None if there is none yet."""
    try:
        return asked_crawl(given)
    except NothingFoundError:
        return None


def number_in(given: Mapping[str, Any], name: str) -> int | None:
    """Return a number out of an address; None if it is not there."""
    text = given.get(name) or ""
    if not text:
        return None
    if not (text.isascii() and text.isdecimal()) or int(text) > _LARGEST:
        raise UsageError(f"{name} should be a number")
    return int(text)


def crawls_to_choose_from(chosen: int | None) -> list[dict[str, Any]]:
    """Return the latest crawls that can be asked, and the chosen one if it is older."""
    latest = Crawl.objects.finished().select_related("site", "crawler").order_by("-pk")
    found = list(latest[:_MOST])
    if chosen is not None and all(one.pk != chosen for one in found):
        found += list(latest.filter(pk=chosen))
    return [
        {"number": one.pk, "site": one.site.name, "at": one.began_at, "chosen": one.pk == chosen}
        for one in found
    ]
