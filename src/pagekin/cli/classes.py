"""`pagekin classes`: the kinds of pages a site has, for those who have no sample yet."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import click

from pagekin.cli.help_groups import GroupedCommand
from pagekin.cli.options import FETCHING, FORMS, LIMITS, SCOPE, setting_options, settings_from
from pagekin.lazy import lazy_imports

if TYPE_CHECKING:
    from collections.abc import Iterator

    from pagekin.discovery.page_classes import PageClass, SiteClasses
    from pagekin.dom.features import Feature

with lazy_imports():
    import pagekin.app.classes as app
    from pagekin import discovery
    from pagekin.cli import printing, running
    from pagekin.dom import features
    from pagekin.similarity import membership_rule

_IMPRESSION = 1_000  # pages, as in pagekin.app.classes
_SHOWN_FORMS = 3
_SHOWN_SIGNS = 2
_SHOWN_LABELS = 3  # of a long path


@click.command("classes", cls=GroupedCommand)
@click.argument("url")
@click.option(
    "--max-pages",
    type=int,
    help=f"Look at no more pages than this.  [default: {_IMPRESSION}]",
)
@click.option("--json", "as_json", is_flag=True, help="Print everything as one JSON object.")
@setting_options(*(name for name in LIMITS if name != "max_pages"), *SCOPE, *FETCHING, *FORMS)
def command(
    url: str,
    max_pages: int | None,
    as_json: bool,  # noqa: FBT001 - click hands flags over like this
    **flags: Any,
) -> None:
    """List the kinds of pages of a site, to choose a sample from.

    Looks around from the given page, evenly among all kinds of links, and divides the pages into classes
    by their structure and URLs: with their sizes, the forms of their URLs, typical examples and what sets
    them apart. Ctrl-C stops with what was seen so far.

    \b
    Example:
      pagekin classes https://shop.example/
    """
    entry = discovery.checked_url(url, "URL")
    settings = settings_from({**flags, "max_pages": max_pages}, urlsplit(entry).netloc)
    request = app.ClassesRequest(entry, settings, max_pages)
    stop = request.limits
    found = app.classes(request, running.TerminalRunner(), stop)
    if as_json:
        click.echo(json.dumps(_as_json(found, stop.seconds), ensure_ascii=False))
        return
    for number, page_class in enumerate(found.classes, start=1):
        click.echo("\n".join(_lines(number, page_class)))
    click.echo("\n".join(_ending(found, stop.seconds)), err=True)


def _lines(number: int, page_class: PageClass) -> Iterator[str]:
    yield f"{number:>3}. {_size(page_class)}  {_forms(page_class)}"
    signs = [_sign(feature) for feature in page_class.signs[:_SHOWN_SIGNS]]
    if signs:
        yield f"     they alone have {' and '.join(signs)}"
    else:
        yield "     nothing that nearly all of them have sets them apart"
    yield from (f"     {example}" for example in page_class.examples)


def _size(page_class: PageClass) -> str:
    seen = printing.counted(page_class.pages, "page")
    more = page_class.known - page_class.pages
    return f"{seen} and about {more:,} more" if more else seen


def _forms(page_class: PageClass) -> str:
    shown = [form for form, _ in page_class.shapes[:_SHOWN_FORMS]]
    others = len(page_class.shapes) - len(shown)
    more = f"  and {printing.counted(others, 'other form')}" if others else ""
    return "  ".join(shown) + more


def _sign(feature: Feature) -> str:
    """Say what sets a class apart; of a long path only the end."""
    labels = feature.value.split("/")
    if feature.kind == "path" and len(labels) > _SHOWN_LABELS:
        feature = features.Feature(feature.kind, "/".join(["…", *labels[-_SHOWN_LABELS:]]))
    return membership_rule.in_words(feature)


def _ending(found: SiteClasses, seconds: float) -> Iterator[str]:
    counts = found.counts
    number = len(found.classes)
    failed = f", {counts.failed:,} failed" if counts.failed else ""
    waiting = f", {counts.queued:,} links not followed" if counts.queued else ""
    yield (
        f"{number} class{'es' if number != 1 else ''} among {counts.pages:,} pages fetched"
        f"{failed}{waiting}, {seconds:.1f} s"
    )
    if found.stopped:
        yield f"stopped early: {found.stopped}"
    # The classes that something sets apart are those that make a good crawler.
    chosen = next((c for c in found.classes if c.signs), found.classes[0])
    yield (
        "choose an example and find all pages like it: "
        f"pagekin learn {chosen.examples[0]} --entry {found.entry} -o crawler.json"
    )


def _as_json(found: SiteClasses, seconds: float) -> dict[str, Any]:
    counts = found.counts
    return {
        "entry": found.entry,
        "classes": [_class_as_json(page_class) for page_class in found.classes],
        "pages": counts.pages,
        "failed": counts.failed,
        "waiting": counts.queued,
        "stopped": found.stopped,
        "seconds": round(seconds, 3),
    }


def _class_as_json(page_class: PageClass) -> dict[str, Any]:
    return {
        "pages": page_class.pages,
        "known": page_class.known,
        "forms": [{"form": form, "pages": pages} for form, pages in page_class.shapes],
        "examples": list(page_class.examples),
        "signs": [
            {"feature": str(f), "words": membership_rule.in_words(f)} for f in page_class.signs
        ],
        "alike": round(page_class.alike, 3),
    }
