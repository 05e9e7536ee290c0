"""The paper's generalisations of equality XPaths, with the paper's own examples."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pagekin.wrappers.by_example.generalised_paths import (
    Term,
    equality_path,
    optional,
    repeated,
    terms_of,
)
from pagekin.wrappers.compiled_paths import compiled
from pagekin.wrappers.xpath_steps import alternatives

FIGURE_2 = etree.XML("<a><b><c>3</c><d><e>5</e><e>6</e><e>7</e></d></b></a>")
ANCHORS = "/html[1]/body[1]/b[1]/a"


def places(root, path):
    return [terms_of(element) for element in root.xpath(path)]


def body(markup):
    return etree.fromstring(f"<html><body>{markup}</body></html>")


def test_one_example_gives_the_equality_path_of_figure_2():
    assert equality_path(terms_of(FIGURE_2.find(".//c"))) == "/a[1]/b[1]/c[1]"
    assert equality_path(terms_of(FIGURE_2.findall(".//e")[2])) == "/a[1]/b[1]/d[1]/e[3]"
    assert repeated(places(FIGURE_2, "//c")) == ["/a[1]/b[1]/c[1]"]


def test_nodes_5_and_7_of_figure_2_give_the_papers_path():
    paths = repeated(places(FIGURE_2, "//e[1] | //e[3]"))
    assert paths[0] == "/a[1]/b[1]/d[1]/e[(position() - 1) mod 2 = 0]"


def test_rows_2_and_5_give_every_third_row():
    rows = "".join(f"<tr><td>{i}</td><td>x</td></tr>" for i in range(1, 12))
    root = body(f"<table>{rows}</table>")
    paths = repeated(places(root, "//tr[2]/td[1] | //tr[5]/td[1]"))
    assert paths[0] == "/html[1]/body[1]/table[1]/tr[(position() - 2) mod 3 = 0]/td[1]"
    assert [cell.text for cell in compiled(paths[0])(root)] == ["2", "5", "8", "11"]


def test_three_rows_give_their_common_step():
    root = body("<table>" + "<tr/>" * 12 + "</table>")
    path = repeated(places(root, "//tr[3] | //tr[7] | //tr[9]"))[0]
    assert "tr[(position() - 3) mod 2 = 0]" in path


def test_neighbours_give_all_siblings_or_those_from_the_first():
    root = body("<ul>" + "<li/>" * 5 + "</ul>")
    start = "/html[1]/body[1]/ul[1]/"
    assert repeated(places(root, "//li[2] | //li[3]")) == [
        f"{start}li",
        f"{start}li[position() >= 2]",
    ]


def test_an_optional_anchor_gives_the_papers_count_condition():
    without = body("<b><a>field</a></b>")
    with_tag = body("<b><a>For Sale</a><a>field</a></b>")
    paths = optional([terms_of(without.find(".//a")), terms_of(with_tag.findall(".//a")[1])])
    condition = "(count(../a) > 1 and position() = 2) or (count(../a) = 1 and position() = 1)"
    assert paths[0] == f"{ANCHORS}[{condition}]"
    assert f"{ANCHORS}[last()]" in paths
    for path in paths:
        for root in (without, with_tag):
            assert [element.text for element in compiled(path)(root)] == ["field"]


def test_one_number_of_siblings_and_two_places_cannot_be_told_by_counting():
    one, two = [Term("a", 1, 3)], [Term("a", 2, 3)]
    assert optional([one, two]) == []


def test_places_of_different_kinds_are_not_generalised():
    root = body("<p><i/></p><div><i/></div>")
    assert repeated(places(root, "//i")) == []


def test_loops_inside_loops_are_generalised_term_by_term():
    root = body("<table>" + "<tr><td/><td/><td/></tr>" * 4 + "</table>")
    path = repeated(places(root, "//tr[1]/td[1] | //tr[3]/td[3]"))[0]
    assert path.endswith("tr[(position() - 1) mod 2 = 0]/td[(position() - 1) mod 2 = 0]")
    assert len(compiled(path)(root)) == 4


@given(st.sets(st.integers(0, 19), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_every_generalisation_finds_the_places_it_was_made_from(numbers):
    root = body("<ul>" + "".join(f"<li>{i}</li>" for i in range(20)) + "</ul>")
    items = [root.findall(".//li")[i] for i in numbers]
    for path in repeated([terms_of(item) for item in items]):
        assert set(items) <= set(compiled(path)(root))


@given(st.dictionaries(st.integers(1, 6), st.integers(1, 6), min_size=1, max_size=4))
@settings(max_examples=60, deadline=None)
def test_every_option_finds_its_place_on_each_page(counts):
    pages = {}
    for count, index in counts.items():
        root = body("<p>" + "<a/>" * count + "</p>")
        pages[root] = root.findall(".//a")[min(index, count) - 1]
    paths = optional([terms_of(element) for element in pages.values()])
    assert paths
    for path in paths:
        for root, element in pages.items():
            assert element in compiled(path)(root)


def test_a_union_is_parted_at_its_bars_only():
    assert alternatives("//a") == ["//a"]
    assert alternatives("//a | (//b)[1]") == ["//a", "(//b)[1]"]
    assert alternatives('//a[.="x | y"] | //b[.=\'"|\']') == ['//a[.="x | y"]', "//b[.='\"|']"]
