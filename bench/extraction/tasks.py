"""Extraction tasks: pages of one template with the true values of their attributes."""

import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench.extraction.scoring import folded, plain

LEARNED_FROM = 40
_CAPTURES = {
    "rustsec": ("id", "title", "date", "package", "aliases", "patched"),
    "peps": ("PEP", "Title", "Author", "Status", "Type", "Created"),
}

Values = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Task:
    """Pages of one site; `truth` has for each attribute the values on each page."""

    name: str
    files: tuple[Path, ...]
    truth: Mapping[str, Sequence[Values]]
    unseen: bool = False
    """Not looked at while pagekin was designed."""
    fold: Callable[[str], str] = plain
    """The form in which true and extracted values are compared."""

    @property
    def learn(self) -> range:
        """The numbers of the pages to learn from."""
        return range(min(LEARNED_FROM, len(self.files)))

    @property
    def apply(self) -> range:
        """The numbers of the pages to extract from."""
        return range(len(self.learn), len(self.files))

    @property
    def attributes(self) -> list[str]:
        """The attributes that can be learned and scored: some page of each half has a value."""
        return [
            name
            for name, values in self.truth.items()
            if any(values[i] for i in self.learn) and any(values[i] for i in self.apply)
        ]

    def examples(self) -> Iterator[tuple[int, str, str]]:
        """Yield page number, attribute and value of the examples: one page, all attributes.

        That is the first page with the most attributes. An attribute that it lacks has its example
        on the first page that has a value.
        """
        names = self.attributes
        page = max(self.learn, key=lambda i: sum(bool(self.truth[name][i]) for name in names))
        for name in names:
            values = self.truth[name]
            source = page if values[page] else next(i for i in self.learn if values[i])
            for value in values[source]:
                yield source, name, value

    def url(self, number: int) -> str:
        """Assign a page an address."""
        return f"https://{self.name}.example/{self.files[number].name}"


def swde_tasks(corpus: Path) -> list[Task]:
    """Read the sites of the SWDE part; every third by name was kept aside."""
    tasks = []
    sites = sorted(path for path in (corpus / "swde").glob("*/*-*") if path.is_dir())
    for number, site in enumerate(sites):
        files = sorted(site.glob("*.htm"))
        truth = {}
        for file in sorted((site.parent / "groundtruth").glob(f"{site.name}-*.txt")):
            name = file.stem.removeprefix(f"{site.name}-")
            known = _groundtruth(file)
            truth[name] = [known.get(page.stem, ()) for page in files]
        tasks.append(Task(site.name, tuple(files), truth, unseen=number % 3 == 2))
    return tasks


def captures_tasks(corpus: Path, truth: Path) -> list[Task]:
    """Read the captured sites whose source files say what their pages hold."""
    tasks = []
    for site, names in _CAPTURES.items():
        rows = []
        source = truth / "captures" / "fields" / f"{site}_fields.jsonl"
        for line in filter(None, source.read_text(encoding="utf-8").split("\n")):
            row = json.loads(line)
            file = corpus / "captures" / site / row["page"]
            if file.is_file():
                rows.append((file, row))
        values = {name: [_values(row[name]) for _, row in rows] for name in names}
        tasks.append(Task(site, tuple(file for file, _ in rows), values, fold=folded))
    return tasks


def _groundtruth(file: Path) -> dict[str, Values]:
    values = {}
    # Not splitlines: some values hold characters that it takes for the end of a line.
    for line in filter(None, file.read_text(encoding="utf-8-sig").split("\n")[2:]):
        page, _, *texts = line.rstrip("\r").split("\t")
        values[page] = tuple(text for text in texts if text.strip() not in {"", "<NULL>"})
    return values


def _values(value: str | list[str] | None) -> Values:
    if value is None or value == "":
        return ()
    return (value,) if isinstance(value, str) else tuple(value)
