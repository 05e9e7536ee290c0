"""Pages belong to sites, crawlers and fields have an identity, what became of a page is data.

The tables of the first schema are set aside, what they hold is copied into new ones, and they go.
"""

from django.db import migrations, models
from django.db.models import Q

from pagekin.store.first_schema import copy, drop, set_aside
from pagekin.store.migration_parts import (
    booleans,
    floats,
    integers,
    number,
    owned,
    reference,
    sorted_by,
    texts,
    unique,
)
from pagekin.store.upkeep.compact import CreateCompactModel, WholeMigration

_OLD = (
    *("Mark", "FrontierEntry", "Link", "Value", "Record", "CrawlPage", "PageVersion", "Page"),
    *("Field", "Bundle", "Kind", "Crawl", "CrawlerVersion", "Crawler"),
)
_STATES = ("running", "finished", "empty", "failed", "given up", "thinned")
_OUTCOMES = (
    *("target", "hub", "page", "duplicate", "not kin"),
    *("redirected", "failed", "left out"),
)
_FAILURES = (
    *("status", "network", "redirect", "robots", "scope", "trap"),
    *("not-html", "too-large"),
)


def _labelled(values: tuple[str, ...]) -> list[tuple[str, str]]:
    return [(value, value.replace("-", " ").capitalize()) for value in values]


