"""The crawler of a watch: its file as it is now, or as it was last read if that is gone."""

from pathlib import Path

from pagekin.app.storing.workspace import Workspace
from pagekin.errors import UsageError
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps, loads, read
from pagekin.store.reading.watches import StoredWatch
from pagekin.store.storable_text import storable


def crawler_of(workspace: Workspace, watch: StoredWatch) -> Crawler:
    """Read the crawler of a watch, and remember it; a file that is no crawler's is a UsageError."""
    path = file_of(watch)
    if path is None:
        return loads(watch.content)
    crawler = read(path)
    known = loads(watch.content)
    if crawler.id != known.id:
        raise UsageError(
            f"{path} is another crawler than the one that {watch.name} watches (its id is "
            f"{crawler.id}, not {known.id}): 'pagekin watch {path}' watches this one"
        )
    if crawler != known:
        with workspace.store.connection() as connection:
            connection.execute(
                "UPDATE pagekin_watch SET content = %s WHERE id = %s",
                storable(dumps(crawler)),
                watch.id,
            )
    return crawler


def file_of(watch: StoredWatch) -> Path | None:
    """Return the file of a watch's crawler; None if it is gone, or the watch is of a whole site."""
    return Path(watch.file) if watch.file and Path(watch.file).exists() else None
