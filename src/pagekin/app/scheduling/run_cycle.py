"""The cycle of a run: crawl, compare with the crawl before, ask the saved queries, tell people.

Each step is written down when it is done, in the transaction that writes its results, and can be begun
again: a run that was killed anywhere is carried on by whoever takes it next, and its crawl goes on where
it stopped. Pages are mined while they are crawled.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.app.crawl import CrawlRequest, crawl
from pagekin.app.scheduling.interruptible_runner import InterruptibleRunner
from pagekin.app.scheduling.watched_crawler import crawler_of, file_of
from pagekin.app.sites.site_opening import as_set
from pagekin.app.storing.link_checking import CheckRequest
from pagekin.app.telling.run_messages import Telling, enter
from pagekin.app.watching import observe
from pagekin.errors import CrawlerBusyError, NothingFoundError, OutageError, PagekinError
from pagekin.store.reading.crawls import crawl_numbered
from pagekin.store.states import RunState, RunStep, TroubleKind
from pagekin.store.writing.watch_runs import (
    LeaseLostError,
    RunClaim,
    end_run,
    give_back_run,
    record_crawl,
    record_step,
)

if TYPE_CHECKING:
    from pathlib import Path

    from pagekin.app.scheduling.lease_keeper import CurrentTime
    from pagekin.app.step_runner import StepRunner
    from pagekin.app.storing.workspace import Workspace
    from pagekin.navigation import Crawler
    from pagekin.settings import Settings
    from pagekin.store.reading.watches import StoredWatch

# Seconds until a run is tried again whose crawler somebody else is running: a crawl takes minutes.
_BUSY = 300.0
# A run that takes its process down each time would do so for ever: with a lease of a minute this is an hour.
_MOST_TRIES = 50
SettingsOf = Callable[["StoredWatch", str], "Settings"]


class RunInterruptedError(PagekinError):
    """A person, or whoever took the run over, wants it to end here."""


@dataclass(slots=True)
class RunCycle:
    """What is done for each run: a job for the scheduler. Settings are asked for by watch and host."""

    workspace: Workspace
    settings_of: SettingsOf
    runner: StepRunner
    clock: CurrentTime
    is_ended: bool = False  # a person has interrupted the last run

    def __call__(self, claim: RunClaim, on_lost: Callable[[Callable[[], None]], None]) -> None:
        """Carry a run out, whatever happens to it."""
        runner = InterruptibleRunner(self.runner)
        on_lost(runner.lose)
        try:
            self._carry_out(claim, runner)
        except LeaseLostError:
            raise
        except RunInterruptedError:
            if not runner.is_lost:
                self._give_back(claim, self.clock(), "interrupted")
        except CrawlerBusyError as error:
            self._give_back(claim, self.clock() + _BUSY, str(error))
        except OutageError as error:
            self._fail(claim, TroubleKind.AWAY, str(error))
        except PagekinError as error:
            self._fail(claim, TroubleKind.FAILED, str(error))
        except Exception as error:  # noqa: BLE001 - the top of a worker: other watches go on
            self._fail(claim, TroubleKind.FAILED, f"unexpected {type(error).__name__}: {error}")
        finally:
            self.is_ended = runner.is_ended

    def _carry_out(self, claim: RunClaim, runner: InterruptibleRunner) -> None:
        if claim.run.tries > _MOST_TRIES:
            raise PagekinError(f"given up after {_MOST_TRIES} tries, each of which was killed")
        if claim.run.step is RunStep.BEGUN:
            claim = self._crawl(claim, runner)
        if claim.run.step is RunStep.CRAWLED:
            claim = self._compare(claim)
        if claim.run.step is RunStep.COMPARED:
            claim = self._tell(claim)
        with self.workspace.store.connection() as connection:
            end_run(connection, claim, RunState.DONE, self.clock())

    def _crawl(self, claim: RunClaim, runner: InterruptibleRunner) -> RunClaim:
        """Crawl, or go on with the crawl that this run has begun; what has ended is compared as well."""
        if self._has_ended(claim.run.crawl):  # and the process was killed then
            step = RunStep.CRAWLED
        else:
            claim, step = self._new_crawl(claim, runner), RunStep.COMPARED
        with self.workspace.store.connection() as connection:
            return record_step(connection, claim, step)

    def _new_crawl(self, claim: RunClaim, runner: InterruptibleRunner) -> RunClaim:
        crawler = crawler_of(self.workspace, claim.watch)
        begun: list[RunClaim] = [claim]

        def remember(number: int) -> None:
            with self.workspace.store.connection() as connection:
                begun.append(record_crawl(connection, claim, number))

        settings = self.settings_of(claim.watch, crawler.scope.host)
        request = CrawlRequest(
            (as_set(crawler, settings),),
            settings,
            check=_check(claim.watch),
            files=_files(claim.watch, crawler),
            confirm=claim.watch.confirm,
            begun=remember,
        )
        try:
            found = crawl(self.workspace, request, runner)
        except NothingFoundError:
            return begun[-1]  # it came to its end; what that means is told later
        if found.stopped:
            raise RunInterruptedError(found.stopped)
        return begun[-1]

    def _has_ended(self, number: int | None) -> bool:
        with self.workspace.store.connection() as connection:
            known = None if number is None else crawl_numbered(connection, number)
        return known is not None and known.has_ended

    def _compare(self, claim: RunClaim) -> RunClaim:
        """Write down what has happened since the crawl before."""
        if claim.run.crawl is not None:
            crawler = crawler_of(self.workspace, claim.watch)
            files = _files(claim.watch, crawler)
            observe(self.workspace, claim.run.crawl, files, confirm=claim.watch.confirm)
        with self.workspace.store.connection() as connection:
            return record_step(connection, claim, RunStep.COMPARED)

    def _tell(self, claim: RunClaim) -> RunClaim:
        """Ask what people have asked for, and enter the messages: all of them, or none."""
        with self.workspace.store.connection() as connection:
            telling = Telling(connection, claim, self.clock())
            messages = telling.messages()
            with connection.transaction():
                claim = record_step(connection, claim, RunStep.TOLD)
                enter(connection, messages)
                telling.settle_troubles()
        return claim

    def _give_back(self, claim: RunClaim, not_before: float, note: str) -> None:
        with self.workspace.store.connection() as connection:
            give_back_run(connection, claim, not_before, note)

    def _fail(self, claim: RunClaim, kind: TroubleKind, why: str) -> None:
        now = self.clock()
        with self.workspace.store.connection() as connection, connection.transaction():
            end_run(connection, claim, RunState.FAILED, now, why)
            Telling(connection, claim, now).trouble_begins(kind, why)


def _files(watch: StoredWatch, crawler: Crawler) -> dict[str, Path]:
    """Return the crawler's file, by the crawler's id, for what follows a changed template."""
    file = file_of(watch)
    return {crawler.id: file} if file else {}


def _check(watch: StoredWatch) -> CheckRequest | None:
    """Return which links are checked in the end of each crawl."""
    is_wanted, external = (bool(watch.settings.get(name)) for name in ("check_links", "external"))
    return CheckRequest(external) if is_wanted else None
