"""Wrappers as JSON: a round trip, and clear words for what is wrong."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cpu_time import soon
from pagekin.dom.page import parse_page
from pagekin.errors import FileFormatError
from pagekin.wrappers import (
    Anchor,
    Bundle,
    Field,
    FieldEvidence,
    Healing,
    Locator,
    Wrapper,
    locator_finder,
)
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.wrapper_json import from_content, to_content

texts = st.text(st.characters(codec="utf-8"), min_size=1, max_size=8)
paths = st.sampled_from([".", "td[2]", ".//b/text()", 'following-sibling::p[@class="x"]'])
locators = st.builds(
    Locator, paths, st.sampled_from(list(Anchor)), st.just("") | texts, st.just("") | texts
)
counts = st.integers(0, 50)
seen = st.builds(FieldEvidence, counts, counts, counts, st.tuples(texts))
fields = st.builds(
    Field,
    texts,
    st.just("text"),
    st.lists(locators, max_size=3).map(tuple),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.none() | seen,
)
each = st.builds(Locator, paths, st.just(Anchor.NAME)).map(lambda locator: (locator,))


def unique(things):
    return tuple({thing.name: thing for thing in things}.values())


def bundles(inside):
    return st.builds(
        Bundle,
        texts,
        st.lists(fields, max_size=3).map(unique),
        st.just(()) | each,
        st.lists(inside, max_size=2).map(unique),
        st.booleans(),
    )


leaf = st.builds(Bundle, texts, st.lists(fields, max_size=2).map(unique), each)
healings = st.builds(
    Healing, texts, st.tuples(locators), st.tuples(locators), st.floats(0, 1), texts
)
wrappers = st.builds(
    Wrapper,
    st.lists(bundles(leaf), max_size=2).map(unique),
    st.integers(1, 9),
    st.tuples(healings) | st.just(()),
)


@given(wrappers)
@settings(max_examples=60, deadline=None)
def test_a_wrapper_survives_the_round_trip(wrapper):
    assert from_content(to_content(wrapper), "w.json") == wrapper


def content(**changes):
    field = {
        "name": "price",
        "type": "text",
        "locators": [{"path": "//b", "anchor": "name"}],
    }
    return {"version": 1, "bundles": [{"name": "product", "fields": [field | changes]}]}


def locator(path, anchor="name", **rest):
    return {"locators": [{"path": path, "anchor": anchor, **rest}]}


@pytest.mark.parametrize(
    ("broken", "words"),
    [
        ([], "the whole wrapper"),
        ({"version": 1}, "bundles"),
        (content(type=3), "bundles[0].fields[0].type"),
        (content(color="red"), "'color' was unexpected"),
        (content(**locator("//*[//*]")), "bundles[0].fields[0].locators[0].path"),
        (content(**locator("document('x')")), "document"),
        (content(**locator("a", "smell")), "smell"),
        (content(name="\ud800"), "half a character"),
        (
            {"version": 1, "bundles": [{"name": "a", "fields": []}, {"name": "a", "fields": []}]},
            "already taken",
        ),
        (
            {
                "version": 1,
                "bundles": [
                    {
                        "name": "a",
                        "each": [{"path": "//tr", "anchor": "name"}],
                        "fields": content()["bundles"][0]["fields"],
                    }
                ],
            },
            "must not start with '/'",
        ),
        (
            {
                "version": 1,
                "bundles": [
                    {"name": "a", "each": [{"path": "x.y", "anchor": "data"}], "fields": []}
                ],
            },
            "must lead to elements",
        ),
    ],
)
def test_what_is_wrong_is_said_with_its_place(broken, words):
    with pytest.raises(FileFormatError, match=r"^w\.json") as caught:
        from_content(broken, "w.json")
    assert words in str(caught.value)


def test_bundles_nested_without_end_are_refused():
    deep = {"name": "x", "fields": []}
    for _ in range(200):
        deep = {"name": "x", "fields": [], "bundles": [deep]}
    with pytest.raises(FileFormatError, match="nested"):
        from_content({"version": 1, "bundles": [deep]}, "w.json")


def test_bundles_may_be_nested_as_deep_as_induction_nests_them():
    inner = Bundle("d", (), (Locator("./li", Anchor.NAME),))
    for name in "cb":
        inner = Bundle(name, (), (Locator("./li", Anchor.NAME),), bundles=(inner,))
    wrapper = Wrapper((Bundle("a", (), (Locator("//li", Anchor.NAME),), bundles=(inner,)),))
    assert from_content(to_content(wrapper), "w.json") == wrapper


def test_a_greedy_wrapper_ends_soon_on_a_large_page():
    greedy = {"path": ".//*", "anchor": "name"}
    many = [{"name": str(i), "type": "text", "many": True, "locators": [greedy]} for i in range(50)]
    bundle = {"name": "x", "each": [greedy], "fields": many}
    bundle = {"name": "x", "each": [greedy], "fields": many, "bundles": [bundle]}
    wrapper = from_content({"version": 1, "bundles": [bundle]}, "w.json")
    page = parse_page("https://a.example/", b"<div>" * 50 + b"<p>a</p><p>b</p>" * 2000)
    with soon():
        problems = Extractor(wrapper).extract(page).problems
    assert "too large" in problems[-1].reason


@pytest.mark.parametrize(
    ("each", "path"),
    [
        ("//*", ".//*[.//x]"),
        ("//*", "..//x"),
        ("//*", "following-sibling::*//x"),
        ("//p", "ancestor::*[1]//p/following-sibling::x"),
        ("", "//*[.//x]//x"),
        ("", "//p[count(../p) = 1]"),
    ],
)
def test_many_far_looking_fields_are_looked_for_soon(monkeypatch, each, path):
    monkeypatch.setattr(locator_finder, "MAX_WORK", locator_finder.MAX_WORK // 250)
    monkeypatch.setattr(
        "pagekin.wrappers.apply._MAX_SECONDS", 0.3
    )  # for what the work does not tell
    at = {"path": path, "anchor": "name"}
    fields = [{"name": str(i), "type": "text", "locators": [at] * 5} for i in range(200)]
    bundle = {"name": "x", "fields": fields}
    if each:
        bundle["each"] = [{"path": each, "anchor": "name"}]
    wrapper = from_content({"version": 1, "bundles": [bundle]}, "w.json")
    extractor = Extractor(wrapper)
    page = parse_page("https://a.example/", b"<div>" * 20 + b"<p>a</p><p>b</p>" * 1000)
    with soon():
        extractor.extract(page)


def test_more_locators_than_anybody_needs_are_refused():
    at = {"path": "//b" + "[1]" * 3, "anchor": "name"}
    fields = [{"name": str(i), "type": "text", "locators": [at] * 20} for i in range(250)]
    with pytest.raises(FileFormatError, match="more than 4000 locators"):
        from_content({"version": 1, "bundles": [{"name": "x", "fields": fields}]}, "w.json")


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
    max_leaves=8,
)
odd_locators = st.fixed_dictionaries(
    {"path": st.text("/.*[]()@atd12='\" :-", max_size=20), "anchor": st.sampled_from(list(Anchor))}
)
odd_wrappers = st.builds(lambda *parts: content(locators=list(parts)), odd_locators, odd_locators)


@given(json_values | odd_wrappers)
@settings(max_examples=200, deadline=None)
def test_any_json_is_a_wrapper_or_a_file_format_error(value):
    try:
        wrapper = from_content(value, "w.json")
    except FileFormatError:
        return
    Extractor(wrapper).extract(parse_page("https://a.example/", b"<table><tr><td>1<td>2"))


def test_an_id_is_written_only_where_it_is_not_the_name():
    fields = (Field("cost", "text", (), id="price"), Field("weight", "text", ()))
    wrapper = Wrapper((Bundle("items", fields, id="offers"),))
    content = to_content(wrapper)
    assert content["bundles"][0]["id"] == "offers"
    assert [field.get("id") for field in content["bundles"][0]["fields"]] == ["price", None]
    assert from_content(content, "w.json") == wrapper


def test_two_fields_of_a_bundle_have_two_ids():
    content = {"name": "price", "type": "text", "locators": []}
    fields = [content | {"name": "cost", "id": "price"}, content]
    with pytest.raises(FileFormatError, match=r"fields\[1\].id.*'price' is already taken"):
        from_content({"version": 1, "bundles": [{"name": "page", "fields": fields}]}, "w.json")
