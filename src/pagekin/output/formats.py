"""All formats of records by name and suffix."""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint

from pagekin.output.output_format import OutputFormat

# One line a format: its module below pagekin.output and its class.
OWN_FORMATS = (
    "csv_format:CsvFormat",
    "json_format:JsonFormat",
    "json_lines_format:JsonLinesFormat",
    "xml_format:XmlFormat",
    "parquet_format:ParquetFormat",
    "xlsx_format:XlsxFormat",
)


@cache
def all_formats() -> tuple[OutputFormat, ...]:
    """Return the formats, one instance of each."""
    points = (EntryPoint("", f"pagekin.output.{place}", "") for place in OWN_FORMATS)
    return tuple(point.load()() for point in points)


@cache
def formats_by_suffix() -> Mapping[str, OutputFormat]:
    """Return the formats by what they are called, in suffixes and after the colon."""
    return {
        suffix: known for known in all_formats() for suffix in (known.name, *known.other_suffixes)
    }
