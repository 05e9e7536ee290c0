"""Numbers for names that come again and again: kinds of pages, bundles, fields."""

from collections import defaultdict
from dataclasses import dataclass, field

from pagekin.store.database import Connection
from pagekin.store.page_results import KindOfPage


@dataclass(slots=True)
class FieldIds:
    """A bundle's number and the numbers of its fields, as far as they are known: by name and type."""

    bundle: int
    single: defaultdict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))
    lists: defaultdict[str, dict[str, int]] = field(default_factory=lambda: defaultdict(dict))


class NameIds:
    """The names of one crawler; each is looked up, or entered, once."""

    def __init__(self, crawler: int) -> None:
        self._crawler = crawler
        self._kinds: dict[str, int] = {}
        self._bundles: dict[str, FieldIds] = {}

    def forget(self) -> None:
        """Forget everything: what was entered may have been taken back."""
        self._kinds.clear()
        self._bundles.clear()

    def kind(self, connection: Connection, kind: KindOfPage) -> int:
        """Give the number of a kind of page."""
        number = self._kinds.get(kind.name)
        if number is None:
            number = self._kinds[kind.name] = _number(
                connection,
                "INSERT INTO pagekin_kind (crawler_id, name, hub) VALUES (%s, %s, %s) "
                "ON CONFLICT (crawler_id, name) DO UPDATE SET hub = excluded.hub RETURNING id",
                self._crawler,
                kind.name,
                kind.hub,
            )
        return number

    def fields(self, connection: Connection, bundle: str) -> FieldIds:
        """Give the number of a bundle, and those of its fields."""
        fields = self._bundles.get(bundle)
        if fields is None:
            number = _number(
                connection,
                "INSERT INTO pagekin_bundle (crawler_id, name) VALUES (%s, %s) "
                "ON CONFLICT (crawler_id, name) DO UPDATE SET name = excluded.name RETURNING id",
                self._crawler,
                bundle,
            )
            fields = self._bundles[bundle] = FieldIds(number)
        return fields

    @staticmethod
    def enter(connection: Connection, fields: FieldIds, name: str, kind: str, *, many: bool) -> int:
        """Give the number of a field that was not known: its name, its type, whether it is a list."""
        number = _number(
            connection,
            "INSERT INTO pagekin_field (bundle_id, name, type, many) VALUES (%s, %s, %s, %s) "
            "ON CONFLICT (bundle_id, name, type, many) DO UPDATE SET name = excluded.name "
            "RETURNING id",
            fields.bundle,
            name,
            kind,
            many,
        )
        (fields.lists if many else fields.single)[name][kind] = number
        return number


def _number(connection: Connection, sql: str, *parameters: object) -> int:
    number: int = connection.rows(sql, *parameters)[0][0]
    return number
