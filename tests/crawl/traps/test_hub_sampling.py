"""Hubs that name ever new pages are believed for as long as some of these turn out to be worth something."""

from dataclasses import replace

from cpu_time import soon
from pagekin.crawl.traps.content_repeats import content_hash
from pagekin.crawl.traps.hub_sampling import EMPTY, VAIN, HubSampling
from pagekin.crawl.traps.trap_detector import PATIENCE, TrapDetector
from pagekin.crawl.traps.trap_history import PastVisit, TrapHistory
from pagekin.crawl.visits import NOT_KIN, PlannedVisit
from pagekin.dom import parse_page
from pagekin.navigation import TARGET
from pagekin.urls.url_shapes import UrlShapes

ROOT = "http://shop.test"
FORMS = UrlShapes((("folder 1", "offers"), ("folder 1", "p")))
HUB = "/offers/…"


def offer(number):
    return f"{ROOT}/offers/{number}"


def product(number):
    return PlannedVisit(f"{ROOT}/p/{number}", TARGET, 1, offer(number))


def promised(promises, pages, first=0):
    return [
        promises.make(HUB, page, hubs=False, named=[product(page)])
        for page in range(first, first + pages)
    ]


def test_what_was_named_last_is_due_now_and_then():
    promises = HubSampling()
    promised(promises, 39)
    assert not promises.due
    promised(promises, 1, first=39)
    assert [entry.url for entry in promises.due] == [product(n).url for n in range(32, 40)]


def test_what_was_due_once_is_not_due_again():
    promises = HubSampling()
    promised(promises, 40)
    assert len(promises.taken()) == 8
    for number in range(40, 79):
        promises.make(HUB, number, hubs=False, named=())
    promised(promises, 1, first=79)
    assert [entry.url for entry in promises.due] == [product(79).url]


def test_who_has_kept_a_promise_is_looked_at_half_as_often_but_not_ever_more_seldom():
    promises, pauses, page_number = HubSampling(), [], 0
    for _ in range(4):
        pauses.append(0)
        while not promises.due:
            promised(promises, 1, first=page_number)
            page_number += 1
            pauses[-1] += 1
        promises.taken()
        promises.keep(HUB, hubs=False)
    assert pauses == [40, 80, 160, 160]


def test_nobody_believes_them_any_more_when_many_were_looked_at_in_vain():
    promises = HubSampling()
    assert all(promised(promises, EMPTY))
    for _ in range(VAIN):
        promises.fail(HUB, hubs=False)
    assert not any(promised(promises, 3, first=EMPTY))
    assert promises.is_empty(HUB, page=5)
    assert not promises.is_empty(HUB, page=5, tried=1)
    assert not promises.is_empty(HUB, page=9999)


def test_they_are_believed_again_after_one_was_kept():
    promises = HubSampling()
    promised(promises, EMPTY)
    for _ in range(VAIN):
        promises.fail(HUB, hubs=False)
    promises.keep(HUB, hubs=False)
    assert all(promised(promises, 3, first=EMPTY))
    assert not promises.is_empty(HUB, page=5)


def test_hubs_that_vouch_for_each_other_in_a_circle_are_not_believed_for_ever():
    promises = HubSampling()
    for level in range(1, 20):
        promises.make(HUB, level, hubs=True, named=())
        promises.keep(HUB, hubs=True, level=level)
    assert promises.level(HUB) < 10


def page(body, url=f"{ROOT}/a"):
    return parse_page(url, body, {"content-type": "text/html"})


def test_a_page_shows_the_same_wherever_its_links_lead():
    one = page(b"<title>T</title><p>Tea <a href=/x?s=1>on</a> made at 12:00:01</p>")
    other = page(b"<title>T</title><p>Tea <a href=/x?s=2>on</a> made at 13:10:59</p>", f"{ROOT}/b")
    picture = page(b"<title>T</title><p>Tea <a href=/x>on</a> made at 1:10:59<img src=1.png></p>")
    assert content_hash(one) == content_hash(other) != content_hash(picture)


def test_it_does_not_take_long_to_see_what_a_page_shows():
    with soon(5):
        content_hash(page(b"<p>" + b"1" * 1_000_000 + b"." * 1000 + b"1" * 1_000_000))


def test_a_page_of_highlighted_code_takes_no_longer_than_others():
    """Texts at two depths, a hundred thousand side by side: putting them in order would take hours."""
    line = b"<span>f</span><span>(</span><span>x</span><span>)</span>;\n"
    with soon(5):
        content_hash(page(b"<pre>" + line * 30_000 + b"</pre><img src=1.png>"))


def test_pages_that_show_nothing_are_not_alike():
    assert content_hash(page(b"<p></p>")) != content_hash(page(b"<p></p>", f"{ROOT}/b"))


def chain(pages, kind):
    """Give offers that each name a product and the next offer, as an interrupted crawl knows them."""
    for number in range(1, pages + 1):
        yield PastVisit(offer(number), HUB, number, offer(number - 1), came=True)
        if kind:
            yield PastVisit(product(number).url, kind, number + 1, offer(number), came=True)


def recalled(pages):
    yields = TrapDetector(FORMS.shape, {HUB})
    recalling = TrapHistory(yields)
    recalling.know(pages)
    recalling.visit(pages)
    return yields


def next_offer(number):
    return PlannedVisit(offer(number + 1), HUB, number + 1, offer(number))


def test_a_crawl_that_is_continued_knows_that_hubs_brought_nothing():
    assert not recalled(list(chain(PATIENCE // 2, ""))).why_not(next_offer(PATIENCE // 2))
    assert recalled(list(chain(3 * PATIENCE, ""))).why_not(next_offer(3 * PATIENCE))


def test_a_crawl_that_is_continued_expects_as_much_as_before_of_pages_that_wait():
    waiting = [replace(past, came=False) for past in chain(3 * PATIENCE, "")]
    assert not recalled(waiting).why_not(next_offer(3 * PATIENCE))


def test_a_crawl_that_is_continued_knows_what_promises_were_worth():
    pages = 6 * EMPTY
    assert recalled(list(chain(pages, NOT_KIN))).why_not(next_offer(pages))
    assert not recalled(list(chain(pages, TARGET))).why_not(next_offer(pages))
