"""Options that several commands have: those of the table of settings, of samples and of outputs."""

import os
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar

import click

from pagekin.settings import FILE_NAME, TABLE, TYPES, Settings, load

F = TypeVar("F", bound=Callable[..., Any])
STDOUT = "-"  # as in pagekin.output
# As in pagekin.discovery; here, so that help need not load it.
STRATEGIES = ("auto", "gogetit", "indesit", "trivial")

SCOPE = (
    "subdomains",
    "domains",
    "path_prefix",
    "include",
    "exclude",
    "accept_regex",
    "reject_regex",
    "sort_query",
    "acting_links",
)
LIMITS = ("max_pages", "max_depth", "max_seconds")
SIMILARITY = ("threshold", "labels", "fold", "url_levels", "schema_distance", "index_depth")
FETCHING = (
    "delay",
    "concurrency",
    "autothrottle",
    "obey_robots",
    "timeout",
    "retries",
    "max_outage",
    "max_redirects",
    "max_body",
    "max_memory",
    "jobs",
    "allow_networks",
    "only_public",
    "time_window",
    "proxy",
    "headers",
    "cookies",
    "user_agent",
    "render",
    "scroll",
    "login",
    "login_url",
    "login_success",
    "login_user_variable",
    "login_password_variable",
)
# How to find more than links lead to, and what to keep of it.
FORMS = ("forms", "words", "form_names", "form_budget")
REACH = ("seeds", *FORMS)
KEEPING = ("keep_crawls",)
TELLING = (
    *("mail_host", "mail_port", "mail_security", "mail_user", "mail_password", "mail_from"),
    "console_url",
)


# Given several times, they add up; each would be a list in pagekin.toml.
_SEVERAL = frozenset({"headers", "cookies", "seeds", "include", "exclude", "domains"})
# Besides the option with a value there is one without, for its commonest value.
_WITHOUT_VALUE = {
    "render": ("--render-only", "always", "Run the scripts of all pages in a browser.")
}


def setting_options(*names: str) -> Callable[[F], F]:
    """Add an option for each of these settings; not given, it is None and another source decides."""

    def decorate(function: F) -> F:
        for name in reversed(names):
            function = _option(name)(function)
        return function

    return decorate


def settings_from(flags: dict[str, Any], site: str = "", beside: Path | None = None) -> Settings:
    """Gather the settings from the flags given, the environment, a crawler's own and ./pagekin.toml.

    With a site (its host, with its port), what the file says of that site counts too; if it has a login
    that is nowhere to be found, a person at a terminal is asked for it.
    """
    settings = load(flags, os.environ, Path(FILE_NAME), site, beside)
    is_login_set = settings.login or settings.login_url
    is_given = os.environ.get(settings.login_password_variable)
    if site and is_login_set and not is_given and sys.stdin.isatty():
        # Here, since it loads the store, which takes a while and is seldom needed.
        from pagekin.cli.asking import ask_if_missing  # noqa: PLC0415

        ask_if_missing(settings, site)
    return settings


def _option(name: str) -> Callable[[F], F]:
    setting = TABLE[name]
    flag = "--" + name.replace("_", "-")
    declaration = f"{flag}/--no-{flag[2:]}" if TYPES[name] is bool else flag
    choices = setting.metadata["choices"]
    default = "" if setting.metadata["secret"] else setting.default
    if isinstance(default, bool):
        default = "yes" if default else "no"
    shown = f"  [default: {default}]" if default != "" else ""
    with_value = click.option(
        _WITHOUT_VALUE[name][0] if name in _WITHOUT_VALUE else declaration,
        name,
        type=click.Choice(choices) if choices else TYPES[name],
        default=None,
        multiple=name in _SEVERAL,
        help=f"{setting.metadata['help']}{shown}",
    )
    if name not in _WITHOUT_VALUE:
        return with_value
    _, value, meaning = _WITHOUT_VALUE[name]
    without = click.option(flag, name, flag_value=value, default=None, help=meaning)
    return lambda function: without(with_value(function))


_SAMPLE_OPTIONS: list[Callable[[Any], Any]] = [
    click.option(
        "--entry", metavar="URL", help="Where to start.  [default: what leads to the sample]"
    ),
    click.option(
        "--like", "likes", metavar="URL", multiple=True, help="Another sample: a page that is kin."
    ),
    click.option(
        "--not", "negatives", metavar="URL", multiple=True, help="A page that is not kin."
    ),
    click.option(
        "--no-ask", is_flag=True, help="Ask nothing, though it may not be clear who is kin."
    ),
    click.option(
        "--wider", count=True, help="Take the next wider class; twice for the one after it."
    ),
    click.option("--narrower", count=True, help="Take the next narrower class."),
    click.option(
        "--strategy",
        type=click.Choice(STRATEGIES),
        default=STRATEGIES[0],
        show_default=True,
        help="How to look for the sample's kin.",
    ),
    click.option("--fresh", is_flag=True, help="Fetch everything anew after an interruption."),
]


def sample_options(metavar: str = "SAMPLE_URL...") -> Callable[[F], F]:
    """Add the samples, and the options that say what is meant by them."""

    def decorate(function: F) -> F:
        for option in reversed(_SAMPLE_OPTIONS):
            function = option(function)
        samples: Callable[[F], F] = click.argument(
            "samples", metavar=metavar, nargs=-1, required=True
        )
        return samples(function)

    return decorate


def output_options(function: F) -> F:
    """Add -o and -O, which mean what they mean in Scrapy."""
    append: Callable[[Any], Any] = click.option(
        "-o",
        "--output",
        metavar="FILE",
        help="Append the records; FILE:FORMAT chooses a format, - is stdout.  [default: -]",
    )
    overwrite: Callable[[Any], Any] = click.option(
        "-O", "--overwrite-output", "overwrite", metavar="FILE", help="The same, but start anew."
    )
    decorated: F = append(overwrite(function))
    return decorated


_LAYOUT_OPTIONS: list[Callable[[Any], Any]] = [
    click.option(
        "--attributes", is_flag=True, help="Further columns of a field: price.text, price.old, …"
    ),
    click.option(
        "--bundles", is_flag=True, help="Also the tables of variants, reviews and the like."
    ),
    click.option("--nested", is_flag=True, help="JSON with records inside records."),
    click.option(
        "--plain", is_flag=True, help="CSV for programs: no guard against formulas, all columns."
    ),
]


def layout_options(function: F) -> F:
    """Add the options that say how records are laid out in files."""
    for option in reversed(_LAYOUT_OPTIONS):
        function = option(function)
    return function


def layout_flags(flags: dict[str, Any]) -> dict[str, Any]:
    """Take the options of the layout out of those given."""
    return {name: flags.pop(name) for name in ("attributes", "bundles", "nested", "plain")}
