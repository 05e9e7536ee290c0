"""`pagekin crawlers`: the crawlers that the store knows, and their versions."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from pathlib import Path

import click

from pagekin.cli.options import STDOUT
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

with lazy_imports():
    import pagekin.app.storing.workspace as workspaces
    from pagekin.app import crawlers as app
    from pagekin.cli import printing, running, terminal_texts
    from pagekin.output import atomic_files
    from pagekin.store import opening

_JSON = click.option("--json", "as_json", is_flag=True, help="Say it as JSON.")
_CRAWLER = click.argument("crawler")


@click.group("crawlers", invoke_without_command=True)
@click.pass_context
def command(context: click.Context) -> None:
    """List crawlers and their versions; compare, restore, delete.

    Every crawler file has an id of its own, by which the store knows it. CRAWLER is that id, its
    beginning, or the crawler's name. Each change of a file that is crawled with is kept as a version.

    \b
    Example:
      pagekin crawlers
      pagekin crawlers versions 3f9a
    """
    if context.invoked_subcommand is None:
        _list("", as_json=False)


@command.command("list")
@click.argument("site", default="")
@_JSON
def list_command(site: str, as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """List the crawlers, all or those of a SITE (its host).

    \b
    Example:
      pagekin crawlers list shop.example
    """
    _list(site, as_json=as_json)


@command.command("versions")
@_CRAWLER
@_JSON
def versions_command(crawler: str, as_json: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """List the versions of a crawler.

    \b
    Example:
      pagekin crawlers versions 3f9a
    """
    store = opening.open_store()
    for version in app.versions(store, app.find_crawler(store, crawler)):
        content = {
            "version": version.number,
            "made": _moment(version.made_at),
            "finds": version.finding_digest,
            "crawls": version.crawls,
        }
        line = f"{version.number:>4}  {_moment(version.made_at)}  {printing.counted(version.crawls, 'crawl')}"
        click.echo(json.dumps(content) if as_json else line)


@command.command("compare")
@_CRAWLER
@click.argument("older", type=int)
@click.argument("newer", type=int)
@_JSON
def compare_command(crawler: str, older: int, newer: int, as_json: bool) -> None:  # noqa: FBT001 - click's way
    """Show in what two versions of a crawler differ.

    \b
    Example:
      pagekin crawlers compare 3f9a 1 2
    """
    store = opening.open_store()
    found = app.compare_versions(store, app.find_crawler(store, crawler), older, newer)
    if as_json:
        click.echo(json.dumps({"parts": found.parts, "lines": found.lines}, ensure_ascii=False))
        return
    for line in found.lines:
        click.echo(terminal_texts.printable(line))
    told = f"they differ in {', '.join(found.parts)}" if found.parts else "they do not differ"
    click.echo(told, err=True)


@command.command("restore")
@_CRAWLER
@click.argument("version", type=int)
@click.option("-o", "--output", default=STDOUT, metavar="FILE", help="Where to; - is stdout.")
def restore_command(crawler: str, version: int, output: str) -> None:
    """Write a version of a crawler to a file.

    \b
    Example:
      pagekin crawlers restore 3f9a 1 -o shop.json
    """
    if output != STDOUT:
        atomic_files.check_place(Path(output))
    store = opening.open_store()
    found = app.version_numbered(store, app.find_crawler(store, crawler), version)
    with printing.result_stream(output) as stream:
        stream.write(found.content)
    if output != STDOUT:
        click.echo(f"version {version} is in {output}", err=True)


@command.command("delete")
@_CRAWLER
@click.option("--yes", is_flag=True, help="Do not ask.")
@click.option("--force", is_flag=True, help="Also what saved results cite.")
def delete_command(crawler: str, yes: bool, force: bool) -> None:  # noqa: FBT001 - click hands flags over like this
    """Delete a crawler with its versions, crawls and records.

    Files that hold the crawler are left alone.

    \b
    Example:
      pagekin crawlers delete 3f9a
    """
    with workspaces.open_workspace(notice=running.notice) as workspace:
        found = app.find_crawler(workspace.store, crawler)
        what = f"{found.name} ({found.uid}) with {printing.counted(found.crawls, 'crawl')}"
        if not yes and not click.confirm(f"delete {what}?", err=True):
            raise UsageError("nothing was deleted")
        app.delete_crawler(workspace, found, force=force)
    click.echo(f"{what} is deleted", err=True)


def _list(site: str, *, as_json: bool) -> None:
    for one in app.crawlers(opening.open_store(), site):
        last = _moment(one.last_crawl_at) if one.last_crawl_at else ""
        content = {
            "crawler": one.uid,
            "site": one.site,
            "name": one.name,
            "versions": one.versions,
            "crawls": one.crawls,
            "last_crawl": last or None,
        }
        counts = (
            f"{printing.counted(one.versions, 'version')}, {printing.counted(one.crawls, 'crawl')}"
        )
        line = f"{one.uid}  {last or '–':<16}  {counts:<24}  {one.name}"
        click.echo(json.dumps(content, ensure_ascii=False) if as_json else line)


def _moment(seconds: float) -> str:
    return f"{datetime.fromtimestamp(seconds, UTC):%Y-%m-%d %H:%M}"
