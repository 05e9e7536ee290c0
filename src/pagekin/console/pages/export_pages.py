"""Records as a file: a worker writes it, and whoever asked for it downloads it."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import FileResponse, HttpResponse
from django.shortcuts import redirect, render

from pagekin.console.access import Who, role_of, route
from pagekin.console.auditing import audit
from pagekin.console.jobs.job_files import bring_back
from pagekin.console.jobs.job_pages import ENDED
from pagekin.console.jobs.job_table import start_job
from pagekin.console.models import Job, JobState
from pagekin.console.pages.site_choice import SiteChoice, chosen_site, site_page
from pagekin.console.pages.site_jobs import export_folder
from pagekin.errors import NothingFoundError, UsageError
from pagekin.output.formats import formats_by_suffix

_KIND = "export"


@route("sites/<str:name>/export/", name="site-export", who=Who.USER, methods=("POST",))
def begin_export(request: Any, name: str) -> Any:
    """Have the records of a crawl written to a file."""
    choice = chosen_site(request, name)
    crawl = choice.crawl(request)
    suffix = request.POST.get("suffix", "")
    if suffix not in formats_by_suffix():
        raise UsageError(f"{suffix!r} is not a format; there are {', '.join(formats_by_suffix())}")
    formats_by_suffix()[suffix].check_library()
    if crawl is None:
        raise NothingFoundError(f"no crawl of {name} has come to its end yet")
    asked = {"site": name, "crawl": crawl.pk, "suffix": suffix, "folder": uuid.uuid4().hex}
    job = start_job(_KIND, name, asked, request.user.get_username())
    audit(request, f"exported crawl {crawl.pk} as {suffix}", name)
    return redirect("site-export-page", name=name, number=job.pk)


@route("sites/<str:name>/export/<int:number>/", name="site-export-page", who=Who.USER)
def export_page(request: Any, name: str, number: int) -> Any:
    """Show how an export comes along, and where its file is."""
    choice, job = _export(request, name, number)
    if not request.headers.get("HX-Request"):
        return site_page(request, choice, "site_export.html", {"job": job})
    about = {"job": job, "site": choice.site}
    response: HttpResponse = render(request, "console/site_export_part.html", about)
    response.status_code = 200 if job.is_open else ENDED
    return response


@route("sites/<str:name>/export/<int:number>/file/", name="site-export-file", who=Who.USER)
def export_file(request: Any, name: str, number: int) -> Any:
    """Send the file."""
    _, job = _export(request, name, number)
    bring_back()
    file = export_folder() / str(job.request["folder"]) / str(job.result.get("file", ""))
    if job.state != JobState.DONE or not file.is_file():
        raise NothingFoundError("this export is not there, or no longer: they are kept for a day")
    return FileResponse(file.open("rb"), as_attachment=True, filename=file.name)


def _export(request: Any, name: str, number: int) -> tuple[SiteChoice, Job]:
    """Return an export of whoever asks; administrators see those of others, too."""
    job = Job.objects.filter(pk=number, kind=_KIND, about=name).first()
    is_own = job is not None and job.who == request.user.get_username()
    if job is None or not (is_own or role_of(request) >= Who.ADMINISTRATOR):
        raise NothingFoundError("there is no such export")
    return chosen_site(request, name), job
