"""Reports: what a crawl has to tell, the answers to questions, and values over time, as one document."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from pagekin.app.answers import answer, as_asked
from pagekin.app.asked_crawl import crawl_to_ask
from pagekin.app.report_events import event_section
from pagekin.errors import NothingFoundError, PagekinError, UsageError
from pagekin.monitor.event_rows import StoredEvent, events_of
from pagekin.query.answer_table import AnswerTable, Cell
from pagekin.query.fixed.fixed_catalogue import fixed_queries
from pagekin.report.document import (
    FeedEntry,
    Graph,
    GraphPoint,
    ReportCell,
    ReportDocument,
    ReportSection,
    ReportTable,
)
from pagekin.store.database import Connection
from pagekin.store.reading.crawls import CrawlInfo, baseline_of
from pagekin.store.saved_queries import Question, SavedQuestion, saved_questions
from pagekin.store.states import EventKind, EventState, QueryKind

_MOST_ROWS = 1000  # of a table: a report is for reading, what is longer is for files
_MOST_PLACES = 5  # of an event that are named
_MOST_GRAPHS = 8
_OLD_CRAWLS = 60  # that graphs go back
_MOMENTS = ("date", "time")  # how the types begin of which an average says nothing
_SHARES = {"availability": "available", "boolean": "yes"}  # of these it is a share
# What a webmaster or a content manager looks at first, where nobody has chosen.
_USUAL = (
    *("missing-pages", "http-50x", "newly-broken-links", "fixed-links", "changed-redirects"),
    *("coverage-drops", "duplicate-keys"),
)
_BEFORE = " before"  # ends the name of a column that shows what another one was
_PAIRED = "paired by"  # the column that says by what old and new records belong together
_PAGE_EVENTS = {
    EventKind.NEW: "new",
    EventKind.VANISHED: "vanished",
    EventKind.MOVED: "moved",
    EventKind.FAILING: "failing",
}
# What happens to a page that stays.
_CHANGES = (
    *(EventKind.CONTENT, EventKind.CHANGED, EventKind.APPEARED, EventKind.MISSING),
    *(EventKind.TYPE_BROKEN, EventKind.ROW_ADDED, EventKind.ROW_REMOVED),
)


@dataclass(frozen=True, slots=True)
class ReportRequest:
    """What to report: of which crawl, and the answers to which questions; all that are usual, if none."""

    crawl: int | None = None
    site: str = ""
    names: tuple[str, ...] = ()  # titles of saved questions, or names of fixed ones
    questions: tuple[Question, ...] = ()
    parameters: Mapping[str, str] | None = None
    person: str | None = None  # whose questions; None: everybody's
    saved: tuple[SavedQuestion, ...] = ()  # these, under their titles

    @property
    def is_chosen(self) -> bool:
        """Whether somebody has chosen what to report."""
        return bool(self.names or self.questions or self.saved)


def build(connection: Connection, request: ReportRequest) -> ReportDocument:
    """Make the report of a crawl."""
    crawl = crawl_to_ask(connection, request.crawl, request.site)
    older = baseline_of(connection, crawl)
    asked = list(_questions(connection, request))
    chosen = request.is_chosen
    events = [] if chosen else list(events_of(connection, crawl.id, most_places=_MOST_PLACES))
    sections: list[ReportSection] = []
    if events:
        sections.append(event_section(connection, events))
    sections += _answers(connection, asked, crawl, fold=not chosen)
    graphs = () if chosen else tuple(graphs_over_time(connection, crawl))
    if graphs:
        sections.append(ReportSection("Over time", graphs=graphs))
    site = connection.rows("SELECT name FROM pagekin_site WHERE id = %s", crawl.site)[0][0]
    compared = f", compared with crawl {older.id}" if older else ""
    return ReportDocument(
        title=f"{site}: crawl {crawl.id}",
        site=site,
        made_at=crawl.ended_at or crawl.began_at,
        text=f"Crawl {crawl.id}{compared}.",
        facts=tuple(_facts(connection, crawl, events)),
        warnings=tuple(_warnings(events)),
        sections=tuple(sections),
        news=tuple(_news(events, crawl.ended_at or crawl.began_at)),
    )


def _questions(connection: Connection, request: ReportRequest) -> Iterator[SavedQuestion]:
    """Yield the questions that are asked for, those that were saved first."""
    saved = {one.title: one for one in saved_questions(connection, request.person)}
    fixed = {one.name: one for one in fixed_queries()}
    if not request.is_chosen:
        yield from saved.values()
    yield from request.saved
    names: Sequence[str] = request.names if request.is_chosen else _USUAL
    for name in names:
        if name in saved:
            yield saved[name]
        elif name in fixed:
            question = Question(QueryKind.FIXED, name, request.parameters or {})
            yield SavedQuestion(fixed[name].title, question)
        else:
            raise UsageError(
                f"there is no report {name!r}; 'pagekin report --list' names those that there are"
            )
    for question in request.questions:
        yield SavedQuestion(as_asked(question), question)


def _answers(
    connection: Connection, asked: Sequence[SavedQuestion], crawl: CrawlInfo, *, fold: bool
) -> list[ReportSection]:
    """Answer questions; with `fold`, those that came with pagekin and have no answer are only named."""
    found = [(one, _answered(connection, one, crawl)) for one in asked]
    shown = [section for one, section in found if section.tables or one.id or not fold]
    empty = [section.title for one, section in found if not section.tables and not one.id]
    if fold and empty:
        shown.append(ReportSection("Looked for and not found", text=f"{'; '.join(empty)}."))
    return shown


def _answered(connection: Connection, saved: SavedQuestion, crawl: CrawlInfo) -> ReportSection:
    asked = as_asked(saved.question)
    needless = {saved.title} | ({saved.question.text} if _is_fixed(saved) else set())
    question = "" if asked in needless else asked
    try:
        found = answer(connection, saved.question, crawl)
    except NothingFoundError as error:
        return ReportSection(saved.title, question, f"{error}.")
    except PagekinError as error:  # one bad question must not cost people the others
        return ReportSection(saved.title, question, f"This could not be asked: {error}")
    return ReportSection(
        saved.title,
        question,
        "" if found.rows else "None.",
        (report_table(found),) if found.rows else (),
    )


def _is_fixed(saved: SavedQuestion) -> bool:
    return saved.question.kind is QueryKind.FIXED


def report_table(found: AnswerTable) -> ReportTable:
    """Return an answer for people: the first column leads to the page, and digests are left out.

    What a value was before stands in the same cell as the value; columns without any are left out.
    """
    names = list(found.columns)
    before = {
        place: names.index(f"{name}{_BEFORE}")
        for place, name in enumerate(names)
        if f"{name}{_BEFORE}" in names
    }
    needless = {names.index("result")} if "result" in names else set()
    needless |= set(before.values())
    if _PAIRED in names and {row[names.index(_PAIRED)] for row in found.rows} == {"key"}:
        needless.add(names.index(_PAIRED))  # as it should be
    filled = [any(row[place] is not None for row in found.rows) for place in range(len(names))]
    shown = [
        place
        for place in range(len(names))
        if place not in needless and (filled[place] or place in before)
    ]
    rows = tuple(
        tuple(_answer_cell(row, place, before.get(place)) for place in shown)
        for row in found.rows[:_MOST_ROWS]
    )
    return ReportTable(tuple(names[place] for place in shown), rows, len(found.rows) - len(rows))


def _answer_cell(row: tuple[Cell, ...], place: int, before: int | None) -> ReportCell:
    cell = _cell(row[place], link=place == 0)
    return cell if before is None else replace(cell, was=_cell(row[before], link=False).text)


def _cell(value: Cell, *, link: bool) -> ReportCell:
    text = "" if value is None else f"{value:g}" if isinstance(value, float) else str(value)
    return ReportCell(text, text if link else "")


def _facts(
    connection: Connection, crawl: CrawlInfo, events: Sequence[StoredEvent]
) -> Iterator[tuple[str, str]]:
    rows = connection.rows(
        "SELECT sum(targets), sum(failed) FROM pagekin_crawl_figures WHERE crawl_id = %s", crawl.id
    )
    targets, failed = rows[0]
    if targets is not None:
        yield f"{targets:,}", "targets"
        if failed:
            yield f"{failed:,}", "failed"
    told = [one for one in events if one.state is EventState.TOLD]
    for kind, name in _PAGE_EVENTS.items():
        pages = sum(one.pages for one in told if one.event.kind is kind)
        if pages:
            yield f"{pages:,}", name
    if any(one.event.kind in _CHANGES for one in told):
        [(changed,)] = connection.among(
            "SELECT count(DISTINCT place.page_id) FROM pagekin_event event "
            "JOIN pagekin_event_page place ON place.event_id = event.id "
            "WHERE event.crawl_id = %s AND event.state = %s AND event.kind {}",
            _CHANGES,
            crawl.id,
            EventState.TOLD.value,
        )
        yield f"{changed:,}", "changed"


def _warnings(events: Sequence[StoredEvent]) -> Iterator[str]:
    for one in events:
        if one.state is EventState.TOLD and one.event.kind is EventKind.TEMPLATE:
            yield f"The template changed: {one.event.detail}"
        elif one.state is EventState.TOLD and one.event.kind is EventKind.ANOMALY:
            yield one.event.detail


def _news(events: Sequence[StoredEvent], at: float) -> Iterator[FeedEntry]:
    for one in events:
        if one.state is EventState.TOLD:
            first = one.event.places[0].url if one.event.places else ""
            # The same may happen again, and is news again then.
            yield FeedEntry(f"{one.digest}-{one.crawl}", _in_a_line(one), first, at)


def _in_a_line(one: StoredEvent) -> str:
    event = one.event
    parts = [event.kind.value]
    if event.name:
        attribute = f" ({event.attribute})" if event.attribute else ""
        parts.append(f"{event.name}{attribute}:")
    if event.old is not None or event.new is not None:
        parts.append(f"{event.old or '–'} → {event.new or '–'}")
    elif event.detail:
        parts.append(event.detail)
    if one.pages > 1:
        parts.append(f"on {one.pages:,} pages")
    elif event.places:
        parts.append(f"on {event.places[0].url}")
    return " ".join(parts)


def graphs_over_time(connection: Connection, crawl: CrawlInfo) -> Iterator[Graph]:
    """Yield how many targets there were, then how the numbers of fields went, crawl by crawl."""
    if crawl.crawler is None:
        return
    rows = connection.rows(
        "SELECT crawl.began_at, figures.targets FROM pagekin_crawl_figures figures "
        "JOIN pagekin_crawl crawl ON crawl.id = figures.crawl_id "
        "WHERE figures.crawler_id = %s AND crawl.id <= %s ORDER BY crawl.id DESC LIMIT %s",
        crawl.crawler,
        crawl.id,
        _OLD_CRAWLS,
    )
    if len(rows) < 2:  # nothing went anywhere yet
        return
    yield Graph("targets", tuple(GraphPoint(at, value) for at, value in rows))
    of_field: dict[tuple[str, str], list[GraphPoint]] = {}
    for name, kind, at, mean in connection.rows(
        "SELECT field.name, field.type, crawl.began_at, figures.mean FROM pagekin_field_figures figures "
        "JOIN pagekin_field field ON field.id = figures.field_id "
        "JOIN pagekin_bundle bundle ON bundle.id = field.bundle_id "
        "JOIN pagekin_crawl crawl ON crawl.id = figures.crawl_id "
        "WHERE bundle.crawler_id = %s AND crawl.id <= %s AND figures.mean IS NOT NULL "
        "ORDER BY field.id, crawl.id",
        crawl.crawler,
        crawl.id,
    ):
        if not kind.startswith(_MOMENTS):
            of_field.setdefault((name, kind), []).append(GraphPoint(at, mean))
    moving = [one for one in of_field.items() if len({p.value for p in one[1]}) > 1]
    for (name, kind), points in moving[:_MOST_GRAPHS]:
        last = points[-_OLD_CRAWLS:]
        if kind in _SHARES:
            shares = tuple(GraphPoint(point.at, 100 * point.value) for point in last)
            yield Graph(f"{name}, share that is {_SHARES[kind]}", shares, "%")
        else:
            yield Graph(f"{name}, on average", tuple(last))
