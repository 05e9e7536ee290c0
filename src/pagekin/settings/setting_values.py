"""Readers of settings that are more than a word or a number: lists, globs, hours of the day.

Each takes the text of a setting and returns its meaning; a mistake is a ValueError that says what is wrong
and what would be right.
"""

import re
from dataclasses import dataclass
from datetime import datetime, time, timedelta
from ipaddress import IPv4Network, IPv6Network, ip_network
from urllib.parse import urlsplit

from pagekin.lazy import lazy_module

_re2 = lazy_module("re2")
A_DAY = 24 * 3600.0  # seconds
_HOST = r"[\w.\-]+(?::\d+)?|\[[0-9A-Fa-f:.]+\](?::\d+)?"
_DOMAIN = re.compile(rf"({_HOST})(?:\s*=\s*(\d+))?", re.ASCII)
_HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_COOKIE = re.compile(r"[^\s=;,\"]+=[^\s;]*")
_WINDOW = re.compile(r"(\d{1,2}):(\d\d)\s*-\s*(\d{1,2}):(\d\d)")
# Headers of the connection, or of the request as pagekin makes it.
_OWN_HEADERS = frozenset(
    {"host", "connection", "content-length", "transfer-encoding", "te", "upgrade"}
    | {"accept-encoding", "user-agent", "cookie"}
)
_OTHER_SETTING = {"user-agent": "user_agent", "cookie": "cookies"}


def parts(text: str) -> tuple[str, ...]:
    """Split a list at its commas and spaces."""
    return tuple(text.replace(",", " ").split())


def urls(text: str) -> tuple[str, ...]:
    """Read URLs such as "https://shop.example/, https://shop.example/new"."""
    for part in parts(text):
        if not part.lower().startswith(("http://", "https://")):
            raise ValueError(f"{part!r} does not begin with http:// or https://")
    return parts(text)


def domains(text: str) -> tuple[tuple[str, int], ...]:
    """Read hosts, each with its depth, such as "shop.example=3, cdn.example"; 0 is no limit."""
    found = []
    for part in re.sub(r"\s*=\s*", "=", text).replace(",", " ").split():
        match = _DOMAIN.fullmatch(part)
        if not match:
            raise ValueError(f"{part!r} is not a domain with its depth; write it as shop.example=3")
        found.append((match[1].lower(), int(match[2] or 0)))
    return tuple(found)


def networks(text: str) -> tuple[IPv4Network | IPv6Network, ...]:
    """Read networks such as "10.0.0.0/8, fd00::/8"."""
    return tuple(map(ip_network, parts(text)))


def globs(text: str) -> tuple[str, ...]:
    """Read globs of paths such as "/p/*, *.html"."""
    for part in parts(text):
        if part[0] not in "/*":
            raise ValueError(
                f"{part!r} is not a glob of paths; begin it with / or *, as in *{part}"
            )
    return parts(text)


def glob_regex(text: str) -> str:
    """Return a regular expression for URLs whose path matches one of the globs; "" if there are none.

    A star stands for any characters, including slashes. The query only counts if the glob has one.
    """
    branches = "|".join(map(_branch, globs(text)))
    return f"^https?://[^/]+(?:{branches})$" if branches else ""


def _branch(glob: str) -> str:
    anything = ".*" if "?" in glob else "[^?]*"
    literals = glob.split("*")
    start = re.escape(literals[0])
    if (
        not start
    ):  # a star at the start includes the first slash of the path, unless that is written
        start = f"(?:/{anything})?" if literals[1].startswith("/") else f"/{anything}"
        start += re.escape(literals.pop(1))
    whole = anything.join([start, *map(re.escape, literals[1:])])
    return whole if "?" in glob else rf"{whole}(?:\?.*)?"


def url_globs(text: str) -> tuple[str, ...]:
    """Read globs of paths or of whole URLs, such as "/app/*, https://shop.example/*"; or "always"."""
    if text.strip().lower() == "always":
        return ("*",)
    for part in parts(text):
        if part[0] not in "/*" and not part.startswith(("http://", "https://")):
            raise ValueError(f"{part!r} is neither 'always' nor a glob of paths such as /app/*")
    return parts(text)


