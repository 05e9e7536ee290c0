"""What a crawl knows a page by, so that the next one need not see it again."""

from django.db import migrations, models

from pagekin.store.upkeep.compact import WholeMigration


class Migration(WholeMigration):
    """Add it to page versions."""

    dependencies = (("pagekin", "0001_initial"),)
    operations = (
        migrations.AddField(
            model_name="pageversion", name="facts", field=models.BinaryField(null=True)
        ),
    )
