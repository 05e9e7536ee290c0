"""Numbers for URLs: a page is entered once per site, and found by a digest of its URL."""

from collections.abc import Collection, Iterable
from hashlib import blake2b

from pagekin.store.database import Connection
from pagekin.store.storable_text import storable

_MOST_REMEMBERED = 50_000


class PageIds:
    """The pages of one site; the last entered are remembered, since most links lead to a few pages."""

    def __init__(self, site: int, most: int = _MOST_REMEMBERED) -> None:
        self._site = site
        self._most = most
        self._remembered: dict[str, int] = {}
        self._mostly_new = False  # those last asked for that were not remembered

    def forget(self) -> None:
        """Forget everything: what was entered may have been taken back."""
        self._remembered.clear()

    def of(self, connection: Connection, urls: Iterable[str]) -> dict[str, int]:
        """Return the number of each URL, entering new ones in the order given."""
        return self.old_and_new(connection, urls)[0]

    def old_and_new(
        self, connection: Connection, urls: Iterable[str]
    ) -> tuple[dict[str, int], Collection[int]]:
        """Return the number of each URL, and which numbers are new: nothing can refer to those yet."""
        remembered = self._remembered
        new: Collection[int] = ()
        numbers: dict[str, int] = {}
        missing: dict[bytes, str] = {}
        for url in dict.fromkeys(urls):
            number = remembered.get(url)
            if number is None:
                missing[url_digest(url)] = url
            else:
                numbers[url] = number
        if missing:
            found, entered = self._look_up_or_enter(connection, missing)
            for digest, number in (found | entered).items():
                numbers[missing[digest]] = number
            new = set(entered.values())
        self._remember(numbers)
        return numbers, new

    def _look_up_or_enter(
        self, connection: Connection, wanted: dict[bytes, str]
    ) -> tuple[dict[bytes, int], dict[bytes, int]]:
        """Return the numbers of those that were there, and of those that were not."""
        if connection.postgres and self._mostly_new:  # then looking them up first is in vain
            found, entered = {}, self._enter_among_others(connection, wanted)
        else:
            found = self._look_up(connection, wanted)
            new = {digest: url for digest, url in wanted.items() if digest not in found}
            enter = self._enter_among_others if connection.postgres else self._enter
            entered = enter(connection, new) if new else {}
        self._mostly_new = len(entered) > len(wanted) / 2
        others = [digest for digest in wanted if digest not in found and digest not in entered]
        return found | self._look_up(connection, others), entered

    def _enter(self, connection: Connection, new: dict[bytes, str]) -> dict[bytes, int]:
        """Enter pages while nobody else writes."""
        numbers = connection.next_ids("pagekin_page", len(new))
        rows = [
            (number, self._site, digest, storable(url))
            for number, (digest, url) in zip(numbers, new.items(), strict=True)
        ]
        connection.insert("pagekin_page", ("id", "site_id", "digest", "url"), rows)
        return {row[2]: row[0] for row in rows}

    def _enter_among_others(
        self, connection: Connection, new: dict[bytes, str]
    ) -> dict[bytes, int]:
        """Enter pages, but for those that other processes enter at the same time.

        They are sorted: otherwise two processes could wait for each other for ever.
        """
        digests = sorted(new)
        entered = connection.rows(
            "INSERT INTO pagekin_page (site_id, digest, url) "
            "SELECT %s, digest, url FROM unnest(%b::bytea[], %b::text[]) AS new (digest, url) "
            "ON CONFLICT (site_id, digest) DO NOTHING RETURNING digest, id",
            self._site,
            digests,
            [storable(new[digest]) for digest in digests],
        )
        return {bytes(digest): number for digest, number in entered}

    def _look_up(self, connection: Connection, digests: Iterable[bytes]) -> dict[bytes, int]:
        rows = connection.among(
            "SELECT digest, id FROM pagekin_page WHERE site_id = %s AND digest {}",
            digests,
            self._site,
        )
        return {bytes(digest): number for digest, number in rows}

    def _remember(self, numbers: dict[str, int]) -> None:
        self._remembered.update(numbers)
        if len(self._remembered) > self._most:
            for url in list(self._remembered)[: len(self._remembered) // 2]:
                del self._remembered[url]


def url_digest(url: str) -> bytes:
    """Return what stands for a URL in an index: URLs can be long."""
    return blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).digest()
