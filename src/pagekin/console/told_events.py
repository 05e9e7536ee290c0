"""What crawls have told, in numbers; what has another cause, which is told instead, does not count."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from django.db.models import Count

from pagekin.store.models import Event
from pagekin.store.states import EventState

if TYPE_CHECKING:
    from collections.abc import Iterable


def told_events(crawls: Iterable[int]) -> dict[int, list[tuple[str, int]]]:
    """Count what each crawl has told, by kind."""
    told = Event.objects.filter(crawl_id__in=list(crawls), state=EventState.TOLD)
    counts: defaultdict[int, list[tuple[str, int]]] = defaultdict(list)
    for crawl, kind, number in told.values_list("crawl_id", "kind").annotate(Count("id")):
        counts[crawl].append((kind, number))
    return {crawl: sorted(found) for crawl, found in counts.items()}
