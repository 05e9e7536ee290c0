"""The tables of crawls and of what they found.

They mirror the nouns of the domain: a site has pages and links, whichever crawler saw them; a crawler has
versions, wrapper versions and crawls; a crawl page says what a crawl saw of a page, and refers to the
content, the records and the links that it had then. Those are shared by all crawls that saw the same.

Rows that come in great numbers have no constraint on what they refer to (checking it would double the
cost of a write; `pagekin store check` looks for orphans), and no key but the one they are sorted by.
"""

from django.db import models

from pagekin.site import FailureKind
from pagekin.store.django_setup import set_up
from pagekin.store.queries import (
    CrawlPageQuery,
    CrawlQuery,
    LinkQuery,
    RecordQuery,
    ValueQuery,
)
from pagekin.store.states import CrawlPurpose, CrawlState, Outcome, choices

set_up()  # before the first model; loading them by way of Django does nothing here


def reference(to: str, related_name: str = "+", **options: object) -> models.ForeignKey:
    """Return a reference that nobody checks, and nothing indexes unless that is asked for."""
    return models.ForeignKey(
        to,
        models.DO_NOTHING,
        db_constraint=False,
        related_name=related_name,
        **{"db_index": False, **options},
    )


class Site(models.Model):
    """A web site; its name is the address that people know it by."""

    name = models.TextField(unique=True)


class Crawler(models.Model):
    """A learned crawler, through all its versions; its `uid` is the "id" of its file."""

    site = models.ForeignKey(Site, models.CASCADE, related_name="crawlers")
    uid = models.TextField()
    name = models.TextField()  # what people call it

    class Meta:
        constraints = (models.UniqueConstraint(fields=("site", "uid"), name="pagekin_crawler_uid"),)


class CrawlerVersion(models.Model):
    """A crawler as it was at one time: the content of its file.

    Versions with the same finding digest find the same pages: they differ in how those are mined.
    """

    crawler = models.ForeignKey(Crawler, models.CASCADE, related_name="versions")
    number = models.IntegerField()
    content = models.TextField()
    finding_digest = models.TextField()
    made_at = models.FloatField()

    class Meta:
        db_table = "pagekin_crawler_version"
        constraints = (
            models.UniqueConstraint(
                fields=("crawler", "number"), name="pagekin_crawler_version_number"
            ),
        )


class WrapperVersion(models.Model):
    """A crawler's wrapper as it was at one time; without content, the fields are all that is known."""

    crawler = models.ForeignKey(Crawler, models.CASCADE, related_name="wrapper_versions")
    number = models.IntegerField()
    digest = models.TextField()
    content = models.TextField()
    made_at = models.FloatField()

    class Meta:
        db_table = "pagekin_wrapper_version"
        constraints = (
            models.UniqueConstraint(
                fields=("crawler", "number"), name="pagekin_wrapper_version_number"
            ),
        )


class Bundle(models.Model):
    """A group of fields that belong together; it keeps its `uid` when it is renamed."""

    crawler = models.ForeignKey(Crawler, models.CASCADE, related_name="bundles")
    uid = models.TextField()
    name = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("crawler", "uid"), name="pagekin_bundle_uid"),
        )


class Field(models.Model):
    """A field of a bundle, as its last wrapper version has it; it keeps its `uid` when it is edited."""

    bundle = models.ForeignKey(Bundle, models.CASCADE, related_name="fields")
    uid = models.TextField()
    name = models.TextField()
    type = models.TextField()
    many = models.BooleanField()

    class Meta:
        constraints = (models.UniqueConstraint(fields=("bundle", "uid"), name="pagekin_field_uid"),)


class WrapperField(models.Model):
    """A field as a wrapper version has it: what it is called there, its type, its place among the others."""

    wrapper_version = models.ForeignKey(
        WrapperVersion, models.CASCADE, related_name="wrapper_fields"
    )
    field = models.ForeignKey(Field, models.CASCADE, related_name="in_versions")
    bundle_name = models.TextField()
    name = models.TextField()
    type = models.TextField()
    many = models.BooleanField()
    key = models.BooleanField()
    position = models.IntegerField()

    class Meta:
        db_table = "pagekin_wrapper_field"
        constraints = (
            models.UniqueConstraint(
                fields=("wrapper_version", "field"), name="pagekin_wrapper_field_field"
            ),
        )


