"""The main tables of corpus sites as they come, in Markdown: `python -m bench.tables.shown_tables > docs/tables.md`."""

import hashlib
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from bench.corpus import CorpusError, Places
from bench.tables.main_tables import MainColumn, main_table
from pagekin.dom.page import Page, parse_page
from pagekin.values import Value

_SITES = {
    "fastfood-product": "fastfood",
    "sellerreport-job": "sellerreport",
    "rustsec-advisory": "rustsec",
    "peps": "peps",
    "pycon2019-speaker": "pycon",
    "acl2020-paper": "acl2020",
    "tillich-person": "tillich",
    "sellerreport-company": "sellerreport",
}
_LEARNED_FROM = 40
_ROWS = 3
_WIDTH = 40
_INTRODUCTION = """# Main tables as they come

What `pagekin get` writes for eight page classes of the benchmark's captured sites, learned by itself from 40 pages, nothing
edited: the first rows, long texts cut off here. Each row of a table below is a column of the main table, in its order.
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
        pages = _pages(places, case, capture)
        table = main_table(pages, pages)
        print(f"## {case}\n")
        print(*_lines(table.columns), sep="\n")
        print()
    return 0


def _pages(places: Places, case: str, capture: str) -> list[Page]:
    """Return some of a class' pages, the same ones every time."""
    listed = (places.truth / "captures" / "truth" / f"{case}.txt").read_text(encoding="utf-8")
    root = places.pages / "captures" / capture
    files = [root / name for name in listed.splitlines() if (root / name).is_file()]
    files.sort(key=lambda file: hashlib.sha256(str(file.relative_to(root)).encode()).digest())
    return [_page(file, root) for file in files[:_LEARNED_FROM]]


def _page(file: Path, root: Path) -> Page:
    return parse_page(f"https://{root.name}.example/{file.relative_to(root)}", file.read_bytes())


def _lines(columns: Sequence[MainColumn]) -> Iterator[str]:
    yield "| column | type | filled | " + " | ".join(f"row {n + 1}" for n in range(_ROWS)) + " |"
    yield "|---" * (3 + _ROWS) + "|"
    for column in columns:
        filled = sum(map(bool, column.rows)) / max(len(column.rows), 1)
        cells = (_cell(column, row) for row in column.rows[:_ROWS])
        kind = f"{column.type}{', list' * column.many}"
        yield f"| `{column.name}` | {kind} | {filled:.0%} | {' | '.join(cells)} |"


def _cell(column: MainColumn, row: Sequence[Value]) -> str:
    texts = [_shown(column, value) for value in row]
    between = " > " if column.name == "breadcrumbs" else "; "
    text = between.join(texts)
    cut = text if len(text) <= _WIDTH else f"{text[: _WIDTH - 1]}…"
    return cut.replace("|", "\\|").replace("<", "&lt;").replace("`", "'").replace("*", "\\*")


def _shown(column: MainColumn, value: Value) -> str:
    """Return a value as the table has it: the address of an image or of a link that always says the same."""
    said = {one.text for row in column.rows for one in row}
    if column.type == "image" or (column.type == "link" and len(said) == 1):
        return str(value.attributes.get("src") or value.attributes.get("href") or value.text)
    return value.text


if __name__ == "__main__":
    sys.exit(main())
