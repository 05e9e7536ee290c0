"""Pages out of the archive, read as they were read when they came over the wire."""

import contextlib
from dataclasses import dataclass

from pagekin.app.storing.workspace import Workspace
from pagekin.archive import ArchiveError
from pagekin.dom import Page
from pagekin.dom.page import MAX_BYTES, UnparsedPage
from pagekin.fetch.decoding import BodyDamagedError, BodyTooLongError, DecodedBody
from pagekin.fetch.raw_response import RawResponse
from pagekin.fetch.request_errors import Refused
from pagekin.fetch.sitemaps import unzipped
from pagekin.site import Exchange
from pagekin.store.database import Connection
from pagekin.store.reading.crawl_pages import position_of

MOST = MAX_BYTES + 1  # more is not read of a page, and that there is more is noticed


def decoded(exchange: Exchange) -> bytes:
    """Undo the content coding of a body; of one that is damaged, as much as there is."""
    codings = (value for name, value in exchange.headers if name.lower() == b"content-encoding")
    try:
        body = DecodedBody(", ".join(coding.decode("latin-1") for coding in codings), MOST)
    except BodyDamagedError:  # compressed more often than anybody would
        return b""
    with contextlib.suppress(BodyDamagedError, BodyTooLongError):
        body.add(exchange.body)
    return body.content()


def page_from(exchange: Exchange, url: str, requested: str = "") -> Page:
    """Return what an exchange brought as the page at a URL; it is parsed when its tree is asked for."""
    answer = answer_from(exchange, url)
    return UnparsedPage(url, answer.body, answer.headers, requested or url)


def answer_from(exchange: Exchange, url: str) -> RawResponse:
    """Return what an exchange brought as the answer that a page at a URL is parsed from."""
    headers: dict[str, str] = {}
    for name, value in exchange.headers:
        key, text = name.decode("latin-1").lower(), value.decode("latin-1")
        headers[key] = f"{headers[key]}, {text}" if key in headers else text
    headers.pop("content-encoding", None)
    answer = RawResponse(url, exchange.status, headers, decoded(exchange))
    with contextlib.suppress(Refused):
        answer = unzipped(answer, MOST)
    return answer


@dataclass(slots=True)
class LostPages:
    """Pages that the archive does not have, or not as they were: how many of how many, and the first."""

    pages: int = 0
    lost: int = 0
    first: str = ""  # its URL, and the reason

    def add(self, url: str, error: ArchiveError | None) -> None:
        """Count a page; an error is why it is lost."""
        self.pages += 1
        if error:
            self.lost += 1
            self.first = self.first or f"{url} ({error})"

    def __str__(self) -> str:
        return (
            f"the archive has lost {self.lost:,} of {self.pages:,} pages, such as {self.first}; "
            "the next crawl fetches again what the site still has, 'pagekin store check' looks for more"
        )


def page_of_version(
    workspace: Workspace, connection: Connection, version: int, url: str
) -> Page | ArchiveError:
    """Read the content of a page version; return an error if the archive does not have it as it was."""
    position = position_of(connection, version)
    if position is None:
        return ArchiveError("it was never archived")
    try:
        return page_from(workspace.archive.read(position), url)
    except ArchiveError as error:
        return error
