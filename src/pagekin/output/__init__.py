"""Output: records as CSV, JSON, JSON Lines, XML, Parquet or XLSX, to a file or to stdout."""

from pagekin.output.atomic_files import replacing
from pagekin.output.destination import STDOUT, Destination
from pagekin.output.output_format import OutputFormat
from pagekin.output.record_output import check, open_output
from pagekin.output.record_writer import RecordWriter

__all__ = [
    "STDOUT",
    "Destination",
    "OutputFormat",
    "RecordWriter",
    "check",
    "open_output",
    "replacing",
]
