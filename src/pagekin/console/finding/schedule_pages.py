"""The last steps: when to look again, what to be told and where; and what happens then."""

from __future__ import annotations

import time
from typing import Any

from django import forms
from django.shortcuts import redirect, render
from django.urls import reverse

from pagekin.app.field_editing import listed_fields
from pagekin.app.watch import WatchRequest, delete, watch
from pagekin.console.access import Who, person_of, route
from pagekin.console.auditing import audit
from pagekin.console.console_settings import here_settings
from pagekin.console.crawler_files import crawler_file
from pagekin.console.current_store import current_store
from pagekin.console.finding import alert_words
from pagekin.console.finding.alert_words import HAPPENINGS, AlertWish, likely_wish
from pagekin.console.finding.find_jobs import CRAWL
from pagekin.console.finding.first_crawl import FirstCrawl, first_crawl
from pagekin.console.finding.path_steps import CrawlerDraft, draft_named, steps_for
from pagekin.console.jobs.job_pages import ENDED
from pagekin.console.jobs.job_table import start_job
from pagekin.errors import UsageError
from pagekin.navigation.crawler_file import loads
from pagekin.notify import check_settings, checked_address
from pagekin.store.models import Watch

_NO_MAIL = "no mail can be sent: "  # what the page says in its own words
ONCE = "once"
SCHEDULES = (
    ("1d", "Every day"),
    ("1h", "Every hour"),
    ("6h", "Every 6 hours"),
    ("1w", "Every week"),
    (ONCE, "Only once, now"),
)
TELLING = (
    (alert_words.FIELD, "When a value changes in a way that matters"),
    (alert_words.NEW_PAGES, "When pages like yours appear"),
    (alert_words.GONE_PAGES, "When pages like yours vanish"),
    (alert_words.EVERYTHING, "Whatever happens"),
    (alert_words.NOTHING, "Nothing: I look here myself"),
)


class ScheduleForm(forms.Form):
    """When to look again, what to tell, and where."""

    schedule = forms.ChoiceField(label="Look again", choices=SCHEDULES, initial="1d")
    telling = forms.ChoiceField(label="Tell me", choices=TELLING, initial=alert_words.FIELD)
    field = forms.ChoiceField(label="Field", required=False)
    happening = forms.ChoiceField(
        label="What happens to it",
        choices=[(key, words) for key, words, _, _ in HAPPENINGS],
        required=False,
    )
    amount = forms.CharField(label="How much", required=False, initial="10", max_length=20)
    unit = forms.ChoiceField(
        label="Of what", choices=[("%", "%"), ("", "in its own unit")], required=False, initial="%"
    )
    mail = forms.EmailField(label="My mail address", required=False)

    def __init__(self, fields: list[str], *arguments: Any, **more: Any) -> None:
        super().__init__(*arguments, **more)
        self.fields["field"].choices = [(name, name) for name in fields]

    def clean(self) -> dict[str, Any]:
        """Check that there is an address where something is to be told, and that it can be asked."""
        given: dict[str, Any] = super().clean()
        told = given.get("telling") != alert_words.NOTHING and given.get("schedule") != ONCE
        if told and not given.get("mail") and "mail" not in self.errors:
            self.add_error(
                "mail", "Where should it go? Enter an address, or choose to be told nothing."
            )
        try:
            given["queries"] = _wish(given).queries if told else ()
        except UsageError as error:
            self.add_error("amount", str(error))
        return given


