"""Sets Django up for the console: its applications, its settings, and the database that it is about."""

from __future__ import annotations

import contextlib
import os
import secrets
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

import django
from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import connections

from pagekin.errors import StoreError
from pagekin.store.file_lock import locked
from pagekin.store.upkeep.migrating import django_database

if TYPE_CHECKING:
    from pagekin.store.location import StoreLocation

HERE = Path(__file__).parent
KEY_FILE = "console.key"
LOOPBACK_NAMES = ("127.0.0.1", "localhost", "[::1]")
_APPS = (
    "django.contrib.contenttypes",
    "django.contrib.auth",
    "django.contrib.sessions",
    "django.contrib.messages",
    "axes",
    "pagekin.store",
    "pagekin.console",
)
_MIDDLEWARE = (
    "pagekin.console.page_headers.PageHeaders",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "pagekin.console.error_pages.ErrorPages",
    "axes.middleware.AxesMiddleware",
)
_VALIDATORS = ("UserAttributeSimilarity", "MinimumLength", "CommonPassword", "NumericPassword")


@dataclass(frozen=True, slots=True)
class ConsoleSetting:
    """Where a console runs: by which names it is reached, and whether a proxy in front of it speaks https."""

    hosts: tuple[str, ...] = LOOPBACK_NAMES
    proxy: bool = False


def set_up(setting: ConsoleSetting | None = None, key: str = "") -> None:
    """Configure Django for the console; if it was configured for the store alone, add what is missing.

    Called again it changes what it is told. Without a key sessions are worth nothing: that is enough to load
    the models.
    """
    values = _values(setting or ConsoleSetting(), key)
    if not settings.configured:
        settings.configure(**values, DATABASES={})
        django.setup()
        return
    known = key or not hasattr(settings, "ROOT_URLCONF")
    for name, value in values.items() if known else ():
        setattr(settings, name, value)
    if not apps.is_installed("pagekin.console"):
        apps.set_installed_apps(_APPS)


def use_store(location: StoreLocation) -> None:
    """Make the database of a store the one that the console's models are about, in all threads."""
    configured = connections.configure_settings({"default": django_database(location)})
    connections.settings["default"] = configured["default"] | {"CONN_MAX_AGE": None}
    with contextlib.suppress(AttributeError):  # this thread has none
        connections["default"].close()
        del connections["default"]


def make_tables(location: StoreLocation) -> None:
    """Make the tables of accounts, sessions and jobs beside those of the store, or bring them up to date."""
    use_store(location)
    with locked(location.directory / "console.lock"):
        call_command("migrate", verbosity=0, interactive=False)


def console_key(directory: Path) -> str:
    """Return what sessions are signed with: made at first use, for nobody else to read."""
    file = directory / KEY_FILE
    with contextlib.suppress(FileExistsError):
        number = os.open(file, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        with os.fdopen(number, "w", encoding="ascii") as stream:
            stream.write(secrets.token_urlsafe(50))
    try:
        return file.read_text(encoding="ascii")
    except OSError as error:
        raise StoreError(f"cannot read the console's key {file}: {error.strerror}") from None


def _values(setting: ConsoleSetting, key: str) -> dict[str, Any]:
    validation = "django.contrib.auth.password_validation"
    return {
        "INSTALLED_APPS": _APPS,
        "MIDDLEWARE": _MIDDLEWARE,
        "ROOT_URLCONF": "pagekin.console.url_table",
        "SECRET_KEY": key or secrets.token_urlsafe(50),
        "ALLOWED_HOSTS": list(setting.hosts),
        "DEFAULT_AUTO_FIELD": "django.db.models.BigAutoField",
        "USE_TZ": True,
        "USE_I18N": False,
        "USE_THOUSAND_SEPARATOR": False,
        "LOGGING_CONFIG": None,
        "STATIC_URL": "/static/",
        "STATIC_ROOT": HERE / "static",
        "WHITENOISE_KEEP_ONLY_HASHED_FILES": False,
        "TEMPLATES": [_templates()],
        "AUTHENTICATION_BACKENDS": [
            "axes.backends.AxesStandaloneBackend",
            "django.contrib.auth.backends.ModelBackend",
        ],
        "AUTH_PASSWORD_VALIDATORS": [
            {"NAME": f"{validation}.{name}Validator"} for name in _VALIDATORS
        ],
        "LOGIN_URL": "log-in",
        "MESSAGE_STORAGE": "django.contrib.messages.storage.session.SessionStorage",
        "SESSION_COOKIE_NAME": "pagekin_session",
        "SESSION_COOKIE_SECURE": setting.proxy,
        "CSRF_COOKIE_NAME": "pagekin_csrf",
        "CSRF_COOKIE_HTTPONLY": True,
        "CSRF_COOKIE_SAMESITE": "Lax",
        "CSRF_COOKIE_SECURE": setting.proxy,
        "CSRF_FAILURE_VIEW": "pagekin.console.error_pages.csrf_failure",
        "SECURE_PROXY_SSL_HEADER": ("HTTP_X_FORWARDED_PROTO", "https") if setting.proxy else None,
        "SECURE_CROSS_ORIGIN_OPENER_POLICY": "same-origin",
        "SECURE_REFERRER_POLICY": "same-origin",
        # Who guesses passwords is kept out, from that address and for that name, for a quarter of an hour.
        "AXES_FAILURE_LIMIT": 5,
        "AXES_COOLOFF_TIME": timedelta(minutes=15),
        "AXES_LOCKOUT_PARAMETERS": [["username", "ip_address"]],
        "AXES_RESET_ON_SUCCESS": True,
        "AXES_LOCKOUT_CALLABLE": "pagekin.console.accounts.locked_out.locked_out",
        "AXES_VERBOSE": False,
        "SILENCED_SYSTEM_CHECKS": ["axes.W003"],
    }


def _templates() -> dict[str, Any]:
    return {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [HERE / "templates"],
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
                "pagekin.console.menu.common",
            ],
            "builtins": ["pagekin.console.shown_values"],
        },
    }
