"""The fixed queries that come with pagekin, those of the papers among them."""

from collections.abc import Callable, Mapping

from pagekin.errors import NothingFoundError, UsageError
from pagekin.query.answer_table import AnswerTable
from pagekin.query.fixed import link_queries, page_queries, record_queries
from pagekin.query.fixed.fixed_query import Asked, FixedQuery, Parameter, ParameterKind
from pagekin.query.fixed.link_health import LinkState
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo, baseline_of
from pagekin.store.states import EventKind

_PAGE = Parameter("x", ParameterKind.URL, "the URL of a page")
_PRICE = Parameter("price", ParameterKind.FIELD, "the field with the price", "price")
_NAME = Parameter("name", ParameterKind.FIELD, "the field with the name", "name")
_BROKEN = (LinkState.NEWLY_BROKEN, LinkState.STILL_BROKEN)

_ALL = (
    FixedQuery(
        "missing-pages", "Pages that are missing", page_queries.missing_pages, compares=True
    ),
    FixedQuery(
        "http-404", "Pages that are not found (404)", page_queries.pages_by_status(404, 404)
    ),
    FixedQuery(
        "http-50x", "Pages with an error of the server", page_queries.pages_by_status(500, 599)
    ),
    FixedQuery(
        "http-status",
        "Pages with a status",
        page_queries.pages_with_status,
        parameters=(Parameter("status", ParameterKind.NUMBER, "the status, such as 410"),),
    ),
    FixedQuery("broken-links", "Broken links", link_queries.broken_in(*_BROKEN)),
    FixedQuery(
        "newly-broken-links",
        "Links that broke",
        link_queries.broken_in(LinkState.NEWLY_BROKEN),
    ),
    FixedQuery(
        "still-broken-links",
        "Links that are still broken",
        link_queries.broken_in(LinkState.STILL_BROKEN),
    ),
    FixedQuery(
        "failing-links",
        "Links that failed once, and may come back",
        link_queries.broken_in(LinkState.FAILING),
    ),
    FixedQuery(
        "fixed-links", "Broken links that were fixed", link_queries.broken_in(LinkState.FIXED)
    ),
    FixedQuery(
        "changed-redirects",
        "Redirects that changed",
        page_queries.changed_redirects,
        compares=True,
    ),
    FixedQuery(
        "failed-redirects", "Redirects that were not followed", page_queries.failed_redirects
    ),
    FixedQuery(
        "changed-content",
        "Pages whose content changed",
        page_queries.changed_content,
        compares=True,
    ),
    FixedQuery("changed-fields", "Pages where any field changed", record_queries.changed_fields),
    FixedQuery(
        "coverage-drops",
        "Fields that are filled more seldom than before",
        record_queries.coverage_drops,
        parameters=(Parameter("points", ParameterKind.NUMBER, "percent points", "10"),),
        compares=True,
    ),
    FixedQuery("duplicate-keys", "Keys that several pages have", record_queries.duplicate_keys),
    FixedQuery(
        "template-changes",
        "Changes of the template",
        record_queries.events_of(EventKind.TEMPLATE),
    ),
    FixedQuery("anomalies", "What is unusual", record_queries.events_of(EventKind.ANOMALY)),
    FixedQuery(
        "points-to", "Pages that point to a page", link_queries.pointing_to, parameters=(_PAGE,)
    ),
    FixedQuery(
        "pointed-to-by",
        "Pages that a page points to",
        link_queries.pointed_to,
        parameters=(_PAGE,),
    ),
    FixedQuery(
        "reachable",
        "Pages in reach of a page",
        link_queries.reachable,
        parameters=(_PAGE, Parameter("y", ParameterKind.NUMBER, "the steps at most")),
    ),
    FixedQuery(
        "price-below",
        "Pages where the price is less than x",
        text="{price} < {x}",
        parameters=(Parameter("x", ParameterKind.NUMBER, "an amount"), _PRICE),
    ),
    FixedQuery(
        "name-and-price",
        "Pages where the name is x and the price less than y",
        text="{name} = {x} andwhere {price} < {y}",
        parameters=(
            Parameter("x", ParameterKind.TEXT, "a name"),
            Parameter("y", ParameterKind.NUMBER, "an amount"),
            _NAME,
            _PRICE,
        ),
    ),
    FixedQuery(
        "price-changed-since-yesterday",
        "Pages where the price changed by more than x since yesterday",
        text="{price} changed by more than {x} since yesterday",
        parameters=(Parameter("x", ParameterKind.NUMBER, "an amount"), _PRICE),
    ),
    FixedQuery(
        "description-changed-since-last-week",
        "Pages where the description of x changed since last week",
        text="{name} = {x} andwhere {description} has changed since last week",
        parameters=(
            Parameter("x", ParameterKind.TEXT, "a name"),
            _NAME,
            Parameter("description", ParameterKind.FIELD, "the field with the text", "description"),
        ),
    ),
)
_BY_NAME = {query.name: query for query in _ALL}

Asker = Callable[[Connection, str, int], AnswerTable]


def fixed_queries() -> tuple[FixedQuery, ...]:
    """Return all fixed queries."""
    return _ALL


def fixed_query(name: str) -> FixedQuery:
    """Return the fixed query of a name."""
    found = _BY_NAME.get(name)
    if found is None:
        raise UsageError(f"there is no fixed query {name!r}: {', '.join(_BY_NAME)}")
    return found


def run_fixed(
    connection: Connection,
    name: str,
    crawl: CrawlInfo,
    parameters: Mapping[str, str] | None = None,
    ask: Asker | None = None,
) -> AnswerTable:
    """Answer a fixed query for a crawl; `ask` answers those that are texts of the query language."""
    query = fixed_query(name)
    given = parameters or {}
    if query.answer is None:
        if ask is None:
            raise UsageError(f"{name} is a text of the query language: {query.question(given)}")
        return ask(connection, query.question(given), crawl.id)
    older = baseline_of(connection, crawl) if query.compares else None
    if query.compares and older is None:
        raise NothingFoundError(f"crawl {crawl.id} is the first: there is nothing to compare with")
    return query.answer(Asked(connection, crawl, older, query.filled_in(given)))