@route(
    "crawlers/<str:name>/schedule/",
    name="crawler-schedule",
    who=Who.ADMINISTRATOR,
    methods=("GET", "POST"),
)
def crawler_schedule(request: Any, name: str) -> Any:
    """Ask when to look again and what to tell, and begin."""
    draft = draft_named(name)
    if draft.crawler is None:
        return redirect("looking", name=name)
    fields = listed_fields(draft.crawler.wrapper) if draft.crawler.wrapper else []
    usual = likely_wish(fields) | {"mail": request.user.email}
    form = ScheduleForm([one.name for one in fields], request.POST or None, initial=usual)
    if request.method == "POST" and form.is_valid():
        try:
            _begin(request, draft, form.cleaned_data)
        except UsageError as error:
            form.add_error(None, str(error))
        else:
            return redirect("crawler-done", name=name)
    about = {
        "draft": draft,
        "form": form,
        "steps": steps_for(draft, "crawler-schedule"),
        "has_fields": bool(fields),
        "no_mail": _no_mail(),
    }
    return render(request, "console/schedule.html", about)


@route("crawlers/<str:name>/done/", name="crawler-done", who=Who.ADMINISTRATOR)
def crawler_done(request: Any, name: str) -> Any:
    """Show that all is set, how the first crawl comes along, and where to go from here."""
    draft = draft_named(name)
    if draft.crawler is None:
        return redirect("looking", name=name)
    return render(request, "console/done.html", _done(draft))


@route("crawlers/<str:name>/done/progress/", name="done-progress", who=Who.ADMINISTRATOR)
def done_progress(request: Any, name: str) -> Any:
    """Return how the first crawl comes along, the part of the page that changes."""
    about = _done(draft_named(name))
    response = render(request, "console/first_crawl.html", about)
    if about["crawl"].has_ended:
        response.status_code = ENDED
        response.headers["HX-Refresh"] = "true"
    return response


def _done(draft: CrawlerDraft) -> dict[str, Any]:
    if draft.crawler is None:
        raise UsageError("pages are still looked for: wait for what is found")
    found: FirstCrawl = first_crawl(draft.name, draft.crawler)
    host = draft.crawler.scope.host
    return {
        "draft": draft,
        "steps": steps_for(draft, "crawler-done"),
        "crawl": found,
        "expected": draft.crawler.learned.expected,
        "site": host,
        "site_url": reverse("site", kwargs={"name": host}) if found.number else "",
        "records_url": reverse("site-records", kwargs={"name": host}) if found.number else "",
    }


def _begin(request: Any, draft: CrawlerDraft, given: dict[str, Any]) -> None:
    """Enter the watch, which is due at once; or crawl once."""
    person: Any = person_of(request)
    if given["schedule"] == ONCE:
        start_job(CRAWL, draft.name, {}, person.name, crawler_file(draft.name).path)
        audit(request, "crawled once", draft.name)
        return
    told = given["telling"] != alert_words.NOTHING
    wanted = WatchRequest(
        str(crawler_file(draft.name).path),
        name=draft.name,
        every=given["schedule"],
        person=person.name,
        alerts=given["queries"] if told else (),
        receivers=(f"mailto:{given['mail']}",) if told else (),
    )
    _forget_another(draft)
    watch(current_store(), wanted, time.time(), person.time_zone)
    if given["mail"] and not request.user.email:
        request.user.email = given["mail"]
        request.user.save(update_fields=["email"])
    audit(request, f"scheduled, every {given['schedule']}", draft.name)


def _forget_another(draft: CrawlerDraft) -> None:
    """Delete the watch of this name if pages were looked for again since: what is watched is another class."""
    known = Watch.objects.filter(name=draft.name).first()
    if known is not None and draft.crawler and loads(known.content).id != draft.crawler.id:
        delete(current_store(), draft.name)


def _wish(given: dict[str, Any]) -> AlertWish:
    return AlertWish(
        given.get("telling", ""),
        given.get("field", ""),
        given.get("happening", ""),
        given.get("amount", ""),
        given.get("unit", ""),
    )


def _no_mail() -> str:
    """Return why no mail can be sent from here, if so."""
    try:
        check_settings(checked_address("mailto:somebody@example.org"), here_settings())
    except UsageError as error:
        return str(error).removeprefix(_NO_MAIL)
    return ""