class Migration(WholeMigration):
    """Make the new tables, and fill them."""

    dependencies = (("pagekin", "0003_secrets"),)
    operations = (
        migrations.SeparateDatabaseAndState(
            database_operations=[migrations.RunPython(set_aside)],
            state_operations=[
                *(migrations.DeleteModel(name) for name in _OLD),
                migrations.RenameModel("Owner", "LeaseOwner"),
                migrations.AlterModelTable("LeaseOwner", "pagekin_owner"),
            ],
        ),
        migrations.CreateModel(
            "Crawler",
            [number(), owned("site", "site", "crawlers"), *texts("uid", "name")],
            {"constraints": unique("pagekin_crawler_uid", "site", "uid")},
        ),
        migrations.CreateModel(
            "CrawlerVersion",
            [
                number(),
                owned("crawler", "crawler", "versions"),
                *integers("number"),
                *texts("content", "finding_digest"),
                *floats("made_at"),
            ],
            {
                "db_table": "pagekin_crawler_version",
                "constraints": unique("pagekin_crawler_version_number", "crawler", "number"),
            },
        ),
        migrations.CreateModel(
            "WrapperVersion",
            [
                number(),
                owned("crawler", "crawler", "wrapper_versions"),
                *integers("number"),
                *texts("digest", "content"),
                *floats("made_at"),
            ],
            {
                "db_table": "pagekin_wrapper_version",
                "constraints": unique("pagekin_wrapper_version_number", "crawler", "number"),
            },
        ),
        migrations.CreateModel(
            "Bundle",
            [number(), owned("crawler", "crawler", "bundles"), *texts("uid", "name")],
            {"constraints": unique("pagekin_bundle_uid", "crawler", "uid")},
        ),
        migrations.CreateModel(
            "Field",
            [
                number(),
                owned("bundle", "bundle", "fields"),
                *texts("uid", "name", "type"),
                *booleans("many"),
            ],
            {"constraints": unique("pagekin_field_uid", "bundle", "uid")},
        ),
        migrations.CreateModel(
            "WrapperField",
            [
                number(),
                owned("wrapper_version", "wrapperversion", "wrapper_fields"),
                owned("field", "field", "in_versions"),
                *texts("bundle_name", "name", "type"),
                *booleans("many", "key"),
                *integers("position"),
            ],
            {
                "db_table": "pagekin_wrapper_field",
                "constraints": unique("pagekin_wrapper_field_field", "wrapper_version", "field"),
            },
        ),
        migrations.CreateModel(
            "Crawl",
            [
                number(),
                owned("site", "site", "crawls"),
                owned("crawler", "crawler", "crawls", null=True),
                owned("crawler_version", "crawlerversion", "crawls", null=True),
                *integers("number"),
                (
                    "purpose",
                    models.TextField(
                        choices=_labelled(("crawl", "learn", "import")), default="crawl"
                    ),
                ),
                ("state", models.TextField(choices=_labelled(_STATES), default="running")),
                *floats("began_at"),
                *floats("ended_at", null=True),
                ("task", models.TextField(default="")),
                ("note", models.TextField(default="")),
            ],
            {
                "constraints": unique(
                    "pagekin_crawl_number", "crawler", "number", condition=Q(crawler__isnull=False)
                )
            },
        ),
        migrations.CreateModel(
            "CrawlClass",
            [
                number(),
                owned("crawl", "crawl", "classes"),
                owned("crawler", "crawler", "in_crawls"),
                owned("crawler_version", "crawlerversion", "in_crawls", null=True),
                owned("wrapper_version", "wrapperversion", "in_crawls", null=True),
            ],
            {
                "db_table": "pagekin_crawl_class",
                "constraints": unique("pagekin_crawl_class_class", "crawl", "crawler"),
            },
        ),
        migrations.CreateModel(
            "Kind",
            [
                number(),
                owned("site", "site", "kinds"),
                owned("crawler", "crawler", "kinds", null=True),
                *texts("name"),
                *booleans("hub"),
            ],
            {
                "constraints": (
                    *unique(
                        "pagekin_kind_name", "crawler", "name", condition=Q(crawler__isnull=False)
                    ),
                    *unique(
                        "pagekin_kind_name_of_site",
                        "site",
                        "name",
                        condition=Q(crawler__isnull=True),
                    ),
                )
            },
        ),
        migrations.CreateModel(
            "Page",
            [
                number(),
                reference("site", "site", "pages"),
                ("digest", models.BinaryField()),
                *texts("url"),
            ],
            {"constraints": unique("pagekin_page_digest", "site", "digest")},
        ),
        migrations.CreateModel(
            "ArchivePlace",
            [number(), ("uid", models.TextField(unique=True)), *texts("machine", "url")],
            {"db_table": "pagekin_archive_place"},
        ),
        migrations.CreateModel(
            "PageVersion",
            [
                number(),
                reference("page", "page", "versions"),
                ("digest", models.BinaryField()),
                *texts("title", "etag", "last_modified"),
                reference("archive", "archiveplace", "versions", null=True),
                *texts("archive_file"),
                ("archive_offset", models.BigIntegerField(null=True)),
                ("archive_length", models.BigIntegerField(null=True)),
                *texts("archive_digest"),
                ("facts", models.BinaryField(null=True)),
            ],
            {
                "db_table": "pagekin_page_version",
                "indexes": (models.Index(fields=("page",), name="pagekin_page_version_page"),),
            },
        ),
        migrations.CreateModel(
            "RecordSet",
            [
                number(),
                reference("page", "page", "record_sets"),
                reference("wrapper_version", "wrapperversion", "record_sets"),
                ("digest", models.BinaryField()),
            ],
            {
                "db_table": "pagekin_record_set",
                "indexes": (models.Index(fields=("page",), name="pagekin_record_set_page"),),
            },
        ),
        migrations.CreateModel(
            "LinkSet",
            [number(), reference("page", "page", "link_sets"), ("digest", models.BinaryField())],
            {
                "db_table": "pagekin_link_set",
                "indexes": (models.Index(fields=("page",), name="pagekin_link_set_page"),),
            },
        ),
        CreateCompactModel(
            "CrawlPage",
            [
                sorted_by("crawl_id", "page_id"),
                reference("crawl", "crawl", "pages"),
                reference("page", "page", "in_crawls"),
                reference("version", "pageversion", "in_crawls", null=True),
                reference("records", "recordset", "in_crawls", null=True),
                reference("links", "linkset", "in_crawls", null=True),
                ("outcome", models.TextField(choices=_labelled(_OUTCOMES))),
                ("failure", models.TextField(choices=_labelled(_FAILURES), null=True)),
                reference("redirect_to", "page", null=True),
                *texts("detail", null=True),
                *integers("status", "size", null=True),
                *texts("content_type", null=True),
                *floats("fetched_at", null=True),
                *integers("depth"),
                reference("kind", "kind", "pages", null=True),
                ("score", models.SmallIntegerField(null=True)),
                reference("found_on", "page", null=True),
            ],
            {"db_table": "pagekin_crawl_page"},
        ),
        CreateCompactModel(
            "Record",
            [
                sorted_by("set_id", "number"),
                reference("set", "recordset", "records"),
                *integers("number"),
                reference("bundle", "bundle", "records"),
                *integers("index"),
                *integers("parent", null=True),
                *texts("key", null=True),
            ],
        ),
        CreateCompactModel(
            "Value",
            [
                sorted_by("field_id", "set_id", "record", "position"),
                reference("field", "field", "values"),
                reference("set", "recordset", "values"),
                *integers("record", "position"),
                *texts("text"),
                *floats("num", null=True),
                *texts("unit", null=True),
            ],
        ),
        CreateCompactModel(
            "Attribute",
            [
                sorted_by("field_id", "set_id", "record", "position", "name"),
                reference("field", "field", "attributes"),
                *texts("name"),
                reference("set", "recordset", "attributes"),
                *integers("record", "position"),
                *texts("text"),
                *floats("num", null=True),
            ],
        ),
        CreateCompactModel(
            "Link",
            [
                sorted_by("set_id", "number"),
                reference("set", "linkset", "links"),
                *integers("number"),
                reference("to", "page", "links_here"),
                *texts("anchor"),
                reference("kind", "kind", null=True),
                *texts("tag"),
            ],
        ),
        migrations.CreateModel(
            "Citation",
            [number(), owned("crawl", "crawl", "citations"), *texts("why")],
            {"constraints": unique("pagekin_citation_why", "crawl", "why")},
        ),
        migrations.CreateModel(
            "FrontierEntry",
            [
                number(),
                reference("crawl", "crawl", "waiting"),
                reference("page", "page"),
                ("rank", models.SmallIntegerField()),
                *integers("depth"),
                reference("kind", "kind"),
                reference("found_on", "page", null=True),
                ("owner", models.BigIntegerField(default=0)),
                ("until", models.FloatField(default=0)),
                ("tries", models.SmallIntegerField(default=0)),
            ],
            {
                "db_table": "pagekin_frontier",
                "constraints": unique("pagekin_frontier_page", "crawl", "page"),
                "indexes": (
                    models.Index(
                        fields=("crawl", "owner", "rank", "depth", "id"),
                        name="pagekin_frontier_order",
                    ),
                ),
            },
        ),
        CreateCompactModel(
            "Mark",
            [
                sorted_by("crawl_id", "mark"),
                reference("crawl", "crawl"),
                ("mark", models.BigIntegerField()),
            ],
        ),
        migrations.RunPython(copy),
        migrations.AddIndex(
            "record",
            models.Index(
                fields=("key",), name="pagekin_record_key", condition=Q(key__isnull=False)
            ),
        ),
        migrations.AddIndex("link", models.Index(fields=("to",), name="pagekin_link_to")),
        migrations.RunPython(drop),
    )
