"""Records as one JSON array."""

from contextlib import ExitStack

from pagekin.output.destination import Destination
from pagekin.output.json_streams import ARRAY, ArrayStream
from pagekin.output.json_writers import check_shape, json_writer
from pagekin.output.output_format import OutputFormat
from pagekin.output.record_writer import FormatWriter
from pagekin.wrappers import Wrapper


class JsonFormat(OutputFormat):
    """An array of objects."""

    name = "json"
    frame = ARRAY

    def writer(self, destination: Destination, wrapper: Wrapper, stack: ExitStack) -> FormatWriter:
        """Open a destination."""
        return json_writer(destination, wrapper, stack, ArrayStream)

    def check_old(self, destination: Destination, wrapper: Wrapper | None) -> None:
        """Raise CannotAppendError if the old file is no array, or its records are of another shape."""
        super().check_old(destination, wrapper)
        check_shape(destination)
