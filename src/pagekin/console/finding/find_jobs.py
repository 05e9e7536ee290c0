"""The long work on the way to a new crawler: looking around, finding pages, getting all of them."""

from __future__ import annotations

from dataclasses import asdict
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from pagekin.app.classes import ClassesRequest, classes
from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.find import find
from pagekin.app.learn import LearnRequest, site_of, task_from
from pagekin.app.learned_file import write_text
from pagekin.app.sites.crawler_settings import settings_file
from pagekin.app.sites.site_opening import as_set
from pagekin.console.crawler_files import crawler_path
from pagekin.console.jobs.job_table import JobWork, job
from pagekin.navigation.crawler_file import dumps, read
from pagekin.similarity.membership_rule import in_words

if TYPE_CHECKING:
    from pagekin.navigation import Crawler

FIND, LOOK_AROUND, CRAWL = "find", "look-around", "crawl"
_SIGNS = 2


@job(FIND, title="Looking for pages like yours")
def find_pages(work: JobWork) -> dict[str, Any]:
    """Learn a crawler from the pages that a person named, and write its file."""
    asked = work.request
    samples, negatives = tuple(asked["samples"]), tuple(asked.get("negatives", ()))
    settings = work.settings(site_of(samples, None))
    task = task_from(samples, None, settings, negatives, asked.get("wider", 0))
    request = LearnRequest(task, settings, after=asked.get("after"))

    def deliver(crawler: Crawler) -> None:
        path = crawler_path(work.about)
        path.parent.mkdir(exist_ok=True)
        write_text(path, dumps(crawler))
        work.made.append(path)

    found = find(work.workspace, request, work.runner, deliver)
    return {
        "known": found.known,
        "expected": max(found.crawler.learned.expected, found.known),
        "pages": [asdict(one) for one in found.pages],
        "doubtful": [asdict(one) for one in found.doubtful],
        "learning": found.learning,
    }


@job(LOOK_AROUND, title="Looking around on the site", found="")
def look_around(work: JobWork) -> dict[str, Any]:
    """Find the kinds of pages that a site has."""
    entry = work.request["entry"]
    request = ClassesRequest(entry, work.settings(urlsplit(entry).netloc))
    found = classes(request, work.runner, request.limits)
    return {
        "entry": entry,
        "kinds": [
            {
                "pages": max(one.known, one.pages),
                "shapes": [shape for shape, _ in one.shapes[:_SIGNS]],
                "examples": list(one.examples),
                "signs": [in_words(sign) for sign in one.signs[:_SIGNS]],
            }
            for one in found.classes
        ],
    }


@job(CRAWL, title="Getting all pages")
def crawl_all(work: JobWork) -> dict[str, Any]:
    """Run a crawler once; what was interrupted goes on."""
    file = work.at(work.request.get("file") or str(crawler_path(work.about)))
    crawler = read(file)
    settings = work.settings(crawler.scope.host, settings_file(file))
    crawlers = (as_set(crawler, settings),)
    request = CrawlRequest(crawlers, settings, files={crawler.id: file})
    found = crawl(work.workspace, request, work.runner)
    return {"crawl": found.number, "found": found.counts.targets, "stopped": found.stopped or ""}
