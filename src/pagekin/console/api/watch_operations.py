"""Watches, and what is going on."""

import time
from typing import Any, Literal

from ninja import Path, Status

from pagekin.app.status import status_table
from pagekin.app.storing.workspace import name_of
from pagekin.app.watch import (
    WatchRequest,
    change_state,
    delete,
    find_watch,
    next_run,
    run_now,
    watch,
)
from pagekin.console.access import Who, allows
from pagekin.console.api import answers as api
from pagekin.console.api.operations import note, operation
from pagekin.console.crawler_files import crawler_file
from pagekin.console.current_store import current_store
from pagekin.console.models import OPEN_STATES, Job
from pagekin.navigation.crawler_file import loads
from pagekin.store.reading.watches import StoredWatch, all_watches
from pagekin.store.states import WatchState
from pagekin.version import __version__

_STATES = {
    "pause": WatchState.PAUSED,
    "resume": WatchState.ACTIVE,
    "stop": WatchState.STOPPED,
}


@operation("GET", "/status", who=Who.USER, answer=api.StatusAnswer)
def status(request: Any) -> Any:
    """Return who you are, how many jobs are under way, and how the watches do."""
    with current_store().connection() as connection:
        watches = status_table(connection).as_dicts()
    return {
        "version": __version__,
        "person": request.auth.name,
        "administrator": allows(request, Who.ADMINISTRATOR),
        "open_jobs": Job.objects.filter(state__in=OPEN_STATES).count(),
        "watches": watches,
    }


@operation("GET", "/watches", who=Who.USER, answer=list[api.WatchAnswer])
def watches(request: Any) -> Any:
    """List the watches."""
    del request
    with current_store().connection() as connection:
        return [_watch(connection, one) for one in all_watches(connection)]


@operation("POST", "/watches", who=Who.ADMINISTRATOR, answer=api.WatchAnswer, status=201)
def make(request: Any, wanted: api.MakeWatch) -> Any:
    """Run a crawler on schedule, by default once a day, or change its watch of that name."""
    asked = WatchRequest(
        str(crawler_file(wanted.crawler).path),
        wanted.name,
        wanted.every,
        wanted.cron,
        wanted.at,
        time_zone=wanted.time_zone,
        person=request.auth.name,
        alerts=wanted.alerts,
        receivers=wanted.receivers,
    )
    store = current_store()
    kept = watch(store, asked, time.time(), request.auth.time_zone)
    note(request, "made a schedule" if kept.is_new else "changed a schedule", kept.watch.name)
    with store.connection() as connection:
        return Status(201, _watch(connection, kept.watch))


@operation("POST", "/watches/{name}/{action}", who=Who.ADMINISTRATOR, answer=api.WatchAnswer)
def act(
    request: Any,
    name: Path[api.Text],
    action: Path[Literal["pause", "resume", "stop", "run"]],
) -> Any:
    """Pause, resume or stop a watch, or have it run at once."""
    store = current_store()
    if action == "run":
        run_now(store, name, time.time())
    else:
        change_state(store, name, _STATES[action], time.time())
    note(request, f"schedule: {action}", name)
    with store.connection() as connection:
        return _watch(connection, find_watch(connection, name))


@operation("DELETE", "/watches/{name}", who=Who.ADMINISTRATOR, answer=api.Done)
def remove(request: Any, name: Path[api.Text]) -> Any:
    """Delete a watch; what its crawls found stays."""
    gone = delete(current_store(), name)
    note(request, "deleted a schedule", gone.name)
    return {"done": f"deleted {gone.name}"}


def _watch(connection: Any, found: StoredWatch) -> dict[str, Any]:
    return {
        "name": found.name,
        "state": found.state.value,
        "schedule": found.schedule,
        "time_zone": found.time_zone,
        "page": name_of(loads(found.content)),
        "next_run": api.moment(next_run(connection, found)),
    }
