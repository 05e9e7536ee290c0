"""Proposed repairs in the store: a crawler as it would have to be, waiting for a person or applied already."""

from dataclasses import dataclass

from pagekin.store.database import Connection, Row
from pagekin.store.states import ProposalState
from pagekin.store.storable_text import storable

_COLUMNS = (
    "id, crawler_id, crawl_id, state, content, before, finds, found, drastic, evidence, made_at, "
    "decided_at, decided_by"
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """A proposed repair; `content` and `before` are crawler files."""

    id: int
    crawler: int
    crawl: int
    state: ProposalState
    content: str
    before: str
    finds: str
    found: str
    drastic: bool
    evidence: str
    made_at: float
    decided_at: float | None = None
    decided_by: str = ""


def propose(connection: Connection, made: Proposal) -> int:
    """Write a proposal and return its number; open ones of the same crawler are outdated by it."""
    with connection.transaction():
        connection.execute(
            "UPDATE pagekin_repair_proposal SET state = %s WHERE crawler_id = %s AND state = %s",
            ProposalState.OUTDATED.value,
            made.crawler,
            ProposalState.OPEN.value,
        )
        [(number,)] = connection.rows(
            "INSERT INTO pagekin_repair_proposal (crawler_id, crawl_id, state, content, before, finds, "
            "found, drastic, evidence, made_at, decided_at, decided_by) "
            "VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s, %s) RETURNING id",
            made.crawler,
            made.crawl,
            made.state.value,
            storable(made.content),
            storable(made.before),
            made.finds,
            made.found,
            made.drastic,
            storable(made.evidence),
            made.made_at,
            made.decided_at,
            made.decided_by,
        )
    return int(number)


def proposals_of(connection: Connection, crawler: int) -> list[Proposal]:
    """Return the proposals for a crawler, the last one first."""
    rows = connection.rows(
        f"SELECT {_COLUMNS} FROM pagekin_repair_proposal "  # noqa: S608 - columns of ours
        "WHERE crawler_id = %s ORDER BY id DESC",
        crawler,
    )
    return [_proposal(row) for row in rows]


def proposal_numbered(connection: Connection, number: int) -> Proposal:
    """Return the proposal of a number."""
    rows = connection.rows(
        f"SELECT {_COLUMNS} FROM pagekin_repair_proposal WHERE id = %s",  # noqa: S608 - columns of ours
        number,
    )
    return _proposal(rows[0])


def open_proposal(connection: Connection, crawler: int) -> Proposal | None:
    """Return the proposal that waits for a person, if there is one."""
    found = proposals_of(connection, crawler)
    return next((one for one in found if one.state is ProposalState.OPEN), None)


def decide(connection: Connection, made: Proposal, state: ProposalState, who: str = "") -> None:
    """Write down what became of a proposal, and the crawler file as it was written in the end."""
    connection.execute(
        "UPDATE pagekin_repair_proposal SET state = %s, content = %s, decided_at = %s, "
        "decided_by = %s WHERE id = %s",
        state.value,
        storable(made.content),
        connection.now(),
        who,
        made.id,
    )


def _proposal(row: Row) -> Proposal:
    number, crawler, crawl, state, content, before, finds, found, drastic, *rest = row
    return Proposal(
        number,
        crawler,
        crawl,
        ProposalState(state),
        content,
        before,
        finds,
        found,
        bool(drastic),
        *rest,
    )
