"""Asks a person at the terminal whether pages are like the sample, where that is not clear."""

import sys
from collections.abc import Callable, Iterator

import click

from pagekin.cli.terminal_texts import readable
from pagekin.navigation import Crawler, KinQuestion


def asker(*, no_ask: bool) -> Callable[[KinQuestion], bool | None] | None:
    """Return who answers questions; None if nobody is at a terminal, or wants to be asked."""
    at_terminal = sys.stdin.isatty() and sys.stderr.isatty()
    return None if no_ask or not at_terminal else _ask


def hint(crawler: Crawler, *, was_asked: bool) -> Iterator[str]:
    """Yield how to settle what is not clear, unless that was asked."""
    if crawler.questions and not was_asked:
        question = crawler.questions[0]
        page = readable(question.about[0])
        yield (
            f"not quite clear: are pages like {page} meant? --like {page} ({question.yes.pages:,} of the pages "
            f"seen) or --not {page} ({question.no.pages:,}) settles it"
        )


def _ask(question: KinQuestion) -> bool | None:
    click.echo("Are these also like your page?", err=True)
    for url in question.about:
        click.echo(f"  {readable(url)}", err=True)
    meant = f"y: {question.yes.pages:,} of the pages seen, n: {question.no.pages:,}, ?: not sure"
    default = "y" if question.assumed else "n"
    choice = click.Choice(["y", "n", "?"], case_sensitive=False)
    answer = click.prompt(f"  ({meant})", default, type=choice, err=True)
    return {"y": True, "n": False}.get(answer.lower())
