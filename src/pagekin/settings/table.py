"""The table of settings is the `Settings` class itself: each field is a setting, described by its metadata."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Any, get_type_hints

from pagekin.settings import setting_values
from pagekin.version import __version__

PROJECT_PAGE = "https://github.com/pagekin/pagekin"


def _setting(
    default: Any,
    description: str,
    *,
    least: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
    reader: Callable[[str], object] = str,
    joint: str = ", ",
    secret: bool = False,
) -> Any:
    """Declare a setting.

    The reader raises a ValueError for a value that makes no sense; several values are joined with `joint`;
    a secret setting is never shown, and takes `${NAME}` from the environment.
    """
    about: dict[str, Any] = {"help": description, "reader": reader, "joint": joint}
    about |= {"least": least, "most": most, "choices": choices, "secret": secret}
    return field(default=default, metadata=about, repr=not secret)


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; frozen: a run cannot change its own rules."""

    # How far to go while learning.
    max_pages: int = _setting(
        10_000, "Stop learning, or all of 'get', after this many pages.", least=1
    )
    max_depth: int = _setting(
        0, "Go no further than this many links from the entry (0: no limit).", least=0
    )
    max_seconds: float = _setting(0.0, "Stop after this many seconds (0: no limit).", least=0)

    # What belongs to the site.
    subdomains: bool = _setting(
        default=False, description="The site's other subdomains belong to it."
    )
    path_prefix: str = _setting("", "Only URLs whose path begins with this belong to the site.")
    accept_regex: str = _setting(
        "",
        "Follow only links whose URL matches this regular expression.",
        reader=setting_values.regex,
    )
    reject_regex: str = _setting(
        "", "Follow no link whose URL matches this regular expression.", reader=setting_values.regex
    )
    include: str = _setting(
        "",
        "Follow only links to these paths, such as '/p/*, *.html'.",
        reader=setting_values.glob_regex,
    )
    exclude: str = _setting(
        "",
        "Follow no link to these paths, such as '/cart/*, *.pdf'.",
        reader=setting_values.glob_regex,
    )
    seeds: str = _setting("", "Further URLs to start from.", reader=setting_values.urls)
    domains: str = _setting(
        "",
        "Further domains that belong to the site, each with its depth: 'docs.example=3'.",
        reader=setting_values.domains,
    )
    acting_links: bool = _setting(
        default=False,
        description="Follow links that do something, such as '?add-to-cart=7' or '/logout'.",
    )
    sort_query: bool = _setting(
        default=False, description="Treat URLs that differ only in the order of the query as one."
    )

    # When two pages, or two URLs, are alike.
    threshold: float = _setting(
        0.8, "Pages at least this similar to the sample are targets (0 to 1).", least=0, most=1
    )
    labels: str = _setting(
        "tag", "Compare pages by 'tag' or by 'tag+class'.", choices=("tag", "tag+class")
    )
    fold: bool = _setting(
        default=False, description="Count repeated siblings once when comparing pages."
    )
    url_levels: int = _setting(
        2, "URLs that differ in at most this many levels are similar (K).", least=0
    )
    schema_distance: int = _setting(
        10, "Page schemas that differ in fewer tag-lists than this are similar (ST).", least=1
    )
    index_depth: int = _setting(
        2, "Follow at most this many levels of indices (strategy 'trivial').", least=0
    )

    # How to fetch.
    delay: float = _setting(
        0.25, "Seconds between two requests to one host.", least=0, most=setting_values.A_DAY
    )
    concurrency: int = _setting(8, "Requests under way at once.", least=1)
    autothrottle: bool = _setting(default=True, description="Slow down when the server does.")
    obey_robots: bool = _setting(default=True, description="Obey robots.txt.")
    timeout: float = _setting(
        30.0, "Give up on a request after this many seconds.", least=0.1, most=setting_values.A_DAY
    )
    retries: int = _setting(2, "Try a failing request this many times more.", least=0)
    max_outage: float = _setting(
        600.0,
        "Wait this many seconds for a server that went away, then stop; the next run goes on.",
        least=0,
        most=setting_values.A_DAY,
    )
    max_redirects: int = _setting(10, "Follow at most this many redirects in a row.", least=0)
    max_body: int = _setting(32 * 1024 * 1024, "Refuse pages larger than this many bytes.", least=1)
    max_memory: int = _setting(
        512 * 1024 * 1024,
        "Let the pages at hand take at most this many bytes of memory (0: no limit).",
        least=0,
    )
    jobs: int = _setting(
        0,
        "Processes that read pages, when there are many (0: one for each core).",
        least=0,
        most=1024,
    )
    allow_networks: str = _setting(
        "",
        "Private networks that pages may lead to, such as '10.0.0.0/8, fd00::/8'.",
        reader=setting_values.networks,
    )
    only_public: bool = _setting(
        default=False,
        description="Ask public addresses only (and allow_networks), whatever URLs are named.",
    )
    user_agent: str = _setting(
        f"pagekin/{__version__} (+{PROJECT_PAGE})",
        "How pagekin names itself.",
        reader=setting_values.user_agent,
    )
    time_window: str = _setting(
        "", "Ask only in these hours, local time: '22:00-06:00'.", reader=setting_values.time_window
    )
    headers: str = _setting(
        "",
        "Headers to send, 'Name: value', one a line.",
        reader=setting_values.headers,
        joint="\n",
        secret=True,
    )
    cookies: str = _setting(
        "",
        "Cookies to send, 'name=value; name=value'.",
        reader=setting_values.cookies,
        joint="; ",
        secret=True,
    )
    proxy: str = _setting(
        "",
        "The HTTP proxy to go through: 'http://proxy:3128'.",
        reader=setting_values.proxy,
        secret=True,
    )
    render: str = _setting(
        "",
        "Run the scripts of these pages in a browser: 'always', or paths such as '/app/*'.",
        reader=setting_values.url_globs,
    )
    scroll: int = _setting(
        0,
        "Go to the end of rendered pages, and press 'load more', up to this many times.",
        least=0,
        most=1000,
    )

    # How to get in.
    login: str = _setting(
        "",
        "How to log in: 'basic', 'digest', 'bearer' or 'form'.",
        choices=("", "basic", "digest", "bearer", "form"),
    )
    login_url: str = _setting(
        "", "The page with the login form, or what the password is for.", reader=setting_values.urls
    )
    login_success: str = _setting(
        "", "A text, or the address of a link, that is on the page only after the login."
    )
    login_user_variable: str = _setting(
        "PAGEKIN_LOGIN_USER", "The environment variable that holds the user's name."
    )
    login_password_variable: str = _setting(
        "PAGEKIN_LOGIN_PASSWORD", "The environment variable that holds the password or token."
    )

    # What is behind forms.
    forms: bool = _setting(default=False, description="Submit forms to find what is behind them.")
    words: str = _setting("", "A file with words for the text fields of forms, one a line.")
    form_names: str = _setting(
        "", "Forms to submit even if they look as if they change something: ids, names, or paths."
    )
    form_budget: int = _setting(200, "Submit one form at most this many times.", least=0)

    # What to keep.
    keep_crawls: int = _setting(30, "Keep the last so many crawls of a crawler.", least=1)

    # How to tell people.
    mail_host: str = _setting("", "The SMTP server that mail is sent by.")
    mail_port: int = _setting(
        0, "Its port (0: 587, with 'tls' 465, with 'none' 25).", least=0, most=65_535
    )
    mail_security: str = _setting(
        "starttls",
        "How the connection to it is secured: 'starttls', 'tls' or 'none'.",
        choices=("starttls", "tls", "none"),
    )
    mail_user: str = _setting("", "The user's name at the SMTP server.")
    mail_password: str = _setting("", "The password there.", secret=True)
    mail_from: str = _setting(
        "", "The address that mail comes from, such as 'pagekin@shop.example'."
    )
    console_url: str = _setting(
        "",
        "Where people open the console, such as 'https://pagekin.example.org': messages lead there.",
        reader=setting_values.urls,
    )

    @property
    def accept(self) -> str:
        """The regular expression for the links to follow, `include` and `accept_regex` together."""
        return _either(self.accept_regex, setting_values.glob_regex(self.include))

    @property
    def reject(self) -> str:
        """The regular expression for the links not to follow, `exclude` and `reject_regex` together."""
        return _either(self.reject_regex, setting_values.glob_regex(self.exclude))


def _either(one: str, other: str) -> str:
    return f"(?:{one})|(?:{other})" if one and other else one or other


TYPES: Mapping[str, type] = get_type_hints(Settings)
TABLE = {f.name: f for f in fields(Settings)}
