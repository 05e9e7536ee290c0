"""One form may stand for any number of folders; what has a fuller form keeps it."""

import pytest

from pagekin.crawl.follower import Follower
from pagekin.dom import parse_page
from pagekin.navigation import ANY, TARGET, Navigation, Step
from pagekin.urls import Scope

HOME = "http://h.test/"
PARTS = (("begins", "package-"), ("folder -1", "use"))
PLAIN = ("/**/….html", "/**/package-….html", "/**/use/….html")
STEPS = (
    Step(ANY, TARGET, shape="/**/….html"),
    Step(ANY, "/**/package-….html", shape="/**/package-….html"),
)


@pytest.mark.parametrize(
    ("path", "kinds"),
    [
        ("/org/A.html", [TARGET]),
        ("/org/api/deep/down/A.html", [TARGET]),
        ("/org/api/package-summary.html", ["/**/package-….html"]),
        ("/org/api/use/A.html", []),
        ("/A.html", []),
        ("/org/api/A", []),
    ],
)
def test_links_are_followed_however_deep_they_lead(path, kinds):
    follower = Follower(Navigation((HOME,), STEPS, PARTS, PLAIN), Scope("h.test"))
    (link,) = parse_page(HOME, f'<a href="{path}">x</a>'.encode()).links
    assert follower.steps_from([HOME]).leads_to(link)[1] == kinds
