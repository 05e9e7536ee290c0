"""What the API takes and answers: the types of the OpenAPI document."""

from datetime import UTC, datetime
from typing import Annotated, Any, Literal

from ninja import Schema
from pydantic import AfterValidator, Field

_LARGEST = 2**53 - 1  # that every program keeps exactly, and every database takes


def _storable(text: str) -> str:
    if "\0" in text or not text.isprintable():
        raise ValueError("holds characters that cannot be seen or stored")
    return text


Number = Annotated[int, Field(ge=1, le=_LARGEST)]
After = Annotated[
    int, Field(ge=0, le=_LARGEST, description="Where the part before ended: its `next`.")
]
Limit = Annotated[int, Field(ge=1, le=1000)]
Text = Annotated[str, Field(min_length=1, max_length=200), AfterValidator(_storable)]
QueryText = Annotated[str, Field(min_length=1, max_length=10_000), AfterValidator(_storable)]
WebAddress = Annotated[str, Field(min_length=1, max_length=2000), AfterValidator(_storable)]
SiteName = Annotated[str, Field(max_length=300), AfterValidator(_storable)]


class ApiError(Schema):
    """Why something was not done."""

    detail: Any  # a sentence; of a request that does not fit this document, a list of what does not


class SiteSummary(Schema):
    """A site that was crawled."""

    name: str
    crawlers: int
    last_crawl: int | None


class FieldSummary(Schema):
    """A field of a crawler's pages."""

    name: str
    bundle: str
    type: str
    many: bool
    optional: bool
    key: bool
    coverage: float | None
    examples: list[str]


class CrawlerSummary(Schema):
    """A crawler that is kept in the console."""

    name: str
    id: str
    site: str
    samples: list[str]
    expected_pages: int


class CrawlerDetails(CrawlerSummary):
    """All about a crawler; `file` is the content of its file."""

    navigation: list[str]
    fields: list[FieldSummary]
    file: dict[str, Any]


class CrawlSummaryAnswer(Schema):
    """A crawl."""

    number: int
    site: str
    crawler: str
    state: str
    began_at: datetime
    ended_at: datetime | None


class CrawlDetails(CrawlSummaryAnswer):
    """A crawl with its counts."""

    outcomes: dict[str, int]


class CrawlList(Schema):
    """A part of the list of crawls, the latest first; `next` is where it goes on."""

    crawls: list[CrawlSummaryAnswer]
    next: int | None


class JobAnswer(Schema):
    """Long work: how it comes along, and what came of it."""

    number: int
    kind: str
    about: str
    state: Literal["waiting", "running", "done", "stopped", "failed"]
    step: str
    counts: dict[str, int]
    notices: list[str]
    result: dict[str, Any]
    who: str
    made_at: datetime
    ended_at: datetime | None


class FindPages(Schema):
    """Examples of the pages that are wanted, and of pages that look like them but are not."""

    samples: list[WebAddress] = Field(min_length=1, max_length=10)
    others: list[WebAddress] = Field(default_factory=list, max_length=50)


class StartCrawl(Schema):
    """How to crawl."""

    fresh: bool = Field(
        default=False, description="Give up what was interrupted instead of going on."
    )


class PageOfRecords(Schema):
    """A page with its records, as `pagekin extract` writes them."""

    page: str
    records: list[dict[str, Any]]


class RecordsAnswer(Schema):
    """A part of the records of a crawl."""

    crawl: int
    pages: list[PageOfRecords]
    next: int | None


class EventAnswer(Schema):
    """Something that a crawl has told: what happened to one page or many."""

    number: int
    kind: str
    field: str
    attribute: str
    old: str | None
    new: str | None
    pages: int
    first_pages: list[str]
    detail: str


class EventsAnswer(Schema):
    """A part of the events of a crawl."""

    crawl: int
    events: list[EventAnswer]
    next: int | None


class ChangedFieldAnswer(Schema):
    """A field that is another than before."""

    field: str
    old: str
    new: str
    note: str


class ChangeAnswer(Schema):
    """What became of a page."""

    state: str
    page: str
    name: str
    was: str
    reason: str
    fields: list[ChangedFieldAnswer]


class ChangesAnswer(Schema):
    """What became of the pages from one crawl to another: how many, and the first of them."""

    older: int
    newer: int
    counts: dict[str, int]
    changes: list[ChangeAnswer]
    left_out: int


class AskQuery(Schema):
    """A question: of a crawl, of a site, or of the last crawl."""

    text: QueryText
    crawl: Number | None = None
    site: SiteName = ""
    limit: Limit = 100


class TableAnswer(Schema):
    """The answer to a question as a table."""

    crawl: int
    columns: list[str]
    rows: list[list[str | int | float | None]]
    is_cut: bool
    notes: list[str] = Field(default_factory=list)


class SaveQuery(Schema):
    """A question to be kept; one of the same title is replaced."""

    title: Text
    text: QueryText
    shared: bool = Field(default=False, description="For everybody; only administrators can.")


class SavedQueryAnswer(Schema):
    """A question that is kept."""

    number: int
    title: str
    kind: str
    text: str
    parameters: dict[str, str]
    person: str
    shared: bool


class WatchAnswer(Schema):
    """A crawler that runs on schedule."""

    name: str
    state: str
    schedule: str
    time_zone: str
    page: str
    next_run: datetime | None


class MakeWatch(Schema):
    """A crawler of the console to be run on schedule, and what you want to be told."""

    crawler: Text
    name: Text | None = None
    every: Annotated[str, Field(max_length=50), AfterValidator(_storable)] | None = None
    cron: Annotated[str, Field(max_length=100), AfterValidator(_storable)] | None = None
    at: Annotated[str, Field(max_length=50), AfterValidator(_storable)] | None = None
    time_zone: Annotated[str, Field(max_length=80), AfterValidator(_storable)] | None = None
    alerts: list[QueryText] = Field(default_factory=list, max_length=20)
    receivers: list[QueryText] = Field(
        default_factory=list,
        max_length=20,
        description="Where you are told: mailto:ann@example.org",
    )


class StatusAnswer(Schema):
    """What is going on: open jobs, and a row for each watch."""

    version: str
    person: str
    administrator: bool
    open_jobs: int
    watches: list[dict[str, str | int | float | None]]


class Done(Schema):
    """What was done."""

    done: str


def moment(seconds: float | None) -> datetime | None:
    """Return a moment of the store as date and time in UTC."""
    return None if seconds is None else datetime.fromtimestamp(seconds, UTC)
