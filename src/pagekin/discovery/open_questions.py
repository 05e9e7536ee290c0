"""What a search could not settle, as questions to a person."""

from itertools import islice

from pagekin.discovery.adaptive_search import AdaptiveSearch
from pagekin.navigation import KinQuestion, KinReading
from pagekin.similarity.class_questions import questions

MOST = 3  # questions that anybody has the patience for
_EXAMPLES = 2


def open_questions(search: AdaptiveSearch) -> tuple[KinQuestion, ...]:
    """Return what a person would have to answer, first what decides most."""

    def reading(pages: int) -> KinReading:
        return KinReading(pages.bit_count(), _examples(search, pages))

    found = (
        KinQuestion(about, one.taken, reading(one.if_yes), reading(one.if_no))
        for one in questions(search.readings, search.decision.bits)
        if (about := _examples(search, one.asked))  # else there is nothing to show
    )
    return tuple(islice(found, MOST))


def _examples(search: AdaptiveSearch, pages: int) -> tuple[str, ...]:
    """Return some of the pages, the same in every run; none that a person has named already or could not judge."""
    explored = search.explored
    unfit = {*explored.samples, *search.negatives, *search.hollow}
    found = [url for n, url in enumerate(explored.pages) if pages >> n & 1 and url not in unfit]
    chosen = sorted(found, key=explored.shuffle_key)[:_EXAMPLES]
    return tuple(explored.urls[url] for url in chosen)
