"""The first tables."""

from django.db import migrations, models
from django.db.models.deletion import CASCADE, DO_NOTHING

from pagekin.store.upkeep.compact import CreateCompactModel, WholeMigration


def _number() -> tuple[str, models.Field]:
    key = models.BigAutoField(
        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
    )
    return "id", key


def _key(*names: str) -> tuple[str, models.Field]:
    key = models.CompositePrimaryKey(
        *names, blank=True, editable=False, primary_key=True, serialize=False
    )
    return "pk", key


def _owned(to: str) -> models.ForeignKey:
    return models.ForeignKey(on_delete=CASCADE, to=f"pagekin.{to}")


def _reference(to: str, *, null: bool = False) -> models.ForeignKey:
    return models.ForeignKey(
        db_constraint=False,
        db_index=False,
        null=null,
        on_delete=DO_NOTHING,
        related_name="+",
        to=f"pagekin.{to}",
    )


def _unique(name: str, *fields: str) -> tuple[models.UniqueConstraint, ...]:
    return (models.UniqueConstraint(fields=fields, name=name),)


class Migration(WholeMigration):
    """Create everything."""

    initial = True
    dependencies = ()
    operations = (
        migrations.CreateModel(
            name="Site",
            fields=[_number(), ("name", models.TextField(unique=True))],
        ),
        migrations.CreateModel(
            name="Crawler",
            fields=[_number(), ("site", _owned("site")), ("name", models.TextField())],
            options={"constraints": _unique("pagekin_crawler_name", "site", "name")},
        ),
        migrations.CreateModel(
            name="CrawlerVersion",
            fields=[
                _number(),
                ("crawler", _owned("crawler")),
                ("number", models.IntegerField()),
                ("content", models.TextField()),
                ("made_at", models.FloatField()),
            ],
            options={
                "db_table": "pagekin_crawler_version",
                "constraints": _unique("pagekin_crawler_version_number", "crawler", "number"),
            },
        ),
        migrations.CreateModel(
            name="Crawl",
            fields=[
                _number(),
                ("crawler", _owned("crawler")),
                ("crawler_version", _owned("crawlerversion")),
                ("number", models.IntegerField()),
                ("purpose", models.TextField(default="crawl")),
                ("state", models.TextField()),
                ("began_at", models.FloatField()),
                ("ended_at", models.FloatField(null=True)),
                ("note", models.TextField(default="")),
            ],
            options={"constraints": _unique("pagekin_crawl_number", "crawler", "number")},
        ),
        migrations.CreateModel(
            name="Kind",
            fields=[
                _number(),
                ("crawler", _owned("crawler")),
                ("name", models.TextField()),
                ("hub", models.BooleanField()),
            ],
            options={"constraints": _unique("pagekin_kind_name", "crawler", "name")},
        ),
        migrations.CreateModel(
            name="Bundle",
            fields=[_number(), ("crawler", _owned("crawler")), ("name", models.TextField())],
            options={"constraints": _unique("pagekin_bundle_name", "crawler", "name")},
        ),
        migrations.CreateModel(
            name="Field",
            fields=[
                _number(),
                ("bundle", _owned("bundle")),
                ("name", models.TextField()),
                ("type", models.TextField()),
                ("many", models.BooleanField()),
            ],
            options={
                "constraints": _unique("pagekin_field_name", "bundle", "name", "type", "many")
            },
        ),
        migrations.CreateModel(
            name="Page",
            fields=[
                _number(),
                ("crawler", _reference("crawler")),
                ("digest", models.BinaryField()),
                ("url", models.TextField()),
            ],
            options={"constraints": _unique("pagekin_page_digest", "crawler", "digest")},
        ),
        migrations.CreateModel(
            name="PageVersion",
            fields=[
                _number(),
                ("page", _reference("page")),
                ("digest", models.BinaryField()),
                ("title", models.TextField()),
                ("etag", models.TextField()),
                ("last_modified", models.TextField()),
                ("archive_file", models.TextField()),
                ("archive_offset", models.BigIntegerField(null=True)),
                ("archive_length", models.BigIntegerField(null=True)),
                ("archive_digest", models.TextField()),
                ("records_digest", models.BinaryField(null=True)),
                ("records_from", _reference("pageversion", null=True)),
                ("links_digest", models.BinaryField(null=True)),
                ("links_from", _reference("pageversion", null=True)),
            ],
            options={
                "db_table": "pagekin_page_version",
                "indexes": (models.Index(fields=("page",), name="pagekin_page_version_page"),),
            },
        ),
        CreateCompactModel(
            name="CrawlPage",
            fields=[
                _key("crawl_id", "page_id"),
                ("crawl", _reference("crawl")),
                ("page", _reference("page")),
                ("version", _reference("pageversion", null=True)),
                ("status", models.IntegerField(null=True)),
                ("error", models.TextField()),
                ("depth", models.IntegerField()),
                ("kind", _reference("kind", null=True)),
                ("score", models.SmallIntegerField(null=True)),
                ("found_on", _reference("page", null=True)),
            ],
            options={"db_table": "pagekin_crawl_page"},
        ),
        CreateCompactModel(
            name="Record",
            fields=[
                _key("version_id", "number"),
                ("version", _reference("pageversion")),
                ("number", models.IntegerField()),
                ("bundle", _reference("bundle")),
                ("index", models.IntegerField()),
                ("parent", models.IntegerField(null=True)),
            ],
        ),
        CreateCompactModel(
            name="Value",
            fields=[
                _key("version_id", "record", "field_id", "position"),
                ("version", _reference("pageversion")),
                ("record", models.IntegerField()),
                ("field", _reference("field")),
                ("position", models.IntegerField()),
                ("text", models.TextField()),
                ("num", models.FloatField(null=True)),
                ("unit", models.TextField(null=True)),
                ("attributes", models.TextField(null=True)),
            ],
        ),
        migrations.AddIndex(
            model_name="value",
            index=models.Index(
                fields=("field", "num"),
                name="pagekin_value_num",
                condition=models.Q(num__isnull=False),
            ),
        ),
        CreateCompactModel(
            name="Link",
            fields=[
                _key("version_id", "number"),
                ("version", _reference("pageversion")),
                ("number", models.IntegerField()),
                ("to", _reference("page")),
                ("anchor", models.TextField()),
                ("kind", _reference("kind", null=True)),
            ],
        ),
        migrations.CreateModel(
            name="Owner",
            fields=[_number(), ("name", models.TextField())],
        ),
        migrations.CreateModel(
            name="FrontierEntry",
            fields=[
                _number(),
                ("crawl", _reference("crawl")),
                ("page", _reference("page")),
                ("rank", models.SmallIntegerField()),
                ("depth", models.IntegerField()),
                ("kind", _reference("kind")),
                ("found_on", _reference("page", null=True)),
                ("owner", models.BigIntegerField(default=0)),
                ("until", models.FloatField(default=0)),
                ("tries", models.SmallIntegerField(default=0)),
                ("note", models.TextField()),
            ],
            options={
                "db_table": "pagekin_frontier",
                "constraints": _unique("pagekin_frontier_page", "crawl", "page"),
                "indexes": (
                    models.Index(
                        fields=("crawl", "owner", "rank", "depth", "id"),
                        name="pagekin_frontier_order",
                    ),
                ),
            },
        ),
        CreateCompactModel(
            name="Mark",
            fields=[
                _key("crawl_id", "mark"),
                ("crawl", _reference("crawl")),
                ("mark", models.BigIntegerField()),
            ],
        ),
    )
