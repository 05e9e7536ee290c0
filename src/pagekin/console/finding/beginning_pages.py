"""The first step: an address, and what is seen while pages are looked for; or the kinds of pages of a site."""

from __future__ import annotations

from typing import Any
from urllib.parse import urlsplit

from django import forms
from django.core.exceptions import ValidationError
from django.shortcuts import redirect, render

from pagekin.console.access import Who, person_of, route
from pagekin.console.auditing import audit
from pagekin.console.crawler_files import free_name
from pagekin.console.finding.find_jobs import FIND, LOOK_AROUND
from pagekin.console.finding.path_steps import draft_named, steps_for
from pagekin.console.jobs.job_pages import progress
from pagekin.console.jobs.job_table import start_job
from pagekin.console.models import Job, JobState
from pagekin.discovery import checked_url
from pagekin.errors import NothingFoundError, UsageError

_EXAMPLES = 3  # of a kind of pages
_MOST_KINDS = 20


class AddressForm(forms.Form):
    """The address of a page, as people paste it."""

    address = forms.CharField(
        label="The address of one page",
        help_text="Such as one product, article or offer: pagekin finds all pages like it.",
        widget=forms.TextInput(
            attrs={
                "inputmode": "url",
                "autocomplete": "off",
                "spellcheck": "false",
                "placeholder": "https://shop.example/p/17-teapot",
            }
        ),
    )

    def clean_address(self) -> str:
        """Return the address as pagekin spells it; a missing https:// is added."""
        try:
            return address_from(self.cleaned_data["address"])
        except UsageError as error:
            raise ValidationError(str(error)) from None


def address_from(typed: str) -> str:
    """Return what somebody typed as a URL."""
    typed = typed.strip()
    has_scheme = "://" in typed.partition("?")[0]
    return checked_url(typed if has_scheme else f"https://{typed}", "address")


@route("new/", name="new-crawler", who=Who.ADMINISTRATOR, methods=("GET", "POST"))
def new_crawler(request: Any) -> Any:
    """Ask for an address, and begin to look."""
    form = AddressForm(request.POST or None)
    if request.method == "POST" and form.is_valid():
        address = form.cleaned_data["address"]
        if request.POST.get("what") == "kinds":
            job = start_job(
                LOOK_AROUND, urlsplit(address).netloc, {"entry": address}, _who(request)
            )
            audit(request, "looked around", address)
            return redirect("kinds", number=job.pk)
        return redirect("looking", name=_begin(request, address))
    return render(request, "console/new_crawler.html", {"form": form})


@route("new/kinds/<int:number>/", name="kinds", who=Who.ADMINISTRATOR, methods=("GET", "POST"))
def kinds(request: Any, number: int) -> Any:
    """Show the kinds of pages that a site has, and make a crawler of each that is chosen."""
    job = Job.objects.filter(pk=number, kind=LOOK_AROUND).first()
    if job is None:
        raise NothingFoundError("nobody has looked around there, or that is gone")
    found = job.result.get("kinds", [])
    if request.method == "POST":
        chosen = [one["examples"] for n, one in enumerate(found) if f"kind-{n}" in request.POST]
        names = [_begin(request, examples[0]) for examples in chosen if examples]
        if not names:
            raise UsageError("no kind of pages was chosen: tick one or more")
        return redirect("looking", name=names[0]) if len(names) == 1 else redirect("home")
    shown = [one | {"examples": one["examples"][:_EXAMPLES]} for one in found[:_MOST_KINDS]]
    about = {"kinds": shown, "more": len(found) - len(shown), "entry": job.request["entry"]}
    return render(request, "console/kinds.html", about | progress(job))


@route("crawlers/<str:name>/", name="crawler", who=Who.ADMINISTRATOR)
def crawler(request: Any, name: str) -> Any:
    """Go to the step at which a crawler is."""
    del request
    draft = draft_named(name)
    if draft.is_looking or draft.crawler is None:
        return redirect("looking", name=name)
    return redirect("found-pages", name=name)


@route("crawlers/<str:name>/looking/", name="looking", who=Who.ADMINISTRATOR)
def looking(request: Any, name: str) -> Any:
    """Show how the looking comes along; when it is over, go on to what was found."""
    draft = draft_named(name)
    job = draft.job
    if job is None or (draft.crawler and job.state in {JobState.DONE, JobState.STOPPED}):
        return redirect("found-pages", name=name)
    about = {"draft": draft, "steps": steps_for(draft, "looking"), **progress(job)}
    samples = about["samples"] = job.request.get("samples", [])
    if samples and not job.is_open:
        about["form"] = AddressForm(initial={"address": samples[0]})
        about["plain"] = _without_tls(samples[0])
    return render(request, "console/looking.html", about)


def _without_tls(address: str) -> str:
    """Return an address with http in place of https, which is added where people type neither; "" if it has none."""
    is_secure = address.startswith("https://")
    return f"http://{address.removeprefix('https://')}" if is_secure else ""


@route("crawlers/<str:name>/again/", name="find-again", who=Who.ADMINISTRATOR, methods=("POST",))
def find_again(request: Any, name: str) -> Any:
    """Look once more after something did not work; what was fetched before is not fetched again."""
    draft = draft_named(name)
    if draft.job is None:
        raise UsageError(f"{name} was not made here: nothing says what to look for")
    start_job(FIND, name, draft.job.request, _who(request))
    audit(request, "looked again", name)
    return redirect("looking", name=name)


def _begin(request: Any, address: str) -> str:
    """Begin to look for pages like one; return what the crawler is called."""
    parts = urlsplit(address)
    folder = next((part for part in parts.path.split("/")[:-1] if part), "")
    name = free_name(f"{parts.netloc} {folder}", set(_names()))
    start_job(FIND, name, {"samples": [address]}, _who(request))
    audit(request, f"began a crawler for {address}", name)
    return name


def _names() -> list[str]:
    return list(Job.objects.filter(kind=FIND).values_list("about", flat=True).distinct())


def _who(request: Any) -> str:
    person = person_of(request)
    return person.name if person else ""
