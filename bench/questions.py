"""How good crawlers are with no question answered, with one and with two: `python -m bench.questions`.

Learned and crawled in this process; the answers are taken from the truth.
"""

import argparse
import asyncio
import sys
from collections.abc import Iterable
from dataclasses import dataclass, field

from bench.corpus import Case, CorpusError, Places, load_cases
from bench.in_process import ORIGIN, FilesSite
from bench.score import pages_of, score
from pagekin.crawl import StructureDrivenCrawl
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import PagekinError
from pagekin.navigation import Crawler, KinQuestion
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.urls import Scope


@dataclass(slots=True)
class Asked:
    """What became of a case: F1 after each answer, and how many questions there were."""

    name: str
    f1: list[float] = field(default_factory=list)
    questions: int = 0


def ask(case: Case, rounds: int, max_pages: int) -> Asked:
    """Learn, crawl, answer the first question from the truth, and do it again."""
    asked = Asked(case.name)
    site = FilesSite(case.site)
    task = _task(case)
    for answered in range(rounds + 1):
        try:
            crawler = asyncio.run(_learned(site, task, max_pages))
        except PagekinError:
            break
        urls = asyncio.run(_crawled(site, crawler))
        found = pages_of(urls, case.site, ORIGIN)
        asked.f1.append(score(found, case.targets, case.dontcare).f1)
        told = _answer(case, crawler.questions)
        if told is None or answered == rounds:
            break
        url, yes = told
        asked.questions += 1
        task = task.answered(url, yes=yes)
    asked.f1 += [asked.f1[-1] if asked.f1 else 0.0] * (rounds + 1 - len(asked.f1))
    return asked


def _task(case: Case) -> LearningTask:
    sample, entry = (ORIGIN + case.url_path(page) for page in (case.sample, case.entry))
    return LearningTask((sample,), entry, Scope.around(entry))


def _answer(case: Case, questions: Iterable[KinQuestion]) -> tuple[str, bool] | None:
    """Return the page of the first question that the truth answers, and whether it is a target."""
    for question in questions:
        [page] = pages_of(question.about[:1], case.site, ORIGIN)
        if page not in case.dontcare:
            return question.about[0], page in case.targets
    return None


async def _learned(site: FilesSite, task: LearningTask, max_pages: int) -> Crawler:
    learning = STRATEGIES["auto"](site, task, Settings(), Stop(max_pages), lambda _: None)
    return (await learning).crawler


async def _crawled(site: FilesSite, crawler: Crawler) -> list[str]:
    crawl = StructureDrivenCrawl(site, crawler, Stop())
    return [target.page.url async for target in crawl.targets()]


def main(arguments: list[str]) -> int:
    """Print a row for each case, and the means."""
    parser = argparse.ArgumentParser(prog="python -m bench.questions", description=__doc__)
    parser.add_argument(
        "--cases", default="", metavar="REGEX", help="only those whose name matches"
    )
    parser.add_argument("--answers", type=int, default=2, metavar="N", help="[%(default)s]")
    parser.add_argument("--max-pages", type=int, default=Settings().max_pages, metavar="N")
    options = parser.parse_args(arguments)
    try:
        cases = load_cases(Places.from_environment(), names=options.cases)
    except CorpusError as error:
        print(f"bench: {error}", file=sys.stderr)
        return 2
    rows = []
    for case in cases:
        row = ask(case, options.answers, options.max_pages)
        rows.append(row)
        print(_line(row.name, row.f1, row.questions), flush=True)
    if rows:
        means = [sum(row.f1[n] for row in rows) / len(rows) for n in range(options.answers + 1)]
        print(_line(f"mean of {len(rows)}", means, sum(row.questions for row in rows)))
    return 0


def _line(name: str, f1: list[float], questions: int) -> str:
    return f"{name:<26}" + "".join(f"{value:>8.3f}" for value in f1) + f"{questions:>5} asked"


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
