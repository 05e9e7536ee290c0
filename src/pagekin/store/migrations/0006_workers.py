"""Workers: which processes carry out runs and jobs, and when they were last heard of."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Add their table."""

    dependencies = (("pagekin", "0005_monitoring"),)
    operations = (
        migrations.CreateModel(
            name="Worker",
            fields=[
                ("name", models.TextField(primary_key=True, serialize=False)),
                ("began_at", models.FloatField()),
                ("seen_at", models.FloatField()),
                ("said", models.TextField(default="")),
            ],
        ),
    )
