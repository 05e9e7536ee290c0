"""`pagekin repair`: a wrapper that follows a changed template."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pagekin.cli.options import FETCHING, setting_options, settings_from
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.wrappers.repair import FieldRepair, Repair

with lazy_imports():
    import pagekin.app.repair as app
    import pagekin.site.stop as stops
    import pagekin.wrappers.repair as repairing
    from pagekin.app.sites import named_pages
    from pagekin.cli import printing, running, terminal_texts

_NOT_APPLIED = 1  # exit code: the wrapper is not up to date


@click.command("repair")
@click.argument("learned_file", metavar="WRAPPER", type=click.Path(path_type=Path))
@click.argument("places", metavar="PAGES...", nargs=-1, required=True)
@click.option(
    "--known",
    metavar="FILE",
    required=True,
    type=click.Path(path_type=Path),
    help="Records of the same pages from before the change, as .jsonl or .json.",
)
@click.option("--apply", is_flag=True, help="Write also what is only proposed.")
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
    known: Path,
    apply: bool,  # noqa: FBT001 - click hands flags over like this
    output: Path | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> int:
    """Bring a wrapper up to date with a changed template.

    Looks for the known values of PAGES in the same pages as they are now, and follows them to where they
    stand. A slight change is written to the file, as a new version of the wrapper that names the old
    places and the new. A drastic one is only proposed, until you --apply it; the exit code is then 1.

    \b
    Example:
      pagekin repair wrapper.json pages/ --known yesterday.jsonl
      pagekin repair wrapper.json pages/ --known yesterday.jsonl -o proposal.json
    """
    settings = settings_from(flags)
    request = app.RepairRequest(learned_file, known, output, apply)
    app.check(request)
    stop, runner = stops.Stop(), running.TerminalRunner()
    with named_pages.open_pages((places,), settings, runner, stop) as (pages,):
        result = app.repair(request, pages, runner)
    repaired = result.repair
    printing.summary(
        {"pages": repaired.pages, "drastic": repaired.is_drastic, "written": result.written}
        | {"version": result.version}
        | {"fields": [_content(field) for field in repaired.fields]}
        | {"seconds": round(stop.seconds, 3)},
        "\n".join(_lines(repaired, request.goal, written=result.written)),
        as_json=as_json,
        results_on_stdout=False,
    )
    if repaired.has_changed and not result.written:
        return _NOT_APPLIED
    return printing.LEFT_OUT if pages.unread else 0


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
