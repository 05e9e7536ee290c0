"""The exceptions by which a request ends without an answer that is of any use.

Exception
├── NetworkError            trying again may help
│   ├── BrokenAnswerError   the body did not come as it should have
│   ├── StaleConnectionError  the connection from before was closed
│   └── NoRobotsTxtError    robots.txt did not come, so nothing may be fetched
├── Refused                 trying again would not help
│   └── SessionEndedError   redirected to the login page
└── SiteClosedError         the site was closed meanwhile
"""

from pagekin.site import FailureKind


class NetworkError(Exception):
    """A failure that may not happen the next time; its text is for people."""

    kind = FailureKind.NETWORK
    status: int | None = None


class BrokenAnswerError(NetworkError):
    """An answer that began, but whose body did not come as it should have."""

    def __init__(self, detail: str, status: int) -> None:
        super().__init__(detail)
        self.status = status


class StaleConnectionError(NetworkError):
    """The end of a connection that had served others: servers close those any time, whatever is asked for."""


class NoRobotsTxtError(NetworkError):
    """A robots.txt that did not come; until it does, nothing may be fetched."""

    def __init__(self, kind: FailureKind, detail: str) -> None:
        super().__init__(detail)
        self.kind = kind


class Refused(Exception):  # noqa: N818 - not an error: what was asked for is not wanted
    """The end of a request that trying again would not help."""

    def __init__(
        self, kind: FailureKind, detail: str, status: int | None = None, leads_to: str = ""
    ) -> None:
        super().__init__(detail)
        self.kind = kind
        self.detail = detail
        self.status = status  # of the answer that is refused, if there was one
        self.leads_to = leads_to  # of a redirect out of scope: there may well be a page


class SessionEndedError(Refused):
    """A redirect to the login page instead of an answer."""

    def __init__(self) -> None:
        super().__init__(FailureKind.REDIRECT, "redirected to the login page")


class SiteClosedError(Exception):
    """The site was closed before the answer came."""


def too_large(cap: int, status: int | None = None) -> Refused:
    """Return the refusal of a body above the cap."""
    size = f"{cap / (1 << 20):g} MiB" if cap >= 1 << 20 else f"{cap} bytes"
    return Refused(FailureKind.TOO_LARGE, f"larger than {size}", status)