class Crawl(models.Model):
    """One run of a crawler, of several, or over a whole site: a snapshot, once it is finished."""

    site = models.ForeignKey(Site, models.CASCADE, related_name="crawls")
    crawler = models.ForeignKey(Crawler, models.CASCADE, null=True, related_name="crawls")
    crawler_version = models.ForeignKey(
        CrawlerVersion, models.CASCADE, null=True, related_name="crawls"
    )
    number = models.IntegerField()  # among the crawls of its crawler; 0 without one
    purpose = models.TextField(choices=choices(CrawlPurpose), default=CrawlPurpose.CRAWL)
    state = models.TextField(choices=choices(CrawlState), default=CrawlState.RUNNING)
    began_at = models.FloatField()
    ended_at = models.FloatField(null=True)
    task = models.TextField(default="")  # what it was begun with, where that is no crawler
    note = models.TextField(default="")  # what it is called, where no crawler names it

    objects = CrawlQuery.as_manager()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("crawler", "number"),
                name="pagekin_crawl_number",
                condition=models.Q(crawler__isnull=False),
            ),
        )


class CrawlClass(models.Model):
    """A crawler, that is a class of pages, that takes part in a crawl, and the wrapper that mines it."""

    crawl = models.ForeignKey(Crawl, models.CASCADE, related_name="classes")
    crawler = models.ForeignKey(Crawler, models.CASCADE, related_name="in_crawls")
    crawler_version = models.ForeignKey(
        CrawlerVersion, models.CASCADE, null=True, related_name="in_crawls"
    )
    wrapper_version = models.ForeignKey(
        WrapperVersion, models.CASCADE, null=True, related_name="in_crawls"
    )

    class Meta:
        db_table = "pagekin_crawl_class"
        constraints = (
            models.UniqueConstraint(fields=("crawl", "crawler"), name="pagekin_crawl_class_class"),
        )


class Kind(models.Model):
    """A kind of page of a crawler (targets, or hubs that lead to them), or of a site without one."""

    site = models.ForeignKey(Site, models.CASCADE, related_name="kinds")
    crawler = models.ForeignKey(Crawler, models.CASCADE, null=True, related_name="kinds")
    name = models.TextField()
    hub = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("crawler", "name"),
                name="pagekin_kind_name",
                condition=models.Q(crawler__isnull=False),
            ),
            models.UniqueConstraint(
                fields=("site", "name"),
                name="pagekin_kind_name_of_site",
                condition=models.Q(crawler__isnull=True),
            ),
        )


class Page(models.Model):
    """A URL that is known of a site; the digest stands for it, since URLs can be long."""

    site = reference("Site", "pages")
    digest = models.BinaryField()
    url = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("site", "digest"), name="pagekin_page_digest"),
        )


class ArchivePlace(models.Model):
    """An archive of pages; its `uid` stands in its folder, too. Machine and URL are where it was last seen."""

    uid = models.TextField(unique=True)
    machine = models.TextField()
    url = models.TextField()

    class Meta:
        db_table = "pagekin_archive_place"


class PageVersion(models.Model):
    """The content of a page, shared by all crawls that saw it unchanged."""

    page = reference("Page", "versions")
    digest = models.BinaryField()
    title = models.TextField()
    etag = models.TextField()
    last_modified = models.TextField()
    archive = reference("ArchivePlace", "versions", null=True)
    archive_file = models.TextField()
    archive_offset = models.BigIntegerField(null=True)
    archive_length = models.BigIntegerField(null=True)
    archive_digest = models.TextField()
    facts = models.BinaryField(null=True)  # what the crawl knows the page by, in its own form

    class Meta:
        db_table = "pagekin_page_version"
        indexes = (models.Index(fields=("page",), name="pagekin_page_version_page"),)


class RecordSet(models.Model):
    """All records that a wrapper version found on a page, shared by the crawls that found the same."""

    page = reference("Page", "record_sets")
    wrapper_version = reference("WrapperVersion", "record_sets")
    digest = models.BinaryField()

    class Meta:
        db_table = "pagekin_record_set"
        indexes = (models.Index(fields=("page",), name="pagekin_record_set_page"),)


class LinkSet(models.Model):
    """All links of a page, shared by the crawls that saw the same."""

    page = reference("Page", "link_sets")
    digest = models.BinaryField()

    class Meta:
        db_table = "pagekin_link_set"
        indexes = (models.Index(fields=("page",), name="pagekin_link_set_page"),)


class CrawlPage(models.Model):
    """What a crawl saw of a page: its content, records and links, or why there is none."""

    pk = models.CompositePrimaryKey("crawl_id", "page_id")
    crawl = reference("Crawl", "pages")
    page = reference("Page", "in_crawls")
    version = reference("PageVersion", "in_crawls", null=True)
    records = reference("RecordSet", "in_crawls", null=True)
    links = reference("LinkSet", "in_crawls", null=True)
    outcome = models.TextField(choices=choices(Outcome))
    failure = models.TextField(choices=choices(FailureKind), null=True)  # noqa: DJ001 - most have none, and none costs nothing
    redirect_to = reference("Page", null=True)
    detail = models.TextField(null=True)  # noqa: DJ001 - as above; why it failed, for people
    status = models.IntegerField(null=True)
    size = models.IntegerField(null=True)  # bytes of the body
    content_type = models.TextField(null=True)  # noqa: DJ001 - as above
    fetched_at = models.FloatField(null=True)
    depth = models.IntegerField()
    kind = reference("Kind", "pages", null=True)
    score = models.SmallIntegerField(null=True)  # in thousandths: there are many of them
    found_on = reference("Page", null=True)

    objects = CrawlPageQuery.as_manager()

    class Meta:
        db_table = "pagekin_crawl_page"


