"""The corpus: page classes on real sites, each with an entry point, a sample and its targets.

The pages lie where `PAGEKIN_CORPUS` says, as the corpus' `unpack` lays them out; the cases and their
truth lie beside `unpack`, where `PAGEKIN_TRUTH` says. Further cases on the same sites stand in
`bench/cases/further.toml`, with the part they belong to and a rule in place of a list. Each other file there is a part of its own, on documentation
packages that `python -m bench.packages` brings. Half of these are set aside, by a hash of their names: nobody looks at them but for a final figure.
"""

import hashlib
import os
import re
import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from bench.reach import reachable
from bench.sitefiles import SiteFiles
from bench.truth import Truth, listed_truth, ruled_truth

REPOSITORY = Path(__file__).parents[1]
OUT = REPOSITORY / "out"
CASES = REPOSITORY / "bench" / "cases"
_SAME_SITES = "further"  # the file of cases on the corpus' own sites
PACKAGE_PARTS = frozenset(file.stem for file in CASES.glob("*.toml")) - {_SAME_SITES}
PARTS = ("debian", "captures", *sorted(PACKAGE_PARTS))


class CorpusError(Exception):
    """The corpus is not there, or not as it should be."""


@dataclass(frozen=True, slots=True)
class Places:
    """Where the corpus' pages and its truth lie, where further cases stand, where to remember."""

    pages: Path
    truth: Path
    cases: Path = CASES
    cache: Path = OUT / "reach"
    packages: Path = OUT / "packages"

    @classmethod
    def from_environment(cls, environment: Mapping[str, str] = os.environ) -> "Places":
        """Read PAGEKIN_CORPUS and PAGEKIN_TRUTH, and say what to do when they lead nowhere."""
        truth = Path(environment.get("PAGEKIN_TRUTH", REPOSITORY.parent / "shared" / "corpus"))
        if not any((truth / part / "sites.toml").is_file() for part in PARTS):
            raise CorpusError(
                f"{truth}: no cases here (debian/sites.toml, captures/sites.toml); "
                "set PAGEKIN_TRUTH to the directory that holds the corpus' `unpack`"
            )
        if "PAGEKIN_CORPUS" not in environment:
            raise CorpusError(
                f"PAGEKIN_CORPUS is not set: lay the corpus out with `{truth}/unpack DEST` "
                "and set PAGEKIN_CORPUS=DEST"
            )
        pages = Path(environment["PAGEKIN_CORPUS"])
        if not pages.is_dir():
            raise CorpusError(f"{pages}: PAGEKIN_CORPUS names no directory")
        return cls(pages=pages, truth=truth)


@dataclass(frozen=True, slots=True)
class Case:
    """One page class of one site, and what a perfect crawler would bring home."""

    name: str
    part: str
    site: SiteFiles
    entry: str
    sample: str
    targets: frozenset[str]
    dontcare: frozenset[str]
    reachable_pages: int

    def url_path(self, page: str) -> str:
        """Say how the site itself writes a page's URL path: captured servers hid `index.html`."""
        return self.site.url_path(page, directories=self.part == "captures")


def load_cases(
    places: Places,
    *,
    parts: tuple[str, ...] = PARTS,
    names: str = "",
    set_aside: bool = False,
    tell: Callable[[str], None] = print,
) -> list[Case]:
    """Read the cases whose name matches, in the order of their files; tell which have no pages.

    Those that are set aside are read only if asked for, and then no others.
    """
    cases = []
    for part, table in _tables(places, parts):
        is_aside = part in PACKAGE_PARTS and is_set_aside(table["name"])
        if is_aside != set_aside or not re.search(names, table["name"]):
            continue
        site = _site(places, part, table)
        if not site.root.is_dir():
            tell(f"{table['name']}: skipped, no pages at {site.root}")
            continue
        cases.append(_case(places, part, table, site))
    return cases


def is_set_aside(name: str) -> bool:
    """Return whether a case is in the half that is kept for a final figure."""
    return hashlib.sha256(name.encode()).digest()[0] % 2 == 1


def _tables(places: Places, parts: tuple[str, ...]) -> Iterator[tuple[str, dict[str, Any]]]:
    for part in parts:
        file = places.truth / part / "sites.toml"
        if file.is_file():
            yield from ((part, table) for table in _read(file))
    for file in sorted(places.cases.glob("*.toml")):
        for table in _read(file):
            part = table.get("part", file.stem)
            if part not in PARTS:
                raise CorpusError(f"{file}: {table['name']}: part must be one of {PARTS}")
            if part in parts:
                yield part, table


def _read(file: Path) -> list[dict[str, Any]]:
    try:
        # Some cases were written by a program that spells truth values as Python does.
        text = re.sub(r"(?m)= (True|False)$", lambda word: word[0].lower(), file.read_text("utf-8"))
        tables: list[dict[str, Any]] = tomllib.loads(text)["case"]
    except (tomllib.TOMLDecodeError, KeyError) as error:
        raise CorpusError(f"{file}: not a list of [[case]] tables: {error}") from error
    for table in tables:
        in_package = file.parent.name == "debian" or table.get("part", file.stem) in PACKAGE_PARTS
        place = {"package", "root"} if in_package else set()
        missing = {"name", "entry", "sample", *place} - table.keys()
        if missing:
            raise CorpusError(
                f"{file}: {table.get('name', '?')}: lacks {', '.join(sorted(missing))}"
            )
    return tables


def _site(places: Places, part: str, table: Mapping[str, Any]) -> SiteFiles:
    if part == "debian":
        return SiteFiles(places.pages / part / table["package"] / table["root"])
    if part in PACKAGE_PARTS:
        return SiteFiles(places.packages / table["package"] / table["root"])
    return SiteFiles(
        places.pages / part / table["capture"],
        prefix=table.get("url_prefix", "").strip("/"),
        domains=tuple(table.get("domains", ())),
    )


def _case(places: Places, part: str, table: Mapping[str, Any], site: SiteFiles) -> Case:
    name, entry, sample = table["name"], table["entry"], table["sample"]
    for page in (entry, sample):
        if not (site.root / page).is_file():
            raise CorpusError(f"{name}: {site.root / page} is missing; unpack the corpus again")
    truth = listed_truth(places.truth / part / "truth", name)
    # Debian's lists hold reachable pages only, and walking its largest sites takes minutes.
    if truth is None or part != "debian":
        depths = reachable(site, entry, places.cache)
        truth = truth or ruled_truth(table, site, {*site.pages(), *depths}, places.cache)
        truth = _reached(truth, depths)
        pages = len(depths)
    else:
        pages = table["reachable_pages"]
    return Case(name, part, site, entry, sample, truth.targets, truth.dontcare, pages)


def _reached(truth: Truth, depths: Mapping[str, int]) -> Truth:
    """Leave out what no link leads to: who finds such a target anyway has done nothing wrong."""
    reached = truth.targets & depths.keys()
    return Truth(reached, truth.dontcare | (truth.targets - reached))
