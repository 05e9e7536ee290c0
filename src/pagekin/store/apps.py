"""The store as a Django application: its tables begin with `pagekin_`."""

from django.apps import AppConfig


class StoreConfig(AppConfig):
    """Names the application."""

    name = "pagekin.store"
    label = "pagekin"
    default_auto_field = "django.db.models.BigAutoField"
