"""Files that go with a job: to a worker with another data directory, and back to the console.

A console and the workers that carry out its jobs may be on different machines. Where both have the same data directory
nothing is copied. Otherwise the crawler's file goes with the job, and what the job made or changed comes back, by way of
the database that they share.
"""

from __future__ import annotations

import contextlib
import os
import uuid
from pathlib import Path
from typing import TYPE_CHECKING

from django.db import transaction

from pagekin.app.sites.crawler_settings import settings_file
from pagekin.console.current_store import current_store, data_directory
from pagekin.console.models import OPEN_STATES, FileWay, Job, JobFile
from pagekin.errors import UsageError
from pagekin.output import replacing

if TYPE_CHECKING:
    from collections.abc import Iterable

_PART = 1_000_000  # bytes
_PLACE_FILE = "place"
_CRAWLERS = "crawlers"


def this_place() -> str:
    """Return what names this data directory, whichever machines use it."""
    file = data_directory() / _PLACE_FILE
    with contextlib.suppress(FileExistsError):
        number = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(number, "w", encoding="ascii") as stream:
            stream.write(uuid.uuid4().hex)
    return file.read_text(encoding="ascii")


def is_from_here(job: Job) -> bool:
    """Whether a job was entered in a console that has this data directory."""
    return job.place in {"", this_place()}


def send_along(job: Job, crawler_file: Path) -> None:
    """Have a crawler's file, and its settings if it has any, go with a job."""
    for file in (crawler_file, settings_file(crawler_file)):
        if file.is_file():
            path = f"{_CRAWLERS}/{file.name}"
            JobFile.objects.create(
                job=job, way=FileWay.SENT, path=path, home=str(file), content=file.read_bytes()
            )


def receive(job: Job) -> None:
    """Write the files that came with a job, unless they are here anyway."""
    if is_from_here(job):
        return
    for one in job.files.filter(way=FileWay.SENT):
        _write(data_directory() / one.path, [one.content])


def local_file(job: Job, home: str) -> Path:
    """Return where a file is here that the console has at `home`."""
    sent = None if is_from_here(job) else job.files.filter(way=FileWay.SENT, home=home).first()
    return data_directory() / sent.path if sent else Path(home)


def send_back(job: Job, made: Iterable[Path]) -> None:
    """Have what a job made go to its console, and files that came with it if they were changed."""
    if is_from_here(job):
        return
    sent = {data_directory() / one.path: one for one in job.files.filter(way=FileWay.SENT)}
    with transaction.atomic():
        job.files.filter(way=FileWay.MADE).delete()
        for file in dict.fromkeys((*sent, *made)):
            known = sent.get(file)
            if known is None or file.read_bytes() != bytes(known.content):
                path = str(file.relative_to(data_directory()))
                for number, part in enumerate(_parts(file)):
                    home = known.home if known else ""
                    JobFile.objects.create(
                        job=job, way=FileWay.MADE, path=path, home=home, number=number, content=part
                    )


def bring_back() -> None:
    """Write what came back from workers with other data directories; jobs that have ended need no files any more."""
    if not current_store().location.url:
        return  # a SQLite store is this directory's alone
    for job in Job.objects.filter(files__isnull=False, place=this_place()).distinct():
        if job.state not in OPEN_STATES:
            _bring_back(job)


def _bring_back(job: Job) -> None:
    with transaction.atomic():
        rows = list(job.files.select_for_update().order_by("path", "number"))
        before = {one.home: bytes(one.content) for one in rows if one.way == FileWay.SENT}
        made = [one for one in rows if one.way == FileWay.MADE]
        for path in dict.fromkeys(one.path for one in made):
            parts = [one for one in made if one.path == path]
            file = Path(parts[0].home) if parts[0].home else data_directory() / path
            if not _is_changed(file, before.get(parts[0].home)):
                _write(file, [one.content for one in parts])
        job.files.all().delete()


def _is_changed(file: Path, before: bytes | None) -> bool:
    """Whether somebody has changed a file since it was sent: what they wrote counts."""
    return before is not None and file.is_file() and file.read_bytes() != before


def _write(file: Path, parts: Iterable[bytes]) -> None:
    if not file.resolve().is_relative_to(data_directory().resolve()) and not file.is_file():
        raise UsageError(f"{file} is no file of a job")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with replacing(file) as stream:
        for part in parts:
            stream.write(bytes(part))


def _parts(file: Path) -> Iterable[bytes]:
    with file.open("rb") as stream:
        yield stream.read(_PART)
        while part := stream.read(_PART):
            yield part
