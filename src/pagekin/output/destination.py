"""Where results go and in which format: FILE, FILE:FORMAT or - for stdout."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from pagekin.errors import UsageError
from pagekin.output.atomic_files import check_place, has_content
from pagekin.output.formats import all_formats, formats_by_suffix
from pagekin.output.layout import Layout
from pagekin.output.output_format import OutputFormat
from pagekin.wrappers.unused_names import unused_name

STDOUT = "-"
_ON_STDOUT = "jsonl"
_LONGEST = 60  # characters of a bundle's name in the name of a file


@dataclass(frozen=True, slots=True)
class Destination:
    """A file or stdout, the format, whether to continue a file that is there, and how records are laid out."""

    name: str
    format: OutputFormat
    append: bool = False
    layout: Layout = field(default_factory=Layout)

    @classmethod
    def parse(
        cls, text: str, *, append: bool = False, layout: Layout | None = None
    ) -> "Destination":
        """Read what a person typed."""
        layout = layout or Layout()
        formats = formats_by_suffix()
        name, colon, chosen = text.rpartition(":")
        if colon and name and chosen.lower() in formats:
            return cls(name, formats[chosen.lower()], append, layout)
        if text == STDOUT:
            return cls(text, formats[_ON_STDOUT], append, layout)
        suffix = Path(text).suffix.lower().removeprefix(".")
        if suffix not in formats:
            raise UsageError(
                f"{text}: the format does not follow from the name; end it in "
                f"{', '.join(f'.{known.name}' for known in all_formats())}, or write FILE:FORMAT"
            )
        return cls(text, formats[suffix], append, layout)

    @property
    def is_stdout(self) -> bool:
        """Whether results go to stdout rather than to a file."""
        return self.name == STDOUT

    @property
    def path(self) -> Path:
        """The file."""
        return Path(self.name)

    def files(self, tables: Sequence[str]) -> list[Path]:
        """Return a file for each table: `shop.csv` for the main one, `shop.reviews.csv` for the reviews."""
        taken: set[str] = set()
        paths = [self.path]
        for table in tables[1:]:
            clean = "".join(c if c.isalnum() or c in "-_." else "_" for c in table)
            # File systems limit the length of names, and some ignore case.
            name = unused_name(clean.strip(".")[:_LONGEST].lower() or "more", taken)
            taken.add(name)
            paths.append(self.path.with_name(f"{self.path.stem}.{name}{self.path.suffix}"))
        return paths

    def check_place(self) -> None:
        """Raise OutputError if the file could not be written."""
        if not self.is_stdout:
            check_place(self.path)

    def for_answers(self, first_column: str) -> "Destination":
        """Return the same for a table of which every column counts, and the first is called like this."""
        return replace(self, layout=replace(self.layout, url=first_column, all_columns=True))

    def continues(self) -> bool:
        """Whether there is a file to continue."""
        return self.append and not self.is_stdout and has_content(self.path)

    def instead(self) -> "Destination":
        """Return a destination beside this one that is not there yet: `shop.2.csv`."""
        number, path = 2, self.path.with_name(f"{self.path.stem}.2{self.path.suffix}")
        while path.exists():
            number += 1
            path = self.path.with_name(f"{self.path.stem}.{number}{self.path.suffix}")
        return replace(self, name=str(path))
