"""Jobs that workers of other machines take: where they were entered, for whom, and the files that go with them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    """Adds columns and a table."""

    dependencies = (("console", "0003_api_token"),)

    operations = (
        migrations.AddField("job", "place", models.TextField(default="")),
        migrations.AddField("job", "only_public", models.BooleanField(default=False)),
        migrations.CreateModel(
            name="JobFile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("way", models.TextField(choices=[("sent", "Sent"), ("made", "Made")])),
                ("path", models.TextField()),
                ("home", models.TextField(default="")),
                ("number", models.IntegerField(default=0)),
                ("content", models.BinaryField()),
                (
                    "job",
                    models.ForeignKey(
                        on_delete=models.CASCADE, related_name="files", to="console.job"
                    ),
                ),
            ],
            options={"db_table": "console_job_file"},
        ),
    )