def regex(text: str) -> str:
    """Check a regular expression."""
    options = _re2.Options()
    options.log_errors = False
    try:
        _re2.compile(text, options)
    except _re2.error as error:
        reason = error.args[0]  # the engine reports bytes
        why = reason.decode(errors="replace") if isinstance(reason, bytes) else reason
        raise ValueError(f"{text!r} is not a regular expression: {why}") from None
    return text


def headers(text: str) -> tuple[tuple[str, str], ...]:
    """Read headers, one per line: "Accept-Language: de"."""
    found = []
    for line in filter(None, map(str.strip, text.splitlines())):
        name, colon, value = line.partition(":")
        # The value may be secret, so no message repeats it.
        if not colon or not _HEADER_NAME.fullmatch(name):
            raise ValueError("a header is not written as 'Name: value'")
        if name.lower() in _OWN_HEADERS:
            other = _OTHER_SETTING.get(name.lower())
            hint = f"there is a setting for that: {other}" if other else "pagekin sets it itself"
            raise ValueError(f"{name} cannot be given as a header; {hint}")
        if not (value.isascii() and value.strip().isprintable()):
            raise ValueError(f"the value of {name} has characters that no header may have")
        found.append((name, value.strip()))
    return tuple(found)


def user_agent(text: str) -> str:
    """Check the name that pagekin goes by."""
    if not text.strip():
        raise ValueError("it is empty, but sites want to know who asks")
    if not (text.isascii() and text.isprintable()):
        raise ValueError(f"{text!r} has characters that no header may have")
    return text


def cookies(text: str) -> tuple[tuple[str, str], ...]:
    """Read cookies as a browser sends them: "name=value; other=value"."""
    found = []
    for part in filter(None, map(str.strip, text.split(";"))):
        if not (_COOKIE.fullmatch(part) and part.isascii() and part.isprintable()):
            raise ValueError("a cookie is not written as 'name=value'; several are parted by ';'")
        name, _, value = part.partition("=")
        found.append((name, value))
    return tuple(found)


def proxy(text: str) -> str:
    """Check the URL of a proxy."""
    if not text:
        return ""
    try:
        url = urlsplit(text)
        is_whole = bool(url.hostname) and url.scheme == "http" and (url.port or 1) > 0
    except ValueError:
        is_whole = False
    if not is_whole or url.path.strip("/") or url.query:
        # It may contain a password, so it is not repeated.
        raise ValueError("it is not an HTTP proxy; write it as http://proxy.example:3128")
    return text


@dataclass(frozen=True, slots=True)
class TimeWindow:
    """The hours of the day, local time, in which requests may be made."""

    opens: time
    closes: time

    def __str__(self) -> str:
        return f"{self.opens:%H:%M}-{self.closes:%H:%M}"

    def opening(self, now: datetime) -> datetime | None:
        """Return when the window opens next, by the same clock; None if it is open now."""
        clock = now.time().replace(tzinfo=None)
        if self.opens < self.closes:
            is_open = self.opens <= clock < self.closes
        else:  # it spans midnight
            is_open = clock >= self.opens or clock < self.closes
        if is_open:
            return None
        today = now.replace(hour=self.opens.hour, minute=self.opens.minute, second=0, microsecond=0)
        return today if today > now else today + timedelta(days=1)


def time_window(text: str) -> TimeWindow | None:
    """Read hours of the day such as "22:00-06:00"; None if there is no limit."""
    if not text.strip():
        return None
    match = _WINDOW.fullmatch(text.strip())
    hours = [int(number) for number in match.groups()] if match else [24]
    if hours == [24] or hours[0] > 23 or hours[2] > 24 or max(hours[1], hours[3]) > 59:
        raise ValueError(f"{text!r} is not a time window; write it as 22:00-06:00")
    opens, closes = time(hours[0], hours[1]), time(hours[2] % 24, hours[3])
    if opens == closes:
        raise ValueError(f"{text!r} contains no time at all")
    return TimeWindow(opens, closes)
