"""Strategy auto where a site has no end, or where a person or a limit ends the search."""

import string

import pytest

from pagekin.site import Stop
from pagekin.testing import FakeSite
from shops import (
    PRODUCTS,
    SAMPLE,
    Endless,
    Outcome,
    article,
    complaint,
    crawl,
    home,
    learn,
    links,
    listing,
    name,
    page,
    shop,
    table,
    urls,
)


def calendar(path):
    """A month links to its days and to the months before and after it; a day to its month."""
    if not path.startswith("/calendar/"):
        return None
    month, *day = map(int, path.removeprefix("/calendar/").split("/"))
    if day:
        return page(
            f"Day {day[0]}", f"<p class=none>No events</p>{links([f'/calendar/{month}'], 'back')}"
        )
    days = links([f"/calendar/{month}/{day}" for day in range(1, 29)], "days")
    return page(
        "Calendar", days + links([f"/calendar/{month - 1}", f"/calendar/{month + 1}"], "months")
    )


def deeper(path):
    """Whatever is asked for below /x/ is there, and links to more below."""
    return (
        page("x", links([f"{path}x/", f"{path}y/x/"], "deep")) if path.startswith("/x/") else None
    )


def facets(path):
    """Filters that may be combined at will, each a link to one more combination."""
    if not path.startswith("/all?"):
        return None
    chosen = set(path.removeprefix("/all?f=").split("-"))
    more = [f"/all?f={'-'.join(sorted(chosen ^ {x}))}" for x in string.ascii_lowercase[:10]]
    return listing("All", PRODUCTS[len(path) :: 7], links(more, "facets"))


def sessions(path):
    """Every page gives its visitor a new number."""
    if "?visit=" not in path:
        return None
    number = int(path.partition("?visit=")[2])
    return page(
        "Help", f"<h1>Help</h1>{links([f'/faq?visit={3 * number + n}' for n in range(3)], 'faq')}"
    )


@pytest.mark.parametrize(
    ("trap", "into"),
    [
        (calendar, "/calendar/2024"),
        (deeper, "/x/"),
        (facets, "/all?f=a"),
        (sessions, "/faq?visit=1"),
    ],
)
def test_a_trap_beside_a_hundred_products_is_left_again(trap, into):
    site = shop(more=lambda path: links([into], "trap"))
    outcome = Outcome(Endless(site, trap))
    assert outcome.found == urls(PRODUCTS)
    assert outcome.learned.complete
    assert outcome.learned_by <= 400
    assert outcome.crawled_by <= 1.15 * len(PRODUCTS)


def test_an_entry_with_thousands_of_places_is_not_fetched_whole():
    places = "".join(f"<p class=a{'b' * n}><a href=/junk{n}/x>x</a></p>" for n in range(2000))
    site = shop()
    site["/"] = home(links([f"/c/{name(n)}" for n in range(5)], "shelves"), places)
    outcome = Outcome(site)
    assert outcome.found == urls(PRODUCTS)
    assert outcome.learned_by < 600


# Stops.


class Eventful(FakeSite):
    """A site during whose exploration something happens after some pages."""

    def __init__(self, pages, after, event):
        super().__init__(pages)
        self.after, self.event = after, event

    async def fetch(self, address):
        if len(self.requests) >= self.after:
            self.event()
        return await super().fetch(address)


def test_a_limit_on_pages_gives_the_best_crawler_so_far():
    outcome = Outcome(shop(), stop=Stop(max_pages=30))
    assert outcome.learned_by <= 30
    assert outcome.found == urls(PRODUCTS)
    assert not outcome.learned.complete
    assert outcome.learned.ended == "30 pages fetched (--max-pages)"


def test_an_interrupt_gives_the_best_crawler_so_far():
    stop = Stop()
    site = Eventful(table(shop()), 25, stop.interrupted.set)
    crawler = learn(site, SAMPLE, entry="/", stop=stop)
    assert (crawler.learned.complete, crawler.learned.ended) == (False, "interrupted")
    assert set(crawl(FakeSite(table(shop())), crawler)[1]) == urls(PRODUCTS)


def test_a_limit_on_seconds_gives_the_best_crawler_so_far():
    stop = Stop(max_seconds=900)

    def let_an_hour_pass():
        stop._started -= 3600

    crawler = learn(Eventful(table(shop()), 25, let_an_hour_pass), SAMPLE, entry="/", stop=stop)
    assert crawler.learned.ended == "900 seconds passed (--max-seconds)"
    assert set(crawl(FakeSite(table(shop())), crawler)[1]) == urls(PRODUCTS)


def test_a_stop_before_anything_was_found_says_so():
    assert complaint(shop(), stop=Stop(max_pages=3)).endswith(
        "before the search was stopped: 3 pages fetched (--max-pages)"
    )


def test_a_limit_on_depth_is_kept():
    """The products are two links from the entry, the stories behind the news three."""
    site = shop()
    site["/news/"] = page("News", links(["/news/archive/"], "archive"))
    site["/news/archive/"] = page(
        "Archive", links([f"/news/{n}-{name(n)}" for n in range(16)], "old")
    )
    site |= {f"/news/{n}-{name(n)}": article(n) for n in range(16)}
    asked = FakeSite(table(site))
    crawler = learn(asked, SAMPLE, entry="/", stop=Stop(max_depth=2))
    assert set(crawl(FakeSite(table(site)), crawler)[1]) == urls(PRODUCTS)
    assert not any("/news/1" in address for address in asked.requests)


def test_a_page_of_links_that_all_look_different_and_lead_nowhere_is_left_again():
    site = shop()
    dead = [f"/{n:x}/{n:x}-a.{n:x}?q{n:x}" for n in range(1000)]
    site["/news/"] = page("News", links(dead, "dead"))
    asked = FakeSite(table(site))
    crawler = learn(asked, SAMPLE, entry="/")
    assert set(crawl(FakeSite(table(site)), crawler)[1]) == urls(PRODUCTS)
    assert len(urls(dead) & set(asked.requests)) < 400
