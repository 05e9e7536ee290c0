"""Breadth-first visits, and when to stop them."""

import asyncio
import random
import signal

import pytest

from pagekin.dom import Page
from pagekin.site import BreadthFirst, Stop
from pagekin.testing import FakeSite


def page(*hrefs):
    return "".join(f'<a href="{href}">{href}</a>' for href in hrefs).encode()


# A site of four levels in which page n links to 3n+1 … 3n+3.
TREE = {f"http://h/{n}": page(*(f"/{m}" for m in range(3 * n + 1, 3 * n + 4))) for n in range(40)}


class SlowSite(FakeSite):
    """Answers in an order of its own."""

    async def fetch(self, url):
        for _ in range(random.randrange(20)):
            await asyncio.sleep(0)
        return await super().fetch(url)


async def visits(site, stop=None, ahead=8, start="http://h/0"):
    queue = BreadthFirst(site, stop or Stop(), ahead=ahead)
    queue.add(start, None)
    seen = []
    async for visit in queue:
        seen.append(visit.url)
        if isinstance(visit.result, Page):
            for link in visit.result.links:
                queue.add(link.url, None)
    return seen, queue


def test_pages_are_visited_in_the_order_they_were_found_whatever_the_order_of_responses():
    one_by_one, _ = asyncio.run(visits(FakeSite(TREE), ahead=1))
    assert one_by_one == [f"http://h/{n}" for n in range(121)]
    for _ in range(20):
        at_once, _ = asyncio.run(visits(SlowSite(TREE), ahead=16))
        assert at_once == one_by_one


def test_every_url_is_fetched_once():
    site = FakeSite({"http://h/0": page("/0", "/1", "/1"), "http://h/1": page("/0", "/1")})
    seen, _ = asyncio.run(visits(site))
    assert seen == site.requests == ["http://h/0", "http://h/1"]


def test_no_page_is_fetched_beyond_the_limit():
    site = FakeSite(TREE)
    seen, queue = asyncio.run(visits(site, Stop(max_pages=10), ahead=8))
    assert len(seen) == len(site.requests) == 10
    assert queue.stopped == "10 pages fetched (--max-pages)"


def test_a_redirect_to_a_page_found_elsewhere_is_no_page_of_its_own():
    site = FakeSite(
        {"http://h/0": page("/a", "/b"), "http://h/a": "http://h/b", "http://h/b": page()}
    )
    seen, _ = asyncio.run(visits(site))
    assert seen == ["http://h/0", "http://h/b"]


def test_a_page_found_by_redirect_is_not_fetched_again():
    site = FakeSite(
        {"http://h/0": page("/a"), "http://h/a": "http://h/b", "http://h/b": page("/b")}
    )
    seen, _ = asyncio.run(visits(site))
    assert seen == ["http://h/0", "http://h/a"]


class SilentSite(FakeSite):
    """Never answers beyond its first page."""

    async def fetch(self, url):
        if url != "http://h/0":
            await asyncio.Event().wait()
        return await super().fetch(url)


def test_time_runs_out_even_while_a_server_is_silent():
    seen, queue = asyncio.run(visits(SilentSite(TREE), Stop(max_seconds=0.05)))
    assert seen == ["http://h/0"]
    assert queue.stopped == "0.05 seconds passed (--max-seconds)"


def test_an_interruption_ends_the_wait_and_leaves_no_request_behind():
    async def interrupt():
        stop = Stop()
        asyncio.get_running_loop().call_later(0.02, stop.interrupted.set)
        result = await visits(SilentSite(TREE), stop)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return result

    seen, queue = asyncio.run(interrupt())
    assert seen == ["http://h/0"]
    assert queue.stopped == "interrupted"


def test_redirects_can_be_told_apart_from_what_they_lead_to():
    async def work():
        queue = BreadthFirst(
            FakeSite({"http://h/a": "http://h/b", "http://h/b": page()}),
            Stop(),
            ahead=2,
            merge=False,
        )
        queue.add("http://h/b", None)
        queue.add("http://h/a", None)
        return [(visit.url, visit.result.url) async for visit in queue]

    assert asyncio.run(work()) == [("http://h/b", "http://h/b"), ("http://h/a", "http://h/b")]


@pytest.mark.parametrize("turns", range(8))
def test_an_interruption_at_any_moment_leaves_no_task_behind(turns):
    """Whether it comes before the page, with it, or after it: in turns of the event loop."""

    async def interrupt():
        stop, loop = Stop(), asyncio.get_running_loop()

        def after(turns):
            if turns:
                loop.call_soon(after, turns - 1)
            else:
                stop.interrupted.set()

        class InterruptedSite(FakeSite):
            async def fetch(self, url):
                after(turns)
                return await super().fetch(url)

        _, queue = await visits(InterruptedSite(TREE), stop)
        assert asyncio.all_tasks() == {asyncio.current_task()}
        return queue.stopped

    assert asyncio.run(interrupt()) == "interrupted"


def test_a_page_that_was_computed_while_ctrl_c_was_pressed_is_left_alone():
    """What is done with a page may take a second, and Ctrl-C is not heard before."""

    class InterruptedSite(FakeSite):
        async def fetch(self, url):
            result = await super().fetch(url)
            if url == "http://h/2":
                signal.raise_signal(signal.SIGINT)
            return result

    async def interrupt():
        stop = Stop()
        asyncio.get_running_loop().add_signal_handler(signal.SIGINT, stop.interrupted.set)
        return await visits(InterruptedSite(TREE), stop, ahead=1)

    seen, queue = asyncio.run(interrupt())
    assert seen == ["http://h/0", "http://h/1"]
    assert queue.stopped == "interrupted"
