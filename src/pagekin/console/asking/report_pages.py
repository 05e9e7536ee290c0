"""Reports: configured, read for any crawl, followed as a feed; and the messages that were sent."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from django.contrib import messages
from django.core.paginator import Paginator
from django.http import HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse

from pagekin.app.report import build
from pagekin.app.report_feed import feed_document
from pagekin.app.saved import visible_questions
from pagekin.console.access import Who, person_of, route
from pagekin.console.asking import report_rows
from pagekin.console.asking.asked_question import asker_of
from pagekin.console.asking.crawl_choice import number_in
from pagekin.console.asking.subscription_pages import told_of_watches
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.console.drawings import drawn_graph
from pagekin.errors import NothingFoundError
from pagekin.report.atom_feed import render_atom, render_rss
from pagekin.report.document import from_json
from pagekin.store.models import Crawl, Delivery, Site

if TYPE_CHECKING:
    from pagekin.console.models import Report
    from pagekin.report.document import ReportDocument

_CRAWLS = 30  # past reports to choose from
_ON_A_PAGE = 20
_MOST_ROWS = 100  # of a table on a page
_LONGEST = 200  # characters of a title


@route("reports/", name="reports", who=Who.USER)
def reports(request: Any) -> Any:
    """List reports, what somebody is told, and the messages that were sent to them."""
    person: Any = person_of(request)
    sent = Delivery.objects.filter(person=person).select_related("channel").order_by("-pk")
    about = {
        "reports": report_rows.visible_reports(asker_of(request)),
        "told": told_of_watches(person.name),
        "page": Paginator(sent, _ON_A_PAGE).get_page(request.GET.get("page")),
    }
    return render(request, "console/asking/reports.html", about)


@route("reports/new/", name="report-new", who=Who.USER, methods=("GET", "POST"))
def report_new(request: Any) -> Any:
    """Configure a report."""
    return _edited(request, report_rows.new_report(asker_of(request)))


@route("reports/<int:number>/edit/", name="report-edit", who=Who.USER, methods=("GET", "POST"))
def report_edit(request: Any, number: int) -> Any:
    """Configure a report anew."""
    return _edited(request, report_rows.own_report(asker_of(request), number))


@route("reports/<int:number>/", name="report", who=Who.USER)
def report(request: Any, number: int) -> Any:
    """Show a report of the last crawl, or of an earlier one."""
    asker = asker_of(request)
    found = report_rows.visible_report(asker, number)
    wanted = number_in(request.GET, "crawl")
    about: dict[str, Any] = {"report": found, "may_change": asker.name == found.who}
    about["may_change"] |= asker.administrator
    try:
        with current_store().connection() as connection:
            document = build(connection, report_rows.request_of(found, wanted))
    except NothingFoundError as error:
        about["trouble"] = str(error)
    else:
        about |= {"document": document, "sections": _sections(document)}
    past = Crawl.objects.finished().select_related("site").order_by("-pk")
    past = past.filter(site__name=found.site) if found.site else past
    feed = reverse("feed", kwargs={"token": report_rows.feed_token(found)})
    about |= {
        "past": past[:_CRAWLS],
        "wanted": wanted,
        "feed_url": request.build_absolute_uri(feed),
    }
    return render(request, "console/asking/report.html", about)


@route("reports/<int:number>/delete/", name="report-delete", who=Who.USER, methods=("POST",))
def report_delete(request: Any, number: int) -> Any:
    """Delete a report."""
    found = report_rows.own_report(asker_of(request), number)
    found.delete()
    audit(request, "deleted a report", found.title)
    messages.success(request, f"{found.title} is deleted.")
    return redirect("reports")


@route("reports/<int:number>/feed/", name="report-feed", who=Who.USER, methods=("POST",))
def report_feed(request: Any, number: int) -> Any:
    """Give a report's feed another address; the one before leads nowhere any more."""
    found = report_rows.own_report(asker_of(request), number)
    found.feed = report_rows.new_feed()
    found.save(update_fields=["feed"])
    audit(request, "made a new address for a feed", found.title)
    messages.success(request, "The feed has a new address.")
    return redirect("report", number=number)


@route("feeds/<str:token>/", name="feed", who=Who.ANYBODY)
def feed(request: Any, token: str) -> Any:
    """Return the news of a report for a reader of feeds; who knows the address may read it."""
    found = report_rows.report_of_feed(token)
    with current_store().connection() as connection:
        document = feed_document(connection, report_rows.request_of(found), found.title)
    if request.GET.get("as") == "rss":
        return HttpResponse(render_rss(document), "application/rss+xml; charset=utf-8")
    return HttpResponse(render_atom(document), "application/atom+xml; charset=utf-8")


@route("messages/<int:number>/", name="message", who=Who.USER)
def message(request: Any, number: int) -> Any:
    """Show a message that was sent to somebody, in full."""
    found = Delivery.objects.filter(person=person_of(request), pk=number).first()
    if found is None:
        raise NothingFoundError("there is no such message any more")
    document = from_json(json.loads(found.content))
    about = {"message": found, "document": document, "sections": _sections(document)}
    return render(request, "console/asking/message.html", about)


def _edited(request: Any, found: Report) -> Any:
    """Show the form of a report, or keep what was filled in."""
    asker = asker_of(request)
    with current_store().connection() as connection:
        saved = visible_questions(connection, asker)
    fixed = report_rows.simple_fixed_queries()
    about: dict[str, Any] = {"report": found, "saved": saved, "fixed": fixed}
    about["sites"] = Site.objects.order_by("name")
    if request.method == "POST":
        found.title = " ".join(request.POST.get("title", "").split())[:_LONGEST]
        found.site = request.POST.get("site", "")
        found.shared = request.POST.get("shared") == "yes"
        chosen = set(request.POST.getlist("question"))
        numbers = [one.id for one in saved if str(one.id) in chosen]
        found.questions = [*numbers, *(one.name for one in fixed if one.name in chosen)]
        known = not found.site or Site.objects.filter(name=found.site).exists()
        if found.title and known:
            found.save()
            audit(request, "configured a report", found.title)
            messages.success(request, f"{found.title} is saved.")
            return redirect("report", number=found.pk)
        about["wrong"] = "Give the report a title." if known else "There is no such site."
    return render(request, "console/asking/report_edit.html", about)


def _sections(document: ReportDocument) -> list[dict[str, Any]]:
    """Return the sections of a document for a template: graphs drawn, long tables cut."""
    return [
        {
            "section": section,
            "graphs": [drawn_graph(graph) for graph in section.graphs],
            "tables": [
                {
                    "columns": table.columns,
                    "rows": [
                        list(zip(table.columns, row, strict=True))
                        for row in table.rows[:_MOST_ROWS]
                    ],
                    "more": table.more + max(len(table.rows) - _MOST_ROWS, 0),
                }
                for table in section.tables
                if table.rows
            ],
        }
        for section in document.sections
    ]
