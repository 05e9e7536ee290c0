"""Parameters that pages do not need: when it is worth a trial, and when a new beginning."""

import asyncio

import pytest

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.parameter_trials import _IN_VAIN, ParameterTrials
from pagekin.dom import parse_page
from pagekin.dom.shown_digest import shown_digest
from pagekin.testing import FakeSite
from pagekin.urls import Scope

ROOT = "http://shop.test"
KIND = "show?id&shelf"


def shown(number, shelf, *, matters=False):
    return f"<h1>No. {number}</h1><p>{shelf if matters else ''}</p>".encode()


class Trials:
    """A site of products on shelves: so many URLs were seen, and the first of them fetched."""

    def __init__(self, urls, fetched, *, shelves=3, kin=True, matters=False):
        self.explored = ExploredSite(Scope("shop.test"))
        answers = {}
        for n in range(urls):
            shelf = f"s{n % shelves}"
            address = f"{ROOT}/show?shelf={shelf}&id={n}"
            self.explored.number(address)
            answers[address] = shown(n, shelf, matters=matters)
            answers[f"{ROOT}/show?id={n}"] = shown(n, "", matters=matters)
            answers[f"{ROOT}/show?shelf={shelf}"] = shown("any", shelf)
        self.site = FakeSite(answers)
        self.known = {
            n: shown_digest(parse_page(address, answers[address]))
            for n, address in enumerate(self.explored.urls[:fetched])
        }
        self.kin = set(self.known) if kin else set()
        self.trials = ParameterTrials(self.site)

    def find(self):
        return asyncio.run(self.trials.find(self.known, self.explored, self.kin))


def test_a_parameter_without_which_three_pages_show_the_same_is_needless():
    shop = Trials(6, 3)
    assert shop.find() == [(KIND, "shelf")]
    asked = [address.partition("?")[2] for address in shop.site.requests]
    assert asked[-3:] == ["id=0", "id=1", "id=2"]


def test_a_parameter_that_changes_what_is_shown_is_needed_and_tried_once():
    shop = Trials(6, 3, matters=True)
    assert shop.find() == []
    asked = len(shop.site.requests)
    assert asked == 2  # of each parameter the first page tells
    assert shop.find() == []
    assert len(shop.site.requests) == asked


@pytest.mark.parametrize(
    ("urls", "fetched", "kin", "is_tried"),
    [
        (6, 3, True, True),
        (6, 2, True, False),  # too few pages to compare
        (5, 3, True, False),  # too few URLs to save anything
        (39, 3, False, False),  # no kin
        (40, 3, False, True),  # but many URLs
    ],
)
def test_a_trial_has_to_be_worth_it(urls, fetched, kin, is_tried):
    shop = Trials(urls, fetched, kin=kin)
    assert bool(shop.find()) is is_tried
    assert bool(shop.site.requests) is is_tried


def test_pages_with_two_values_of_a_parameter_have_to_be_seen_if_there_are_two():
    """All three products are on one shelf, others on another: who knows what that changes."""
    shop = Trials(8, 3, shelves=3)
    shop.known = {n: shop.known[0] + bytes([n]) for n in (0, 3, 6)}
    shop.kin = set(shop.known)
    shop.find()
    assert not [address for address in shop.site.requests if "shelf" not in address]
    assert Trials(8, 3, shelves=1).find() == [(KIND, "shelf")]


def test_a_new_beginning_is_worth_it_if_kin_have_the_parameter_or_it_saves_requests():
    shop = Trials(200, 3)
    found = shop.find()
    worth = shop.trials.worth_a_restart
    assert worth(found, shop.explored, shop.kin)
    assert not worth([], shop.explored, shop.kin)
    shop.explored.pages += range(64)
    shop.explored.done |= set(range(64))
    assert worth(found, shop.explored, shop.kin)
    assert worth(found, shop.explored, set())  # 136 are left, and 64 were fetched
    shop.explored.done |= set(range(136))
    assert not worth(found, shop.explored, set())
    shop.trials.begin_again()
    assert not worth(found, shop.explored, shop.kin)


def test_after_many_trials_in_vain_no_more_are_made():
    """Each kind of URL has two parameters, and needs both."""
    shop = Trials(6, 3, matters=True)
    for number in range(26):
        addresses = [f"{ROOT}/{chr(97 + number)}?a={n}&b=x{n}" for n in range(6)]
        for n, address in enumerate(addresses):
            place = shop.explored.number(address)
            shop.site.pages[address] = shown(n, number)
            if n < 3:
                shop.known[place] = shown_digest(parse_page(address, shown(n, number)))
                shop.kin.add(place)
    assert shop.find() == []
    assert len(shop.site.requests) == _IN_VAIN


def test_a_parameter_of_which_one_value_was_seen_keeps_nobody_from_trying_the_next():
    """Of the first parameter others have to be seen first; the second can be tried at once."""
    shop = Trials(0, 0)
    for n in range(8):
        address = f"{ROOT}/list?a={'x' if n < 4 else n}&b={n}"
        place = shop.explored.number(address)
        shop.site.pages[address] = shown(n, "")
        shop.site.pages[f"{ROOT}/list?a={'x' if n < 4 else n}"] = shown("any", "")
        if n < 4:
            shop.known[place] = shown_digest(parse_page(address, shown(n, "")))
            shop.kin.add(place)
    assert shop.find() == []
    assert shop.site.requests == [f"{ROOT}/list?a=x"]
