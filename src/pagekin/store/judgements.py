"""What people have said of results and events: anomalies, or not."""

from dataclasses import dataclass

from pagekin.store.database import Connection
from pagekin.store.storable_text import storable


@dataclass(frozen=True, slots=True)
class JudgedResult:
    """What a person said of a result; it holds for all that has the same digest."""

    digest: str
    anomaly: bool
    who: str
    at: float
    note: str = ""


def judge(connection: Connection, crawler: int | None, judged: JudgedResult) -> None:
    """Keep a judgement; it takes the place of an earlier one of the same result."""
    with connection.transaction():
        connection.execute(
            "DELETE FROM pagekin_judgement WHERE digest = %s "
            "AND coalesce(crawler_id, 0) = coalesce(%s, 0)",
            judged.digest,
            crawler,
        )
        connection.insert(
            "pagekin_judgement",
            ("crawler_id", "digest", "anomaly", "who", "at", "note"),
            [
                (
                    crawler,
                    judged.digest,
                    judged.anomaly,
                    storable(judged.who),
                    judged.at,
                    storable(judged.note),
                )
            ],
        )


def judgement_of(connection: Connection, crawler: int | None, digest: str) -> JudgedResult | None:
    """Return what was said of a result, None if nothing was."""
    rows = connection.rows(
        "SELECT digest, anomaly, who, at, note FROM pagekin_judgement WHERE digest = %s "
        "AND coalesce(crawler_id, 0) = coalesce(%s, 0)",
        digest,
        crawler,
    )
    if not rows:
        return None
    digest, anomaly, *rest = rows[0]
    return JudgedResult(digest, bool(anomaly), *rest)
