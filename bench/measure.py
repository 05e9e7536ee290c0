"""Measures one job: serves its site, learns a crawler from the sample, runs it and scores the output."""

import json
import shutil
from dataclasses import dataclass
from pathlib import Path

from bench.corpus import OUT, Case
from bench.jobs import Job
from bench.process import Usage, last_line, measure
from bench.results import Phase, Result, phase
from bench.rivals.commands import Rival
from bench.score import Score, pages_of, read_urls, score
from bench.server import Delays, SiteServer


@dataclass(frozen=True, slots=True)
class Bench:
    """How jobs are run: the command, the limits, and where their files go."""

    pagekin: tuple[str, ...]
    time_limit: float = 900.0
    max_pages: int | None = None
    folder: Path = OUT / "bench"

    def run(self, job: Job) -> Result:
        """Learn and crawl; what fails on the way scores nothing."""
        folder = self.fresh_folder(job.folder)
        with SiteServer(job.case.site) as server:
            server.hide(job.hidden)
            used = self.learn(job, server, folder)
            learned = phase(used, server.take_log())
            if used.ended != "ok":
                return _failed(job, f"learn: {used.ended}", learned, None, folder / "learn.log")
            server.hide(frozenset())
            used = self._crawl(folder)
            crawled = phase(used, server.take_log())
            if used.ended != "ok":
                return _failed(job, f"crawl: {used.ended}", learned, crawled, folder / "crawl.log")
            return _scored(job, server.origin, folder, learned, crawled)

    def learn(self, job: Job, server: SiteServer, folder: Path) -> Usage:
        """Learn a crawler from the job's sample, into `crawler.json` of the folder."""

        def url(page: str) -> str:
            return server.origin + job.case.url_path(page)

        command = [*self.pagekin, "learn", *map(url, job.samples)]
        for negative in job.negatives:
            command += ["--not", url(negative)]
        if job.entry:
            command += ["--entry", url(job.case.entry)]
        if self.max_pages is not None:
            command += ["--max-pages", str(self.max_pages)]
        command += ["--strategy", job.strategy, "--delay", "0", "-o", str(folder / "crawler.json")]
        return measure(command, limit=self.time_limit, log=folder / "learn.log")

    def _crawl(self, folder: Path) -> Usage:
        files = [str(folder / "crawler.json"), "-o", str(folder / "pages.jsonl")]
        command = [*self.pagekin, "crawl", *files, "--delay", "0"]
        return measure(command, limit=self.time_limit, log=folder / "crawl.log")

    def run_rival(self, rival: Rival, cases: list[Case]) -> list[Result]:
        """Mirror the site that these cases share, and score all of its pages for each of them."""
        folder = self.fresh_folder(f"{cases[0].name}.{rival.name}")
        with SiteServer(cases[0].site) as server:
            entry_url = server.origin + cases[0].url_path(cases[0].entry)
            command = rival.command(entry_url, folder)
            used = measure(command, limit=self.time_limit, log=folder / "crawl.log")
            log = server.take_log()
        shutil.rmtree(folder)
        mirrored = phase(used, log)
        ended = "ok" if used.exit_code in rival.fine else used.ended
        return [
            Result(
                case=case.name,
                strategy=rival.name,
                variant="entry",
                ended=ended,
                score=score(log.pages, case.targets, case.dontcare),
                reachable_pages=case.reachable_pages,
                learn=None,
                crawl=mirrored,
            )
            for case in cases
        ]

    def learned_files(self, job: Job, runs: int, longest_delay: float) -> list[Path]:
        """Learn the same crawler again and again, on the same port, with shuffled response times."""
        files = []
        port = 0
        for run in range(runs):
            folder = self.fresh_folder(f"{job.folder}.run{run}")
            delays = Delays(longest_delay, seed=run)
            with SiteServer(job.case.site, port=port, delays=delays) as server:
                port = int(server.origin.rpartition(":")[2])
                self.learn(job, server, folder)
            files.append(folder / "crawler.json")
        return files

    def fresh_folder(self, name: str) -> Path:
        """Make an empty folder for a job's files."""
        folder = self.folder / name
        if folder.exists():
            shutil.rmtree(folder)
        folder.mkdir(parents=True)
        return folder


def _scored(job: Job, origin: str, folder: Path, learned: Phase, crawled: Phase) -> Result:
    case = job.case
    found = pages_of(read_urls(folder / "pages.jsonl"), case.site, origin)
    crawler = json.loads((folder / "crawler.json").read_text(encoding="utf-8"))
    return Result(
        case=case.name,
        strategy=job.strategy,
        variant=job.variant,
        ended="ok",
        score=score(found, case.targets, case.dontcare),
        reachable_pages=case.reachable_pages,
        learn=learned,
        crawl=crawled,
        unseen=score(found & job.hidden, job.hidden) if job.hidden else None,
        steps=len(crawler.get("navigation", {}).get("steps", ())),
        expected=crawler.get("learned", {}).get("expected"),
        found=len(found),
    )


def _failed(job: Job, ended: str, learned: Phase, crawled: Phase | None, log: Path) -> Result:
    return Result(
        case=job.case.name,
        strategy=job.strategy,
        variant=job.variant,
        ended=ended,
        score=Score(0, 0, len(job.case.targets)),
        reachable_pages=job.case.reachable_pages,
        learn=learned,
        crawl=crawled,
        unseen=Score(0, 0, len(job.hidden)) if job.hidden else None,
        detail=last_line(log),
    )
