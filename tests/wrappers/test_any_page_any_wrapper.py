"""Any bytes as a page, any JSON as a wrapper: records or words that say what is wrong, and soon."""

import json
from string import ascii_letters

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cpu_time import soon
from pagekin.dom.page import parse_page
from pagekin.errors import FileFormatError, UsageError
from pagekin.values import type_names
from pagekin.wrappers import Anchor, Locator, json_ld
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, choices, induce
from pagekin.wrappers.by_example.value_places import find_places
from pagekin.wrappers.locator_finder import LocatorFinder, PageReader
from pagekin.wrappers.record import record_json
from pagekin.wrappers.wrapper_json import from_content, to_content

QUICK = settings(max_examples=80, deadline=None, suppress_health_check=[HealthCheck.too_slow])

tags = st.sampled_from(
    [
        *("a", "b", "br", "dd", "div", "dl", "dt", "h1", "img", "li", "meta", "p", "script"),
        *("span", "sup", "table", "td", "th", "time", "tr", "ul"),
    ]
)
attributes = st.sampled_from(
    [
        *("", " class=a", " class='a b'", " id=x", " itemprop=price", " href=/u", " src=i.png"),
        *(" content='$5'", ' class="\'"', " data-n=3", " o:p=1", " type='application/ld+json'"),
    ]
)
words = st.sampled_from(
    ["Price:", "Size", "$12.50", "x", "12", "a b", "\xa0", "&nbsp;", "'\"", "\0", "İ", "{", "<", ""]
)
markup = st.recursive(
    words,
    lambda inner: st.builds(
        lambda tag, attribute, parts: f"<{tag}{attribute}>{''.join(parts)}</{tag}>",
        tags,
        attributes,
        st.lists(inner, max_size=4),
    ),
    max_leaves=25,
)
bodies = st.binary(max_size=300) | markup.map(str.encode)

steps = st.sampled_from(
    [
        *("td", "*", "li[1]", "p[last()]", "a/@href", "text()", "..", ".", "node()", "tr[2]/td"),
        *('*[@class="a"]', "*[position() mod 2 = 1]", "following-sibling::*[1]", "ancestor::*"),
    ]
)
paths = st.builds(
    lambda start, parts: start + "/".join(parts),
    st.sampled_from(["", "//", ".//", "/html/body/", "./"]),
    st.lists(steps, min_size=1, max_size=3),
)
data_paths = st.text(ascii_letters[:3] + "._", max_size=6)
locators = st.builds(
    lambda anchor, path, data, cut: {
        "path": data if anchor == Anchor.DATA else path,
        "anchor": str(anchor),
        **cut,
    },
    st.sampled_from(list(Anchor)),
    paths,
    data_paths,
    st.sampled_from([{}, {"before": "P"}, {"after": "."}, {"before": ":", "after": " "}]),
)
fields = st.builds(
    lambda name, kind, found, flags: {"name": name, "type": kind, "locators": found, **flags},
    st.sampled_from("abcd"),
    st.sampled_from(type_names()),
    st.lists(locators, min_size=1, max_size=3),
    st.sampled_from([{}, {"many": True}, {"optional": True}, {"many": True, "key": True}]),
)
bundles = st.recursive(
    st.builds(
        lambda own, each: {"name": "x", "fields": own, "each": each},
        st.lists(fields, max_size=4),
        st.lists(locators, max_size=2),
    ),
    lambda inner: st.builds(
        lambda outer, inside: {**outer, "bundles": inside}, inner, st.lists(inner, max_size=2)
    ),
    max_leaves=4,
)


@given(st.lists(bundles, max_size=3), bodies)
@QUICK
def test_a_wrapper_gives_records_that_can_be_written_or_is_refused_in_words(parts, body):
    with soon():
        try:
            wrapper = from_content({"version": 1, "bundles": parts}, "w.json")
        except FileFormatError:
            return
        assert from_content(to_content(wrapper), "w.json") == wrapper
        extraction = Extractor(wrapper).extract(parse_page("https://a.example/", body))
        for record in extraction.records:
            json.dumps(record_json(extraction.url, record)).encode()


