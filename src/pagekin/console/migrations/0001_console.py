"""Jobs, the audit list, and links that work once."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Makes the tables."""

    initial = True

    dependencies = ()

    operations = (
        migrations.CreateModel(
            name="Audit",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.FloatField(db_index=True)),
                ("who", models.TextField()),
                ("what", models.TextField()),
                ("about", models.TextField(default="")),
            ],
            options={
                "db_table": "console_audit",
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("digest", models.TextField(unique=True)),
                ("name", models.TextField(default="")),
                ("administrator", models.BooleanField(default=False)),
                ("until", models.FloatField()),
            ],
            options={
                "db_table": "console_invitation",
            },
        ),
        migrations.CreateModel(
            name="Job",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.TextField()),
                ("about", models.TextField(default="")),
                ("request", models.JSONField(default=dict)),
                (
                    "state",
                    models.TextField(
                        choices=[
                            ("waiting", "Waiting"),
                            ("running", "Running"),
                            ("done", "Done"),
                            ("stopped", "Stopped"),
                            ("failed", "Failed"),
                        ],
                        default="waiting",
                    ),
                ),
                ("step", models.TextField(default="")),
                ("counts", models.JSONField(default=dict)),
                ("notices", models.JSONField(default=list)),
                ("result", models.JSONField(default=dict)),
                ("who", models.TextField(default="")),
                ("made_at", models.FloatField()),
                ("began_at", models.FloatField(null=True)),
                ("ended_at", models.FloatField(null=True)),
                ("stop", models.BooleanField(default=False)),
                ("worker", models.TextField(default="")),
                ("until", models.FloatField(default=0)),
                ("tries", models.IntegerField(default=0)),
            ],
            options={
                "db_table": "console_job",
                "indexes": [
                    models.Index(fields=["state", "id"], name="console_job_state"),
                    models.Index(fields=["about", "id"], name="console_job_about"),
                ],
            },
        ),
    )
