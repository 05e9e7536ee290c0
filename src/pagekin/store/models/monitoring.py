"""The tables of monitoring: what crawls told, who asked what, when to look again, and whom to tell.

A watch runs a crawler on schedule; each run of it makes a crawl, whose figures, events and query results are
kept. People subscribe to watches, or to single queries of them; what is to be sent to them is a delivery.

What refers to a crawl or a crawler goes with it (see `upkeep.pruning` and `upkeep.deleting`).
"""

from django.db import models

from pagekin.store.models.crawling import reference
from pagekin.store.states import (
    DeliveryState,
    EventKind,
    EventState,
    ProposalState,
    QueryKind,
    RunState,
    RunStep,
    TroubleKind,
    WatchState,
    choices,
)


class MetaTag(models.Model):
    """A META tag of a page's content, under its name (or property, or http-equiv) in lower case."""

    pk = models.CompositePrimaryKey("version_id", "name", "position")
    version = reference("PageVersion", "meta_tags")
    name = models.TextField()
    position = models.IntegerField()
    content = models.TextField()

    class Meta:
        db_table = "pagekin_meta_tag"
        indexes = (models.Index(fields=("name",), name="pagekin_meta_tag_name"),)


class CrawlFigures(models.Model):
    """How much a crawl found of a class of pages: what the next ones are expected to find, too."""

    crawl = reference("Crawl", "figures")
    crawler = reference("Crawler", "figures")
    pages = models.IntegerField()  # that came
    targets = models.IntegerField()
    failed = models.IntegerField()
    bundles = models.IntegerField()  # instances
    filled = models.IntegerField()  # fields with a value, over all instances
    empty = models.IntegerField()  # fields without, or with one that is not of the field's type
    prices = models.IntegerField()  # values of fields of type price
    prices_read = models.IntegerField()  # those of them that could be read as one

    class Meta:
        db_table = "pagekin_crawl_figures"
        constraints = (
            models.UniqueConstraint(
                fields=("crawl", "crawler"), name="pagekin_crawl_figures_class"
            ),
        )


class FieldFigures(models.Model):
    """How a field was filled in a crawl."""

    crawl = reference("Crawl", "field_figures")
    field = reference("Field", "figures", db_index=True)
    instances = models.IntegerField()  # of its bundle
    filled = models.IntegerField()  # of those, with a value
    typed = models.IntegerField()  # of those, with one of the field's type
    minimum = models.FloatField(null=True)
    maximum = models.FloatField(null=True)
    mean = models.FloatField(null=True)

    class Meta:
        db_table = "pagekin_field_figures"
        constraints = (
            models.UniqueConstraint(fields=("crawl", "field"), name="pagekin_field_figures_field"),
        )


class Event(models.Model):
    """Something that a crawl saw happen: to a page, to a field on one or many pages, to the template.

    The digest says what happened to what, whichever crawl saw it: by it, the next crawl confirms an event.
    """

    crawl = reference("Crawl", "events", db_index=True)
    older = reference("Crawl", "+", null=True)
    crawler = reference("Crawler", "events", null=True)
    kind = models.TextField(choices=choices(EventKind))
    state = models.TextField(choices=choices(EventState), default=EventState.TOLD)
    cause = reference("Event", "effects", db_index=True, null=True)
    field = reference("Field", "events", null=True)
    name = models.TextField(default="")  # what people call the field or the bundle
    attribute = models.TextField(default="")
    old = models.TextField(null=True)  # noqa: DJ001 - nothing is not an empty text
    new = models.TextField(null=True)  # noqa: DJ001 - as above
    pages = models.IntegerField()
    wide = models.BooleanField(default=False)  # one act of the site, not one of each page
    detail = models.TextField(default="")  # the evidence, for people
    digest = models.TextField()

    class Meta:
        indexes = (models.Index(fields=("crawler", "digest"), name="pagekin_event_digest"),)


class EventPage(models.Model):
    """A page that an event is about, and the record on it, if it is about one."""

    pk = models.CompositePrimaryKey("event_id", "number")
    event = reference("Event", "event_pages")
    number = models.IntegerField()
    page = reference("Page")
    key = models.TextField(null=True)  # noqa: DJ001 - of the record
    by = models.TextField(default="")  # what the record was paired by: key, content or position
    old = models.TextField(null=True)  # noqa: DJ001 - as in the event, where they differ by page
    new = models.TextField(null=True)  # noqa: DJ001

    class Meta:
        db_table = "pagekin_event_page"


class Judgement(models.Model):
    """What a person said of a result or an event: an anomaly, or not. It holds for all that is alike."""

    crawler = reference("Crawler", "judgements", null=True)
    digest = models.TextField()
    anomaly = models.BooleanField()
    who = models.TextField(default="")
    at = models.FloatField()
    note = models.TextField(default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("crawler", "digest"), name="pagekin_judgement_digest"),
        )


class RepairProposal(models.Model):
    """A crawler as it would have to be for a changed template; `content` is its file."""

    crawler = reference("Crawler", "proposals", db_index=True)
    crawl = reference("Crawl", "proposals")
    state = models.TextField(choices=choices(ProposalState), default=ProposalState.OPEN)
    content = models.TextField()
    before = models.TextField()  # the file that it is to replace
    finds = models.TextField(default="")  # the digest of which pages it finds
    found = models.TextField(default="")  # the same of the one before: both are for the same pages
    drastic = models.BooleanField()
    evidence = models.TextField(default="")
    made_at = models.FloatField()
    decided_at = models.FloatField(null=True)
    decided_by = models.TextField(default="")

    class Meta:
        db_table = "pagekin_repair_proposal"


