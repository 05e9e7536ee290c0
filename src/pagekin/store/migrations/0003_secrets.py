"""Logins, encrypted."""

from django.db import migrations, models


class Migration(migrations.Migration):
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
