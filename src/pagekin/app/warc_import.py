"""WARC files made elsewhere become a crawl in the store: their pages can be read like those of any other."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit

from pagekin.app.storing.archiving import transfer_of
from pagekin.app.storing.replay import page_from
from pagekin.app.storing.workspace import Workspace
from pagekin.archive import WarcImport
from pagekin.dom.content_types import why_no_page
from pagekin.errors import NothingFoundError, UsageError
from pagekin.site import Answer, Exchange, FailureKind, Unchanged, content_digest
from pagekin.store.page_results import Content, KindOfPage, PageResult
from pagekin.store.states import CrawlPurpose, Outcome
from pagekin.store.writing.crawl_runs import finish, open_crawl
from pagekin.store.writing.crawl_writer import CrawlWriter, WriterSettings
from pagekin.urls import InvalidUrl, canonical

_KIND = KindOfPage("page")


@dataclass(frozen=True, slots=True)
class Imported:
    """What became of an import."""

    crawl: int
    site: str
    pages: int
    failed: int  # and pages that only lead elsewhere
    skipped: dict[str, int]  # by reason
    lost: int = 0  # how many of those should have been pages


def import_files(workspace: Workspace, files: Sequence[Path]) -> Imported:
    """Copy the pages of WARC files into the archive, and store them as one crawl."""
    for file in files:
        if not file.is_file():
            raise UsageError(
                f"{file}: {'a folder: name the files in it' if file.is_dir() else 'no such file'}"
            )
    exchanges = WarcImport(files)
    site = next((urlsplit(exchange.url).netloc for exchange in exchanges), None)
    if site is None:
        reasons = ", ".join(exchanges.skipped) or "they are empty"
        raise NothingFoundError(f"there is no page in {', '.join(map(str, files))}: {reasons}")
    names = json.dumps([str(file.absolute()) for file in files])
    note = f"import of {files[0].name}"
    opened = open_crawl(workspace.store, site, purpose=CrawlPurpose.IMPORT, task=names, note=note)
    skipped: Counter[str] = Counter()
    settings = WriterSettings(before_commit=workspace.archive.sync)
    with CrawlWriter(workspace.store, opened, settings) as writer:
        for exchange in exchanges:
            result = _result(workspace, exchange)
            if isinstance(result, PageResult):
                writer.enqueue(result)
            else:
                skipped[result] += 1
        writer.call(lambda _: None)
        counts = writer.counts
        writer.call(lambda connection: finish(connection, opened))
    skipped += exchanges.skipped
    lost = exchanges.lost.total()
    if counts.passed_over:
        skipped["the same URL once more"] += counts.passed_over
    return Imported(
        opened.id, site, counts.done - counts.failed, counts.failed, dict(skipped), lost
    )


def _result(workspace: Workspace, exchange: Exchange) -> PageResult | str:
    """Return what an exchange brought, or the reason why it is not kept."""
    url = canonical(exchange.url)
    if isinstance(url, InvalidUrl):
        return "no URL of a page"
    transfer = transfer_of(Answer(Unchanged(url), (exchange,)))
    location = exchange.header("location")
    if 300 <= exchange.status < 400 and location:
        there = canonical(location, url)
        if isinstance(there, InvalidUrl):
            return "a redirect to no URL of a page"
        return PageResult(
            url, _KIND, Outcome.REDIRECTED, exchange.status, redirect_to=there, transfer=transfer
        )
    if not 200 <= exchange.status < 300:
        detail = f"the server answers {exchange.status}"
        failed = Outcome.FAILED, exchange.status, FailureKind.STATUS, detail
        return PageResult(url, _KIND, *failed, transfer=transfer)
    page = page_from(exchange, url)
    instead = why_no_page(page.headers, page.body)
    if instead:
        return instead
    position = workspace.contents.whole(workspace.archive.append(exchange))
    validators = exchange.header("etag"), exchange.header("last-modified")
    content = Content(
        content_digest(page.body), page.title, *validators, position, meta_tags=page.meta_tags
    )
    return PageResult(url, _KIND, Outcome.PAGE, exchange.status, content=content, transfer=transfer)
