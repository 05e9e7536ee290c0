"""A crawler on its way: found by a job, with pages that are in the archive."""

import pytest

from pagekin.console.crawler_files import crawler_file
from pagekin.console.finding.find_jobs import FIND
from pagekin.console.jobs.job_rows import add_job, end_job, take_job
from pagekin.console.models import JobState
from pagekin.store.models import CrawlPage

NAME = "shop"


@pytest.fixture
def draft(console):
    """The name of a crawler for which pages were just found, and those pages."""
    crawler = crawler_file(NAME).read()
    add_job(FIND, NAME, {"samples": list(crawler.samples)}, "ada")
    targets = CrawlPage.objects.targets().select_related("page", "version").order_by("page__url")
    pages = [{"url": one.page.url, "title": one.version.title} for one in targets[:8]]
    doubtful = [{"url": crawler.entry, "title": "<b>Home</b>"}]
    result = {"known": 8, "expected": 1204, "pages": pages, "doubtful": doubtful, "learning": 1}
    end_job(take_job("one", 0.0), JobState.DONE, 1.0, result)
    return pages
