"""Keeps what goes over the wire in the archive; a full disk is waited for, not a reason to lose a page."""

import asyncio
import contextlib
import time
from collections.abc import Callable, Sequence

from pagekin.app.storing.workspace import Workspace
from pagekin.archive import ArchiveFullError
from pagekin.archive.position import Position
from pagekin.site import Answer, Exchange, Stop, Validators
from pagekin.store.page_results import Transfer
from pagekin.store.writing.crawl_writer import WriterSettings

PATIENCE = 3600.0  # seconds to wait for room
_FIRST_PAUSE, _LONGEST_PAUSE = 0.1, 10.0

Notice = Callable[[str], None]


def writing(workspace: Workspace, stop: Stop, notice: Notice) -> WriterSettings:
    """Return the settings of a writer whose results refer to the archive; it is patient until stopped."""
    return WriterSettings(
        before_commit=workspace.archive.sync, notice=notice, give_up=stop.interrupted.is_set
    )


def validators_of(answer: Answer) -> Validators:
    """Return what a server said of a page, to ask it later whether the page has changed."""
    if not answer.exchanges:
        return Validators()
    last = answer.exchanges[-1]
    return Validators(last.header("etag"), last.header("last-modified"))


def transfer_of(answer: Answer) -> Transfer:
    """Return how a page came over the wire."""
    if not answer.exchanges:
        return Transfer()
    last = answer.exchanges[-1]
    moment = last.requested_at.timestamp()
    return Transfer(len(last.body), last.header("content-type"), moment)


class ArchiveKeeper:
    """Appends exchanges to the archive, each content once."""

    def __init__(
        self, workspace: Workspace, stop: Stop, notice: Notice, *, patience: float = PATIENCE
    ) -> None:
        self._workspace = workspace
        self._stop = stop
        self._notice = notice
        self._patience = patience

    async def keep(self, exchanges: Sequence[Exchange]) -> Position | None:
        """Append exchanges; return where the content of the last one stands, None if there is none."""
        position = None
        for exchange in exchanges:
            position = await self._append(exchange)
        return position

    async def _append(self, exchange: Exchange) -> Position:
        pause, patience = _FIRST_PAUSE, time.monotonic() + self._patience
        while True:
            try:
                position = self._workspace.archive.append(exchange)
            except ArchiveFullError as error:
                if self._stop.interrupted.is_set() or time.monotonic() > patience:
                    raise
                self._notice(f"{error}; trying again")
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(self._stop.interrupted.wait(), pause)
                pause = min(2 * pause, _LONGEST_PAUSE)
            else:
                return self._workspace.contents.whole(position)
