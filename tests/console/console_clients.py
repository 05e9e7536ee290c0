"""Who asks a console in tests: anonymous, a user, an administrator; by Django's client, without a server."""

from dataclasses import dataclass
from pathlib import Path

from django.contrib.auth import get_user_model
from django.test import Client

from pagekin.app.people import PersonRequest, change_person
from pagekin.console.current_store import current_store

ADMINISTRATOR, USER, ANONYMOUS = "ada", "uwe", ""
ROLES = (ANONYMOUS, USER, ADMINISTRATOR)
PASSWORD = "a long-enough pass phrase"


def enter_account(name, *, administrator, password=None):
    """Enter a person with an account; to hash a password takes long, so mostly there is none."""
    change_person(current_store(), PersonRequest(name, administrator=administrator))
    return get_user_model().objects.create_user(name, f"{name}@example.org", password)


@dataclass
class Console:
    """A console that was opened in this process."""

    data: Path

    def client(self, name=ANONYMOUS, *, csrf=False):
        """Give a client that is logged in as somebody; with `csrf` it is checked as browsers are."""
        client = Client(enforce_csrf_checks=csrf, SERVER_NAME="127.0.0.1")
        if name:
            user = get_user_model().objects.get(username=name)
            client.force_login(user, "django.contrib.auth.backends.ModelBackend")
        return client
