"""The verifier (Figure 7): the old and the new version of a page, and what somebody says of the change.

The copies of pages stand in a frame that may do nothing: no scripts, no requests, an origin of its own.
"""

from __future__ import annotations

from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse

from pagekin.app.result_finding import VerifyRequest, find_result
from pagekin.app.verify import judge_result, judgement_text, verification
from pagekin.console.access import Who, person_of, route
from pagekin.console.asking.crawl_choice import number_in
from pagekin.console.auditing import audit
from pagekin.console.current_store import current_store
from pagekin.errors import UsageError
from pagekin.report.verifier import verification_page

_COPY_POLICY = (
    "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; "
    "frame-ancestors 'self'; base-uri 'none'; form-action 'none'"
)
_PARTS = ("result", "field", "page", "crawl", "since")


@route("verify/", name="verify", who=Who.USER)
def verify(request: Any) -> Any:
    """Show both versions of a page, and ask what the change is."""
    wanted = _wanted(request.GET)
    with current_store().connection() as connection:
        found = find_result(connection, wanted)
        judged = judgement_text(connection, found)
    side = request.GET.get("side") == "yes"
    named = _named(request.GET)
    about = {
        "found": found,
        "judged": judged,
        "parts": named,
        "side": side,
        "other_side": _address("verify", named | {"side": "" if side else "yes"}),
        "copy": _address("verify-copy", named | {"side": "yes" if side else ""}),
    }
    return render(request, "console/asking/verify.html", about)


@route("verify/copy/", name="verify-copy", who=Who.USER)
def verify_copy(request: Any) -> Any:
    """Return both versions as a document for a frame."""
    shown = verification(current_store(), _wanted(request.GET))
    page = verification_page(shown, side_by_side=request.GET.get("side") == "yes")
    return HttpResponse(page, headers={"Content-Security-Policy": _COPY_POLICY})


@route("verify/judge/", name="verify-judge", who=Who.USER, methods=("POST",))
def verify_judge(request: Any) -> Any:
    """Keep what somebody says of a change."""
    person: Any = person_of(request)
    said = request.POST.get("anomaly", "")
    if said not in {"yes", "no"}:
        raise UsageError("say whether it is an anomaly, or not")
    note = request.POST.get("note", "").strip()[:500]
    digest = judge_result(
        current_store(), _wanted(request.POST), anomaly=said == "yes", who=person.name, note=note
    )
    told = "an anomaly" if said == "yes" else "no anomaly"
    audit(request, f"said that a result is {told}", digest)
    messages.success(request, f"Remembered as {told}.")
    side = "yes" if request.POST.get("side") == "yes" else ""
    return HttpResponseRedirect(_address("verify", _named(request.POST) | {"side": side}))


def _wanted(given: Any) -> VerifyRequest:
    return VerifyRequest(
        given.get("result", ""),
        given.get("field", ""),
        given.get("page", ""),
        number_in(given, "crawl"),
        number_in(given, "since"),
    )


def _named(given: Any) -> dict[str, str]:
    return {part: given[part] for part in _PARTS if given.get(part)}


def _address(view: str, parts: dict[str, str]) -> str:
    return f"{reverse(view)}?{urlencode({name: text for name, text in parts.items() if text})}"
