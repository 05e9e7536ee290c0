"""Where known values stand now: the places with most votes, and of those the nearest to where they stood."""

import pytest

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Field, Locator
from pagekin.wrappers.by_example.value_places import ValuePlace
from pagekin.wrappers.document_frequency import DocumentFrequency
from pagekin.wrappers.repair.page_index import PageIndex
from pagekin.wrappers.repair.value_search import (
    ValueSearch,
    _Among,
    _as_typed,
    _distance_to,
    _kind,
)


def pages(body, count=6):
    return [
        parse_page(f"http://h/{n}", f"<body>{body.replace('{n}', str(n + 10))}".encode())
        for n in range(count)
    ]


def named(path):
    return Locator(path, Anchor.NAME)


PRICE = Field("price", "text", (named('//b[@class="price"]'),))


def found(body, field=PRICE, known="${n}", count=6):
    search = ValueSearch(pages(body, count))
    values = [(known.replace("{n}", str(n + 10)),) for n in range(count)]
    candidates = search.candidates(field, values, range(count))
    return {candidate.locator.path: distance for candidate, distance in candidates}


def test_a_value_is_followed_by_name_and_by_position():
    places = found("<p>x</p><b class=now>${n}</b>")
    assert places['//b[@class="now"]'] == 0.5  # another class is half a step
    assert any(path.startswith("/html[1]") for path in places)


def test_what_is_nowhere_has_no_place():
    assert found("<p>x</p>") == {}


def test_places_on_few_pages_give_way_to_those_on_many():
    """Six kinds of places are followed; the seventh has the value on a single page only."""
    kinds = "".join(f"<{tag}>${{n}}</{tag}>" for tag in ("i", "u", "em", "tt", "q", "s"))
    stray = pages(kinds, 5) + pages(kinds + "<var>${n}</var>", 6)[5:]
    search = ValueSearch(stray)
    values = [(f"${n + 10}",) for n in range(6)]
    tags = {
        candidate.locator.path.rpartition("/")[2].partition("[")[0]
        for candidate, _ in search.candidates(PRICE, values, range(6))
    }
    assert {"i", "u", "em", "tt", "q", "s"} <= tags
    assert "var" not in tags


def test_a_value_stands_if_the_first_and_the_last_of_a_list_do():
    [page] = pages("<li>red</li><li>blue</li><img src=/a.png>", 1)
    search = ValueSearch([page])
    tags = Field("tags", "text", (named("//li"),), many=True)
    assert search.stands(0, ("red", "green", "blue"), tags)
    assert not search.stands(0, ("red", "green"), tags)
    assert not search.stands(0, ("green", "red"), tags)
    assert not search.stands(0, (), tags)
    image = Field("image", "image", (named("//img"),))
    assert search.stands(0, ("http://h/a.png",), image)
    assert not search.stands(0, ("red",), image)


@pytest.mark.parametrize(
    ("old", "distance"),
    [
        (Locator("Product.offers.price", Anchor.DATA), 0.0),
        (Locator("Product.price", Anchor.DATA), 1.0),
        (named("/html/body/b"), 4.0 + 3.0),  # all of the one path goes, and all of the other comes
    ],
)
def test_data_is_as_far_from_a_path_as_both_are_long(old, distance):
    data = '<script type="application/ld+json">{"@type": "Product", "offers": {"price": "12"}}</script>'
    [place] = PageIndex(pages(data, 1)[0]).places("12")
    assert _kind(place) == "Product.offers.price"
    assert _distance_to(place, old) == distance


def test_an_element_is_as_far_from_data_as_it_is_deep():
    [place] = PageIndex(pages("<div><b>12</b></div>", 1)[0]).places("12")
    assert _kind(place) == "html/body/div/b"
    assert _distance_to(place, Locator("Product.price", Anchor.DATA)) == 4.0
    assert _distance_to(place, named("//b")) == 0.0


def test_the_kind_of_a_place_has_no_numbers():
    [place] = PageIndex(pages("<p>Price<br>12</p>", 1)[0]).places("12")
    assert _kind(place) == "html/body/p/text()"


def test_among_the_pages_with_a_field_labels_and_names_are_more_frequent():
    with_field = pages("<p>By: Ann {n}</p><b class=by>Ann {n}</b>", 2)
    among = _Among(DocumentFrequency([*with_field, *pages("<i>no</i>", 4)]), 2 / 6)
    assert among.of_label("By:") == pytest.approx(1.0)
    assert among.of_token(("b", "class", "by")) == pytest.approx(1.0)
    assert among.said_by(("b", "class", "by")) == ("Ann 10", "Ann 11")
    assert among.are_together("By: Ann 10", "Ann 10")
    assert not among.are_together("By: Ann 10", "Ann 11")


def test_among_the_pages_with_a_field_a_label_may_stand_in_the_plural():
    one, many = pages("<p><b>Author:</b> Ann</p>", 1), pages("<p><b>Authors:</b> Ann, Bob</p>", 1)
    among = _Among(DocumentFrequency([*one, *many, *pages("<i>no</i>", 4)]), 2 / 6)
    assert list(among.other_number("Author:")) == ["Authors:"]


def test_among_the_pages_with_a_field_a_text_is_more_frequent():
    some = DocumentFrequency([*pages("<b>Price</b>", 2), *pages("<i>no</i>", 6)[2:]])
    among = _Among(some, 2 / 6)
    assert some.of_text("Price") == pytest.approx(2 / 6)
    assert among.of_text("Price") == pytest.approx(1.0)
    assert among.of_text("no") == 1.0  # never more than all
    assert among.pages == some.pages
    assert among.count_of_text("Price") == some.count_of_text("Price")


@pytest.mark.parametrize(
    ("kind", "tag", "suffix", "typed"),
    [
        ("image", "img", "/@alt", ""),
        ("image", "img", "/@src", ""),
        ("image", "img", "/@title", "/@title"),
        ("text", "img", "/@alt", "/@alt"),  # a text is read where it stands
        ("image", "meta", "/@src", "/@src"),  # which has nothing else to read
    ],
)
def test_what_reads_elements_is_led_to_the_element_of_an_attribute(kind, tag, suffix, typed):
    element = pages(f"<{tag} alt=Cup>", 1)[0].root.find(f".//{tag}")
    place = _as_typed(ValuePlace(element, suffix, "Cup"), Field("f", kind, ()))
    assert (place.element, place.suffix, place.text) == (element, typed, "Cup")
