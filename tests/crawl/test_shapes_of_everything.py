"""What URLs have in common on a site about which nothing was learned."""

import pytest

from pagekin.crawl.follower import Follower
from pagekin.navigation import Navigation
from pagekin.urls import Scope


@pytest.mark.parametrize(
    ("path", "shape"),
    [
        ("/", "/…"),
        ("/about", "/…"),
        ("/news/today", "/news/…"),
        ("/news/local/today", "/news/local/…"),
        ("/news/local/sport/today", "/news/local/*/…"),
        ("/2024/05/today", "/*/*/…"),
        ("/v2/today", "/*/…"),
        ("/find?q=tea", "/…?q"),
        ("/find?q=tea&page=2&page=3", "/…?page&q"),
    ],
)
def test_two_folders_are_written_out_and_values_are_left_out(path, shape):
    everything = Follower(Navigation(("http://h.test/",), (), everything=True), Scope("h.test"))
    assert everything.shape(f"http://h.test{path}") == shape
