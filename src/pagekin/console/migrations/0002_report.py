"""The table of reports."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Makes the table."""

    dependencies = (("console", "0001_console"),)

    operations = (
        migrations.CreateModel(
            name="Report",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("who", models.TextField(db_index=True)),
                ("title", models.TextField()),
                ("site", models.TextField(default="")),
                ("questions", models.JSONField(default=list)),
                ("shared", models.BooleanField(default=False)),
                ("feed", models.TextField()),
                ("made_at", models.FloatField()),
            ],
            options={"db_table": "console_report"},
        ),
    )
