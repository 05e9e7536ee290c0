"""How to log in to a site: the kind of login, where, and with whose password."""

import enum
from dataclasses import dataclass, field

from pagekin.errors import UsageError


class LoginKind(enum.Enum):
    """The kinds of login."""

    BASIC = "basic"  # user and password with every request
    DIGEST = "digest"  # a proof of knowing the password, with every request
    BEARER = "bearer"  # a token with every request
    FORM = "form"  # a form on a page, and a session from then on


@dataclass(frozen=True, slots=True)
class Login:
    """A login. Its secrets go to the exact origin of its URL, and appear in no text."""

    kind: LoginKind
    url: (
        str  # canonical: the page with the form, or any page of the origin that the password is for
    )
    user: str = field(default="", repr=False)
    password: str = field(default="", repr=False)  # or the token
    success: str = ""  # a text or the address of a link, to be found only after the login

    def __post_init__(self) -> None:
        if self.kind is LoginKind.BEARER and not self.password.isprintable():
            # Such as the end of the line in the file that it was read from.
            raise UsageError("the token has characters that no header may have")

    @property
    def origin(self) -> str:
        """The scheme, host and port that the secrets are for."""
        return "/".join(self.url.split("/", 3)[:3])

    def is_at(self, url: str) -> bool:
        """Return whether a canonical URL is that of the login's page, whatever its query."""
        return url.partition("?")[0] == self.url.partition("?")[0]
