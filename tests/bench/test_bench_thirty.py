"""The measurement of crawls day by day: what it compares, and that the demo shop's second day costs little."""

from bench.thirty import Day, crawl_day, growth

from demo_crawlers import write_demo_crawler
from pagekin.demo import Shop, serve


def day(number, transferred, store, archive, found=1.0):
    return Day(number, 10, transferred, 1.0, store, archive, found)


def test_the_last_day_is_held_against_the_first():
    good = [day(1, 1000, 100, 100), day(2, 900, 120, 130), day(3, 90, 150, 199)]
    assert all(figure.holds for figure in growth(good))
    bad = [*good, day(4, 200, 300, 400, found=0.5)]
    assert not any(figure.holds for figure in growth(bad))


def test_the_second_day_transfers_little_and_adds_little(tmp_path):
    with serve(Shop(products=100), log=False) as server:
        crawler = write_demo_crawler(server, tmp_path)
        first = crawl_day(server, crawler, tmp_path)
        server.day = 2
        second = crawl_day(server, crawler, tmp_path)
    assert second.requests >= 0.9 * first.requests
    # A shop so small has few lists, and each of them has a product that changes.
    assert second.transferred < 0.25 * first.transferred
    assert second.archive < 1.25 * first.archive
    assert (first.found, second.found) > (0.7, 0.7)
