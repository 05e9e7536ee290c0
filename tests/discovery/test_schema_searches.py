"""What holds for both TRIVIALSEARCH and INDESIT: limits, order, odd sites."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from figure3 import TARGETS, ShuffledSite, figure3, page, search, site, url, urls
from pagekin.discovery.indesit import indesit
from pagekin.discovery.trivial import trivial_search
from pagekin.dom import parse_page
from pagekin.similarity.page_schema import page_schema, similar
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope

both = pytest.mark.parametrize("algorithm", [trivial_search, indesit])


@both
@pytest.mark.parametrize("seed", range(5))
def test_the_order_of_responses_does_not_matter(algorithm, seed):
    random.seed(seed)
    shuffled = search(algorithm, site(figure3(), ShuffledSite), concurrency=3)
    assert shuffled == search(algorithm, site(figure3()))


@both
def test_a_limit_on_pages_gives_what_was_found_by_then(algorithm):
    where = site(figure3())
    stopped = search(algorithm, where, stop=Stop(max_pages=10))
    assert stopped.stopped == "10 pages fetched (--max-pages)"
    assert len(where.requests) == stopped.downloads == 11  # and the sample
    assert urls("p0") < set(stopped.targets) < urls(*TARGETS)
    shuffled = site(figure3(), ShuffledSite)
    assert search(algorithm, shuffled, stop=Stop(max_pages=10)) == stopped


@both
def test_more_pages_never_find_less(algorithm):
    found = [
        set(search(algorithm, site(figure3()), stop=Stop(max_pages=pages)).targets)
        for pages in range(1, 20)
    ]
    assert all(less <= more for less, more in pairwise(found))
    assert found[-1] == urls(*TARGETS)


@both
def test_a_limit_that_is_just_enough_stops_nothing(algorithm):
    found = search(algorithm, site(figure3()))
    limit = Stop(max_pages=found.downloads - 1)  # the sample was there before
    assert search(algorithm, site(figure3()), stop=limit) == found


@both
def test_the_time_may_run_out(algorithm):
    stopped = search(algorithm, site(figure3()), stop=Stop(max_seconds=1e-9))
    assert stopped.targets == (url("p0"),)
    assert stopped.stopped == "1e-09 seconds passed (--max-seconds)"


@both
def test_an_interruption_keeps_what_was_found(algorithm):
    stop = Stop()

    def watch(counts):
        if counts.pages == 12:
            stop.interrupted.set()

    stopped = search(algorithm, site(figure3()), stop=stop, watch=watch)
    assert stopped.stopped == "interrupted"
    assert stopped.downloads == 12
    assert urls("p0") < set(stopped.targets) < urls(*TARGETS)


@both
def test_who_watches_is_told(algorithm):
    seen = []
    watch = lambda counts: seen.append((counts.pages, counts.targets))  # noqa: E731 - one line
    found = search(algorithm, site(figure3()), watch=watch)
    assert seen[-1] == (found.downloads, len(TARGETS))
    assert seen == sorted(seen)


@both
def test_links_out_of_scope_are_not_followed(algorithm):
    where = site(figure3())
    found = search(algorithm, where, scope=Scope.around(url("p0"), reject="/p3"))
    assert set(found.targets) == urls(*TARGETS) - urls("t5", "t6")
    assert not urls("p31", "p32") & set(where.requests)
    assert not any("elsewhere" in request for request in where.requests)


@both
def test_a_sample_without_links_is_alone(algorithm):
    found = search(algorithm, FakeSite({url("p0"): b"<p>alone"}))
    assert found.targets == (url("p0"),)
    assert (found.downloads, found.visits, found.class_links) == (1, 0, ())


@both
def test_a_site_that_is_gone_leaves_the_sample(algorithm):
    found = search(algorithm, site({"p0": figure3()["p0"]}))
    assert found.targets == (url("p0"),)
    assert found.failed == 7


@both
def test_never_more_under_way_than_asked_for(algorithm):
    class BusySite(FakeSite):
        now = most = 0

        async def fetch(self, url):
            self.now += 1
            self.most = max(self.most, self.now)
            try:
                return await super().fetch(url)
            finally:
                self.now -= 1

    where = site(figure3(), BusySite)
    search(algorithm, where, concurrency=2)
    assert 1 < where.most <= 4  # two and as many ahead


names = st.sampled_from([f"n{n}" for n in range(12)])
random_sites = st.dictionaries(
    names,
    st.tuples(
        st.sampled_from(["c0", "c1", "c2"]),
        st.dictionaries(st.sampled_from(["x", "y", "z"]), st.lists(names, max_size=6), max_size=3),
    ),
    max_size=12,
)


@both
@given(random_sites, st.integers(1, 12), st.integers())
@settings(max_examples=50, deadline=None)
def test_on_any_site_a_search_ends_with_similar_pages(algorithm, shapes, threshold, seed):
    pages = {"n0": page("c0", x=["n1", "n2"])}
    pages |= {name: page(cluster, **lists) for name, (cluster, lists) in shapes.items()}
    random.seed(seed)
    found = search(algorithm, site(pages), sample="n0", st=threshold)
    assert found == search(algorithm, site(pages, ShuffledSite), sample="n0", st=threshold)
    assert found.downloads <= 12
    assert len(set(found.targets)) == len(found.targets)
    schemas = {url(name): page_schema(parse_page(url(name), pages[name])) for name in pages}
    sample = schemas[url("n0")]
    assert all(similar(schemas[target], sample, threshold) for target in found.targets)
    assert all(found.path(target)[0].page == url("n0") for target in found.targets[1:])
