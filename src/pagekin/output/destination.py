"""Where results go and in which format: FILE, FILE:FORMAT or - for stdout."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from pagekin.errors import UsageError
from pagekin.output.files import check_place

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

    def beside(self, part: str) -> Path:
        """Give the file for a further table: `shop.csv` has its reviews in `shop.reviews.csv`."""
        clean = "".join(c if c.isalnum() or c in "-_." else "_" for c in part).strip(".") or "more"
        return self.path.with_name(f"{self.path.stem}.{clean}{self.path.suffix}")

    def check(self) -> None:
        """Complain before the work about what could not be written after it."""
        if self.is_stdout:
            return
        check_place(self.path)
        if self.continues() and self.format in _CLOSED:
            raise UsageError(
                f"cannot append to {self.name}: {self.format.upper()} files cannot be continued; "
                "-O overwrites it, .csv and .jsonl can be appended to"
            )

    def continues(self) -> bool:
        """Tell whether there is something to go on with."""
        return self.append and self.path.is_file() and self.path.stat().st_size > 0
