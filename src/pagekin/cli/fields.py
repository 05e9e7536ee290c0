"""`pagekin fields`: the fields of a wrapper, listed and changed."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.settings import Settings
    from pagekin.wrappers import Wrapper

with lazy_imports():
    import pagekin.app.field_editing as app
    import pagekin.app.induce as inducing
    import pagekin.app.learned_file as learned_files
    import pagekin.site.stop as stops
    from pagekin.app.sites import named_pages
    from pagekin.cli import printing, record_report, running


@click.command("fields", cls=GroupedCommand)
@click.argument("learned_file", metavar="WRAPPER", type=click.Path(path_type=Path))
@click.option("--rename", metavar="OLD=NEW", multiple=True, help="Give a field another name.")
@click.option("--drop", metavar="NAME", multiple=True, help="Leave a field out.")
@click.option("--retype", metavar="NAME=TYPE", multiple=True, help="Give a field another type.")
@click.option(
    "--key",
    "keys",
    metavar="NAME",
    multiple=True,
    help="Know a page, or a row on it, again by this field.",
)
@click.option(
    "--add", metavar="NAME=VALUE", multiple=True, help="A field by example, or NAME@XPATH."
)
@click.option(
    "--choose",
    metavar="NAME=N",
    multiple=True,
    help="Of the places that an example may mean, take this one.",
)
@click.option(
    "--sample",
    "samples",
    metavar="PAGE",
    multiple=True,
    help="The page with the examples; more pages make it surer.",
)
@click.option("--all", "everything", is_flag=True, help="List what is no column of the table, too.")
@click.option("--show", metavar="NAME", multiple=True, help="Let a field be a column of the table.")
@click.option("--json", "as_json", is_flag=True, help="Print the list as one JSON object.")
@setting_options(*FETCHING)
def command(
    learned_file: Path,
    rename: tuple[str, ...],
    drop: tuple[str, ...],
    retype: tuple[str, ...],
    keys: tuple[str, ...],
    add: tuple[str, ...],
    choose: tuple[str, ...],
    samples: tuple[str, ...],
    everything: bool,  # noqa: FBT001
    show: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> int:
    """List the fields of a wrapper or crawler, or change them.

    The list has each field's name, type, the share of pages that have it, and examples; a * marks the key,
    by which a page that has moved to another URL, or a row that stands elsewhere on its page, is known again.
    Fields that are no columns of the table (constant, rare, or said by another) are listed with --all.
    A change is written back to the file, as a new version of the wrapper.

    \b
    Example:
      pagekin fields crawler.json
      pagekin fields crawler.json --rename text_3=colour --drop text_4 --retype weight=quantity
      pagekin fields crawler.json --add price="€ 12.50" --sample pages/1.html
    """
    learned = learned_files.read_learned(learned_file)
    wrapper = learned.wrapper
    for typed in rename:
        wrapper = app.renamed(wrapper, *_pair(typed, "--rename", "OLD=NEW"))
    for name in drop:
        wrapper = app.dropped(wrapper, name)
    for typed in retype:
        wrapper = app.retyped(wrapper, *_pair(typed, "--retype", "NAME=TYPE"))
    for name in keys:
        wrapper = app.keyed(wrapper, name)
    for name in show:
        wrapper = app.shown(wrapper, name)
    all_read = True
    if add or samples:
        added, all_read = _by_example(
            add, samples, inducing.parse_choices(choose), settings_from(flags)
        )
        wrapper = app.joined(wrapper, added)
    if rename or drop or retype or keys or show or add:
        wrapper = replace(wrapper, version=learned.wrapper.version + 1)
        learned_files.write_text(learned_file, replace(learned, wrapper=wrapper).dumps())
        click.echo(f"{learned_file}: version {wrapper.version} of the wrapper", err=True)
    entries = app.listed_fields(wrapper)
    listed = [entry for entry in entries if everything or not entry.field.extra]
    if as_json:
        content = {"version": wrapper.version, "fields": [entry.as_json() for entry in entries]}
        click.echo(json.dumps(content, ensure_ascii=False))
    else:
        click.echo("\n".join(record_report.field_lines(listed)))
        if len(listed) < len(entries):
            click.echo(
                f"{len(entries) - len(listed)} more are no columns: --all lists them", err=True
            )
    return 0 if all_read else printing.LEFT_OUT


def _pair(typed: str, option: str, form: str) -> tuple[str, str]:
    left, equals, right = typed.partition("=")
    if not equals or not left.strip() or not right.strip():
        raise UsageError(f"{option} {typed!r} is not {form}")
    return left.strip(), right.strip()


def _by_example(
    add: tuple[str, ...], samples: tuple[str, ...], choose: dict[str, int], settings: Settings
) -> tuple[Wrapper, bool]:
    """Learn fields from values that a person shows; return whether all the samples could be read, too."""
    wanted = [inducing.FieldExample.parse(typed) for typed in add]
    if not wanted or not samples:
        raise UsageError("--add and --sample go together: --add NAME=VALUE --sample PAGE")
    runner = running.TerminalRunner()
    with named_pages.open_pages((samples,), settings, runner, stops.Stop()) as (pages,):
        found = list(pages)
        named_pages.report_unread(pages, runner.notice, any_read=bool(found))
        wrapper = inducing.induce((), found, wanted, choose=choose, tell=runner.notice)
        return wrapper, not pages.unread
