"""Output: records as CSV, JSON, JSON Lines, XML, Parquet or XLSX, to a file or to stdout."""

from pagekin.output.destination import STDOUT, Destination, Format
from pagekin.output.files import replacing
from pagekin.output.opening import Writer, check, open_output

__all__ = ["STDOUT", "Destination", "Format", "Writer", "check", "open_output", "replacing"]
