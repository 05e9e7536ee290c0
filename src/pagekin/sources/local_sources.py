"""The source for a place that a person names, checked before the work starts."""

from pathlib import Path

from pagekin.errors import FileFormatError, UsageError
from pagekin.sources import warc
from pagekin.sources.html_files import Folder, html_file
from pagekin.sources.page_sources import Source
from pagekin.sources.warc import WarcFile, looks_like_warc

_SCHEMES = ("http://", "https://")


def is_url(place: str) -> bool:
    """Whether a place is on the web rather than on this machine."""
    return place.lower().startswith(_SCHEMES)


def local_source(place: str) -> Source:
    """Return the source for a file, folder or WARC file, which must exist and not be empty."""
    path = Path(place)
    if path.is_dir():
        folder = Folder(path)
        folder.check()
        return folder
    try:
        archive = looks_like_warc(path)
        empty = path.is_file() and path.stat().st_size == 0
    except FileNotFoundError:
        raise UsageError(f"{place}: there is no such file, folder or URL (http://…)") from None
    except OSError as error:
        raise UsageError(f"{place}: cannot be read: {error.strerror}") from None
    if empty:
        raise FileFormatError(f"{place}: is empty; give a page, a folder of pages or a WARC file")
    if place.lower().endswith(warc.SUFFIXES) and not archive:
        raise FileFormatError(f"{place}: not a WARC file, in spite of its name")
    return WarcFile(path) if archive else html_file(path)
