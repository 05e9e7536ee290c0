"""Programs that use the API of a console in tests: each acts for a person, by a token."""

import json
from dataclasses import dataclass

from django.contrib.auth import get_user_model
from django.test import Client

from pagekin.console.api.tokens import make_token


@dataclass
class Program:
    """Sends requests with a token, as JSON; without one it is anonymous."""

    token: str = ""

    @classmethod
    def of(cls, name):
        """Give a program a token of a person."""
        return (
            cls(make_token(get_user_model().objects.get(username=name), "tests")) if name else cls()
        )

    @property
    def headers(self):
        return {"Authorization": f"Bearer {self.token}"} if self.token else {}

    def ask(self, method, path, content=None, **parameters):
        """Return the status and what was answered."""
        body = b"" if content is None else json.dumps(content).encode()
        client = Client(SERVER_NAME="127.0.0.1")
        query = "&".join(f"{name}={value}" for name, value in parameters.items())
        response = client.generic(
            method,
            f"/api{path}{'?' * bool(query)}{query}",
            body,
            content_type="application/json",
            headers=self.headers,
        )
        is_json = response.headers.get("Content-Type", "").startswith("application/json")
        return response.status_code, response.json() if is_json else response.content

    def get(self, path, **parameters):
        status, found = self.ask("GET", path, **parameters)
        assert status == 200, found
        return found
