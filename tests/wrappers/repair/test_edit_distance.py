"""How far a path is from another one, or from a place: formula (2) of the eShopmonitor paper."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.dom.page import parse_page
from pagekin.wrappers.repair.edit_distance import distance_to, edit_distance, steps_of

STEPS = st.sampled_from(["html[1]", "body[1]", "div[1]", "div[2]", "p[1]", "td[3]"])
PATHS = st.lists(STEPS, min_size=1, max_size=6).map(lambda steps: "/" + "/".join(steps))


@pytest.mark.parametrize(
    ("old", "new", "distance"),
    [
        ("/html[1]/body[1]/p[2]", "/html[1]/body[1]/p[2]", 0),
        ("/html[1]/body[1]/p[2]", "/html[1]/body[1]/p[3]", 0.5),  # another number
        ("/html[1]/body[1]/p[2]", "/html[1]/body[1]/div[1]/p[2]", 1),  # one step more
        ("/html[1]/body[1]/div[1]/p[2]", "/html[1]/body[1]/p[2]", 1),  # one step less
        ("/html[1]/body[1]/p[2]", "/html[1]/body[1]/td[2]", 1),  # another step
        ("//p[2]", "/html[1]/body[1]/div[1]/p[2]", 0),  # any number of steps
        ("//div[1]//b", "/html[1]/body[1]/div[1]/p[2]/b", 0),
        ('//p[@class="a/b"]', '/html[1]/p[@class="a/b"]', 0),  # a slash inside of a text
    ],
)
def test_steps_are_the_letters(old, new, distance):
    assert edit_distance(old, new) == distance


@given(PATHS, PATHS)
def test_it_is_a_distance(one, other):
    assert edit_distance(one, one) == 0
    assert edit_distance(one, other) == edit_distance(other, one)
    assert (edit_distance(one, other) == 0) == (one == other)


@given(PATHS, PATHS, PATHS)
def test_a_detour_is_never_shorter(one, other, third):
    assert edit_distance(one, other) <= edit_distance(one, third) + edit_distance(third, other)


PAGE = parse_page(
    "http://h/",
    b'<body><div id=top><p class="now big">5</p></div><table><tr><th>EAN</th><td>7</td></tr></table>',
)


@pytest.mark.parametrize(
    ("old", "tag", "distance"),
    [
        ("/html[1]/body[1]/div[1]/p[1]", "p", 0),
        ('//p[contains(@class, "now")]', "p", 0),
        ('//p[contains(@class, "current")]', "p", 0.5),  # the class was renamed
        ('//div[@id="top"]/p', "p", 0),
        ('//div[@id="top"]/b/p', "p", 1),
        ('//th[.="EAN"]/following-sibling::td[1]', "td", 0),
        ('//th[.="EAN"]/../td[1]', "td", 0),
        ("//p", "td", 1),
    ],
)
def test_a_place_is_as_far_as_the_path_must_change_to_lead_there(old, tag, distance):
    assert distance_to(old, PAGE.root.find(f".//{tag}")) == distance


def test_what_leads_on_from_the_element_counts_too():
    cell = PAGE.root.find(".//td")
    assert distance_to("//td/@title", cell, "/@title") == 0
    assert distance_to("//td/@title", cell) == 1


@given(st.text(alphabet="/[]()\"'.abc@*:= ", max_size=20))
def test_any_text_can_be_taken_apart(path):
    assert isinstance(steps_of(path), tuple)
