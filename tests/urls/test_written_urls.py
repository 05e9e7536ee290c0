"""How URLs are written, for people to read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.urls.written_urls import written

H = "http://h.test"


@pytest.mark.parametrize(
    ("paths", "expected"),
    [
        (["/p/7-oak", "/p/12-tea-pot", "/p/9-a-b-c"], "/p/{number}-{words}"),
        (["/p/7-oak", "/p/12-tea", "/p/9-pot"], "/p/{number}-{word}"),
        (["/a/RUSTSEC-2020-0001.html", "/a/RUSTSEC-2021-0002.html", "/a/RUSTSEC-2021-0003.html"], "/a/RUSTSEC-{number}-{number}.html"),
        (["/src/A.html", "/src/B.C.html", "/src/D_2.html"], "/src/….html"),
        (["/x/a/b.html", "/x/b/b.html", "/x/c/d.html"], "/x/*/{word}.html"),
        (["/org/a/use/x.html", "/org/a/b/use/y.html", "/org/c/use/z.html"], "/org/**/use/{word}.html"),
        (["/c/tea/", "/c/pots/", "/c/blue-cups/"], "/c/{words}/"),
        (["/find?q=a&n=1", "/find?n=2&q=b", "/find?q=c&n=3"], "/find?n&q"),
        (["/x-members.html", "/y-z-members.html", "/a-b-c-members.html"], "/{words}-members.html"),
        (["/a.html", "/b.php", "/c"], "/…"),
        (["/", "/a", "/b/c"], "/**/…"),
        (["/sitemaps/products-1.xml"], "/sitemaps/products-{number}.xml"),
        (["/2024/list?page=3"], "/2024/list?page"),
        (["/overview-tree.html"], "/overview-tree.html"),
        (["/p/1", "/p/2"], ""),
        ([], ""),
    ],
)  # fmt: skip
def test_what_all_share_is_spelled_out(paths, expected):
    assert written(H + path for path in paths) == expected


LEVEL = st.text("ab1-_.é", max_size=4)


@given(st.lists(st.lists(LEVEL, min_size=1, max_size=3), min_size=3, max_size=5))
def test_whatever_they_are_there_is_a_way_to_write_them(all_levels):
    assert written(f"{H}/{'/'.join(levels)}" for levels in all_levels).startswith("/")


@given(st.lists(LEVEL, min_size=1, max_size=3))
def test_the_same_url_is_written_as_it_is(levels):
    path = "/" + "/".join(levels)
    assert written([H + path] * 3) == path
