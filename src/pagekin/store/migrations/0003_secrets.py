"""Logins, encrypted."""

from django.db import migrations, models

from pagekin.store.upkeep.compact import WholeMigration


class Migration(WholeMigration):
    """Add them."""

    dependencies = (("pagekin", "0002_facts"),)
    operations = (
        migrations.CreateModel(
            name="Secret",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("origin", models.TextField(unique=True)),
                ("token", models.BinaryField()),
            ],
        ),
    )
