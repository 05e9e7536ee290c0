"""`pagekin show`: a crawler in words."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from pagekin.cli.options import STDOUT
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.navigation import Crawler

with lazy_imports():
    import pagekin.navigation.crawler_file as crawler_files
    from pagekin import report
    from pagekin.app import field_editing
    from pagekin.cli import explanation, printing, record_report
    from pagekin.navigation import sentences


@click.command("show")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
@click.option("--html", metavar="FILE", help="Draw the site in this file instead; - is stdout.")
@click.option(
    "--all", "everything", is_flag=True, help="Print what the class has, fields and map, too."
)
def command(crawler_file: Path, html: str | None, everything: bool) -> None:  # noqa: FBT001 - as click hands it over
    """Print a crawler in ten lines: where it comes from and its navigation.

    \b
    Example:
      pagekin show crawler.json
      pagekin show crawler.json --all
      pagekin show crawler.json --html map.html
    """
    crawler = crawler_files.read(crawler_file)
    if html is None:
        lines = _lines(crawler) if everything else _short(crawler, crawler_file)
        click.echo("\n".join(lines))
        return
    picture = report.site_picture(crawler)
    with printing.result_stream(html) as stream:
        stream.write(picture)
    if html != STDOUT:
        click.echo(f"picture in {html}; open it in a browser", err=True)


def _short(crawler: Crawler, file: Path) -> Iterator[str]:
    """Say the most important in ten lines."""
    more = len(crawler.samples) - 1
    yield (
        f"sample  {crawler.samples[0]}{f' and {more} more' if more else ''}"
        if crawler.samples
        else _entry(crawler)
    )
    yield from _learned(crawler)
    yield from sentences.main_sentences(crawler)
    rest = "the class, the map" + (" and the fields" if crawler.wrapper else "")
    yield f"'pagekin show {file} --all' prints all of it: {rest}"


def _entry(crawler: Crawler) -> str:
    return f"entry   {crawler.entry}"


def _learned(crawler: Crawler) -> Iterator[str]:
    learned = crawler.learned
    yield (
        f"learned {learned.at} by {learned.strategy}: {learned.targets:,} targets among "
        f"{learned.pages:,} pages, {learned.failed:,} failed; {learned.expected:,} expected"
    )
    yield f"{'ended' if learned.complete else 'STOPPED':7} {learned.ended}"


def _lines(crawler: Crawler) -> Iterator[str]:
    yield from (f"sample  {sample}" for sample in crawler.samples)
    yield from (f"not     {negative}" for negative in crawler.negatives)
    yield _entry(crawler)
    yield f"site    {_scope(crawler)}"
    yield from _learned(crawler)
    yield from explanation.explanation(crawler)
    yield ""
    yield "Navigation"
    yield from (f"  {sentence}" for sentence in sentences.sentences(crawler))
    yield ""
    if crawler.wrapper:
        yield f"Fields (version {crawler.wrapper.version} of the wrapper)"
        yield from record_report.field_lines(field_editing.listed_fields(crawler.wrapper))
        yield ""
    yield "Target Pages Map (similar URLs as one)"
    yield from _map(crawler)


def _scope(crawler: Crawler) -> str:
    scope = crawler.scope
    parts = [scope.host + (scope.prefix if scope.prefix != "/" else "")]
    parts += ["with subdomains"] if scope.subdomains else []
    parts += [f"only {scope.accept}"] if scope.accept else []
    parts += [f"not {scope.reject}"] if scope.reject else []
    return ", ".join(parts)


def _map(crawler: Crawler) -> Iterator[str]:
    """Draw the kinds of pages, each below the one that leads to it."""
    below: dict[int | None, list[int]] = {}
    depth: dict[int, int] = {}
    for number, node in enumerate(crawler.map):
        below.setdefault(node.under, []).append(number)
        depth[number] = 0 if node.under is None else depth[node.under] + 1
    unfinished = below.get(None, [])[::-1]
    while unfinished:
        number = unfinished.pop()
        node = crawler.map[number]
        pages = "1 page" if node.pages == 1 else f"{node.pages:,} pages"
        targets = f", {node.targets:,} targets" if node.targets else ""
        yield f"  {'  ' * depth[number]}{node.name}  ({pages}{targets})"
        unfinished.extend(reversed(below.get(number, [])))
