"""Help of the large commands: options by what they are about, the rare ones only with --help-all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

if TYPE_CHECKING:
    from collections.abc import Iterator

WHAT = "What you want"
# Titles, and the names of the options below them; what is in none is what one wants.
GROUPS = {
    "Where to look": (
        *("entry", "likes", "negatives", "no_ask", "wider", "narrower", "strategy"),
        *("max_pages", "max_depth"),
        *("max_seconds", "subdomains", "domains", "path_prefix", "include", "exclude"),
        *("accept_regex", "reject_regex", "sort_query", "acting_links", "threshold", "labels"),
        *(
            "fold",
            "url_levels",
            "schema_distance",
            "index_depth",
            "seeds",
            "forms",
            "words",
            "form_names",
            "form_budget",
        ),
        *("whole_site", "check_links", "external", "max_checks"),
    ),
    "Manners": (
        *("delay", "concurrency", "autothrottle", "obey_robots", "timeout", "retries"),
        *("max_outage", "max_redirects", "max_body", "max_memory", "allow_networks"),
        *("only_public", "time_window", "proxy", "headers", "cookies", "user_agent", "jobs"),
    ),
    "Logins": (
        *("login", "login_url", "login_success", "login_user_variable"),
        "login_password_variable",
    ),
    "Rendering": ("render", "scroll"),
}
RARE = frozenset(
    (
        *("strategy", "max_depth", "accept_regex", "reject_regex", "sort_query", "acting_links"),
        *(
            "threshold",
            "labels",
            "fold",
            "url_levels",
            "schema_distance",
            "index_depth",
            "form_names",
            "form_budget",
            "words",
        ),
        *("autothrottle", "timeout", "retries", "max_outage", "max_redirects", "max_body"),
        *("max_memory", "allow_networks", "only_public", "time_window", "proxy", "user_agent"),
        *("login_success", "login_user_variable", "login_password_variable", "scroll"),
        *(
            "attributes",
            "nested",
            "plain",
            "max_checks",
            "keep_crawls",
            "domains",
            "confirm",
            "jobs",
        ),
    )
)
ALL_OPTIONS = "help_all"  # in the meta of a context: its help shows the rare ones, too


class GroupedCommand(click.Command):
    """A command whose help has groups of options; --help-all shows the rare ones, too."""

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters, with --help-all."""
        return [*super().get_params(ctx), _help_all()]

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the options, group by group."""
        everything = bool(ctx.meta.get(ALL_OPTIONS))
        shown = [option for option in self.get_params(ctx) if isinstance(option, click.Option)]
        hidden = 0
        for title, options in _grouped(shown):
            told = [one for one in options if everything or one.name not in RARE]
            hidden += len(options) - len(told)
            records = [record for one in told if (record := one.get_help_record(ctx))]
            if records:
                with formatter.section(title):
                    formatter.write_dl(records)
        if hidden:
            formatter.write_paragraph()
            formatter.write_text(f"{hidden} more options: pagekin {self.name} --help-all")


def _grouped(options: list[click.Option]) -> Iterator[tuple[str, list[click.Option]]]:
    place = {name: title for title, names in GROUPS.items() for name in names}
    for title in (WHAT, *GROUPS):
        yield title, [one for one in options if place.get(one.name or "", WHAT) == title]


def _help_all() -> click.Option:
    def show(ctx: click.Context, _: click.Parameter, value: Any) -> None:
        if value and not ctx.resilient_parsing:
            ctx.meta[ALL_OPTIONS] = True
            click.echo(ctx.get_help(), color=ctx.color)
            ctx.exit()

    return click.Option(
        ["--help-all"],
        is_flag=True,
        is_eager=True,
        expose_value=False,
        callback=show,
        help="Show all options, also the rare ones, and exit.",
    )
