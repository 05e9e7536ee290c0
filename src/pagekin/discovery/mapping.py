"""Mapping (Figure 3): crawl the site breadth-first from the entry and find the targets on the way."""

from collections.abc import Callable
from dataclasses import dataclass

from pagekin.dom import Page
from pagekin.navigation import TargetPagesMap
from pagekin.site import BreadthFirst, Counts, Site, Stop, Watch
from pagekin.urls import Scope


@dataclass(frozen=True, slots=True)
class MappedSite:
    """A site as mapped: its TPM, how many pages were fetched, and why it ended early if it did."""

    tpm: TargetPagesMap
    pages: int
    failed: int
    stopped: str | None


async def mapping(
    site: Site,
    entry: Page,
    is_target: Callable[[Page], bool],
    scope: Scope,
    stop: Stop,
    *,
    concurrency: int = 8,
    watch: Watch = lambda _: None,
) -> MappedSite:
    """Visit every page that links lead to; a target's own links are not followed.

    The nodes of the TPM are URLs as links spell them, since so will the crawler meet them; where they
    redirect to does not matter.
    """
    queue: BreadthFirst[int] = BreadthFirst(site, stop, ahead=2 * concurrency)
    found_on: dict[str, str] = {}
    targets: list[str] = []
    counts = Counts(pages=1)

    too_deep: set[str] = set()

    def enqueue(page: Page, url: str, depth: int) -> None:
        for link in page.links:
            followed = scope.follow(link.url) if link.leads_on else None
            if not followed or scope.too_deep(followed, depth):
                continue
            if stop.too_deep(depth):
                too_deep.add(followed)
            elif queue.add(followed, depth):
                found_on[followed] = url

    for known in {entry.url, entry.requested}:
        queue.mark_seen(known)
    enqueue(entry, entry.requested, 1)
    async for visit in queue:
        counts.queued = len(queue)
        if not isinstance(visit.result, Page):
            counts.failed += 1
        elif is_target(visit.result):
            targets.append(visit.url)
        else:
            enqueue(visit.result, visit.url, visit.note + 1)
        counts.pages, counts.targets = queue.visited + 1, len(targets)
        watch(counts)
        del visit  # with its page, whose memory the next one may need
    tpm = TargetPagesMap.of_paths(entry.requested, found_on, targets)
    deeper = stop.at_depth if too_deep - {entry.url, *found_on} else None
    return MappedSite(tpm, queue.visited + 1, counts.failed, queue.stopped or deeper)
