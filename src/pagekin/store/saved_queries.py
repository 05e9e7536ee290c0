"""Questions that people saved, and what crawls answered: asked once for all who share them."""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import dataclass, field

from pagekin.store.database import Connection, Row
from pagekin.store.states import QueryKind

_FROM = (
    "SELECT query.id, query.title, query.kind, query.text, query.parameters, query.shared, "
    "coalesce(person.name, ''), query.crawler_id, query.site_id "
    "FROM pagekin_saved_query query LEFT JOIN pagekin_person person ON person.id = query.person_id "
)


@dataclass(frozen=True, slots=True)
class Question:
    """A question as it is asked: its kind, its text, and the parameters in it."""

    kind: QueryKind
    text: str
    parameters: Mapping[str, str] = field(default_factory=dict)

    @property
    def digest(self) -> str:
        """What stands for it in the cache of answers."""
        parts = [self.kind.value, self.text, sorted(self.parameters.items())]
        return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


@dataclass(frozen=True, slots=True)
class SavedQuestion:
    """A question with a title; of one person, or everybody's if it is shared."""

    title: str
    question: Question
    person: str = ""  # "": nobody's own
    shared: bool = False
    crawler: int | None = None  # None: of any crawler
    site: int | None = None
    id: int = 0


def save_question(connection: Connection, saved: SavedQuestion) -> int:
    """Save a question; one of the same person with the same title is replaced. Return its number."""
    with connection.transaction():
        person = _person(connection, saved.person)
        values = (
            saved.question.kind,
            saved.question.text,
            json.dumps(dict(saved.question.parameters)),
            saved.shared,
            saved.crawler,
            saved.site,
        )
        known = connection.rows(
            "SELECT id FROM pagekin_saved_query WHERE title = %s "
            "AND coalesce(person_id, 0) = coalesce(%s, 0)",
            saved.title,
            person,
        )
        if known:
            connection.execute(
                "UPDATE pagekin_saved_query SET kind = %s, text = %s, parameters = %s, shared = %s, "
                "crawler_id = %s, site_id = %s WHERE id = %s",
                *values,
                known[0][0],
            )
            return int(known[0][0])
        rows = connection.rows(
            "INSERT INTO pagekin_saved_query (kind, text, parameters, shared, crawler_id, site_id, "
            "title, person_id) VALUES (%s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
            *values,
            saved.title,
            person,
        )
        return int(rows[0][0])


def saved_questions(connection: Connection, person: str | None = None) -> list[SavedQuestion]:
    """List the saved questions; of a person: their own, and those that are shared."""
    rows = connection.rows(f"{_FROM} ORDER BY query.title, query.id")
    found = [_saved(row) for row in rows]
    return [one for one in found if person is None or one.shared or one.person in {"", person}]


def saved_question(connection: Connection, number: int) -> SavedQuestion | None:
    """Return a saved question by its number."""
    rows = connection.rows(f"{_FROM} WHERE query.id = %s", number)
    return _saved(rows[0]) if rows else None


def delete_question(connection: Connection, number: int) -> None:
    """Delete a saved question, and the subscriptions to it."""
    with connection.transaction():
        connection.execute("DELETE FROM pagekin_subscription WHERE query_id = %s", number)
        connection.execute("DELETE FROM pagekin_saved_query WHERE id = %s", number)


def kept_answer(connection: Connection, crawl: int, question: Question) -> str | None:
    """Return what a crawl answered before, if it was asked."""
    rows = connection.rows(
        "SELECT content FROM pagekin_query_result WHERE crawl_id = %s AND digest = %s",
        crawl,
        question.digest,
    )
    return str(rows[0][0]) if rows else None


def keep_answer(
    connection: Connection, crawl: int, question: Question, content: str, rows: int
) -> None:
    """Keep what a crawl answered. Two that ask at the same time keep the same."""
    connection.execute(
        "INSERT INTO pagekin_query_result (crawl_id, digest, rows, content, made_at) "
        "VALUES (%s, %s, %s, %s, %s) ON CONFLICT (crawl_id, digest) DO NOTHING",
        crawl,
        question.digest,
        rows,
        content,
        connection.now(),
    )


def _person(connection: Connection, name: str) -> int | None:
    """Return the number of a person, who is made known if need be."""
    if not name:
        return None
    connection.execute(
        # As in `writing.subscribing`: the first one is an administrator.
        "INSERT INTO pagekin_person (name, administrator, time_zone, quiet) "
        "SELECT %s, NOT EXISTS (SELECT 1 FROM pagekin_person), 'UTC', '' WHERE TRUE "
        "ON CONFLICT (name) DO NOTHING",
        name,
    )
    return int(connection.rows("SELECT id FROM pagekin_person WHERE name = %s", name)[0][0])


def _saved(row: Row) -> SavedQuestion:
    number, title, kind, text, parameters, shared, person, crawler, site = row
    question = Question(QueryKind(kind), text, json.loads(parameters))
    return SavedQuestion(title, question, person, bool(shared), crawler, site, number)
