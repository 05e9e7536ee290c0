"""How a crawl went, for people and for machines."""

from collections.abc import Sequence
from typing import Any

from pagekin.app.crawl_summary import CrawlSummary
from pagekin.app.template_watch import TemplateChange
from pagekin.cli.printing import left_alone
from pagekin.site import Failure
from pagekin.wrappers.repair import TemplateChanged

_SHOWN_FAILURES = 5
_FITS = 0.5  # share of the expected targets below which the navigation no longer fits the site
_CHANGES = (
    *("new", "changed", "changed alike", "reordered", "unchanged", "moved", "vanished", "unseen"),
    *("newly covered", "no longer covered", "template changed"),
)


def content(found: CrawlSummary) -> dict[str, Any]:
    """Return how a crawl went, for machines."""
    return {
        "crawl": found.number,
        "targets": found.counts.targets,
        "pages": found.counts.pages,
        "failed": found.counts.failed,
        "checked": found.numbers["checked"],
        "stopped": found.stopped,
        "expected": found.crawler.learned.expected,
        "changes": found.changes,
        "failures": [_failure(failure) for failure in found.failures],
        "turned_away": list(found.turned_away),
        "duplicates": list(found.duplicates),
        "left_out": [_failure(failure) for failure in found.left_out],
        "in_part": list(found.in_part),
        "forms_left_alone": found.left_alone,
        "template_changed": _template_content(found.template) if found.template else None,
        "anomalies": list(found.anomalies),
    }


def lines(
    found: CrawlSummary, seconds: float, visited: str = "fetched", wrapper_file: str = "CRAWLER"
) -> list[str]:
    """Say how a crawl went: what was found, what failed, whether that is less than expected."""
    counts = found.counts
    told = [
        f"crawl {found.number}: {counts.targets:,} targets in {counts.pages:,} pages {visited}, "
        f"{seconds:.1f} s" + (f"; stopped early: {found.stopped}" if found.stopped else "")
    ]
    told += _changes(found)
    if counts.failed:
        told.append(f"{counts.failed:,} failed, such as:")
        told += [f"  {failure}" for failure in found.failures[:_SHOWN_FAILURES]]
    told += _others(
        "turned away, since they are not kin", found.turned_away, found.numbers["turned away"]
    )
    told += _others("found again under another URL", found.duplicates, found.numbers["duplicates"])
    if found.left_out:
        told.append(f"{found.numbers['left out']:,} left out, such as {found.left_out[0]}")
    if found.numbers["checked"]:
        told.append(
            f"{found.numbers['checked']:,} links checked that are not followed; "
            f"'pagekin broken {found.number}' lists those that do not work"
        )
    told += _others(
        "read in part only, since they hit a limit", found.in_part, found.numbers["in part"]
    )
    told += left_alone(found.left_alone)
    expected = found.crawler.learned.expected
    if not found.stopped and counts.targets < _FITS * expected:
        told.append(
            f"that is far below the {expected:,} expected: the site may have changed; learn again"
        )
    if found.template:
        told += _template(found.template, wrapper_file)
    told += [f"unusual: {anomaly}" for anomaly in found.anomalies]
    return told


def change_content(event: TemplateChanged | None) -> dict[str, Any] | None:
    """Return a change of the template, for machines."""
    if event is None:
        return None
    return {
        "pages": event.pages,
        "failing_pages": event.failing_pages,
        "drastic": event.drastic,
        "fields": [
            {"field": part.name, "sign": str(part.sign), "failing": part.failing}
            | {"looked": part.looked, "examples": list(part.examples)}
            for part in event.fields
        ],
    }


def _template_content(template: TemplateChange) -> dict[str, Any]:
    return {
        "pages": template.pages,
        "evidence": template.evidence,
        "drastic": template.drastic,
        "healed": template.healed,
        "proposal": template.proposal,
    }


def _template(template: TemplateChange, wrapper_file: str) -> list[str]:
    """Say that the template has changed, and what was done or can be done about it."""
    told = [f"the template of {template.pages:,} pages has changed: {template.evidence}"]
    if template.healed:
        told.append(
            "that was a slight change: the wrapper follows it, and these pages were read anew"
        )
    elif template.proposal:
        told.append(
            f"a repair is proposed: pagekin repair {wrapper_file} shows it, --apply uses it"
        )
    return told


def _changes(found: CrawlSummary) -> list[str]:
    if found.changes is None:
        return []
    told = [f"{found.changes[name]:,} {name}" for name in _CHANGES if name in found.changes]
    lists = f"; 'pagekin changes {found.number}' lists them" if told[1:] else ""
    return [f"since the crawl before: {', '.join(told) or 'nothing to compare'}{lists}"]


def _failure(failure: Failure) -> dict[str, Any]:
    return {"url": failure.url, "kind": failure.kind.value, "detail": failure.detail}


def _others(what: str, urls: Sequence[str], number: int) -> list[str]:
    if not number:
        return []
    return [f"{number:,} {what}" + (f", such as {', '.join(urls[:2])}" if urls else "")]
