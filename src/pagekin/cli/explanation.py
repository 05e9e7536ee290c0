"""Who is kin, in words: what the class has, what else could have been meant, what is doubtful."""

from collections.abc import Iterator

from pagekin.navigation import Crawler
from pagekin.similarity.membership_rule import in_words

_SHOWN_SIGNS = 5
_SHOWN_DOUBTS = 5


def explanation(crawler: Crawler) -> Iterator[str]:
    """Say what sets the samples' class apart."""
    alike = crawler.similarity
    if alike:
        folded = ", repeated siblings counted once" if alike.fold else ""
        yield f"alike   {alike.threshold:g} or more by {alike.labels.value}{folded}"
    for number, step in enumerate(crawler.membership.steps if crawler.membership else ()):
        yield f"{'        and has' if number else 'kin     has'} most of:"
        yield from (f"          {in_words(feature)}" for feature in step[:_SHOWN_SIGNS])
        if len(step) > _SHOWN_SIGNS:
            yield f"          and {len(step) - _SHOWN_SIGNS} more signs"
    for other in crawler.alternatives:
        yield f"{other.relation:8} {other.pages:,} of the pages seen: {other.sign}"
    if crawler.doubtful:
        yield f"doubtful {', '.join(crawler.doubtful[:_SHOWN_DOUBTS])}"