@given(st.lists(bodies, min_size=1, max_size=3), st.data())
@settings(QUICK, max_examples=60)
def test_examples_of_any_page_give_a_wrapper_that_finds_them_or_are_refused(parts, data):
    pages = [parse_page(f"https://a.example/{i}", body) for i, body in enumerate(parts)]
    examples = data.draw(
        st.lists(
            st.builds(Example, st.integers(0, 2), st.sampled_from("fg"), words, st.none())
            | st.builds(Example, st.integers(0, 2), st.sampled_from("fg"), st.none(), paths),
            min_size=1,
            max_size=5,
        )
    )
    with soon():
        try:
            wrapper = induce(pages, examples)
            choices(pages, [example for example in examples if example.field == examples[0].field])
        except UsageError:
            return
        assert from_content(to_content(wrapper), "w.json") == wrapper
        for page in pages:
            Extractor(wrapper).extract(page)


@pytest.mark.parametrize(
    "script",
    [
        "[" * 100_000,
        '{"a":' * 50_000,
        '{"@type": "Product", "name": 1e999, "sku": NaN, "n": -Infinity}',
        '{"@type": "Product", "name": ' + "9" * 10_000 + "}",
        '{"@type": "Product", "name": "\\ud800"}',
        '{"@type": ["Product", {"a": 1}, null], "name": [[["x"]], {"@value": null}]}',
        "<!-- {} -->",
        "[" + '{"@type": "Product", "name": "x"},' * 20_000 + "]",
    ],
)
def test_json_ld_of_any_kind_does_no_harm(script):
    body = f'<script type="application/ld+json">{script}</script><p>x</p>'
    with soon():
        page = parse_page("https://a.example/", body.encode())
        at = {"path": "Product.name", "anchor": "data"}
        field = {"name": "n", "type": "text", "locators": [at], "many": True}
        bundle = {"name": "x", "fields": [field]}
        wrapper = from_content({"version": 1, "bundles": [bundle]}, "w.json")
        for record in Extractor(wrapper).extract(page).records:
            json.dumps(record_json(page.url, record)).encode()
        induce([page], [Example(0, "x", "x")])


@given(st.text(max_size=60), st.text("abc.@", max_size=8))
@QUICK
def test_any_script_and_any_path_into_it_can_be_asked_for(script, path):
    page = parse_page(
        "a", f'<script type="application/ld+json">{script}</script>'.encode(errors="replace")
    )
    assert isinstance(json_ld.texts_at(json_ld.objects_of(page.root), path), list)


@pytest.mark.parametrize("value", ["deep inside", "val 0", "not there"])
def test_a_value_is_looked_for_on_a_page_of_thousands_of_levels(value):
    body = "<div>" * 1800 + "<i>deep</i> inside" + "</div>" * 1800 + "<p>val <b>0</b></p>"
    page = parse_page("https://a.example/", body.encode())
    with soon():
        found = find_places(page, value)
    assert [target.text for target in found] == ([] if value == "not there" else [value])


def test_learning_counts_its_steps_and_needs_no_clock():
    """Every one of 1,500 levels holds 20,000 elements without a text: to read them all takes minutes."""
    body = "<div>" * 1500 + "<br>" * 20_000 + "x" + "</div>" * 1500
    page = PageReader(parse_page("https://a.example/", body.encode()))
    with soon():
        found = LocatorFinder(Locator("//div", Anchor.NAME)).readings(page, page.page.root)
    assert page.budget < 0
    assert 0 < len(found) < 200


def test_the_places_of_a_value_come_in_the_order_of_the_page():
    body = "<p>5 <b>cm</b></p><div title='5 cm'><i>5</i> cm</div><u>5 cm</u><table><tr><td>5 cm"
    found = find_places(parse_page("https://a.example/", body.encode()), "5 cm")
    assert [(target.element.tag, target.suffix) for target in found] == [
        ("p", ""),
        ("div", ""),
        ("div", "/@title"),
        ("u", ""),
        ("td", ""),
    ]
