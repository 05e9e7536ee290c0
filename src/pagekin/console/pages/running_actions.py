"""What starts and ends the work on a site: crawls begun, paused, continued; watches paused, resumed, stopped."""

from __future__ import annotations

import time
from typing import Any

from django.contrib import messages
from django.shortcuts import redirect

from pagekin.app.watch import change_state, delete, run_now
from pagekin.console.access import Who, route
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.console.jobs.job_rows import stop_job
from pagekin.console.jobs.job_table import start_job
from pagekin.console.pages.crawler_running import CRAWL, file_to_run, open_job, watches_of
from pagekin.console.pages.site_choice import chosen_site
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.states import WatchState

_WATCH_STATES = {
    "pause": (WatchState.PAUSED, "paused"),
    "resume": (WatchState.ACTIVE, "active again"),
    "stop": (WatchState.STOPPED, "stopped"),
}


@route("sites/<str:name>/crawl/", name="site-crawl", who=Who.ADMINISTRATOR, methods=("POST",))
def begin_crawl(request: Any, name: str) -> Any:
    """Begin a crawl, or go on with the one that was interrupted; with `fresh`, give that up."""
    choice = chosen_site(request, name)
    crawler = choice.needed_crawler()
    file = file_to_run(crawler)
    fresh = request.POST.get("fresh") == "yes"
    asked = {"crawler": crawler.pk, "fresh": fresh}
    start_job(CRAWL, file.stem, asked, request.user.get_username(), file)
    audit(request, "started a crawl" if not fresh else "started a crawl anew", name)
    return redirect(choice.address("site"))


@route("sites/<str:name>/pause/", name="site-pause", who=Who.ADMINISTRATOR, methods=("POST",))
def pause_crawl(request: Any, name: str) -> Any:
    """Pause the crawl that is under way: it can be continued."""
    choice = chosen_site(request, name)
    job = open_job(choice.needed_crawler())
    if job is None:
        raise NothingFoundError("no crawl is under way: it has come to its end meanwhile")
    stop_job(job.pk)
    audit(request, "paused a crawl", name)
    messages.success(request, "The crawl pauses as soon as the pages under way have come.")
    return redirect(choice.address("site"))


@route("sites/<str:name>/watch/", name="site-watch", who=Who.ADMINISTRATOR, methods=("POST",))
def act_on_watch(request: Any, name: str) -> Any:
    """Pause, resume, stop or delete a watch, or have it run at once."""
    choice = chosen_site(request, name)
    wanted, action = request.POST.get("watch", ""), request.POST.get("action", "")
    if wanted not in {one.name for one in watches_of(choice.needed_crawler())}:
        raise NothingFoundError(f"{name} is not looked at by a schedule called {wanted!r}")
    told = _act(wanted, action)
    audit(request, f"schedule {told}", wanted)
    messages.success(request, f"{wanted} is {told}.")
    return redirect(choice.address("site"))


def _act(watch: str, action: str) -> str:
    """Do something to a watch, and return what it is then."""
    store, now = current_store(), time.time()
    if action == "now":
        run_now(store, watch, now)
        return "due now"
    if action == "delete":
        delete(store, watch)
        return "deleted"
    if action not in _WATCH_STATES:
        raise UsageError(f"{action!r} cannot be done with a schedule")
    state, told = _WATCH_STATES[action]
    change_state(store, watch, state, now)
    return told
