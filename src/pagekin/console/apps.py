"""The console as a Django application: its tables begin with `console_`."""

from django.apps import AppConfig


class ConsoleConfig(AppConfig):
    """Names the application."""

    name = "pagekin.console"
    label = "console"
    default_auto_field = "django.db.models.BigAutoField"
