"""Answers as files, with all of their results."""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Any

from django.http import HttpResponse

from pagekin.app.answer_files import write_answer_file
from pagekin.app.answers import answer
from pagekin.console.access import Who, route
from pagekin.console.asking.asked_question import asked_question
from pagekin.console.asking.crawl_choice import asked_crawl
from pagekin.console.asking.shown_answer import EXPORTS
from pagekin.console.current_store import current_store
from pagekin.errors import UsageError
from pagekin.output import Destination

_MEDIA = {
    "csv": "text/csv; charset=utf-8",
    "json": "application/json",
    "jsonl": "application/x-ndjson",
    "xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
}


@route("queries/export/", name="export", who=Who.USER)
def export(request: Any) -> Any:
    """Send an answer as a file."""
    kind = request.GET.get("as", "csv")
    if kind not in EXPORTS:
        raise UsageError(f"a file is one of {', '.join(EXPORTS)}")
    asked, crawl = asked_question(request, request.GET), asked_crawl(request.GET)
    with current_store().connection() as connection:
        found = answer(connection, asked.question, crawl)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / f"answer.{kind}"
        write_answer_file(found, Destination.parse(str(file)), "result")
        content = file.read_bytes()
    name = f"crawl-{crawl.id}.{kind}"
    disposition = f'attachment; filename="{name}"'
    return HttpResponse(content, _MEDIA[kind], headers={"Content-Disposition": disposition})
