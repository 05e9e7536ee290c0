"""A site that remembers its first pages, for a search that has to begin again."""

from pagekin.dom import Page
from pagekin.site.port import Failure, Site

MOST = 64  # pages
_MOST_BYTES = 4 * 1024 * 1024  # of their bodies; parsed, they take many times as much


class RememberingSite:
    """Fetches each of the first few pages only once, whichever of its URLs is asked for.

    As soon as there are more it forgets them all, since they would take too much memory.
    """

    def __init__(self, site: Site) -> None:
        self._site = site
        self._known: dict[str, Page | Failure] = {}
        self._bytes = 0
        self.all_known = True  # whether nothing was forgotten

    async def fetch(self, url: str) -> Page | Failure:
        """Return a page from memory, or fetch it."""
        known = self._known.get(url)
        if known is not None:
            return known
        result = await self._site.fetch(url)
        if self.all_known:
            self._known[url] = result
            if isinstance(result, Page):
                self._bytes += len(result.body)
                self._known.setdefault(result.url, result)
        if len(self._known) > MOST or self._bytes > _MOST_BYTES:
            self.forget()
        return result

    def forget(self) -> None:
        """Forget all pages, and remember no more."""
        self.all_known = False
        self._known.clear()
