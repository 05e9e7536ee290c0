"""Rows that nobody needs any more: sessions and links that have ended, jobs and failed logins of long ago."""

from datetime import UTC, datetime, timedelta

from axes.models import AccessAttempt, AccessLog
from django.contrib.sessions.models import Session

from pagekin.console.finding.find_jobs import FIND
from pagekin.console.models import OPEN_STATES, Invitation, Job

_KEPT = 90 * 86_400.0  # seconds


def tidy_up(now: float) -> None:
    """Delete what is over; what was found on the way to a crawler stays, since its steps show it."""
    moment = datetime.fromtimestamp(now, UTC)
    long_ago = moment - timedelta(seconds=_KEPT)
    Session.objects.filter(expire_date__lt=moment).delete()
    Invitation.objects.filter(until__lt=now).delete()
    old = Job.objects.filter(made_at__lt=now - _KEPT).exclude(state__in=OPEN_STATES)
    old.exclude(kind=FIND).delete()
    AccessAttempt.objects.filter(attempt_time__lt=long_ago).delete()
    AccessLog.objects.filter(attempt_time__lt=long_ago).delete()
