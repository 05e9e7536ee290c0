"""The memory of all pages that are alive at once is bounded, and nobody waits for ever."""

import asyncio

import pytest
from loopback import PATIENCE

from pagekin.dom import parse_page
from pagekin.site.page_memory import PageMemory, memory_for

URL = "http://h.example/"
BODY = b"<p>x</p>" * 20_000
SIZE = memory_for(BODY)


def parse(body):
    return parse_page(URL, body)


@pytest.fixture
def memory():
    made = []

    def make(room):
        made.append(PageMemory(room))
        return made[-1]

    yield make
    for one in made:
        one.close()


async def page_of(memory, body=BODY):
    with memory.turn() as turn:
        return await turn.page([body], parse)


async def test_pages_that_are_dropped_make_room(memory):
    room = memory(2 * SIZE)
    page = await page_of(room)
    assert room.used == SIZE
    del page
    assert room.used == 0


async def test_no_more_pages_are_alive_than_there_is_room_for(memory):
    room = memory(3 * SIZE)
    tasks = [asyncio.create_task(page_of(room)) for _ in range(12)]
    most = 0
    for _ in range(12):  # in order, as a traversal decides about them
        page = await tasks.pop(0)
        most = max(most, room.used)
        assert page.title == ""
        del page
    assert SIZE < most <= 3 * SIZE
    await asyncio.sleep(0)  # the loop lets go of the last task
    assert room.used == 0


async def test_who_asked_first_is_first_though_later_pages_come_sooner(memory):
    room = memory(SIZE)
    got = []

    async def slow(number, came):
        with room.turn() as turn:
            await came.wait()
            page = await turn.page([BODY], parse)
            got.append(number)
            del page

    events = [asyncio.Event() for _ in range(4)]
    tasks = [asyncio.create_task(slow(n, event)) for n, event in enumerate(events)]
    for event in reversed(events):
        event.set()
        await asyncio.sleep(0.05)
    await asyncio.wait_for(asyncio.gather(*tasks), PATIENCE)
    assert got == [0, 1, 2, 3]


async def test_a_page_larger_than_all_the_room_comes_alone(memory):
    room = memory(SIZE // 10)
    first = await page_of(room)
    second = asyncio.create_task(page_of(room))
    await asyncio.sleep(0.1)
    assert not second.done()
    del first
    assert (await asyncio.wait_for(second, PATIENCE)).url == URL


async def test_pages_that_somebody_keeps_do_not_stop_a_crawl(memory):
    room = memory(SIZE)
    kept = [await asyncio.wait_for(page_of(room), PATIENCE) for _ in range(3)]
    assert len(kept) == 3


async def test_a_failed_or_cancelled_page_holds_up_nobody(memory):
    room = memory(SIZE)
    with room.turn():
        pass  # it failed
    kept = await page_of(room)
    waiting = asyncio.create_task(page_of(room))
    await asyncio.sleep(0.05)
    waiting.cancel()
    await asyncio.gather(waiting, return_exceptions=True)
    del kept
    assert (await asyncio.wait_for(page_of(room), PATIENCE)).url == URL


async def test_a_parser_that_fails_gives_its_room_back(memory):
    room = memory(SIZE)

    def fails(_body):
        raise ValueError

    with pytest.raises(ValueError), room.turn() as turn:  # noqa: PT011 - it is our own
        await turn.page([BODY], fails)
    assert room.used == 0


async def test_small_pages_never_wait(memory):
    room = memory(100 * SIZE)
    with room.turn():  # an earlier one that does not come
        assert len([await page_of(room, b"<p>x") for _ in range(100)]) == 100


async def test_without_a_bound_nobody_waits(memory):
    room = memory(0)
    assert len([await page_of(room) for _ in range(5)]) == 5
