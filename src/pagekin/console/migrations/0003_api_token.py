"""Tokens of programs."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Makes the table."""

    dependencies = (
        ("console", "0002_report"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    )

    operations = (
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.TextField()),
                ("digest", models.TextField(unique=True)),
                ("made_at", models.FloatField()),
                ("used_at", models.FloatField(null=True)),
                (
                    "user",
                    models.ForeignKey(
                        on_delete=models.CASCADE,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={"db_table": "console_api_token"},
        ),
    )
