"""How a host is found out about after a failure: whom to ask, how long to wait, how often to try."""

import pytest

from outage_shop import WaitedClock
from pagekin.errors import OutageError
from pagekin.fetch.outages import HostState, Outages, Tries, is_trouble

HOME, PAGE, BAD = "http://h.test/", "http://h.test/good", "http://h.test/bad"


class Host:
    """A host that is away until a moment of a clock, None for good; it notes what it is asked for."""

    def __init__(self, away_until=0.0, longest=10.0):
        self.clock, self.asked, self.away_until = WaitedClock(), [], away_until
        self.outages = Outages(self.probe, longest, self.clock)

    async def probe(self, url):
        self.asked.append(url)
        return self.away_until is not None and self.clock.now() >= self.away_until

    def answer(self, url=PAGE):
        self.outages.answered(url, self.outages.next_number(), is_page=True)


@pytest.mark.parametrize(("longest", "waits"), [(10, [1, 2, 4, 3]), (8, [1, 2, 4, 1]), (0, [])])
async def test_a_host_is_given_up_when_its_time_is_over_and_not_before(longest, waits):
    host = Host(away_until=None, longest=longest)
    host.answer()
    reason = f"refused, and it did not come back within {longest} seconds"
    with pytest.raises(OutageError, match=reason):
        await host.outages.state_after(BAD, "refused")
    assert host.clock.waits == waits
    with pytest.raises(OutageError):
        await host.outages.number(PAGE)


@pytest.mark.parametrize(("back", "waits"), [(0.5, [1]), (3, [1, 2]), (10, [1, 2, 4, 3])])
async def test_a_host_that_comes_back_in_time_is_told_so_and_waits_begin_anew(back, waits):
    host = Host(away_until=back)
    host.answer()
    assert await host.outages.state_after(BAD, "refused") is HostState.BACK
    assert host.clock.waits == waits
    host.away_until = host.clock.now() + 0.5
    assert await host.outages.state_after(BAD, "refused") is HostState.BACK
    assert host.clock.waits[len(waits) :] == [1]


async def test_a_host_that_answers_another_page_is_well():
    host = Host()
    host.answer()
    assert await host.outages.state_after(BAD, "refused") is HostState.WELL
    assert host.asked == [PAGE]


async def test_a_host_from_which_nothing_came_is_asked_for_its_home_page_once():
    host = Host(away_until=None)
    host.outages.home = HOME
    assert await host.outages.state_after(BAD, "refused") is HostState.UNKNOWN
    assert host.asked == [HOME]
    assert not host.outages.has_answered


async def test_the_page_that_failed_tells_nothing_about_itself():
    host = Host(away_until=None)
    host.outages.home = HOME
    assert await host.outages.state_after(HOME, "refused") is HostState.UNKNOWN
    assert host.asked == []


async def test_the_last_try_is_made_when_the_host_is_well():
    host = Host(away_until=3)
    host.answer()
    tries = Tries(host.outages, 2, waits=True)
    assert await tries.has_another(BAD, "refused")
    assert host.asked == []
    assert await tries.has_another(BAD, "refused")
    assert host.clock.now() == 3
    assert not await tries.has_another(BAD, "refused")


async def test_a_host_that_answered_meanwhile_need_not_be_asked():
    host = Host()
    host.answer()
    tries = Tries(host.outages, 2, waits=True)
    assert await tries.has_another(BAD, "refused")
    host.answer()
    assert await tries.has_another(BAD, "refused")
    assert host.asked == []


async def test_a_request_lives_through_four_outages_and_fails_in_the_fifth():
    host = Host()
    host.answer()
    tries = Tries(host.outages, 0, waits=True)
    lived = []
    for _ in range(5):
        host.away_until = host.clock.now() + 3
        lived.append(await tries.has_another(BAD, "refused"))
    assert lived == [True, True, True, True, False]


async def test_who_does_not_wait_tries_as_often_as_allowed_and_asks_nobody():
    host = Host(away_until=None)
    host.answer()
    tries = Tries(host.outages, 2, waits=False)
    assert [await tries.has_another(BAD, "refused") for _ in range(3)] == [True, True, False]
    assert host.asked == []


@pytest.mark.parametrize("status", [408, 429, 500, 503, 999])
def test_trouble_of_the_server_passes(status):
    assert is_trouble(status)


@pytest.mark.parametrize("status", [200, 404, 499, 501, 505])
def test_other_answers_are_meant_as_they_are(status):
    assert not is_trouble(status)
