"""Where results go and in which format: FILE, FILE:FORMAT or - for stdout."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from pathlib import Path

from pagekin.errors import CannotAppendError, UsageError
from pagekin.output.atomic_files import check_place, end_of_content, has_content
from pagekin.output.cells import unique

STDOUT = "-"


class Format(StrEnum):
    """The formats of records."""

    CSV = "csv"
    JSON = "json"
    JSONL = "jsonl"
    XML = "xml"
    PARQUET = "parquet"
    XLSX = "xlsx"


# What else a format is called, in suffixes and after the colon.
_ALSO = {"jl": Format.JSONL, "jsonlines": Format.JSONL, "ndjson": Format.JSONL}
_NAMES = {str(known): known for known in Format} | _ALSO
# The formats that close with an index of what they hold: there is no place to go on from.
_CLOSED = (Format.PARQUET, Format.XLSX)
# How the formats that hold one document begin and end.
FRAMES = {Format.JSON: (b"[", b"]"), Format.XML: (b"<?xml", b"</report>")}
_LONGEST = 60  # characters of a bundle's name in the name of a file


@dataclass(frozen=True, slots=True)
class Destination:
    """A file or stdout, the format, and whether to go on with what is there."""

    name: str
    format: Format
    append: bool = False

    @classmethod
    def parse(cls, text: str, *, append: bool = False) -> "Destination":
        """Read what a person typed."""
        name, colon, chosen = text.rpartition(":")
        if colon and name and chosen.lower() in _NAMES:
            return cls(name, _NAMES[chosen.lower()], append)
        if text == STDOUT:
            return cls(text, Format.JSONL, append)
        suffix = Path(text).suffix.lower().removeprefix(".")
        if suffix not in _NAMES:
            raise UsageError(
                f"{text}: the format does not follow from the name; "
                f"end it in .{', .'.join(Format)}, or write FILE:FORMAT"
            )
        return cls(text, _NAMES[suffix], append)

    @property
    def is_stdout(self) -> bool:
        """Tell whether results go to stdout rather than to a file."""
        return self.name == STDOUT

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.name)

    def files(self, tables: Sequence[str]) -> list[Path]:
        """Give a file for each table: `shop.csv` has the main one, `shop.reviews.csv` the reviews."""
        taken: set[str] = set()
        paths = [self.path]
        for table in tables[1:]:
            clean = "".join(c if c.isalnum() or c in "-_." else "_" for c in table)
            # No file system takes longer names, and some do not tell upper from lower case.
            name = unique(clean.strip(".")[:_LONGEST].lower() or "more", taken)
            taken.add(name)
            paths.append(self.path.with_name(f"{self.path.stem}.{name}{self.path.suffix}"))
        return paths

    def check(self) -> None:
        """Complain before the work about what could not be written after it."""
        if self.is_stdout:
            return
        check_place(self.path)
        if not self.continues():
            return
        if self.format in _CLOSED:
            raise CannotAppendError(
                f"cannot append to {self.name}: {self.format.upper()} files cannot be continued; "
                "-O overwrites it, .csv and .jsonl can be appended to"
            )
        if self.format in FRAMES:
            end_of_content(self.path, *FRAMES[self.format])

    def continues(self) -> bool:
        """Tell whether there is something to go on with."""
        return self.append and has_content(self.path)

    def instead(self) -> "Destination":
        """Give a destination beside this one that is not there yet: `shop.2.csv`."""
        number, path = 2, self.path.with_name(f"{self.path.stem}.2{self.path.suffix}")
        while path.exists():
            number += 1
            path = self.path.with_name(f"{self.path.stem}.{number}{self.path.suffix}")
        return replace(self, name=str(path))
