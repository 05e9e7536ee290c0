"""From one example page to a crawler that can extract: learn it, and a wrapper from some of its targets."""

from collections.abc import Sequence
from dataclasses import replace

from pagekin.app.induce import FieldExample, induce
from pagekin.app.learn import LearnRequest, LearnResult, learning, stop_from
from pagekin.app.step_runner import StepRunner
from pagekin.app.storing.workspace import Workspace
from pagekin.errors import NothingFoundError
from pagekin.site import Stop


def find_kin(
    workspace: Workspace,
    request: LearnRequest,
    runner: StepRunner,
    examples: Sequence[FieldExample] = (),
) -> LearnResult:
    """Learn a crawler with its wrapper; pages that differ in nothing have no fields, but can be crawled."""
    stop = stop_from(request.settings)
    with learning(workspace, request, runner, stop) as under_way:
        learned = under_way.learn(stop)
        pages = under_way.targets(learned, Stop())
        try:
            wrapper = induce(pages.others, pages.samples, examples)
        except NothingFoundError:
            return learned
        return replace(learned, crawler=replace(learned.crawler, wrapper=wrapper))
