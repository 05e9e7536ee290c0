"""Tells a crawl that is continued what it had learned of traps, from what is stored of it."""

from collections.abc import Iterable, Iterator
from http import HTTPStatus

from pagekin.crawl.decider import Decider
from pagekin.crawl.traps.trap_history import PastVisit, TrapHistory
from pagekin.store.database import Connection
from pagekin.store.reading.crawl_progress import PastPage, visited_by, waiting_for

_GONE = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


def recall_traps(decider: Decider, connection: Connection, crawl: int) -> None:
    """Go through the pages of a crawl that was interrupted."""
    recalling = TrapHistory(decider.traps)
    recalling.know(_as_past(visited_by(connection, crawl), decider))
    recalling.know(_as_past(waiting_for(connection, crawl), decider))
    recalling.visit(_as_past(visited_by(connection, crawl), decider))


def _as_past(pages: Iterable[PastPage], decider: Decider) -> Iterator[PastVisit]:
    for page in pages:
        yield PastVisit(
            page.url,
            page.kind,
            page.depth,
            page.found_on,
            came=bool(page.has_content),
            gone=page.status in _GONE,
            again=decider.is_again(page.url),
        )
