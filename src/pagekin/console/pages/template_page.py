"""Changes of the template: what is known of each, before and after, and the repair to accept or reject."""

from __future__ import annotations

from typing import Any

from django.contrib import messages
from django.shortcuts import redirect

from pagekin.app.repair import reject_proposal
from pagekin.app.repair_preview import repair_preview
from pagekin.console.access import Who, route
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.console.jobs.job_pages import progress
from pagekin.console.jobs.job_table import start_job
from pagekin.console.pages.crawler_running import file_to_run, open_job
from pagekin.console.pages.site_choice import chosen_site, site_page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.store.models import Event, RepairProposal
from pagekin.store.states import EventKind, ProposalState

_KIND = "repair"
_LATEST = 20


@route("sites/<str:name>/template/", name="site-template", who=Who.USER)
def template_page(request: Any, name: str) -> Any:
    """Show the repair that waits, and what became of earlier ones."""
    choice = chosen_site(request, name)
    proposals = RepairProposal.objects.filter(crawler=choice.crawler).order_by("-id")
    waiting = proposals.filter(state=ProposalState.OPEN).first()
    preview = None
    if waiting is not None:
        with current_store().connection() as connection:
            preview = repair_preview(current_store(), connection, waiting.pk)
    told = Event.objects.filter(crawler=choice.crawler, kind=EventKind.TEMPLATE)
    job = open_job(choice.crawler, _KIND)
    about = {
        "waiting": waiting,
        "preview": preview,
        "proposals": proposals.exclude(state=ProposalState.OPEN).defer("content", "before")[
            :_LATEST
        ],
        "events": told.select_related("crawl").order_by("-id")[:_LATEST],
        **(progress(job) if job else {"job": None}),
    }
    return site_page(request, choice, "site_template.html", about)


@route(
    "sites/<str:name>/template/decide/",
    name="site-repair",
    who=Who.ADMINISTRATOR,
    methods=("POST",),
)
def decide_repair(request: Any, name: str) -> Any:
    """Accept the repair that waits, which a worker carries out, or reject it."""
    choice = chosen_site(request, name)
    crawler = choice.needed_crawler()
    waiting = RepairProposal.objects.filter(crawler=crawler, state=ProposalState.OPEN).first()
    if waiting is None:
        raise NothingFoundError("no repair waits for a decision: somebody has decided meanwhile")
    decision, who = request.POST.get("decision"), request.user.get_username()
    if decision == "accept":
        file = file_to_run(crawler)
        start_job(_KIND, file.stem, {"crawler": crawler.pk}, who, file)
        messages.success(request, "The repair is being carried out.")
    elif decision == "reject":
        reject_proposal(current_store(), crawler.pk, who)
        messages.success(request, "The repair is rejected. The same one is not proposed again.")
    else:
        raise UsageError("a repair can be accepted or rejected")
    audit(request, f"{decision}ed a repair", name)
    return redirect(choice.address("site-template"))
