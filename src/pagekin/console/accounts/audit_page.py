"""Who changed what, the latest first, for administrators."""

from typing import Any

from django.core.paginator import Paginator
from django.shortcuts import render

from pagekin.console.access import Who, route
from pagekin.console.models import Audit

_ON_A_PAGE = 100


@route("audit/", name="audit", who=Who.ADMINISTRATOR)
def audit_list(request: Any) -> Any:
    """List what was changed by way of the console."""
    pages = Paginator(Audit.objects.order_by("-at", "-id"), _ON_A_PAGE)
    return render(request, "console/audit.html", {"page": pages.get_page(request.GET.get("page"))})
