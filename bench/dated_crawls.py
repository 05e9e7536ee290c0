"""Crawls of a site as it was and as it is now, kept in a data directory: what `bench.dated_pairs` compares."""

import csv
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from bench.corpus import OUT, Case, Places, load_cases
from bench.server import SiteServer
from bench.sitefiles import INDEX

LABELS = "changes.tsv"
_PAGEKIN = str(Path(sys.executable).with_name("pagekin"))


@dataclass(frozen=True, slots=True)
class DatedPair:
    """A page class of a site on two dates, and what happened to its pages, by path."""

    name: str
    case: Case
    before: str  # the capture's name
    labels: dict[str, str]

    @property
    def folder(self) -> Path:
        """Where its crawls are kept."""
        return OUT / "dated" / self.name


@dataclass(frozen=True, slots=True)
class DatedCrawls:
    """A data directory with the crawls of a pair: the numbers of both, and the server that they were made of."""

    data: Path
    crawler_file: Path
    origin: str
    older: int
    newer: int

    def path(self, url: str) -> str:
        """Return the path that the labels have for a URL."""
        path = unquote(url.removeprefix(f"{self.origin}/"))
        return f"{path}{INDEX}" if not path or path.endswith("/") else path


def dated_pairs(places: Places, names: str = "") -> Iterator[DatedPair]:
    """Find the pairs that have labels, one for each class of pages that is among them."""
    labels: dict[tuple[str, str], dict[str, str]] = {}
    with (places.truth / "captures" / LABELS).open(encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE):
            pages = labels.setdefault((row["pair_old"], row["site_new"]), {})
            pages[row["page"]] = row["kind"]
    for case in load_cases(places, parts=("captures",), names=names):
        for (before, site), pages in labels.items():
            own = {page: kind for page, kind in pages.items() if page in case.targets}
            if site == case.site.root.name and own:
                gone = {
                    page: kind
                    for page, kind in pages.items()
                    if kind == "removed" and page.partition("/")[0] == case.sample.partition("/")[0]
                }
                yield DatedPair(f"{case.name}.{before}", case, before, own | gone)


def crawled(pair: DatedPair) -> DatedCrawls:
    """Learn a crawler of the site as it was, crawl it, and crawl it as it is now; what is there is taken."""
    folder = pair.folder
    kept = folder / "crawls.json"
    if not kept.is_file():
        folder.mkdir(parents=True, exist_ok=True)
        site = replace(pair.case.site, root=pair.case.site.root.with_name(pair.before))
        with SiteServer(site) as server:
            sample, entry = (
                server.origin + pair.case.url_path(page)
                for page in (pair.case.sample, pair.case.entry)
            )
            _pagekin(
                folder, "get", sample, "--entry", entry, "-O", "old.jsonl", "--crawler", "c.json"
            )
            server.site = pair.case.site
            _pagekin(folder, "crawl", "c.json", "-o", "new.jsonl")
            kept.write_text(json.dumps({"origin": server.origin}), encoding="utf-8")
    origin = json.loads(kept.read_text(encoding="utf-8"))["origin"]
    return DatedCrawls(folder / "data", folder / "c.json", origin, 2, 3)


def _pagekin(folder: Path, *arguments: str) -> None:
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PAGEKIN_")}
    with (folder / f"{arguments[0]}.log").open("wb") as log:
        subprocess.run(
            [_PAGEKIN, *arguments, "--delay", "0"],
            check=True,
            cwd=folder,
            stdout=log,
            stderr=log,
            env=environment | {"PAGEKIN_DATA": str(folder / "data")},
        )
