"""`pagekin show`: a crawler in words."""

from collections.abc import Iterator
from pathlib import Path

import click

from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import read


@click.command("show")
@click.argument("crawler_file", metavar="CRAWLER", type=click.Path(path_type=Path))
def command(crawler_file: Path) -> None:
    """Print a crawler: navigation pattern and Target Pages Map.

    \b
    Example:
      pagekin show crawler.json
    """
    click.echo("\n".join(_lines(read(crawler_file))))


def _lines(crawler: Crawler) -> Iterator[str]:
    learned = crawler.learned
    yield from (f"sample  {sample}" for sample in crawler.samples)
    yield f"entry   {crawler.entry}"
    yield f"site    {_scope(crawler)}"
    yield (
        f"learned {learned.at} by {learned.strategy}: {learned.targets:,} targets among "
        f"{learned.pages:,} pages, {learned.failed:,} failed"
        + (f"; stopped early: {learned.stopped}" if learned.stopped else "")
    )
    alike = crawler.similarity
    yield (
        f"alike   {alike.threshold:g} or more by {alike.labels.value}"
        + (", repeated siblings counted once" if alike.fold else "")
    )
    yield ""
    yield "Navigation pattern"
    yield from (f"  {number}. {step}" for number, step in enumerate(crawler.navigation.steps, 1))
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
    """Draw the tree of groups, each below the one that leads to it."""
    below: dict[int | None, list[int]] = {}
    depth: dict[int, int] = {}
    for number, group in enumerate(crawler.map):
        below.setdefault(group.under, []).append(number)
        depth[number] = 0 if group.under is None else depth[group.under] + 1
    unfinished = [0]
    while unfinished:
        number = unfinished.pop()
        group = crawler.map[number]
        pages = "1 page" if group.pages == 1 else f"{group.pages:,} pages"
        targets = f", {group.targets:,} targets" if group.targets else ""
        yield f"  {'  ' * depth[number]}{group.pattern}  ({pages}{targets})"
        unfinished.extend(reversed(below.get(number, [])))
