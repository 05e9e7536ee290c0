"""The health page, for whatever watches the server: 200 if the store answers and work gets done."""

from __future__ import annotations

import time
from typing import Any

from django.http import JsonResponse

from pagekin.console.access import Who, route
from pagekin.console.models import Job, JobState
from pagekin.version import __version__

_LATE = 300.0  # seconds that a job may wait before somebody should know


@route("health/", name="health", who=Who.ANYBODY)
def health(request: Any) -> Any:
    """Say whether all is well, and nothing that only those who are logged in may know."""
    del request
    oldest = Job.objects.filter(state=JobState.WAITING).order_by("id").first()
    late = oldest is not None and time.time() - oldest.made_at > _LATE
    running = Job.objects.filter(state=JobState.RUNNING, until__gt=time.time()).exists()
    is_well = running or not late
    about = {"status": "ok" if is_well else "work is waiting, and nothing does it"}
    return JsonResponse(about | {"version": __version__}, status=200 if is_well else 503)
