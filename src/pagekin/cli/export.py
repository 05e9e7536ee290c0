"""`pagekin export`: a crawler as a project of another tool."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.export as app
    import pagekin.app.storing.workspace as workspaces
    import pagekin.navigation.crawler_file as crawler_files
    from pagekin.cli import printing, running, terminal_texts


@click.command("export")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
@click.option(
    "--scrapy",
    "folder",
    metavar="DIR",
    required=True,
    type=click.Path(path_type=Path),
    help="Write a Scrapy project to this new folder.",
)
@setting_options(*FETCHING)
def command(crawler_file: Path, folder: Path, **flags: Any) -> None:
    """Export a crawler as a Scrapy project that needs no pagekin.

    The project has a spider that finds the same pages, a web-poet page object that extracts the same fields, and
    tests. The values are compared on pages of the last crawl that is in the store, else on the samples. What cannot be
    exported faithfully is said, here and in the project's README.

    \b
    Example:
      pagekin export shop.json --scrapy shop-spider
    """
    crawler = crawler_files.read(crawler_file)
    settings = settings_from(flags, crawler.scope.host)
    request = app.ExportRequest(crawler, folder, settings)
    with workspaces.open_workspace(notice=running.notice) as workspace:
        project = app.export_scrapy(workspace, request, running.TerminalRunner())
    pages = printing.counted(project.checked, "page")
    lines = [
        f"project in {folder}, its values compared on {pages}",
        *(f"note: {limit}" for limit in project.limits),
        f"to run it, in that folder: scrapy crawl {project.spider} -O items.jsonl",
    ]
    for line in lines:
        click.echo(terminal_texts.readable(line), err=True)
