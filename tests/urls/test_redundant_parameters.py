"""Parameters that kinds of URLs do not need."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.urls import Scope
from pagekin.urls.redundant_parameters import query_kind, without_parameter, without_redundant

queries = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("12")), max_size=5)


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("http://h/tea/commit/?id=9fce&h=green", "commit/?h&id"),
        ("http://h/show.php?b=1&a=2&a=3", "show.php?a&b"),
        ("http://h/item-12?a=1&b=2", "item-#?a&b"),
        ("http://h/?a=1&b=2", "/?a&b"),
        ("http://h/tea/commit/?id=9fce", ""),
        ("http://h/tea/", ""),
        ("http://h/find?__wb_method=POST&a=1", ""),
    ],
)
def test_a_kind_is_the_last_level_and_the_names_of_several_parameters(url, kind):
    assert query_kind(url) == kind


def test_a_parameter_is_left_out_where_it_is_not_needed_and_nowhere_else():
    scope = Scope("h", redundant=(("commit/?h&id", "h"), ("log/?a&b&c", "b"), ("log/?a&c", "a")))
    assert scope.follow("http://h/tea/commit/?h=x&id=1") == "http://h/tea/commit/?id=1"
    assert scope.follow("http://h/tea/commit/?h=x") == "http://h/tea/commit/?h=x"
    assert scope.follow("http://h/tea/log/?h=x&id=1") == "http://h/tea/log/?h=x&id=1"
    assert scope.follow("http://h/log/?a=1&b=2&c=3") == "http://h/log/?c=3"


@given(queries, st.sampled_from("abc"))
def test_nothing_but_the_parameter_goes(pairs, name):
    query = "&".join(f"{n}={v}" for n, v in pairs)
    left = without_parameter(f"http://h/x?{query}", name)
    assert [pair for pair in left.partition("?")[2].split("&") if pair] == [
        f"{n}={v}" for n, v in pairs if n != name
    ]


@given(
    queries,
    st.sets(st.tuples(st.sampled_from(["x?a&b", "x?a&b&c", "x?b&c"]), st.sampled_from("abc"))),
)
def test_what_is_left_out_stays_left_out(pairs, rules):
    url = "http://h/x?" + "&".join(f"{n}={v}" for n, v in pairs)
    once = without_redundant(url, rules)
    assert without_redundant(once, rules) == once
