"""What takes long on the pages of a site: crawls, repairs and exports, carried out by a worker."""

from __future__ import annotations

import shutil
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.records import RecordsRequest, write_records
from pagekin.app.repair import StoredRepairRequest, repair_stored
from pagekin.app.sites.crawler_settings import settings_file
from pagekin.app.sites.site_opening import as_set
from pagekin.console.current_store import data_directory
from pagekin.console.jobs.job_table import job
from pagekin.navigation.crawler_file import read
from pagekin.output import Destination
from pagekin.site import Stop

if TYPE_CHECKING:
    from pagekin.console.jobs.job_table import JobWork

_KEPT = 24 * 3600.0  # seconds that an export can be downloaded


@job("crawl-site", title="Crawling")
def crawl_site(work: JobWork) -> dict[str, Any]:
    """Run a crawler, or go on where its last crawl was interrupted."""
    file = work.at(work.request["file"])
    crawler = read(file)
    settings = work.settings(crawler.scope.host, settings_file(file))
    request = CrawlRequest(
        (as_set(crawler, settings),),
        settings,
        fresh=bool(work.request.get("fresh")),
        files={crawler.id: file},
    )
    found = crawl(work.workspace, request, work.runner)
    return {"crawl": found.number, "found": found.counts.targets, "pages": found.counts.pages}


@job("repair", title="Following the changed template")
def repair_crawler(work: JobWork) -> dict[str, Any]:
    """Carry out the repair that a person has accepted; the crawls since the change are read anew."""
    request = StoredRepairRequest(work.at(work.request["file"]), apply=True, who=work.who)
    done = repair_stored(work.workspace, request)
    return {"written": done.written, "crawls": list(done.mined)}


@job("export", title="Writing the records")
def export_records(work: JobWork) -> dict[str, Any]:
    """Write all records of a crawl to a file; what several files are needed for is packed into one."""
    crawl_number, suffix = int(work.request["crawl"]), str(work.request["suffix"])
    exports = export_folder()
    _remove_old(exports)
    made = exports / str(work.request["folder"])
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True, mode=0o700)
    name = f"records-{crawl_number}"
    destination = Destination.parse(str(made / f"{name}.{suffix}"))
    written = write_records(
        work.workspace.store, RecordsRequest(destination, crawl_number), work.runner, Stop()
    )
    files = sorted(made.iterdir())
    if len(files) > 1:
        packed = shutil.make_archive(f"{made}-packed", "zip", made)
        shutil.rmtree(made)
        made.mkdir(mode=0o700)
        files = [Path(shutil.move(packed, made / f"{name}.zip"))]
    work.made.append(files[0])
    return {"file": files[0].name, "records": written.coverage.records}


def export_folder() -> Path:
    """Return where exports are, each in a folder of its own."""
    return data_directory() / "exports"


def _remove_old(exports: Path) -> None:
    for made in exports.glob("*"):
        if made.stat().st_mtime < time.time() - _KEPT:
            shutil.rmtree(made, ignore_errors=True)
