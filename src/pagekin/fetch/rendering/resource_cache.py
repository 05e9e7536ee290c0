"""Scripts and style sheets that came already: a site's pages share them, since the browser keeps none."""

import asyncio
from collections import OrderedDict
from collections.abc import Awaitable, Callable

from pagekin.fetch.web_request import WebResponse

MOST_BYTES = 64 * 1024 * 1024


class ResourceCache:
    """Answers by URL, each fetched once; the least recently used go when there are too many."""

    def __init__(self) -> None:
        self._answers: OrderedDict[str, WebResponse] = OrderedDict()
        self._coming: dict[str, asyncio.Task[WebResponse]] = {}
        self._bytes = 0

    async def get(self, url: str, fetch: Callable[[], Awaitable[WebResponse]]) -> WebResponse:
        """Return what is at a URL; those who ask at the same time share one download."""
        known = self._answers.get(url)
        if known is not None:
            self._answers.move_to_end(url)
            return known
        task = self._coming.get(url)
        if task is None:
            task = self._coming[url] = asyncio.ensure_future(fetch())
            task.add_done_callback(lambda done: self._came(url, done))
        # Whoever loses interest must not take it away from the others.
        return await asyncio.shield(task)

    def _came(self, url: str, task: asyncio.Task[WebResponse]) -> None:
        del self._coming[url]
        if task.cancelled() or task.exception():
            return
        response = task.result()
        if not _may_be_kept(response):
            return
        self._answers[url] = response
        self._bytes += len(response.body)
        while self._bytes > MOST_BYTES:
            _, oldest = self._answers.popitem(last=False)
            self._bytes -= len(oldest.body)

    async def close(self) -> None:
        """End what is still on its way."""
        for task in self._coming.values():
            task.cancel()
        await asyncio.gather(*self._coming.values(), return_exceptions=True)


def _may_be_kept(response: WebResponse) -> bool:
    control = response.headers.get("Cache-Control", "")
    return response.status == 200 and "no-store" not in control.lower()
