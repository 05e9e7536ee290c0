"""The second step: the pages that were found, which of them are meant, and how they are found again."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from django.shortcuts import redirect, render

from pagekin.console.access import Who, person_of, route
from pagekin.console.auditing import audit
from pagekin.console.drawings import drawn_map
from pagekin.console.finding.find_jobs import FIND
from pagekin.console.finding.path_steps import CrawlerDraft, draft_named, steps_for
from pagekin.console.jobs.job_table import start_job
from pagekin.discovery import checked_url
from pagekin.errors import UsageError
from pagekin.navigation.sentences import sentences

if TYPE_CHECKING:
    from pagekin.navigation import Crawler

YOURS = "pages like yours"
_ANSWERS = ("yes", "no", "wider", "narrower")


@route("crawlers/<str:name>/pages/", name="found-pages", who=Who.ADMINISTRATOR)
def found_pages(request: Any, name: str) -> Any:
    """Show what was found: the questions first, then the pages, then the way to them."""
    draft = draft_named(name)
    if draft.crawler is None:
        return redirect("looking", name=name)
    found = draft.found
    drawn, kinds, _ = drawn_map(draft.crawler)
    learned = draft.crawler.learned
    about = {
        "draft": draft,
        "steps": steps_for(draft, "found-pages"),
        "number": found.get("expected", learned.expected),
        "pages": found.get("pages", []),
        "doubtful": found.get("doubtful", [])[:5],
        "samples": draft.crawler.samples,
        "negatives": draft.crawler.negatives,
        "alternatives": _alternatives(draft.crawler),
        "sentences": list(sentences(draft.crawler, YOURS)),
        "map": drawn,
        "kinds": kinds,
        "learned": learned,
    }
    return render(request, "console/found_pages.html", about)


@route("crawlers/<str:name>/like/", name="like", who=Who.ADMINISTRATOR, methods=("POST",))
def like(request: Any, name: str) -> Any:
    """Hear that a page is like the sample, or is not, and look again knowing that."""
    draft = draft_named(name)
    if draft.crawler is None:
        raise UsageError("pages are still looked for: wait for what is found")
    asked = _asked(draft, request.POST.get("answer", ""), request.POST.get("url", ""))
    person = person_of(request)
    start_job(FIND, name, asked, person.name if person else "")
    audit(request, f"said: {request.POST['answer']} {request.POST.get('url', '')}".strip(), name)
    return redirect("looking", name=name)


def _asked(draft: CrawlerDraft, answer: str, url: str) -> dict[str, Any]:
    """Return what to look for now that somebody has answered."""
    if answer not in _ANSWERS or draft.crawler is None:
        raise UsageError(f"{answer!r} is no answer: {', '.join(_ANSWERS)} are")
    before = draft.job.request if draft.job else {}
    samples, negatives = list(draft.crawler.samples), list(draft.crawler.negatives)
    wider = before.get("wider", 0)
    if answer in {"yes", "no"}:
        page = checked_url(url, "page")
        for known in (samples, negatives):
            if page in known:
                known.remove(page)
        (samples if answer == "yes" else negatives).append(page)
        if not samples:
            raise UsageError("this is the page that all others are compared with: it stays")
    else:
        wider += 1 if answer == "wider" else -1
    asked = {"samples": samples, "negatives": negatives, "wider": wider}
    return asked | {"after": draft.found.get("learning")}


def _alternatives(crawler: Crawler) -> list[dict[str, Any]]:
    return [
        {"answer": one.relation, "pages": one.pages}
        for one in crawler.alternatives
        if one.relation in _ANSWERS
    ]
