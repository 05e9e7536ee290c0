"""The tables, as Django models: the console reads through them, migrations follow them.

Rows that come in great numbers have no constraint on what they refer to (checking it would double the
cost of a write; `pagekin store check` looks for orphans), and no key but the one they are sorted by.
"""

from django.db import models

from pagekin.store.django_setup import set_up

set_up()  # before the first model; loading them by way of Django does nothing here


def _reference(to: str, **options: object) -> models.ForeignKey:
    return models.ForeignKey(
        to, models.DO_NOTHING, db_constraint=False, db_index=False, related_name="+", **options
    )


class Site(models.Model):
    """A web site; its name is the address that people know it by."""

    name = models.TextField(unique=True)


class Crawler(models.Model):
    """A learned crawler, through all its versions."""

    site = models.ForeignKey(Site, models.CASCADE)
    name = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("site", "name"), name="pagekin_crawler_name"),
        )


class CrawlerVersion(models.Model):
    """A crawler as it was at one time: the content of its file."""

    crawler = models.ForeignKey(Crawler, models.CASCADE)
    number = models.IntegerField()
    content = models.TextField()
    made_at = models.FloatField()

    class Meta:
        db_table = "pagekin_crawler_version"
        constraints = (
            models.UniqueConstraint(
                fields=("crawler", "number"), name="pagekin_crawler_version_number"
            ),
        )


class Crawl(models.Model):
    """One run of a crawler: a snapshot, once it is finished."""

    crawler = models.ForeignKey(Crawler, models.CASCADE)
    crawler_version = models.ForeignKey(CrawlerVersion, models.CASCADE)
    number = models.IntegerField()
    purpose = models.TextField(default="crawl")
    state = models.TextField()
    began_at = models.FloatField()
    ended_at = models.FloatField(null=True)
    note = models.TextField(default="")

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("crawler", "number"), name="pagekin_crawl_number"),
        )


class Kind(models.Model):
    """A kind of page of a crawler: targets, or hubs that lead to them."""

    crawler = models.ForeignKey(Crawler, models.CASCADE)
    name = models.TextField()
    hub = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("crawler", "name"), name="pagekin_kind_name"),
        )


class Bundle(models.Model):
    """A group of fields that belong together."""

    crawler = models.ForeignKey(Crawler, models.CASCADE)
    name = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("crawler", "name"), name="pagekin_bundle_name"),
        )


class Field(models.Model):
    """A field of a bundle; one whose type was changed is another field of the same name."""

    bundle = models.ForeignKey(Bundle, models.CASCADE)
    name = models.TextField()
    type = models.TextField()
    many = models.BooleanField()

    class Meta:
        constraints = (
            models.UniqueConstraint(
                fields=("bundle", "name", "type", "many"), name="pagekin_field_name"
            ),
        )


class Page(models.Model):
    """A URL that a crawler knows of; the digest stands for it, since URLs can be long."""

    crawler = _reference("Crawler")
    digest = models.BinaryField()
    url = models.TextField()

    class Meta:
        constraints = (
            models.UniqueConstraint(fields=("crawler", "digest"), name="pagekin_page_digest"),
        )


class PageVersion(models.Model):
    """The content of a page, shared by all crawls that saw it unchanged.

    A version whose records (or links) are those of an earlier one has none of its own and names that one,
    so that a page on which only the date changes costs a row a crawl.
    """

    page = _reference("Page")
    digest = models.BinaryField()
    title = models.TextField()
    etag = models.TextField()
    last_modified = models.TextField()
    archive_file = models.TextField()
    archive_offset = models.BigIntegerField(null=True)
    archive_length = models.BigIntegerField(null=True)
    archive_digest = models.TextField()
    records_digest = models.BinaryField(null=True)
    records_from = _reference("PageVersion", null=True)
    links_digest = models.BinaryField(null=True)
    links_from = _reference("PageVersion", null=True)
    facts = models.BinaryField(null=True)  # what the crawl knows the page by, in its own form

    class Meta:
        db_table = "pagekin_page_version"
        indexes = (models.Index(fields=("page",), name="pagekin_page_version_page"),)


class CrawlPage(models.Model):
    """What a crawl saw of a page: a version of its content, or why there is none."""

    pk = models.CompositePrimaryKey("crawl_id", "page_id")
    crawl = _reference("Crawl")
    page = _reference("Page")
    version = _reference("PageVersion", null=True)
    status = models.IntegerField(null=True)
    error = models.TextField()
    depth = models.IntegerField()
    kind = _reference("Kind", null=True)
    score = models.SmallIntegerField(null=True)  # in thousandths: there are many of them
    found_on = _reference("Page", null=True)

    class Meta:
        db_table = "pagekin_crawl_page"


class Record(models.Model):
    """An instance of a bundle in a page version; a record inside another names it as its parent."""

    pk = models.CompositePrimaryKey("version_id", "number")
    version = _reference("PageVersion")
    number = models.IntegerField()
    bundle = _reference("Bundle")
    index = models.IntegerField()
    parent = models.IntegerField(null=True)


class Value(models.Model):
    """A value of a field in a record: its text, and what it means as a number with a unit."""

    pk = models.CompositePrimaryKey("version_id", "record", "field_id", "position")
    version = _reference("PageVersion")
    record = models.IntegerField()
    field = _reference("Field")
    position = models.IntegerField()
    text = models.TextField()
    num = models.FloatField(null=True)
    unit = models.TextField(null=True)  # noqa: DJ001 - most values have none, and none costs nothing
    attributes = models.TextField(null=True)  # noqa: DJ001 - as above; JSON, in the type's order

    class Meta:
        indexes = (
            models.Index(
                fields=("field", "num"),
                name="pagekin_value_num",
                condition=models.Q(num__isnull=False),
            ),
        )


class Link(models.Model):
    """A link of a page version; its kind is that of the page it leads to, none if nobody follows it."""

    pk = models.CompositePrimaryKey("version_id", "number")
    version = _reference("PageVersion")
    number = models.IntegerField()
    to = _reference("Page")
    anchor = models.TextField()
    kind = _reference("Kind", null=True)


class Owner(models.Model):
    """A process that holds leases; as long as it lives it also holds a lock of this number."""

    name = models.TextField()


class FrontierEntry(models.Model):
    """A page that a crawl has yet to fetch; who holds a lease on it, and until when."""

    crawl = _reference("Crawl")
    page = _reference("Page")
    rank = models.SmallIntegerField()
    depth = models.IntegerField()
    kind = _reference("Kind")
    found_on = _reference("Page", null=True)
    owner = models.BigIntegerField(default=0)
    until = models.FloatField(default=0)
    tries = models.SmallIntegerField(default=0)
    note = models.TextField()

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
    crawl = _reference("Crawl")
    mark = models.BigIntegerField()


class Secret(models.Model):
    """A login for an origin, encrypted with a key that is not in the database (see `secrets`)."""

    origin = models.TextField(unique=True)
    token = models.BinaryField()
