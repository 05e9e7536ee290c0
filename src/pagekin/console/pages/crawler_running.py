"""The file that a crawler is run from, the job that runs it, and its watches."""

from __future__ import annotations

import functools
import json
from pathlib import Path
from typing import TYPE_CHECKING

from pagekin.app.learned_file import write_text
from pagekin.console.crawler_files import crawler_files, crawler_path, folder, free_name
from pagekin.console.current_store import current_store
from pagekin.console.models import OPEN_STATES, Job
from pagekin.errors import NothingFoundError
from pagekin.navigation.crawler_file import loads
from pagekin.store.crawler_lock import is_at_work, lock_name
from pagekin.store.models import CrawlerVersion, Watch
from pagekin.store.states import CrawlState

if TYPE_CHECKING:
    from pagekin.console.pages.site_choice import SiteChoice
    from pagekin.store.models import Crawl, Crawler

CRAWL = "crawl-site"  # the kind of job
_FIRST_CRAWL = "crawl"  # that of a new crawler


def file_of(crawler: Crawler) -> Path | None:
    """Return the file of a crawler: one that was made here, else that of a watch; None if there is none."""
    for file in crawler_files():
        if _id_in_file(file.path, file.path.stat().st_mtime_ns) == crawler.uid:
            return file.path
    for watch in watches_of(crawler):
        if watch.file and Path(watch.file).is_file():
            return Path(watch.file)
    return None


def file_to_run(crawler: Crawler) -> Path:
    """Return the file of a crawler; if there is none here, its latest version is written to one."""
    known = file_of(crawler)
    if known is not None:
        return known
    latest = CrawlerVersion.objects.filter(crawler=crawler).order_by("-number").first()
    if latest is None:
        raise NothingFoundError(f"nothing is known of the crawler {crawler.name} but its name")
    folder().mkdir(mode=0o700, exist_ok=True)
    path = crawler_path(free_name(crawler.site.name, set()))
    write_text(path, latest.content)
    return path


def watches_of(crawler: Crawler) -> list[Watch]:
    """Return the watches that run a crawler."""
    return [one for one in Watch.objects.order_by("name") if _id_of(one.content) == crawler.uid]


def open_job(crawler: Crawler | None, *kinds: str) -> Job | None:
    """Return the job that is at work with a crawler, or waits for its turn."""
    if crawler is None:
        return None
    found = Job.objects.filter(state__in=OPEN_STATES, kind__in=kinds or (CRAWL, _FIRST_CRAWL))
    return next((job for job in found if _is_about(job, crawler)), None)


def _is_about(job: Job, crawler: Crawler) -> bool:
    if "crawler" in job.request:
        return bool(job.request["crawler"] == crawler.pk)
    file = file_of(crawler)
    return file is not None and job.about == file.stem


def interrupted_crawl(choice: SiteChoice) -> Crawl | None:
    """Return the crawl that was begun and that nobody is at work with; None if there is none."""
    latest: Crawl | None = choice.crawls().first()
    if latest is None or latest.state != CrawlState.RUNNING or choice.crawler is None:
        return None
    at_work = is_at_work(current_store(), lock_name(choice.site.name, choice.crawler.uid))
    return None if at_work else latest


@functools.lru_cache(maxsize=1000)
def _id_in_file(path: Path, changed: int) -> str:
    del changed  # a part of what is remembered: the file may have become another one
    try:
        return _id_of(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError):
        return ""


@functools.lru_cache(maxsize=100)
def _id_of(content: str) -> str:
    try:
        known = json.loads(content)
    except ValueError:
        return ""
    own = known.get("id") if isinstance(known, dict) else ""
    return own if isinstance(own, str) and own else loads(content).id
