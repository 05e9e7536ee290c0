"""Reports as people have configured them: whose they are, who may see them, and what they ask."""

from __future__ import annotations

import secrets
import time
from typing import TYPE_CHECKING, Any

from django.core import signing
from django.db.models import Q

from pagekin.app.report import ReportRequest
from pagekin.app.saved import Asker, visible_questions
from pagekin.console.current_store import current_store
from pagekin.console.models import Report
from pagekin.errors import NothingFoundError, UsageError
from pagekin.query.fixed.fixed_catalogue import fixed_queries
from pagekin.store.models import Person

if TYPE_CHECKING:
    from django.db.models import QuerySet

    from pagekin.query.fixed.fixed_query import FixedQuery

_SALT = "pagekin.feed"


def visible_reports(asker: Asker) -> QuerySet:
    """Return the reports that somebody can read: their own, and those that are shared."""
    return Report.objects.filter(Q(who=asker.name) | Q(shared=True)).order_by("title", "pk")


def visible_report(asker: Asker, number: int) -> Report:
    """Return a report; NothingFoundError if there is none that somebody can read."""
    found = visible_reports(asker).filter(pk=number).first()
    if found is None:
        raise NothingFoundError("there is no such report, or it is somebody else's")
    return found


def own_report(asker: Asker, number: int) -> Report:
    """Return a report that somebody may change; administrators change shared ones, too."""
    found = visible_report(asker, number)
    if found.who != asker.name and not asker.administrator:
        raise UsageError(f"{found.title} is {found.who}’s: you can read it, only")
    return found


def new_report(asker: Asker) -> Report:
    """Return a report that is not kept yet."""
    return Report(who=asker.name, feed=new_feed(), made_at=time.time())


def new_feed() -> str:
    """Return a part of a feed's address that nobody can guess."""
    return secrets.token_urlsafe(12)


def simple_fixed_queries() -> list[FixedQuery]:
    """Return the fixed queries that need nobody to say anything."""
    return [
        one
        for one in fixed_queries()
        if all(parameter.default is not None for parameter in one.parameters)
    ]


def request_of(report: Report, crawl: int | None = None) -> ReportRequest:
    """Return what a report asks of a crawl, by default of the last one; questions that are gone are left out."""
    owner = Asker(report.who)
    with current_store().connection() as connection:
        saved = {one.id: one for one in visible_questions(connection, owner)}
    names = {one.name for one in simple_fixed_queries()}
    return ReportRequest(
        crawl,
        "" if crawl else report.site,
        names=tuple(one for one in report.questions if one in names),
        saved=tuple(saved[one] for one in report.questions if one in saved),
        person=report.who,
    )


def feed_token(report: Report) -> str:
    """Return what the address of a report's feed ends in: readers of feeds do not log in."""
    return signing.dumps([report.pk, report.feed], salt=_SALT)


def report_of_feed(token: str) -> Report:
    """Return the report of a feed; NothingFoundError if the address is wrong or was made invalid."""
    try:
        number, feed = signing.loads(token, salt=_SALT)
    except (signing.BadSignature, ValueError, TypeError):
        number, feed = 0, ""
    found: Any = Report.objects.filter(pk=number, feed=feed).first()
    if found is None or not Person.objects.filter(name=found.who).exists():
        raise NothingFoundError("there is no such feed, or its address was changed")
    return found
