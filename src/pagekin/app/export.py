"""A crawler written as a project of another tool."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from pagekin.app.sites.named_pages import open_pages
from pagekin.app.step_runner import StepRunner
from pagekin.app.storing.target_rows import pages_of_crawl
from pagekin.app.storing.workspace import Workspace
from pagekin.dom import Page
from pagekin.errors import OutputError, UsageError
from pagekin.export.scrapy_project import ScrapyProject, scrapy_project
from pagekin.navigation import Crawler
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.store.reading.crawls import ended_crawl

_LOOKED_AT = 60  # pages: enough to see how the values of a field are written


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """Which crawler to export, and where to."""

    crawler: Crawler
    folder: Path
    settings: Settings


def export_scrapy(
    workspace: Workspace, request: ExportRequest, runner: StepRunner
) -> ScrapyProject:
    """Write a crawler as a Scrapy project; its values are compared on pages of the last crawl, or the samples."""
    folder = request.folder
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} is not empty: name a new folder for the project")
    project = scrapy_project(request.crawler, _pages(workspace, request, runner))
    try:
        for name, content in project.files.items():
            path = folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content)
    except OSError as error:
        raise OutputError(f"the project cannot be written to {folder}: {error}") from error
    return project


def _pages(workspace: Workspace, request: ExportRequest, runner: StepRunner) -> Sequence[Page]:
    crawler = request.crawler
    with workspace.store.connection() as connection:
        last = ended_crawl(connection, crawler.scope.host, crawler.id)
    if last is not None:
        found = list(islice(pages_of_crawl(workspace, last.id), _LOOKED_AT))
        if found:
            return found
    runner.notice(
        "no crawl of this crawler is in the store: the samples are fetched to compare values"
    )
    with open_pages([crawler.samples], request.settings, runner, Stop()) as (pages,):
        return list(pages)
