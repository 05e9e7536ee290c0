"""Monitoring: META tags, figures, events, questions, watches and the people who are told."""

from django.db import migrations, models

from pagekin.store.migration_parts import number, owned, reference, sorted_by
from pagekin.store.upkeep.compact import CreateCompactModel, WholeMigration


class Migration(WholeMigration):
    """Add their tables."""

    dependencies = (("pagekin", "0004_sites_have_pages"),)
    operations = (
        migrations.CreateModel(
            name="Person",
            fields=[
                number(),
                ("name", models.TextField(unique=True)),
                ("administrator", models.BooleanField(default=False)),
                ("time_zone", models.TextField(default="UTC")),
                ("quiet", models.TextField(default="")),
            ],
            options={
                "db_table": "pagekin_person",
            },
        ),
        migrations.CreateModel(
            name="Watch",
            fields=[
                number(),
                ("name", models.TextField(unique=True)),
                ("file", models.TextField()),
                ("content", models.TextField()),
                ("schedule", models.TextField()),
                ("time_zone", models.TextField(default="UTC")),
                ("starts_at", models.FloatField()),
                ("window", models.TextField(default="")),
                ("jitter", models.FloatField(default=0)),
                ("confirm", models.IntegerField(default=1)),
                ("settings", models.TextField(default="{}")),
                (
                    "state",
                    models.TextField(
                        choices=[
                            ("active", "Active"),
                            ("paused", "Paused"),
                            ("stopped", "Stopped"),
                        ],
                        default="active",
                    ),
                ),
                ("made_at", models.FloatField()),
            ],
        ),
        migrations.AlterField(
            model_name="crawlpage",
            name="outcome",
            field=models.TextField(
                choices=[
                    ("target", "Target"),
                    ("hub", "Hub"),
                    ("page", "Page"),
                    ("duplicate", "Duplicate"),
                    ("not kin", "Not kin"),
                    ("redirected", "Redirected"),
                    ("failed", "Failed"),
                    ("left out", "Left out"),
                    ("checked", "Checked"),
                ]
            ),
        ),
        migrations.CreateModel(
            name="Event",
            fields=[
                number(),
                (
                    "kind",
                    models.TextField(
                        choices=[
                            ("new", "New"),
                            ("vanished", "Vanished"),
                            ("moved", "Moved"),
                            ("failing", "Failing"),
                            ("broken", "Broken"),
                            ("recovered", "Recovered"),
                            ("content", "Content"),
                            ("changed", "Changed"),
                            ("appeared", "Appeared"),
                            ("missing", "Missing"),
                            ("type broken", "Type broken"),
                            ("row added", "Row added"),
                            ("row removed", "Row removed"),
                            ("template", "Template"),
                            ("anomaly", "Anomaly"),
                        ]
                    ),
                ),
                (
                    "state",
                    models.TextField(
                        choices=[
                            ("told", "Told"),
                            ("held", "Held"),
                            ("explained", "Explained"),
                            ("withdrawn", "Withdrawn"),
                        ],
                        default="told",
                    ),
                ),
                ("name", models.TextField(default="")),
                ("attribute", models.TextField(default="")),
                ("old", models.TextField(null=True)),
                ("new", models.TextField(null=True)),
                ("pages", models.IntegerField()),
                ("wide", models.BooleanField(default=False)),
                ("detail", models.TextField(default="")),
                ("digest", models.TextField()),
                reference("cause", "event", "effects", null=True, index=True),
                reference("crawl", "crawl", "events", index=True),
                reference("crawler", "crawler", "events", null=True),
                reference("field", "field", "events", null=True),
                reference("older", "crawl", null=True),
            ],
        ),
        CreateCompactModel(
            name="EventPage",
            fields=[
                sorted_by("event_id", "number"),
                ("number", models.IntegerField()),
                ("key", models.TextField(null=True)),
                ("by", models.TextField(default="")),
                ("old", models.TextField(null=True)),
                ("new", models.TextField(null=True)),
                reference("event", "event", "event_pages"),
                reference("page", "page"),
            ],
            options={
                "db_table": "pagekin_event_page",
            },
        ),
        migrations.CreateModel(
            name="FieldFigures",
            fields=[
                number(),
                ("instances", models.IntegerField()),
                ("filled", models.IntegerField()),
                ("typed", models.IntegerField()),
                ("minimum", models.FloatField(null=True)),
                ("maximum", models.FloatField(null=True)),
                ("mean", models.FloatField(null=True)),
                reference("crawl", "crawl", "field_figures"),
                reference("field", "field", "figures", index=True),
            ],
            options={
                "db_table": "pagekin_field_figures",
            },
        ),
        migrations.CreateModel(
            name="Judgement",
            fields=[
                number(),
                ("digest", models.TextField()),
                ("anomaly", models.BooleanField()),
                ("who", models.TextField(default="")),
                ("at", models.FloatField()),
                ("note", models.TextField(default="")),
                reference("crawler", "crawler", "judgements", null=True),
            ],
        ),
        CreateCompactModel(
            name="MetaTag",
            fields=[
                sorted_by("version_id", "name", "position"),
                # First: where the last column of such a table is part of its key, SQLite 3.40 takes
                # sound tables for damaged (PRAGMA quick_check).
                reference("version", "pageversion", "meta_tags"),
                ("name", models.TextField()),
                ("position", models.IntegerField()),
                ("content", models.TextField()),
            ],
            options={
                "db_table": "pagekin_meta_tag",
            },
        ),
        migrations.CreateModel(
            name="Channel",
            fields=[
                number(),
                ("shown", models.TextField()),
                ("token", models.BinaryField()),
                ("secret", models.BinaryField(null=True)),
                owned("person", "person", "channels"),
            ],
        ),
        migrations.CreateModel(
            name="QueryResult",
            fields=[
                number(),
                ("digest", models.TextField()),
                ("rows", models.IntegerField()),
                ("content", models.TextField()),
                ("made_at", models.FloatField()),
                reference("crawl", "crawl", "results"),
            ],
            options={
                "db_table": "pagekin_query_result",
            },
        ),
        migrations.CreateModel(
            name="RepairProposal",
            fields=[
                number(),
                (
                    "state",
                    models.TextField(
                        choices=[
                            ("open", "Open"),
                            ("healed", "Healed"),
                            ("accepted", "Accepted"),
                            ("rejected", "Rejected"),
                            ("outdated", "Outdated"),
                        ],
                        default="open",
                    ),
                ),
                ("content", models.TextField()),
                ("before", models.TextField()),
                ("finds", models.TextField(default="")),
                ("found", models.TextField(default="")),
                ("drastic", models.BooleanField()),
                ("evidence", models.TextField(default="")),
                ("made_at", models.FloatField()),
                ("decided_at", models.FloatField(null=True)),
                ("decided_by", models.TextField(default="")),
                reference("crawl", "crawl", "proposals"),
                reference("crawler", "crawler", "proposals", index=True),
            ],
            options={
                "db_table": "pagekin_repair_proposal",
            },
        ),
        migrations.CreateModel(
            name="Run",
            fields=[
                number(),
                ("due", models.FloatField()),
                (
                    "state",
                    models.TextField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                    ),
                ),
                (
                    "step",
                    models.TextField(
                        choices=[
                            ("", ""),
                            ("crawled", "Crawled"),
                            ("compared", "Compared"),
                            ("told", "Told"),
                        ],
                        default="",
                    ),
                ),
                ("worker", models.TextField(default="")),
                ("until", models.FloatField(default=0)),
                ("tries", models.IntegerField(default=0)),
                ("began_at", models.FloatField(null=True)),
                ("ended_at", models.FloatField(null=True)),
                ("note", models.TextField(default="")),
                reference("crawl", "crawl", "runs", null=True),
                owned("watch", "watch", "runs"),
            ],
        ),
        migrations.CreateModel(
            name="Delivery",
            fields=[
                number(),
                ("digest", models.TextField(unique=True)),
                ("subject", models.TextField()),
                ("content", models.TextField()),
                ("not_before", models.FloatField()),
                (
                    "state",
                    models.TextField(
                        choices=[("waiting", "Waiting"), ("sent", "Sent"), ("failed", "Failed")],
                        default="waiting",
                    ),
                ),
                ("tries", models.IntegerField(default=0)),
                ("sent_at", models.FloatField(null=True)),
                ("error", models.TextField(default="")),
                owned("channel", "channel", "deliveries"),
                owned("person", "person", "deliveries"),
                owned("run", "run", "deliveries", null=True),
            ],
        ),
        migrations.CreateModel(
            name="SavedQuery",
            fields=[
                number(),
                ("title", models.TextField()),
                (
                    "kind",
                    models.TextField(
                        choices=[("conditions", "Conditions"), ("fixed", "Fixed"), ("sql", "Sql")],
                        default="conditions",
                    ),
                ),
                ("text", models.TextField()),
                ("parameters", models.TextField(default="{}")),
                ("shared", models.BooleanField(default=False)),
                reference("crawler", "crawler", "queries", null=True),
                owned("person", "person", "queries", null=True),
                reference("site", "site", "queries", null=True),
            ],
            options={
                "db_table": "pagekin_saved_query",
            },
        ),
        migrations.CreateModel(
            name="Trouble",
            fields=[
                number(),
                (
                    "kind",
                    models.TextField(
                        choices=[
                            ("site away", "Site away"),
                            ("crawl failed", "Crawl failed"),
                            ("nothing found", "Nothing found"),
                            ("template changed", "Template changed"),
                        ]
                    ),
                ),
                ("digest", models.TextField()),
                ("detail", models.TextField(default="")),
                ("began_at", models.FloatField()),
                ("ended_at", models.FloatField(null=True)),
                owned("watch", "watch", "troubles"),
            ],
        ),
        migrations.CreateModel(
            name="Subscription",
            fields=[
                number(),
                owned("channel", "channel", "subscriptions", null=True),
                owned("person", "person", "subscriptions"),
                owned("query", "savedquery", "subscriptions", null=True),
                owned("watch", "watch", "subscriptions"),
            ],
        ),
        migrations.CreateModel(
            name="CrawlFigures",
            fields=[
                number(),
                ("pages", models.IntegerField()),
                ("targets", models.IntegerField()),
                ("failed", models.IntegerField()),
                ("bundles", models.IntegerField()),
                ("filled", models.IntegerField()),
                ("empty", models.IntegerField()),
                ("prices", models.IntegerField()),
                ("prices_read", models.IntegerField()),
                reference("crawl", "crawl", "figures"),
                reference("crawler", "crawler", "figures"),
            ],
            options={
                "db_table": "pagekin_crawl_figures",
                "constraints": [
                    models.UniqueConstraint(
                        fields=("crawl", "crawler"), name="pagekin_crawl_figures_class"
                    )
                ],
            },
        ),
        migrations.AddIndex(
            model_name="event",
            index=models.Index(fields=["crawler", "digest"], name="pagekin_event_digest"),
        ),
        migrations.AddConstraint(
            model_name="fieldfigures",
            constraint=models.UniqueConstraint(
                fields=("crawl", "field"), name="pagekin_field_figures_field"
            ),
        ),
        migrations.AddConstraint(
            model_name="judgement",
            constraint=models.UniqueConstraint(
                fields=("crawler", "digest"), name="pagekin_judgement_digest"
            ),
        ),
        migrations.AddIndex(
            model_name="metatag",
            index=models.Index(fields=["name"], name="pagekin_meta_tag_name"),
        ),
        migrations.AddConstraint(
            model_name="queryresult",
            constraint=models.UniqueConstraint(
                fields=("crawl", "digest"), name="pagekin_query_result_digest"
            ),
        ),
        migrations.AddConstraint(
            model_name="savedquery",
            constraint=models.UniqueConstraint(
                fields=("person", "title"), name="pagekin_saved_query_title"
            ),
        ),
        migrations.AddIndex(
            model_name="trouble",
            index=models.Index(fields=["watch", "digest"], name="pagekin_trouble_digest"),
        ),
        migrations.AddIndex(
            model_name="run",
            index=models.Index(fields=["state", "due"], name="pagekin_run_state"),
        ),
        migrations.AddConstraint(
            model_name="run",
            constraint=models.UniqueConstraint(fields=("watch", "due"), name="pagekin_run_due"),
        ),
    )
