"""The pages of reference in the documentation: commands from the click tree, settings from their table."""

from collections.abc import Iterator

import click

from pagekin.cli import pagekin
from pagekin.cli.help_groups import ALL_OPTIONS
from pagekin.settings import TABLE, TYPES

_KINDS = {bool: "yes or no", int: "whole number", float: "number", str: "text"}


def commands_page() -> str:
    """Return the page of all commands, each with what `--help-all` says of it."""
    context = click.Context(pagekin, info_name="pagekin")
    context.meta[ALL_OPTIONS] = True
    sections = "\n".join(
        _command(context, pagekin, name) for name in pagekin.list_commands(context)
    )
    return (
        "# Commands\n\n"
        "What each command does, with all its options. `pagekin COMMAND --help-all` says the same.\n"
        "Options that are settings can also be given as variables or in a file: see [settings](settings.md).\n\n"
        f"{sections}"
    )


def _command(above: click.Context, group: click.Group, name: str, level: int = 2) -> str:
    command = group.get_command(above, name)
    if command is None:
        raise LookupError(name)
    context = click.Context(command, parent=above, info_name=name, max_content_width=96)
    parts = [
        f"{'#' * level} {context.command_path}\n",
        f"```text\n{command.get_help(context)}\n```\n",
    ]
    if isinstance(command, click.Group):
        parts += (_command(context, command, inner, 3) for inner in command.list_commands(context))
    return "\n".join(parts)


def settings_page() -> str:
    """Return the page of all settings: what each means, its kind, its default, and how it is called where."""
    return (
        "# Settings\n\n"
        "Each can be given as an option (`--max-pages 500`), as a variable (`PAGEKIN_MAX_PAGES=500`) or in\n"
        '`pagekin.toml` (`max_pages = 500`), also for one site only, below `[site."shop.example"]`. An option\n'
        "takes precedence over a variable, a variable over the site's own table, that over the rest of the file.\n"
        "How they work together is told in [fetching](fetching.md); `pagekin COMMAND --help` says which a\n"
        "[command](commands.md) takes.\n\n"
        "| setting | meaning | kind | default |\n|---|---|---|---|\n" + "\n".join(_rows()) + "\n"
    )


def _rows() -> Iterator[str]:
    for name, setting in TABLE.items():
        cells = (f"`{name}`", setting.metadata["help"], _kind(name), _default(name))
        yield "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"


def _kind(name: str) -> str:
    about = TABLE[name].metadata
    if about["choices"]:
        return ", ".join(f"`{choice}`" for choice in about["choices"] if choice)
    least, most = (
        None if bound is None else f"{bound:,.10g}" for bound in (about["least"], about["most"])
    )
    bounds = f", {least} to {most}" if least and most else f", at least {least}" if least else ""
    return _KINDS[TYPES[name]] + bounds + (", secret" if about["secret"] else "")


def _default(name: str) -> str:
    default = TABLE[name].default
    if default == "":
        return ""
    return ("yes" if default else "no") if isinstance(default, bool) else f"`{default}`"
