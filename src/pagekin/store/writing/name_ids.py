"""Numbers for names that come again and again in a crawl: kinds of pages, bundles, fields."""

from pagekin.errors import StoreError
from pagekin.store.database import Connection
from pagekin.store.page_results import KindOfPage
from pagekin.store.writing.crawl_runs import OpenCrawl
from pagekin.store.writing.wrapper_ids import WrapperIds


class NameIds:
    """The names that one crawl uses; each is looked up, or entered, once."""

    def __init__(self, crawl: OpenCrawl) -> None:
        self._crawl = crawl
        self._kinds: dict[KindOfPage, int] = {}
        self._wrappers: dict[int, WrapperIds] = {}

    def forget(self) -> None:
        """Forget everything: what was entered may have been taken back."""
        self._kinds.clear()
        self._wrappers.clear()

    def kind(self, connection: Connection, kind: KindOfPage) -> int:
        """Return the number of a kind of page."""
        number = self._kinds.get(kind)
        if number is None:
            number = self._kinds[kind] = self._enter_kind(connection, kind)
        return number

    def wrapper(self, connection: Connection, kind: KindOfPage) -> WrapperIds:
        """Return the numbers of the wrapper that mines a kind of page."""
        crawler = kind.crawler or self._crawl.crawler
        if crawler is None:
            raise StoreError(
                f"crawl {self._crawl.id} has no crawler: nothing says whose records these are"
            )
        known = self._wrappers.get(crawler)
        if known is None:
            version = self._crawl.wrapper_version(crawler)
            known = self._wrappers[crawler] = WrapperIds(connection, crawler, version)
            if version is None:
                connection.execute(
                    "UPDATE pagekin_crawl_class SET wrapper_version_id = %s "
                    "WHERE crawl_id = %s AND crawler_id = %s",
                    known.version,
                    self._crawl.id,
                    crawler,
                )
        return known

    def _enter_kind(self, connection: Connection, kind: KindOfPage) -> int:
        crawler = kind.crawler or self._crawl.crawler
        connection.execute(
            "INSERT INTO pagekin_kind (site_id, crawler_id, name, hub) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT DO NOTHING",
            self._crawl.site,
            crawler,
            kind.name,
            kind.hub,
        )
        number, hub = connection.rows(
            "SELECT id, hub FROM pagekin_kind WHERE site_id = %s AND name = %s "  # noqa: S608 - a number
            f"AND crawler_id {'IS NULL' if crawler is None else f'= {crawler:d}'}",
            self._crawl.site,
            kind.name,
        )[0]
        if bool(hub) != kind.hub:
            connection.execute("UPDATE pagekin_kind SET hub = %s WHERE id = %s", kind.hub, number)
        return int(number)
