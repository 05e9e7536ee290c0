"""How every strategy starts: the sample and the entry, fetched and found fit to learn from."""

import datetime as dt
import re
from dataclasses import dataclass, replace
from urllib.parse import unquote, urlsplit

from pagekin.dom import Page
from pagekin.dom.links import LinkKind
from pagekin.dom.script_shell import RENDERED, is_shell
from pagekin.errors import FetchError, UsageError
from pagekin.navigation import Crawler, crawler_id
from pagekin.site import Failure, FailureKind, Site
from pagekin.urls import InvalidUrl, Scope, canonical

_SCRIPTS = " but what scripts may make; try --render"


@dataclass(frozen=True, slots=True)
class LearningTask:
    """What to learn: the example pages, where to start, and what belongs to the site."""

    samples: tuple[str, ...]
    entry: str | None  # None: not given
    scope: Scope
    negatives: tuple[str, ...] = ()  # pages that are not kin
    wider: int = 0  # so many classes wider than decided; below 0: narrower
    seeds: tuple[str, ...] = ()  # further pages to start from

    @property
    def root(self) -> str:
        """The root of the first sample's site."""
        return root_of(self.samples[0])

    def answered(self, url: str, *, yes: bool) -> "LearningTask":
        """Return the task of somebody who has said whether another page is like the samples."""
        if yes:
            return replace(self, samples=(*self.samples, url))
        return replace(self, negatives=(*self.negatives, url))

    def crawler_id(self, strategy: str) -> str:
        """Return the id of the crawler that a strategy learns from this task."""
        return crawler_id(
            self.scope,
            self.samples,
            negatives=self.negatives,
            entry=self.entry,
            wider=self.wider,
            strategy=strategy,
        )


@dataclass(frozen=True, slots=True)
class LearningResult:
    """A crawler, and the URLs of all targets that are known so far, whether they were fetched or not."""

    crawler: Crawler
    targets: tuple[str, ...]  # sorted: the order in which they were found may depend on chance


def now() -> str:
    """Return the time for the crawler file."""
    return dt.datetime.now(dt.UTC).isoformat(timespec="seconds")


_BARE = re.compile(r"(?:[\w-]+\.)+[a-z0-9]{1,63}(?::\d+)?(?:/\S*)?", re.IGNORECASE)
_LOGIN_WORDS = re.compile(r"log-?_?in|sign-?_?in|anmeld|connexion|auth|sso|session", re.IGNORECASE)
_WANTS_LOGIN = (401, 403)


def checked_url(text: str, what: str) -> str:
    """Return a URL that a person typed in canonical form; raise UsageError if it is not one."""
    url = canonical(text)
    if isinstance(url, InvalidUrl):
        bare = _BARE.fullmatch(text.strip())
        meant = f"did you mean https://{bare[0]}?" if bare else "give it as http://… or https://…"
        raise UsageError(f"the {what} {url}; {meant}")
    return url


def root_of(url: str) -> str:
    """Return the root of the site that a URL belongs to."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}/"


def check_scope(task: LearningTask) -> None:
    """Raise UsageError unless samples, negatives and seeds belong to the entry's site."""
    named = [
        *(("sample", url) for url in task.samples),
        *(("--not", url) for url in task.negatives),
        *(("seed", url) for url in task.seeds),
    ]
    for what, url in named:
        if not task.scope.contains(url):
            raise UsageError(
                f"the {what} {url} is not on the entry's site ({task.scope.host}"
                f"{task.scope.prefix}); choose another entry, or widen the site with --subdomains or "
                "--domains"
            )


async def fetch_sample(site: Site, url: str, what: str = "sample") -> Page:
    """Fetch an example page; raise UsageError if there is nothing to learn from it."""
    page = _come(await site.fetch(url), what)
    if _is_login(page, url):
        raise UsageError(
            f"the {what} {url} leads to a page to log in at, {page.url}: 'pagekin login {url}' keeps a "
            "login, then try again"
        )
    if page.is_empty:
        raise UsageError(f"the {what} {url} is an empty page; there is no structure to look for")
    if is_shell(page):
        raise UsageError(f"the {what} {url} is empty without its scripts: try --render")
    return page


async def fetch_entry(site: Site, url: str) -> Page:
    """Fetch the page that the search starts from."""
    return _come(await site.fetch(url), "entry")


def why_no_links(page: Page, scope: Scope) -> str | None:
    """Return why a page has no links inside the site; None if it has some."""
    on = [link for link in page.links if link.leads_on]
    if any(scope.follow(link.url) for link in on):
        return None
    if not on:
        has_scripts = page.root.find(".//script") is not None and RENDERED not in page.headers
        return f"it has none{_SCRIPTS if has_scripts else ''}"
    kinds = {link.kind for link in on}
    host = urlsplit(on[0].url).netloc
    if any(scope.contains(link.url) for link in on):
        return "include, exclude and the regular expressions leave none"
    if LinkKind.FRAME in kinds:
        return f"its frames are of another site, {host}; choose an entry there"
    if kinds == {LinkKind.REFRESH}:
        return f"it sends visitors on to another site, {host}; choose an entry there"
    return f"they all lead to other sites, such as {host}; does --subdomains take that in?"


def _come(result: Page | Failure, what: str) -> Page:
    if isinstance(result, Page):
        return result
    message = f"cannot fetch the {what} {result}"
    if result.kind is FailureKind.NOT_HTML:
        raise UsageError(f"{message}; give an HTML page")
    raise FetchError(message + hint(result))


def hint(failure: Failure) -> str:
    """Return what to do about a page that is needed and did not come, "" if nobody knows."""
    if failure.kind is FailureKind.ROBOTS:
        return "; choose another page, or --no-obey-robots if the site is yours"
    if failure.leads_to:
        host = urlsplit(failure.leads_to).netloc
        return f"; give that address instead, or --domains {host} if it belongs to the site"
    if failure.kind is FailureKind.NETWORK and "TLS" in failure.detail:
        return f"; if it does without, give http{failure.url.removeprefix('https')}"
    if failure.status in _WANTS_LOGIN:
        login = f"'pagekin login {failure.url}' if it needs a login"
        return f"; {login}, --render if it only lets browsers in"
    return ""


def _is_login(page: Page, asked: str) -> bool:
    """Whether a page came instead of the one asked for, and asks for a password."""
    got, wanted = urlsplit(page.url), urlsplit(asked)
    if got.path == wanted.path:
        return False
    has_password = any(field.get("type") == "password" for field in page.root.iter("input"))
    goes_back = wanted.path.strip("/") and wanted.path in unquote(got.query)
    return has_password and bool(goes_back or _LOGIN_WORDS.search(got.path))
