"""Twenty people click through a console on SQLite while a crawl writes into the same store: nothing goes wrong."""

import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import cycle, islice

from console_clients import ADMINISTRATOR, USER
from django.db import connections

from pagekin.console.models import Audit

PEOPLE, CLICKS = 20, 8
LEFT_OUT = {"log-out", "picker", "picker-page", "picker-look"}  # of pages that are not crawled here


def clicks_of(console, number, addresses, crawl_goes_on):
    """Click as one person does, and go on as long as the crawl does; give what was no answer."""
    client = console.client(ADMINISTRATOR if number % 2 else USER)
    wrong = []
    try:
        for clicks, address in enumerate(islice(cycle(addresses), number * 3, None)):
            if clicks >= CLICKS and not crawl_goes_on.is_set():
                return clicks, wrong
            response = client.get(address)
            if response.status_code >= 500:
                wrong.append((address, response.content.decode()[-300:]))
            response.close()
            if clicks == 2:
                asked = {"q": "price has changed", "title": f"of {number}"}
                wrong += [] if client.post("/queries/save/", asked).status_code == 302 else ["save"]
    finally:
        connections.close_all()
    return clicks, wrong


def test_twenty_people_click_while_a_crawl_writes(furnished):
    addresses = [one for name, one in furnished.addresses() if name not in LEFT_OUT]
    crawl_goes_on = threading.Event()
    crawl_goes_on.set()
    with ThreadPoolExecutor(PEOPLE) as people:
        clicking = [
            people.submit(clicks_of, furnished, number, addresses, crawl_goes_on)
            for number in range(PEOPLE)
        ]
        try:
            for _ in range(2):
                furnished.shop.prices[1] += 1
                furnished.crawl_once_more()
        finally:
            crawl_goes_on.clear()
        done = [one.result() for one in clicking]
    assert [wrong for _, wrong in done if wrong] == []
    assert sum(clicks for clicks, _ in done) >= PEOPLE * CLICKS
    assert Audit.objects.filter(what__startswith="saved").count() == PEOPLE + 1
