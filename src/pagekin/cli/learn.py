"""`pagekin learn`: from an example page to a crawler file."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import (
    FETCHING,
    LIMITS,
    REACH,
    SCOPE,
    SIMILARITY,
    STDOUT,
    sample_options,
    setting_options,
    settings_from,
)
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from pagekin.navigation import Crawler

with lazy_imports():
    import pagekin.app.learn as app
    import pagekin.app.storing.workspace as workspaces
    import pagekin.navigation.crawler_file as crawler_files
    from pagekin.cli import explanation, kin_questions, printing, running
    from pagekin.navigation import sentences
    from pagekin.output import atomic_files


@click.command("learn", cls=GroupedCommand)
@sample_options()
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
    likes: tuple[str, ...],
    negatives: tuple[str, ...],
    no_ask: bool,  # noqa: FBT001 - click hands flags over like this
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
    settings = settings_from(flags, app.site_of(samples, entry))
    task = app.task_from((*samples, *likes), entry, settings, negatives, wider - narrower)
    if output != STDOUT:
        atomic_files.check_place(Path(output))

    def deliver(crawler: Crawler) -> None:
        with printing.result_stream(output) as stream:
            stream.write(crawler_files.dumps(crawler))

    stop = app.stop_from(settings)
    ask = kin_questions.asker(no_ask=no_ask)
    request = app.LearnRequest(task, settings, strategy, fresh, ask=ask)
    with workspaces.open_workspace(notice=running.notice) as workspace:
        result = app.learn(workspace, request, running.TerminalRunner(), deliver, stop)
    learned = result.crawler.learned
    printing.summary(
        {"output": output, "targets": learned.targets, "pages": learned.pages}
        | {"expected": learned.expected}
        | {"failed": learned.failed, "complete": learned.complete}
        | {"ended": learned.ended, "strategy": strategy}
        | {"forms_left_alone": dict(result.left_alone)}
        | {"questions": [asdict(question) for question in result.crawler.questions]}
        | {"seconds": round(stop.seconds, 3)},
        "\n".join(
            [
                _text(result.crawler, output, stop.seconds, explain=explain),
                *kin_questions.hint(result.crawler, was_asked=ask is not None),
                *printing.left_alone(result.left_alone),
            ]
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
        *(sentences.sentences if explain else sentences.main_sentences)(crawler),
        *(explanation.explanation(crawler) if explain else ()),
    ]
    if output != STDOUT:
        lines.append(f"crawler in {output}; run it with: pagekin crawl {output} -o pages.jsonl")
    return "\n".join(lines)
