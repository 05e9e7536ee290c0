"""Numbers for names that come again and again: kinds of pages, bundles, fields."""

from pagekin.store.database import Session
from pagekin.store.results import Kind


class Names:
    """The names of one crawler; each is looked up, or entered, once."""

    def __init__(self, crawler: int) -> None:
        self._crawler = crawler
        self._kinds: dict[str, int] = {}
        self._bundles: dict[str, int] = {}
        self.fields: dict[tuple[int, str, str, bool], int] = {}

    def forget(self) -> None:
        """Forget everything: what was entered may have been taken back."""
        self._kinds.clear()
        self._bundles.clear()
        self.fields.clear()

    def kind(self, session: Session, kind: Kind) -> int:
        """Give the number of a kind of page."""
        number = self._kinds.get(kind.name)
        if number is None:
            number = self._kinds[kind.name] = _number(
                session,
                "INSERT INTO pagekin_kind (crawler_id, name, hub) VALUES (%s, %s, %s) "
                "ON CONFLICT (crawler_id, name) DO UPDATE SET hub = excluded.hub RETURNING id",
                self._crawler,
                kind.name,
                kind.hub,
            )
        return number

    def bundle(self, session: Session, name: str) -> int:
        """Give the number of a bundle."""
        number = self._bundles.get(name)
        if number is None:
            number = self._bundles[name] = _number(
                session,
                "INSERT INTO pagekin_bundle (crawler_id, name) VALUES (%s, %s) "
                "ON CONFLICT (crawler_id, name) DO UPDATE SET name = excluded.name RETURNING id",
                self._crawler,
                name,
            )
        return number

    def field(self, session: Session, field: tuple[int, str, str, bool]) -> int:
        """Give the number of a field: bundle's number, name, type, whether it is a list."""
        number = self.fields.get(field)
        if number is None:
            number = self.fields[field] = _number(
                session,
                "INSERT INTO pagekin_field (bundle_id, name, type, many) VALUES (%s, %s, %s, %s) "
                "ON CONFLICT (bundle_id, name, type, many) DO UPDATE SET name = excluded.name "
                "RETURNING id",
                *field,
            )
        return number


def _number(session: Session, sql: str, *parameters: object) -> int:
    number: int = session.rows(sql, *parameters)[0][0]
    return number
