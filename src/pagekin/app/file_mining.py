"""Mining whole files: one file of pages in, one Parquet part of records out, wherever that is done.

`mine_file` is all that a worker needs, of whichever engine: the pool of `pagekin extract`, Dask, Spark, Ray or a script.
It gets and returns plain texts and numbers. A part is written aside and moved into its place when it is whole, and its
name follows from that of the file: done twice, or killed in the middle and done again, a file has its records once.
"""

from __future__ import annotations

import hashlib
import json
import tempfile
from contextlib import contextmanager
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING, Any

from pagekin.app.learned_file import LearnedFile, learned_from, write_text
from pagekin.errors import UsageError
from pagekin.lazy import lazy_module
from pagekin.output import Destination, open_output
from pagekin.output.layout import Layout
from pagekin.similarity.membership_rule import MembershipJudge
from pagekin.sources import Unread, local_source
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record import has_values

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from pagekin.dom import Page

_GLOB = frozenset("*?[")


@dataclass(frozen=True, slots=True)
class MinedFile:
    """What came of a file; those of many files add up."""

    source: str
    pages: int = 0
    kin: int = 0  # pages of the crawler's class
    records: int = 0
    unread: int = 0  # pages that could not be read
    reason: str = ""  # why the first of them, or the file itself, could not


def mine_file(learned: str, source: str, folder: str) -> MinedFile:
    """Extract the records of a file's pages into a Parquet part in a folder.

    `learned` is the content of a crawler's (or a wrapper's) file, `source` a WARC file, an HTML file or a folder of
    them, or the URL of a file in an object store. Pages that are not of the crawler's class are passed over, so that a
    slice of a large archive can be given as it is. A file whose part is there is not read again.
    """
    place = Path(folder) / part_name(source)
    done = place.with_suffix(".json")
    if done.exists():
        return MinedFile(**json.loads(done.read_text(encoding="utf-8")))
    miner = _miner(learned)
    pages = kin = records = unread = 0
    reason = ""
    destination = Destination.parse(f"{place}.parquet", layout=Layout(by_type=True))
    with _local(source) as path, open_output(destination, miner.learned.wrapper) as writer:
        for page in local_source(str(path)).pages():
            if isinstance(page, Unread):
                unread, reason = unread + 1, reason or str(page)
                continue
            pages += 1
            if not miner.takes(page):
                continue
            kin += 1
            for record in filter(has_values, miner.extractor.extract(page).records):
                writer.write(page.url, record)
                records += 1
    mined = MinedFile(source, pages, kin, records, unread, reason)
    write_text(done, json.dumps(asdict(mined)) + "\n")
    return mined


def part_name(source: str) -> str:
    """Return the name of a file's part, without its ending: no two files have the same."""
    stem = PurePosixPath(source.partition("?")[0]).name.partition(".")[0] or "part"
    return f"{stem}-{hashlib.sha256(source.encode()).hexdigest()[:12]}"


def files_of(places: Sequence[str]) -> list[str]:
    """Return the files that people mean: names, patterns such as `crawl/*.warc.gz`, and URLs of object stores."""
    found: list[str] = []
    for place in places:
        if "://" in place:
            system, path = _file_system(place)
            there = [system.unstrip_protocol(one) for one in sorted(system.glob(path))]
        elif _GLOB.isdisjoint(place) or Path(place).exists():
            there = [place]
        else:
            there = sorted(
                map(
                    str,
                    Path().glob(place) if not place.startswith("/") else Path("/").glob(place[1:]),
                )
            )
        if not there:
            raise UsageError(f"{place}: there is no such file")
        found += there
    return list(dict.fromkeys(found))


@dataclass(frozen=True, slots=True)
class _Miner:
    learned: LearnedFile
    judge: MembershipJudge | None
    extractor: Extractor

    def takes(self, page: Page) -> bool:
        """Return whether a page is of the class; one of another site is told by its URL, unparsed."""
        crawler = self.learned.crawler
        if crawler is not None and "://" in page.url and not crawler.scope.contains(page.url):
            return False
        return self.judge is None or self.judge.judge(page).kin


@lru_cache(maxsize=8)
def _miner(text: str) -> _Miner:
    learned = learned_from(text, "the crawler")
    rule = learned.crawler.membership if learned.crawler else None
    return _Miner(learned, MembershipJudge(rule) if rule else None, Extractor(learned.wrapper))


@contextmanager
def _local(source: str) -> Iterator[Path]:
    """Have a file on this machine during the block; one of an object store is copied."""
    if "://" not in source:
        yield Path(source)
        return
    system, path = _file_system(source)
    with tempfile.TemporaryDirectory(prefix="pagekin-") as folder:
        copy = Path(folder) / PurePosixPath(path).name
        system.get_file(path, str(copy))
        yield copy


def total(mined: Sequence[MinedFile]) -> dict[str, Any]:
    """Return the numbers of all files together."""
    return {
        name: sum(getattr(one, name) for one in mined)
        for name in ("pages", "kin", "records", "unread")
    }


def _file_system(place: str) -> Any:
    """Return the file system of a place, and the path in it."""
    try:
        fsspec = lazy_module("fsspec")
    except ModuleNotFoundError:
        raise UsageError(
            f"to read {place} as a set of files takes fsspec: pip install 'pagekin[object-store]'"
        ) from None
    return fsspec.core.url_to_fs(place)
