"""The main tables of corpus sites as they come, in Markdown: `python -m bench.tables.shown_tables > docs/tables.md`."""

import hashlib
import sys
from collections.abc import Iterator
from pathlib import Path

from bench.corpus import CorpusError, Places
from pagekin.dom.page import Page, parse_page
from pagekin.output.tables import Tables
from pagekin.wrappers import by_itself
from pagekin.wrappers.apply import Extractor

_SITES = {
    "fastfood-product": "fastfood",
    "sellerreport-job": "sellerreport",
    "rustsec-advisory": "rustsec",
    "peps": "peps",
    "pycon2019-speaker": "pycon",
    "acl2020-paper": "acl2020",
    "tillich-person": "tillich",
    "incubator-podling": "incubator",
}
_LEARNED_FROM = 40
_ROWS = 3
_WIDTH = 40
_IN_CODE = str.maketrans({"`": "'", "|": "¦"})
_INTRODUCTION = """# Main tables as they come

What `pagekin get` writes for eight page classes of the benchmark's captured sites, learned by itself from 40 pages, nothing
edited: the cells of the first rows as a CSV file has them, long ones cut off here. Each row of a table below is a column of
the main table, in its order.
Made by `python -m bench.tables.shown_tables > docs/tables.md`.
"""


def main() -> int:
    """Print the tables."""
    try:
        places = Places.from_environment()
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    print(_INTRODUCTION)
    for case, capture in _SITES.items():
        print(f"## {case}\n")
        print(*table_lines(_pages(places, case, capture)), sep="\n")
        print()
    return 0


def table_lines(pages: list[Page]) -> Iterator[str]:
    """Learn the table of some pages, and yield it with rows for columns."""
    wrapper = by_itself.induce(pages)
    extractor = Extractor(wrapper)
    main = Tables(wrapper).main[0]
    rows = [main.cells(extractor.extract(page).records[0]) for page in pages]
    yield "| column | filled | " + " | ".join(f"row {n + 1}" for n in range(_ROWS)) + " |"
    yield "|---" * (2 + _ROWS) + "|"
    for number, cells in enumerate(zip(*rows, strict=True), start=len(main.places)):
        texts = [main.text(number, cell) for cell in cells]
        filled = sum(map(bool, texts)) / max(len(texts), 1)
        if filled:
            yield f"| `{main.header[number]}` | {filled:.0%} | {' | '.join(map(_cell, texts[:_ROWS]))} |"


def _pages(places: Places, case: str, capture: str) -> list[Page]:
    """Return some of a class' pages, the same ones every time."""
    listed = (places.truth / "captures" / "truth" / f"{case}.txt").read_text(encoding="utf-8")
    root = places.pages / "captures" / capture
    files = [root / name for name in listed.splitlines() if (root / name).is_file()]
    files.sort(key=lambda file: hashlib.sha256(str(file.relative_to(root)).encode()).digest())
    return [_page(file, root) for file in files[:_LEARNED_FROM]]


def _page(file: Path, root: Path) -> Page:
    return parse_page(f"https://{root.name}.example/{file.relative_to(root)}", file.read_bytes())


def _cell(text: str) -> str:
    cut = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
    return f"`{cut.translate(_IN_CODE)}`" if cut else ""


if __name__ == "__main__":
    sys.exit(main())
