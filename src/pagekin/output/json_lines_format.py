"""Records as JSON Lines: one object a line."""

from contextlib import ExitStack

from pagekin.output.destination import Destination
from pagekin.output.json_streams import LineStream
from pagekin.output.json_writers import check_shape, json_writer
from pagekin.output.output_format import OutputFormat
from pagekin.output.record_writer import FormatWriter
from pagekin.wrappers import Wrapper


class JsonLinesFormat(OutputFormat):
    """One object a line."""

    name = "jsonl"
    other_suffixes = ("jl", "jsonlines", "ndjson")

    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> FormatWriter:
        """Open a destination."""
        return json_writer(destination, wrapper, stack, LineStream)

    def check_old(self, destination: Destination, wrapper: Wrapper | None) -> None:
        """Raise CannotAppendError if the old records are of another shape."""
        super().check_old(destination, wrapper)
        check_shape(destination)
