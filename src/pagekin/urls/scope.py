"""Scope: which URLs belong to a site, and which of its links to follow."""

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from urllib.parse import urlsplit

from pagekin.errors import UsageError
from pagekin.lazy import lazy_module
from pagekin.urls.acting_urls import acts
from pagekin.urls.canonical import InvalidUrl, canonical
from pagekin.urls.public_suffixes import registered_domain
from pagekin.urls.redundant_parameters import Redundant, without_redundant
from pagekin.urls.session_ids import without_sessions
from pagekin.urls.tracking_parameters import untracked

_re2 = lazy_module("re2")
_INDICES = {"index", "default"}  # names of files that stand for their folder


@dataclass(frozen=True, slots=True)
class Scope:
    """A host (with its port), optionally with its subdomains, optionally only what is below a path.

    Further whole domains may belong to it, each with a limit on its depth in links from a start (0: none).
    """

    host: str
    subdomains: bool = False
    prefix: str = "/"
    accept: str = ""
    reject: str = ""
    sort_query: bool = False
    slash: str = ""  # at the end of a path without file ending: "add", "drop", or as linked
    scheme: str = ""  # "http", "https", or as linked
    sessions: tuple[str, ...] = ()  # parameters that hold nothing but a session id
    session_level: str = ""  # a regular expression for levels of the path that do so
    domains: tuple[tuple[str, int], ...] = ()
    redundant: tuple[Redundant, ...] = ()  # parameters that some kinds of URL do not need
    acting: bool = False  # whether to follow links that do something, such as filling a cart

    def __post_init__(self) -> None:
        regexes = {
            "--accept-regex": self.accept,
            "--reject-regex": self.reject,
            "session_level": self.session_level,
        }
        for name, regex in regexes.items():
            try:
                if regex:
                    _compiled(regex)
            except _re2.error as error:
                raise UsageError(f"{name} {regex!r} is not a regular expression: {error}") from None

    @classmethod
    def around(  # one parameter for each flag of the command line
        cls,
        url: str,
        *,
        subdomains: bool = False,
        prefix: str = "",
        accept: str = "",
        reject: str = "",
        sort_query: bool = False,
        domains: tuple[tuple[str, int], ...] = (),
        acting: bool = False,
    ) -> "Scope":
        """Return the scope around one of a site's URLs."""
        address = canonical(url)
        if isinstance(address, InvalidUrl):
            raise UsageError(f"there is no site around {address}")
        host = urlsplit(address).netloc
        if subdomains:
            name, colon, port = host.partition(":")
            host = registered_domain(name) + colon + port
        if prefix and not prefix.startswith("/"):
            raise UsageError(f"--path-prefix {prefix!r} does not begin with a slash")
        return cls(
            host,
            subdomains,
            prefix or "/",
            accept,
            reject,
            sort_query,
            domains=tuple(domains),
            acting=acting,
        )

    def contains(self, url: str) -> bool:
        """Return whether a canonical URL belongs to the site."""
        scheme, separator, rest = url.partition("://")
        if not separator or scheme not in ("http", "https"):
            return False
        host, _, path = rest.partition("/")
        if host != self.host and not (self.subdomains and host.endswith("." + self.host)):
            return self._domain(host) is not None
        return self.prefix == "/" or ("/" + path).startswith(self.prefix)

    def too_deep(self, url: str, depth: int) -> bool:
        """Return whether a page is more links away from a start than its domain allows."""
        if not self.domains:
            return False
        domain = self._domain(url.split("/", 3)[2])
        return domain is not None and 0 < domain[1] < depth

    def limits_depth(self, url: str) -> bool:
        """Return whether the domain of a page has a limit on its depth."""
        domain = self._domain(url.split("/", 3)[2]) if self.domains else None
        return domain is not None and domain[1] > 0

    def _domain(self, host: str) -> tuple[str, int] | None:
        """Return the most specific further domain that a host belongs to; None if there is none."""
        if not self.domains or host == self.host:
            return None
        fitting = (d for d in self.domains if host == d[0] or host.endswith(f".{d[0]}"))
        return max(fitting, key=lambda domain: len(domain[0]), default=None)

    def follow(self, url: str) -> str | None:
        """Return the URL under which to follow a link; None if it is out of scope or filtered out.

        Whatever merely identifies the visitor, or where the visitor came from, is removed.
        """
        if not self.contains(url) or (acts(url) and not self.acting):
            return None
        if self.accept and not _compiled(self.accept).search(url):
            return None
        if self.reject and _compiled(self.reject).search(url):
            return None
        url = untracked(url)
        if self.sessions or self.session_level:
            url = without_sessions(url, self.sessions, self.session_level)
        if self.redundant and "&" in url:
            url = without_redundant(url, self.redundant)
        if self.scheme:
            url = f"{self.scheme}://{url.partition('://')[2]}"
        if self.slash:
            url = respelled(url, self.slash)
        return str(canonical(url, sort_query=True)) if self.sort_query else url


def respelled(url: str, slash: str) -> str:
    """Return a URL with ("add") or without ("drop") a slash at its end, unless it is a file or a root."""
    address, mark, query = url.partition("?")
    root, last = address.rstrip("/").rpartition("/")[::2]
    if "." in last or root.endswith("/"):
        return url
    return f"{root}/{last}{'/' if slash == 'add' else ''}{mark}{query}"


def other_spellings(url: str) -> set[str]:
    """Return the URLs that often name the same page: with or without a slash or an index file."""
    others = {respelled(url, "add"), respelled(url, "drop"), folder_of(url) or url}
    return others - {url}


def folder_of(url: str) -> str | None:
    """Return the URL of the folder that an index file stands for; None if it is not an index file."""
    address, mark, query = url.partition("?")
    folder, _, name = address.rpartition("/")
    is_index = name.partition(".")[0].lower() in _INDICES and not folder.endswith("/")
    return f"{folder}/{mark}{query}" if is_index else None


@lru_cache(maxsize=64)
def _compiled(regex: str) -> Any:
    options = _re2.Options()
    options.log_errors = False
    return _re2.compile(regex, options)
