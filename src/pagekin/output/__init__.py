"""Output: records as CSV, JSON, JSON Lines, XML, Parquet or XLSX, to a file or to stdout."""

from pagekin.output.atomic_files import replacing
from pagekin.output.destination import STDOUT, Destination, Format
from pagekin.output.record_writer import RecordWriter, check, open_output

__all__ = ["STDOUT", "Destination", "Format", "RecordWriter", "check", "open_output", "replacing"]
