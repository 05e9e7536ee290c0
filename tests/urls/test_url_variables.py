"""What a URL says about its page, as named variables."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.urls import canonical
from pagekin.urls.url_variables import shape, variables, without_numbers


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("http://h/", {"levels": "0", "shape": "", "name": ""}),
        ("http://h/about", {"levels": "0", "ending": ".", "shape": "{word}", "name": "about"}),
        ("http://h/c/tea/", {"levels": "1", "ending": "/", "folder 1": "c", "name": "tea"}),
        (
            "http://h/p/7-red-kettle.html",
            {"levels": "1", "ending": ".html", "folder 1": "p", "folder -1": "p"}
            | {"shape": "{number}-{words}", "begins": "#-", "begins further": "#-red-"}
            | {"ends": "-kettle"},
        ),
        (
            "http://h/a/b/c/d/e/x",
            {"levels": "5", "folder 1": "a", "folder 4": "d", "folder -1": "e", "folder -4": "b"},
        ),
        ("http://h/list.php?cat=3&page=2&cat=4", {"query": "cat&page", "name": "list"}),
        ("http://h/index.php?p=user&id=7", {"choice p": "user", "choice id": None}),
        ("http://h/?view=item-list&q=&w=a+b", {"choice view": "item-list", "choice q": None}),
        ("http://h/2021/05/03/tea", {"numbers": "#/#/#"}),
        ("http://h/blog/2021/05/tea/", {"numbers": "*/#/#"}),
        ("http://h/blog/v2/tea", {"numbers": None}),
        (
            "http://h/GuideOptionsKeywords.html",
            {"capitals 1": "Guide", "capitals 2": "GuideOptions"},
        ),
        ("http://h/classKettle_1_1Lid.html", {"capitals 1": "class", "capitals 2": None}),
        ("http://h/QKettle.html", {"capitals 1": None}),
        ("http://h/Kettle.html", {"capitals 1": None}),
    ],
)
def test_variables_of_a_url(url, expected):
    found = variables(url)
    assert {name: found.get(name) for name in expected} == expected


def test_what_a_url_does_not_have_is_left_out():
    assert not {"folder 1", "query", "begins", "ends"} & variables("http://h/about").keys()
    assert "folder 5" not in variables("http://h/1/2/3/4/5/6/x")


def test_the_whole_name_counts_only_if_it_is_short():
    assert variables("http://h/index.html")["name"] == "index"
    assert variables("http://h/class-tree.html")["name"] == "class-tree"
    assert "name" not in variables("http://h/how-to-make-tea.html")


def test_numbers_in_names_are_one_and_the_same():
    assert (
        variables("http://h/p/17-a-b")["begins"] == variables("http://h/p/9-c-d")["begins"] == "#-"
    )


@pytest.mark.parametrize("last", [".htaccess", "v1.0-beta.release", "a.b c", "archive."])
def test_only_a_short_plain_suffix_is_an_ending(last):
    assert variables(f"http://h/{last}")["ending"] == "."


@pytest.mark.parametrize(
    ("stem", "form"),
    [
        ("RUSTSEC-2020-0001", "{word}-{number}-{number}"),
        ("a-b-c", "{words}"),
        ("red_kettle", "{words}"),
        ("2024", "{number}"),
        ("18-kettle", "{number}-{word}"),
        ("kettle18", "{word}{number}"),
        ("größe", "{word}"),
        ("", ""),
    ],
)
def test_the_shape_of_a_level(stem, form):
    assert shape(stem) == form


@given(st.text(max_size=40))
def test_any_url_has_variables(text):
    found = variables(str(canonical("http://h/" + text)))
    assert {"levels", "ending", "shape"} <= found.keys()
    assert all(isinstance(value, str) for value in found.values())


@pytest.mark.parametrize(
    ("url", "same"),
    [
        ("https://a.test/d17/item-2034-b.html?a=5&b=", "https://a.test/d17/item-0-b.html?a=&b="),
        ("https://a.test/2024/11/", "https://a.test/2024/0/"),
        ("https://a.test/v1.23456", "https://a.test/v0.23456"),
        ("https://a17.test?=5", "https://a17.test?="),
    ],
)
def test_urls_that_differ_in_numbers_only_have_the_same_variables_but_their_names(url, same):
    assert without_numbers(url) == same
    assert without_numbers(same) == same
    named = [variables(each) | {"name": ""} for each in (url, same)]
    assert named[0] == named[1]


@given(
    st.lists(st.sampled_from(["/", "a", "12", "x.html", ".", "-", "_", "é", "٣", "0"])),
    st.text("a1&=/"),
)
def test_no_url_loses_more_than_its_name_with_its_numbers(levels, query):
    url = f"https://a7.test/{''.join(levels)}?{query}"
    found, kept = (variables(each) | {"name": ""} for each in (url, without_numbers(url)))
    assert {name: found[name] for name in found if not name.startswith("choice ")} == kept
