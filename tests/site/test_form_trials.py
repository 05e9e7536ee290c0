"""FormUse that bring nothing new are given up, each as people see it: once, wherever it stands."""

import asyncio
from dataclasses import dataclass, field
from urllib.parse import parse_qsl

import pytest

from pagekin.dom import LinkKind, parse_page
from pagekin.navigation import FormUse
from pagekin.site.form_filling import FormFiller, FormSite
from pagekin.testing import FakeSite

SORT = "<select name=sort><option>name<option>price<option>age</select>"
SEVERAL = 30  # pages of a kind


@dataclass
class Made(FakeSite):
    """Makes pages: by path, from what is asked there."""

    make: object = None
    fresh: dict[str, str] = field(default_factory=dict)

    async def fetch(self, url):
        self.requests.append(url)
        path, _, query = url.removeprefix("http://h").partition("?")
        asked = dict(parse_qsl(query, keep_blank_values=True))
        return parse_page(url, f"<title>Shop</title>{self.make(path, asked)}".encode())


def filled_in(make, paths, **options):
    """Fetch pages one after another; give the submissions by page, who filled in, and the requests."""
    site = Made({}, make=make)
    forms = FormFiller(site, site, FormUse(**options))

    async def work():
        return [await FormSite(forms).fetch(f"http://h{path}") for path in paths]

    found = [
        [link.url.removeprefix("http://h") for link in page.links if link.kind is LinkKind.FORM]
        for page in asyncio.run(work())
    ]
    return found, forms, site.requests


def links(*paths):
    return "".join(f'<a href="{path}">{path}</a>' for path in paths)


def in_another_order(_, asked):
    items = ["/p/1", "/p/2", "/p/3"]
    if asked.get("sort") == "price":
        items.reverse()
    carried = f"/list?page=2&sort={asked['sort']}" if "sort" in asked else "/list?page=2"
    return f"<form action=/list>{SORT}</form>" + links(*items, carried, "/login?next=/list")


def test_a_form_that_shows_its_page_in_another_order_is_left_alone_and_the_reason_is_given():
    found, forms, _ = filled_in(in_another_order, ["/list"])
    assert found == [[]]
    assert forms.left_alone == {"http://h/list": "the form brought nothing new in 3 tries"}


def test_a_person_can_have_it_submitted_all_the_same():
    for name in ("/list", "/li*"):
        found, forms, _ = filled_in(in_another_order, ["/list"], names=(name,))
        assert len(found[0]) == 3
        assert forms.left_alone == {}


def lines_of_a_change(path, asked):
    """A page for each number with as many lines as are asked for, carried on by its links."""
    carried = "?" + "&".join(f"{k}={v}" for k, v in asked.items()) if asked else ""
    several = "".join(f"<p>line {n}</p>" for n in range(int(asked.get("lines", 3))))
    options = "".join(f"<option>{n}" for n in range(3, 23))
    return f"<h1>{path}</h1><form><select name=lines>{options}</select></form>{several}" + links(
        f"/change/{int(path.split('/')[2]) + 1}{carried}", f"/tree{carried}"
    )


def test_the_same_form_on_every_page_is_one_form_that_is_tried_on_a_few_pages():
    paths = [f"/change/{n}" for n in range(SEVERAL)]
    found, forms, requests = filled_in(lines_of_a_change, paths)
    assert not any(found)
    assert len(requests) <= SEVERAL + 3 * 4
    assert list(forms.left_alone) == ["http://h/change/0"]


def category(path, asked):
    """Each category has a form of its own for its parts, which nothing else leads to."""
    part = asked.get("part", "0")
    options = "".join(f"<option>{n}" for n in range(5))
    items = [f"{path}/{part}/{n}" for n in range(3)]
    return f"<form><select name=part>{options}</select></form>{links(*items)}"


def test_a_form_that_brings_something_is_submitted_on_all_pages_as_long_as_the_budget_lasts():
    paths = [f"/c{n}" for n in range(SEVERAL)]
    found, forms, _ = filled_in(category, paths, budget=100)
    assert [len(urls) for urls in found[:20]] == [5] * 20
    assert sum(map(len, found)) == 100
    assert forms.left_alone == {}


def test_the_budget_is_the_same_whatever_hidden_fields_the_form_has():
    def make(path, asked):
        return category(path, asked).replace(
            "<form>", f"<form><input type=hidden name=n{path[2:]}>"
        )

    found, _, _ = filled_in(make, [f"/c{n}" for n in range(SEVERAL)], budget=10)
    assert sum(map(len, found)) == 10


def jump(path, asked):
    if path == "/go":
        return f"<h1>{asked['to']}</h1>"
    return "<form action=/go><select name=to><option>a<option>b<option>c</select></form>"


def test_answers_that_are_pages_of_their_own_are_something_new_even_without_links():
    found, _, _ = filled_in(jump, ["/"])
    assert found == [["/go?to=a", "/go?to=b", "/go?to=c"]]


def timetable(_, asked):
    options = "".join(f"<option>{n}" for n in range(5))
    return f"<form><select name=stop>{options}</select></form><p>at {asked.get('stop', '0')}:15</p>"


@pytest.mark.parametrize("sample", ["http://h/times?stop=3", "http://h/times?stop=4&lang=en"])
def test_a_form_that_a_sample_came_from_is_never_given_up(sample):
    site = Made({}, make=timetable)
    forms = FormFiller(site, site, FormUse())
    forms.trials.samples = (sample,)
    page = asyncio.run(FormSite(forms).fetch("http://h/times"))
    assert len(page.submissions) == 5


def dependent(_, asked):
    land = asked.get("land", "")
    cities = {"fr": ["Paris", "Lyon"], "de": ["Bonn"]}.get(land, [])
    lands = "".join(f"<option{' selected' * (o == land)}>{o}</option>" for o in ("", "fr", "de"))
    options = "".join(f"<option>{city}</option>" for city in cities)
    return f"<form><select name=land>{lands}</select><select name=city><option>{options}</select></form>"


def test_new_options_are_something_new():
    found, _, _ = filled_in(dependent, ["/", "/?land=fr&city="])
    assert "/?land=fr&city=Lyon" in found[1]
