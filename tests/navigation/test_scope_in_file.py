"""A crawler file keeps the scope, and says what is wrong with one that a person wrote."""

import json
from dataclasses import replace

import pytest

from pagekin.errors import FileFormatError
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.testing import FakeSite
from shops import PRODUCTS, SAMPLE, learn, shop, table


@pytest.fixture(scope="module")
def crawler():
    assert SAMPLE in PRODUCTS
    return learn(FakeSite(table(shop())), SAMPLE, entry="/")


def test_what_is_rare_is_left_out_unless_it_is_there(crawler):
    assert not {"sessions", "session_level", "domains"} & json.loads(dumps(crawler))["scope"].keys()
    scope = replace(
        crawler.scope, sessions=("s",), session_level="s-[0-9]+", domains=(("d.example", 3),)
    )
    assert loads(dumps(replace(crawler, scope=scope))).scope == scope


@pytest.mark.parametrize(
    ("key", "value", "complaint"),
    [
        ("session_level", "(", "session_level '\\(' is not a regular expression"),
        ("sessions", [""], "sessions"),
        ("domains", [["d.example"]], "domains"),
        ("domains", [["d.example", -1]], "domains"),
    ],
)
def test_a_scope_that_is_none_is_refused_by_its_key(crawler, key, value, complaint):
    content = json.loads(dumps(crawler))
    content["scope"][key] = value
    with pytest.raises(FileFormatError, match=complaint):
        loads(json.dumps(content))
