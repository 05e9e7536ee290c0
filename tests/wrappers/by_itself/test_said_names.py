"""Names that values themselves tell: by their links, by words that all of them have, by their form."""

import pytest

from pagekin.values import Reading
from pagekin.wrappers.by_itself.name_words import class_name, label_name
from pagekin.wrappers.by_itself.said_names import common_name, kind_name, link_name
from pagekin.wrappers.by_itself.text_columns import TextColumn
from pagekin.wrappers.model import Anchor, Locator


def column(*texts, hrefs=(), many=False):
    """A column with a text a page, and the address that it leads to."""
    readings = [
        [Reading(text, "a", {"href": href})]
        for text, href in zip(texts, hrefs or [""] * len(texts), strict=True)
    ]
    return TextColumn(
        {number: (text,) for number, text in enumerate(texts)},
        (Locator("//a", Anchor.POSITION),),
        len(texts),
        many=many,
        readings=tuple(readings),
    )


@pytest.mark.parametrize(
    ("addresses", "expected"),
    [
        (["/author/ann/1", "/author/bo/2", "/author/cy/3"], "author"),
        (
            ["/2018/speaker/profile/7/", "/2018/speaker/profile/8/", "/2018/speaker/profile/9/"],
            "speaker",
        ),
        (["/brands/acme.html", "/brands/bolt.html", "/brands/cog.html"], "brand"),
        (["/search?author=ann", "/search?author=bo", "/search?author=cy"], "author"),
        (["/ann/", "/bo/", "/cy/"], ""),  # nothing in common
        (["/index/view/1", "/index/view/2", "/index/view/3"], ""),  # words of any link
        (["/author/ann/1"] * 3, ""),  # one link says nothing about others
    ],
)
def test_links_are_named_by_what_all_of_them_lead_to(addresses, expected):
    assert link_name(column("Ann", "Bo", "Cy", hrefs=addresses)) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["1.5L I-4 engine", "2.0L V6 engine", "3.5L V8 engine"], "engine"),
        (
            ["28 MPG City / 35 MPG Hwy", "20 MPG City / 24 MPG Hwy", "9 MPG City / 1 MPG Hwy"],
            "mpg_city_hwy",
        ),
        (["red", "blue", "green"], ""),
        (["the sky", "the sea", "the sun"], ""),  # small words
        (["a engine", "b engine"], ""),  # two may agree by chance
    ],
)
def test_words_that_all_values_have_name_them(texts, expected):
    assert common_name(texts) == expected


@pytest.mark.parametrize(
    ("texts", "expected"),
    [
        (["Friday 1:55 p.m.–2:25 p.m. in Room 1", "Sunday 10 a.m.–1 p.m. in Hall B"], "time"),
        (["Boston, MA", "Austin, TX", "New York, NY 10001"], "location"),
        ([f"{town}, Michigan, United States" for town in ("Flint", "Troy", "Novi")], "location"),
        (["Zinn, Howard", "Kent, Paul", "Lee, Ann"], ""),  # people
        (["Acme Inc.", "Bolt", "Cog LLC", "Dune"], "company"),
        (["a very long text", "and another one", "and a third"], ""),
    ],
)
def test_the_form_of_texts_tells_what_they_are(texts, expected):
    assert kind_name(column(*texts)) == expected


def test_a_list_of_short_texts_without_any_name_has_tags():
    assert kind_name(column("red", "blue", "light green", "black", many=True)) == "tags"


@pytest.mark.parametrize("label", ["Friday 1", "Thursday", "Montag", "7 December", "May"])
def test_days_and_months_are_no_names(label):
    assert label_name(label) == ""


def test_a_word_that_is_a_month_in_some_language_is_still_a_name():
    assert label_name("EAN") == "ean"


def test_who_something_is_by_is_its_author():
    assert label_name("By:") == label_name("Written by") == "author"


@pytest.mark.parametrize(
    ("mark", "expected"),
    [
        ("review__badge", "review_badge"),  # not the review
        ("review__author", "review_author"),
        ("card__body", ""),
        ("badge--remote", ""),  # a variant of a badge
        ("visually-hidden", ""),
        ("nt", ""),  # a sign of a highlighter
    ],
)
def test_classes_of_blocks_and_their_elements(mark, expected):
    assert class_name(mark) == expected
