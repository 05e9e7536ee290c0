"""The crawler file: written, read back, edited by hand, broken."""

import json
from dataclasses import replace

import jsonschema
import pytest
from hypothesis import given
from hypothesis import strategies as st
from made_crawlers import CRAWLER, GRAPH, WITH_FORMS, WITH_WRAPPER, edited

from pagekin.errors import FileFormatError, UsageError
from pagekin.navigation.crawler_file import dumps, loads, read, schema
from pagekin.urls import URLPattern


@pytest.mark.parametrize(
    "crawler", [CRAWLER, GRAPH, WITH_FORMS, replace(GRAPH, render="/p/*", scroll=3)]
)
def test_a_crawler_file_can_be_read_back(crawler):
    assert loads(dumps(crawler)) == crawler
    jsonschema.validate(json.loads(dumps(crawler)), schema())


def test_pages_are_neither_rendered_nor_scrolled_unless_the_file_says_so():
    content = json.loads(dumps(CRAWLER))
    assert not {"render", "scroll"} & set(content)
    assert json.loads(dumps(replace(CRAWLER, scroll=3)))["scroll"] == 3


def navigation(links):
    step = {"from": "http://h.test/", "to": "target", "links": links}
    return {"starts": ["http://h.test/"], "steps": [step]}


def test_a_crawler_file_reads_like_the_paper():
    steps = json.loads(dumps(CRAWLER))["navigation"]["steps"]
    assert steps == [
        {"from": "http://h.test/", "to": "step 1", "links": "http://h.test/c/[a-zA-Z]+"},
        {"from": "step 1", "to": "target", "links": r"http://h.test/p?id=\d+"},
    ]


def test_the_schema_is_a_schema():
    jsonschema.Draft202012Validator.check_schema(schema())


def test_a_person_can_edit_it():
    crawler = loads(edited(navigation=navigation(r"http://h.test/p?id=\d+")))
    assert crawler.navigation.steps[0].pattern == URLPattern.parse(r"http://h.test/p?id=\d+")


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ('{"version": 1,\n "entry": }', "c.json, line 2, column 11: not JSON"),
        ("[]", "key 'version': missing"),
        ("{}", "key 'version': missing"),
        (edited(version=99), "key 'version': 99 is unknown to this pagekin, which reads version 1"),
        (edited(navigation={"starts": []}), "key 'navigation"),
        (
            edited(navigation=navigation("http://h/[a-z]+")),
            r"key 'navigation.steps\[0\].links': URL pattern .* column 10",
        ),
        (edited(entry="ftp://h/"), "key 'entry': 'ftp://h/': 'ftp' is not http or https"),
        (edited(samples=["http://h/", "x"]), r"key 'samples\[1\]': 'x': not an absolute URL"),
        (edited(similarity={"threshold": 2}), "key 'similarity.threshold': 2 is greater than"),
        (edited(colour="red"), "'colour' was unexpected"),
        (edited(map=[]), "key 'map':"),
        (
            edited(map=[{"name": "x", "pages": 1, "targets": 0, "examples": [], "under": 3}]),
            r"key 'map\[0\]'",
        ),
        (
            edited(map=[{"name": "x", "pages": 1, "targets": 0, "examples": [], "under": 0}]),
            r"key 'map\[0\]': 'under' must be the number of an earlier node",
        ),
        ('{"version": ' + "1" * 5000 + "}", "not a crawler file"),
        (edited(entry="http://h/\ud800"), "half a character"),
        ("[" * 100_000, "not a crawler file|not JSON"),
        (edited(render="app/*"), "c.json, key 'render': 'app/.' is neither"),
    ],
)
def test_a_broken_file_gets_an_error_that_names_the_line_or_key(text, complaint):
    with pytest.raises(FileFormatError, match=complaint):
        loads(text, "c.json")


def test_a_bad_filter_in_the_file_is_named():
    with pytest.raises(UsageError, match="--accept-regex"):
        loads(edited(scope={"host": "h.test", "accept": "("}))


def test_a_file_that_is_missing_or_no_text_is_named(tmp_path):
    with pytest.raises(FileFormatError, match="cannot be read: No such file"):
        read(tmp_path / "none.json")
    (tmp_path / "image.json").write_bytes(b"\x89PNG\r\n\xff")
    with pytest.raises(FileFormatError, match="not UTF-8 text"):
        read(tmp_path / "image.json")


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3)
    ),
    max_leaves=10,
)


@given(st.sampled_from(sorted(json.loads(dumps(CRAWLER)))), JSON)
def test_any_value_anywhere_gives_a_crawler_or_a_clear_error(key, value):
    try:
        loads(edited(**{key: value}))
    except UsageError as error:
        assert "\n" not in str(error)  # noqa: PT017 - both outcomes are fine, a crash is not


def test_a_crawler_carries_its_wrapper():
    text = dumps(WITH_WRAPPER)
    assert loads(text) == WITH_WRAPPER
    assert json.loads(text)["wrapper"]["version"] == 3
    assert "wrapper" not in json.loads(dumps(CRAWLER))


@pytest.mark.parametrize(
    ("wrapper", "complaint"),
    [
        ([], "key 'wrapper': [] is not of type 'object'"),
        ({"version": 1}, "wrapper, key '(the whole wrapper)': 'bundles' is a required property"),
        (
            {"version": 1, "bundles": [{"name": "b", "fields": [{"name": "f", "type": "text"}]}]},
            "wrapper, key 'bundles[0].fields[0]': 'locators' is a required property",
        ),
    ],
)
def test_what_is_wrong_with_a_wrapper_is_said(wrapper, complaint):
    with pytest.raises(FileFormatError) as error:
        loads(edited(wrapper=wrapper), "c.json")
    assert str(error.value) == f"c.json, {complaint}"