class Person(models.Model):
    """Somebody who asks, and is told."""

    name = models.TextField(unique=True)
    administrator = models.BooleanField(default=False)
    time_zone = models.TextField(default="UTC")
    quiet = models.TextField(default="")  # "22:00-07:00": nothing is delivered then

    class Meta:
        db_table = "pagekin_person"


class Channel(models.Model):
    """A way to reach a person: mailto:, an https: webhook, or a URL of apprise. It may hold secrets."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="channels")
    shown = models.TextField()  # the URL without its secrets
    token = models.BinaryField()  # the URL, encrypted (see `login_vault`)
    secret = models.BinaryField(null=True)  # what webhooks are signed with, encrypted


class SavedQuery(models.Model):
    """A question with a title, to be asked again: of one crawler, or of all classes of a site."""

    person = models.ForeignKey(Person, models.CASCADE, null=True, related_name="queries")
    site = reference("Site", "queries", null=True)
    crawler = reference("Crawler", "queries", null=True)
    title = models.TextField()
    kind = models.TextField(choices=choices(QueryKind), default=QueryKind.CONDITIONS)
    text = models.TextField()
    parameters = models.TextField(default="{}")  # JSON
    shared = models.BooleanField(default=False)

    class Meta:
        db_table = "pagekin_saved_query"
        constraints = (
            models.UniqueConstraint(fields=("person", "title"), name="pagekin_saved_query_title"),
        )


class QueryResult(models.Model):
    """What a question was answered by a crawl: asked once for all who share it."""

    crawl = reference("Crawl", "results")
    digest = models.TextField()  # of the question with its parameters
    rows = models.IntegerField()
    content = models.TextField()  # JSON
    made_at = models.FloatField()

    class Meta:
        db_table = "pagekin_query_result"
        constraints = (
            models.UniqueConstraint(fields=("crawl", "digest"), name="pagekin_query_result_digest"),
        )


class Watch(models.Model):
    """A crawler that is run on schedule. What it is run with is the file, read at each run."""

    name = models.TextField(unique=True)
    file = models.TextField()  # where the crawler's file is
    content = models.TextField()  # the file as it was last read, should it be gone
    schedule = models.TextField()  # "every 6h", or a cron expression
    time_zone = models.TextField(default="UTC")
    starts_at = models.FloatField()
    window = models.TextField(default="")  # "22:00-06:00": runs begin only then
    jitter = models.FloatField(default=0)  # seconds at most
    confirm = models.IntegerField(default=1)  # crawls that have to agree before an event is told
    settings = models.TextField(default="{}")  # JSON
    state = models.TextField(choices=choices(WatchState), default=WatchState.ACTIVE)
    made_at = models.FloatField()


class Run(models.Model):
    """One run of a watch, for one due time: there is never a second for the same."""

    watch = models.ForeignKey(Watch, models.CASCADE, related_name="runs")
    due = models.FloatField()
    state = models.TextField(choices=choices(RunState), default=RunState.WAITING)
    step = models.TextField(choices=choices(RunStep), default=RunStep.BEGUN)  # the last one done
    crawl = reference("Crawl", "runs", null=True)
    worker = models.TextField(default="")  # who runs it
    until = models.FloatField(default=0)  # before, no (other) worker may take it
    tries = models.IntegerField(default=0)
    began_at = models.FloatField(null=True)
    ended_at = models.FloatField(null=True)
    note = models.TextField(default="")

    class Meta:
        constraints = (models.UniqueConstraint(fields=("watch", "due"), name="pagekin_run_due"),)
        indexes = (models.Index(fields=("state", "due"), name="pagekin_run_state"),)


class Subscription(models.Model):
    """What a person wants to be told of a watch: the answers to a query, or without one all its events."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="subscriptions")
    watch = models.ForeignKey(Watch, models.CASCADE, related_name="subscriptions")
    query = models.ForeignKey(SavedQuery, models.CASCADE, null=True, related_name="subscriptions")
    channel = models.ForeignKey(Channel, models.CASCADE, null=True, related_name="subscriptions")


class Delivery(models.Model):
    """A message to a person: sent once, at a time when it may be."""

    person = models.ForeignKey(Person, models.CASCADE, related_name="deliveries")
    channel = models.ForeignKey(Channel, models.CASCADE, related_name="deliveries")
    run = models.ForeignKey(Run, models.CASCADE, null=True, related_name="deliveries")
    digest = models.TextField(unique=True)  # of what and to whom: the same is not sent twice
    subject = models.TextField()
    content = models.TextField()  # JSON
    not_before = models.FloatField()
    state = models.TextField(choices=choices(DeliveryState), default=DeliveryState.WAITING)
    tries = models.IntegerField(default=0)
    sent_at = models.FloatField(null=True)
    error = models.TextField(default="")


class Trouble(models.Model):
    """Something that is wrong and stays wrong: told when it begins and when it ends, not in between."""

    watch = models.ForeignKey(Watch, models.CASCADE, related_name="troubles")
    kind = models.TextField(choices=choices(TroubleKind))
    digest = models.TextField()
    detail = models.TextField(default="")
    began_at = models.FloatField()
    ended_at = models.FloatField(null=True)

    class Meta:
        indexes = (models.Index(fields=("watch", "digest"), name="pagekin_trouble_digest"),)
