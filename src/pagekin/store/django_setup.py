"""Sets Django up for programs that need only the models; a project with settings of its own is left alone."""

import os

from django.apps import apps
from django.conf import settings


def set_up() -> None:
    """Configure Django with nothing but the store, unless it is configured already or about to be."""
    if settings.configured or os.environ.get("DJANGO_SETTINGS_MODULE"):
        return
    settings.configure(
        INSTALLED_APPS=["pagekin.store"],
        DATABASES={},  # each store that is opened adds its own
        DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
        USE_TZ=True,
        LOGGING_CONFIG=None,
    )
    # Not django.setup(): that also loads what serves web pages, which takes longer than the models.
    apps.populate(settings.INSTALLED_APPS)
