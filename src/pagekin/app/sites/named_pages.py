"""The pages that a person named: files, folders, WARC files and URLs, in the order given."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field

from pagekin.app.step_runner import StepRunner
from pagekin.discovery import checked_url
from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.lazy import lazy_module
from pagekin.settings import Settings
from pagekin.site import Failure, Stop, Watch
from pagekin.sources import Pages, Source, Spool, Unread, is_url, local_source

# Who names no URLs need not wait until all that fetches and stores is loaded.
_site_opening = lazy_module("pagekin.app.sites.site_opening")

_SHOWN = 5  # unread pages to name


@dataclass(frozen=True, slots=True)
class _Fetched:
    """A page on the web, once it was fetched."""

    url: str
    spool: Spool
    failures: dict[str, Failure]

    def pages(self) -> Iterator[Page | Unread]:
        if self.url in self.spool:
            yield self.spool.page(self.url)
        else:
            failure = self.failures.get(self.url)
            yield Unread(self.url, failure.detail if failure else "was not fetched")


@dataclass(slots=True)
class NamedPages:
    """NamedPages of pages; those on the web have to be fetched before the pages are gone through."""

    spool: Spool
    sources: list[Source] = field(default_factory=list)
    urls: list[str] = field(default_factory=list)
    _failures: dict[str, Failure] = field(default_factory=dict)

    def add(self, places: Sequence[str]) -> Pages:
        """Name more places; what is wrong with one is said at once."""
        new: list[Source] = []
        for place in places:
            if is_url(place):
                url = checked_url(place, "page")
                self.urls.append(url)
                new.append(_Fetched(url, self.spool, self._failures))
            else:
                new.append(local_source(place))
        self.sources += new
        return Pages(new)

    async def fetch(self, settings: Settings, stop: Stop, watch: Watch) -> None:
        """Fetch what is on the web."""
        self._failures |= await _site_opening.fetch_into(
            self.spool, self.urls, settings, stop, watch
        )


@contextlib.contextmanager
def open_pages(
    groups: Sequence[Sequence[str]], settings: Settings, runner: StepRunner, stop: Stop
) -> Iterator[list[Pages]]:
    """Open groups of files, folders, WARC files and URLs; each group's pages come lazily."""
    with Spool() as spool:
        named = NamedPages(spool)
        opened = [named.add(group) for group in groups]
        if named.urls:
            runner.run("fetching", lambda watch: named.fetch(settings, stop, watch), stop)
        yield opened


def report_unread(pages: Pages, notice: Callable[[str], None], *, any_read: bool) -> None:
    """Name the pages that could not be read; raise a FetchError if there is no other."""
    if not pages.unread:
        return
    number = len(pages.unread)
    shown = "; ".join(map(str, pages.unread[:_SHOWN]))
    if not any_read:
        what = "the page" if number == 1 else f"any of {number:,} pages, such as"
        raise FetchError(f"cannot read {what} {shown}")
    what = "1 page" if number == 1 else f"{number:,} pages"
    notice(f"{what} could not be read, and the result is without them, such as {shown}")
