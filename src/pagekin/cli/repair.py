"""`pagekin repair`: a wrapper that follows a changed template."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.errors import UsageError
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.app.repair import StoredRepairRequest, StoredRepairResult
    from pagekin.app.template_repair import StoredRepair
    from pagekin.wrappers.repair import FieldRepair, Repair

with lazy_imports():
    import pagekin.app.repair as app
    import pagekin.app.storing.workspace as workspaces
    import pagekin.site.stop as stops
    import pagekin.wrappers.repair as repairing
    from pagekin.app.sites import named_pages
    from pagekin.cli import printing, running, terminal_texts

_NOT_APPLIED = 1  # exit code: the wrapper is not up to date


@click.command("repair", cls=GroupedCommand)
@click.argument("learned_file", metavar="WRAPPER", type=click.Path(path_type=Path))
@click.argument("places", metavar="[PAGES...]", nargs=-1)
@click.option(
    "--known",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Records of PAGES from before the change, as .jsonl or .json.",
)
@click.option("--apply", is_flag=True, help="Write also what is only proposed.")
@click.option("--reject", is_flag=True, help="Turn the proposal of a crawl down.")
@click.option(
    "-o",
    "--output",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write the new version or the proposal here; WRAPPER stays as it is.",
)
@click.option("--json", "as_json", is_flag=True, help="Print what became of each field as JSON.")
@setting_options(*FETCHING)
def command(
    learned_file: Path,
    places: tuple[str, ...],
    known: Path | None,
    apply: bool,  # noqa: FBT001 - click hands flags over like this
    reject: bool,  # noqa: FBT001 - click hands flags over like this
    output: Path | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> int:
    """Bring a crawler up to date with a changed template.

    Looks for the values of an earlier crawl in the same pages as they are now, and follows them to where
    they stand; the rule that says which pages are like the sample is brought up to date, too. Both come
    from the store: the crawl that saw the change, and the one before it. A slight change is written to
    the file, as a new version of the wrapper that names the old places and the new. A drastic one is
    only proposed, until you --apply it; the exit code is then 1. What is written is also applied to the
    crawls since the change.

    For pages of your own, name them, and with --known their records from before the change.

    \b
    Example:
      pagekin repair shop.json
      pagekin repair shop.json --apply
      pagekin repair wrapper.json pages/ --known yesterday.jsonl -o proposal.json
    """
    if bool(places) != bool(known):
        missing = "--known has their earlier records" if places else "PAGES are missing"
        raise UsageError(f"pages and earlier records belong together: {missing}")
    if known is None:
        request = app.StoredRepairRequest(learned_file, output, apply, reject)
        return _repair_stored(request, as_json=as_json)
    if reject:
        raise UsageError("--reject is for the proposal of a crawl: name no pages")
    settings = settings_from(flags)
    wanted = app.RepairRequest(learned_file, known, output, apply)
    app.check(wanted)
    stop, runner = stops.Stop(), running.TerminalRunner()
    with named_pages.open_pages((places,), settings, runner, stop) as (pages,):
        result = app.repair(wanted, pages, runner)
    repaired = result.repair
    printing.summary(
        _summary(repaired, written=result.written)
        | {"version": result.version, "seconds": round(stop.seconds, 3)},
        "\n".join(_lines(repaired, wanted.goal, written=result.written)),
        as_json=as_json,
        results_on_stdout=False,
    )
    return _NOT_APPLIED if repaired.has_changed and not result.written else 0


def _repair_stored(request: StoredRepairRequest, *, as_json: bool) -> int:
    """Repair a crawler by what its crawls have seen."""
    with workspaces.open_workspace(notice=running.notice) as workspace:
        result = app.repair_stored(workspace, request)
    found = result.repair
    if found is None:
        click.echo("the proposal is turned down; nothing was written", err=True)
        return 0
    goal = request.output or request.crawler_file
    crawls = {"older": result.older, "newer": result.newer, "mined": list(result.mined)}
    printing.summary(
        _summary(found.repair, written=result.written)
        | {"drastic": found.is_drastic, "kin": found.found, "looked": found.looked}
        | crawls,
        "\n".join(_stored_lines(result, found, goal)),
        as_json=as_json,
        results_on_stdout=False,
    )
    return _NOT_APPLIED if found.has_changed and not result.written else 0


def _summary(repaired: Repair, *, written: bool) -> dict[str, Any]:
    return {
        "pages": repaired.pages,
        "drastic": repaired.is_drastic,
        "written": written,
        "fields": [_content(field) for field in repaired.fields],
    }


def _stored_lines(result: StoredRepairResult, found: StoredRepair, goal: Path) -> Iterator[str]:
    yield f"crawl {result.older} and crawl {result.newer} compared"
    *told, last = _lines(found.repair, goal, written=result.written)
    yield from told
    if found.after.membership != found.before.membership:
        yield (
            f"  which pages are like the sample: new signs, which {found.found:,} of {found.looked:,} "
            "known pages have"
        )
    if found.has_changed and not result.written:
        yield "a drastic change: nothing was written; if this is right, --apply writes it"
    elif result.written and not found.repair.has_changed:
        yield f"{goal}: the rule for pages like the sample is new, the wrapper as before"
    else:
        yield last
    if result.mined:
        crawls = ", ".join(map(str, result.mined))
        yield f"the changed pages of crawl {crawls} were read anew; 'pagekin changes' tells what is true"


def _lines(repaired: Repair, goal: Path, *, written: bool) -> Iterator[str]:
    kept = len(repaired.of(repairing.RepairOutcome.KEPT))
    yield f"{printing.counted(repaired.pages, 'page')} compared; {printing.counted(kept, 'field')} as before"
    for field in repaired.fields:
        if field.outcome is not repairing.RepairOutcome.KEPT:
            yield f"  {terminal_texts.printable(field.name)}: {field.outcome}{_evidence(field)}"
            yield from (
                f"    was  {terminal_texts.printable(locator.path)}" for locator in field.old[:1]
            )
            yield from (
                f"    now  {terminal_texts.printable(locator.path)}" for locator in field.new[:1]
            )
    if written:
        drastic = ", a drastic change: look at it before you use it" * repaired.is_drastic
        yield f"{goal}: version {repaired.wrapper.version} of the wrapper{drastic}"
    elif repaired.has_changed:
        yield "a drastic change: nothing was written; if this is right, --apply writes it"
    else:
        yield "nothing to repair"


def _evidence(field: FieldRepair) -> str:
    if not field.checked:
        return ""
    return f", {field.agreed:,} of {field.checked:,} known values found there"


def _content(field: FieldRepair) -> dict[str, Any]:
    return {
        "field": field.name,
        "outcome": str(field.outcome),
        "confidence": round(field.confidence, 3),
        "agreed": field.agreed,
        "checked": field.checked,
        "old": [locator.path for locator in field.old],
        "new": [locator.path for locator in field.new],
    }
