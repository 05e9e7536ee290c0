"""Pages that are named on the command line, fetched first where they are on the web."""

import contextlib
from collections.abc import Iterator, Sequence

import click

from pagekin.app.named_pages import NamedPages
from pagekin.cli.printing import counted
from pagekin.cli.progress import progress
from pagekin.cli.running import run
from pagekin.errors import FetchError
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.sources import Pages, Spool

_SHOWN = 5


@contextlib.contextmanager
def open_pages(
    groups: Sequence[Sequence[str]], settings: Settings, stop: Stop
) -> Iterator[list[Pages]]:
    """Open groups of files, folders, WARC files and URLs; each group's pages come lazily."""
    with Spool() as spool:
        places = NamedPages(spool)
        opened = [places.add(group) for group in groups]
        if places.urls:
            with progress("fetching") as watch:
                run(lambda stop: places.fetch(settings, stop, watch), stop)
        yield opened


def complain_of_unread(pages: Pages, *, any_read: bool) -> None:
    """Name the pages that could not be read; without any other that is an error."""
    if not pages.unread:
        return
    number = len(pages.unread)
    shown = "; ".join(map(str, pages.unread[:_SHOWN]))
    if not any_read:
        what = "the page" if number == 1 else f"any of {number:,} pages, such as"
        raise FetchError(f"cannot read {what} {shown}")
    click.echo(f"{counted(number, 'page')} could not be read, such as {shown}", err=True)