class Record(models.Model):
    """An instance of a bundle on a page; a record inside another names it as its parent."""

    pk = models.CompositePrimaryKey("set_id", "number")
    set = reference("RecordSet", "records")
    number = models.IntegerField()
    bundle = reference("Bundle", "records")
    index = models.IntegerField()
    parent = models.IntegerField(null=True)
    key = models.TextField(null=True)  # noqa: DJ001 - the text of its key fields, if it has any

    objects = RecordQuery.as_manager()

    class Meta:
        indexes = (
            models.Index(
                fields=("key",),
                name="pagekin_record_key",
                condition=models.Q(key__isnull=False),
            ),
        )


class Value(models.Model):
    """A value of a field in a record: its text, and what it means as a number with a unit."""

    pk = models.CompositePrimaryKey("field_id", "set_id", "record", "position")
    field = reference("Field", "values")
    set = reference("RecordSet", "values")
    record = models.IntegerField()
    position = models.IntegerField()
    text = models.TextField()
    num = models.FloatField(null=True)
    unit = models.TextField(null=True)  # noqa: DJ001 - most values have none, and none costs nothing

    objects = ValueQuery.as_manager()


class Attribute(models.Model):
    """An attribute of a value: an image's source, a price's currency.

    A number has its exact text, too; a text has no number.
    """

    pk = models.CompositePrimaryKey("field_id", "set_id", "record", "position", "name")
    field = reference("Field", "attributes")
    name = models.TextField()
    set = reference("RecordSet", "attributes")
    record = models.IntegerField()
    position = models.IntegerField()
    text = models.TextField()
    num = models.FloatField(null=True)

    objects = ValueQuery.as_manager()


class Link(models.Model):
    """A link of a page; its kind is that of the page it leads to, none if nobody follows it."""

    pk = models.CompositePrimaryKey("set_id", "number")
    set = reference("LinkSet", "links")
    number = models.IntegerField()
    to = reference("Page", "links_here")
    anchor = models.TextField()
    kind = reference("Kind", null=True)
    tag = models.TextField()  # what makes the link: a, img, form, …

    objects = LinkQuery.as_manager()

    class Meta:
        indexes = (models.Index(fields=("to",), name="pagekin_link_to"),)


class Citation(models.Model):
    """A saved result refers to a crawl: thinning keeps it."""

    crawl = models.ForeignKey(Crawl, models.CASCADE, related_name="citations")
    why = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("crawl", "why"), name="pagekin_citation_why"),
        )


class LeaseOwner(models.Model):
    """A process that holds leases; as long as it lives it also holds a lock of this number."""

    name = models.TextField()

    class Meta:
        db_table = "pagekin_owner"


class Worker(models.Model):
    """A process that carries out runs and jobs: when it was last heard of, and what it said last."""

    name = models.TextField(primary_key=True)
    began_at = models.FloatField()
    seen_at = models.FloatField()
    said = models.TextField(default="")


class FrontierEntry(models.Model):
    """A page that a crawl has yet to fetch; who holds a lease on it, and until when."""

    crawl = reference("Crawl", "waiting")
    page = reference("Page")
    rank = models.SmallIntegerField()
    depth = models.IntegerField()
    kind = reference("Kind")
    found_on = reference("Page", null=True)
    owner = models.BigIntegerField(default=0)
    until = models.FloatField(default=0)
    tries = models.SmallIntegerField(default=0)

    class Meta:
        db_table = "pagekin_frontier"
        constraints = (
            models.UniqueConstraint(fields=("crawl", "page"), name="pagekin_frontier_page"),
        )
        indexes = (
            models.Index(
                fields=("crawl", "owner", "rank", "depth", "id"), name="pagekin_frontier_order"
            ),
        )


class Mark(models.Model):
    """What a crawl must remember of its pages to go on: numbers that mean something to the crawl alone."""

    pk = models.CompositePrimaryKey("crawl_id", "mark")
    crawl = reference("Crawl")
    mark = models.BigIntegerField()


class Secret(models.Model):
    """A login for an origin, encrypted with a key that is not in the database (see `login_vault`)."""

    origin = models.TextField(unique=True)
    token = models.BinaryField()
