"""`pagekin learn`: from an example page to a crawler file."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click

from pagekin.app.get import LearnRequest, StoredHaul
from pagekin.app.learn import site_of, stop_from, task_from
from pagekin.app.workspace import CrawlerName, claimed, open_workspace
from pagekin.cli.explanation import explanation
from pagekin.cli.options import (
    FETCHING,
    LIMITS,
    REACH,
    SCOPE,
    SIMILARITY,
    F,
    setting_options,
    settings_from,
)
from pagekin.cli.printing import left_alone, result_stream, summary
from pagekin.cli.progress import progress
from pagekin.cli.running import notice, run
from pagekin.discovery import DEFAULT_STRATEGY, STRATEGIES
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps
from pagekin.navigation.sentences import sentences
from pagekin.output import STDOUT
from pagekin.output.atomic_files import check_place

_SAMPLE_OPTIONS: list[Callable[[Any], Any]] = [
    click.argument("samples", metavar="SAMPLE_URL...", nargs=-1, required=True),
    click.option(
        "--entry", metavar="URL", help="Where to start.  [default: what leads to the sample]"
    ),
    click.option(
        "--not", "negatives", metavar="URL", multiple=True, help="A page that is not kin."
    ),
    click.option(
        "--wider", count=True, help="Take the next wider class; twice for the one after it."
    ),
    click.option("--narrower", count=True, help="Take the next narrower class."),
    click.option(
        "--strategy",
        type=click.Choice(list(STRATEGIES)),
        default=DEFAULT_STRATEGY,
        show_default=True,
        help="How to look for the sample's kin.",
    ),
    click.option("--fresh", is_flag=True, help="Fetch everything anew after an interruption."),
]


def sample_options(function: F) -> F:
    """Add the samples, and the options that say what is meant by them."""
    for option in reversed(_SAMPLE_OPTIONS):
        function = option(function)
    return function


@click.command("learn")
@sample_options
@click.option(
    "--explain", is_flag=True, help="Say what sets the class apart, and what else was meant."
)
@click.option(
    "-o", "--output", default=STDOUT, metavar="FILE", help="The crawler file; - is stdout."
)
@click.option("--json", "as_json", is_flag=True, help="End with a summary as one line of JSON.")
@setting_options(*LIMITS, *SCOPE, *SIMILARITY, *FETCHING, *REACH)
def command(
    samples: tuple[str, ...],
    entry: str | None,
    negatives: tuple[str, ...],
    wider: int,
    narrower: int,
    fresh: bool,  # noqa: FBT001 - click hands flags over like this
    explain: bool,  # noqa: FBT001 - click hands flags over like this
    strategy: str,
    output: str,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """Learn a crawler from one example page.

    Starts at the entry point, finds the pages that are structurally similar to the sample, and learns
    which links lead to them. Ctrl-C stops the search and learns from what was found so far. Run again
    after that, or after a crash, it fetches only what it did not have yet (--fresh: everything).

    \b
    Example:
      pagekin learn https://shop.example/p/17-teapot --entry https://shop.example/ -o crawler.json
    """
    settings = settings_from(flags, site_of(samples, entry))
    task = task_from(samples, entry, settings, negatives, wider - narrower)
    stop = stop_from(settings)
    if output != STDOUT:
        check_place(Path(output))
    with open_workspace() as data, claimed(data, CrawlerName.of_task(task, strategy)):
        haul = StoredHaul(data, LearnRequest(task, settings, strategy), notice, fresh=fresh)
        with haul.until_done(stop):
            with progress("learning") as watch:
                crawler = run(lambda stop: haul.learn(stop, watch), stop)
            with result_stream(output) as stream:
                stream.write(dumps(crawler))
    summary(
        {"output": output, "targets": crawler.learned.targets, "pages": crawler.learned.pages}
        | {"expected": crawler.learned.expected}
        | {"failed": crawler.learned.failed, "complete": crawler.learned.complete}
        | {"ended": crawler.learned.ended, "strategy": strategy}
        | {"forms_left_alone": haul.left_alone}
        | {"seconds": round(stop.seconds, 3)},
        "\n".join(
            [_text(crawler, output, stop.seconds, explain=explain), *left_alone(haul.left_alone)]
        ),
        as_json=as_json,
        results_on_stdout=output == STDOUT,
    )


def _text(crawler: Crawler, output: str, seconds: float, *, explain: bool) -> str:
    learned = crawler.learned
    early = "" if learned.complete else "stopped early: "
    found = f"{learned.targets:,} targets among {learned.pages:,} pages, {seconds:.1f} s"
    lines = [
        f"{found}; the crawler is expected to find {learned.expected:,}",
        f"{early}{learned.ended}",
        *sentences(crawler),
        *(explanation(crawler) if explain else ()),
    ]
    if output != STDOUT:
        lines.append(f"crawler in {output}; run it with: pagekin crawl {output} -o pages.jsonl")
    return "\n".join(lines)
