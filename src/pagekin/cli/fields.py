"""`pagekin fields`: the fields of a wrapper, listed_fields and changed."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import click

from pagekin.app.field_editing import dropped, joined, keyed, listed_fields, renamed, retyped
from pagekin.app.induce import FieldExample, induce
from pagekin.app.learned_file import read_learned, write_text
from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.cli.page_options import complain_of_unread, open_pages
from pagekin.cli.record_report import field_lines
from pagekin.errors import UsageError
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.wrappers import Wrapper


@click.command("fields")
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
    "--sample",
    "samples",
    metavar="PAGE",
    multiple=True,
    help="The page with the examples; more pages make it surer.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the list as one JSON object.")
@setting_options(*FETCHING)
def command(
    learned_file: Path,
    rename: tuple[str, ...],
    drop: tuple[str, ...],
    retype: tuple[str, ...],
    keys: tuple[str, ...],
    add: tuple[str, ...],
    samples: tuple[str, ...],
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """List the fields of a wrapper or crawler, or change them.

    The list has each field's name, type, the share of pages that have it, and examples; a * marks the key,
    by which a page that has moved to another URL, or a row that stands elsewhere on its page, is known again.
    A change is written back to the file, as a new version of the wrapper.

    \b
    Example:
      pagekin fields crawler.json
      pagekin fields crawler.json --rename text_3=colour --drop text_4 --retype weight=quantity
      pagekin fields crawler.json --add price="€ 12.50" --sample pages/1.html
    """
    learned = read_learned(learned_file)
    wrapper = learned.wrapper
    for typed in rename:
        wrapper = renamed(wrapper, *_pair(typed, "--rename", "OLD=NEW"))
    for name in drop:
        wrapper = dropped(wrapper, name)
    for typed in retype:
        wrapper = retyped(wrapper, *_pair(typed, "--retype", "NAME=TYPE"))
    for name in keys:
        wrapper = keyed(wrapper, name)
    if add or samples:
        wrapper = joined(wrapper, _by_example(add, samples, settings_from(flags)))
    if rename or drop or retype or keys or add:
        wrapper = replace(wrapper, version=learned.wrapper.version + 1)
        write_text(learned_file, replace(learned, wrapper=wrapper).dumps())
        click.echo(f"{learned_file}: version {wrapper.version} of the wrapper", err=True)
    entries = listed_fields(wrapper)
    if as_json:
        content = {"version": wrapper.version, "fields": [entry.as_json() for entry in entries]}
        click.echo(json.dumps(content, ensure_ascii=False))
    else:
        click.echo("\n".join(field_lines(entries)))


def _pair(typed: str, option: str, form: str) -> tuple[str, str]:
    left, equals, right = typed.partition("=")
    if not equals or not left.strip() or not right.strip():
        raise UsageError(f"{option} {typed!r} is not {form}")
    return left.strip(), right.strip()


def _by_example(add: tuple[str, ...], samples: tuple[str, ...], settings: Settings) -> Wrapper:
    wanted = [FieldExample.parse(typed) for typed in add]
    if not wanted or not samples:
        raise UsageError("--add and --sample go together: --add NAME=VALUE --sample PAGE")
    with open_pages((samples,), settings, Stop()) as (pages,):
        found = list(pages)
        complain_of_unread(pages, any_read=bool(found))
        return induce((), found, wanted)
