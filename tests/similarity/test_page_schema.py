"""Page schemas, their distance and the similarity threshold."""

from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.similarity.page_schema import ST, dist, likeness, page_schema, similar

P1 = (
    "<table><tr><td><a href=url1>X</a></td></tr><tr><td><a href=url2>Y</a></td></tr></table>"
    "<ul><li><a href=url10>E</a><li><a href=url11>F</a></ul>"
)
P2 = "<table><tr><td><a href=url3>X</a><td><a href=url4>Y</a></table><ul><li><a href=url13>G</a></ul>"
P3 = (
    "<table><tr><td><a href=url5>H</a><td><a href=url6>K</a><td><a href=url7>J</a></table>"
    "<p><b><a href=url20>L</a></b>"
)


def schema(html):
    return page_schema(parse_page("http://h/", html.encode()))


def test_the_page_schemas_of_figure_1():
    assert schema(P1) == schema(P2) == {"html/body/table/tr/td", "html/body/ul/li"}
    assert schema(P3) == {"html/body/table/tr/td", "html/body/p/b"}


def test_distances_in_figure_1():
    """p1 and p2 form a cluster; to p3 each has a tag-list that the other lacks."""
    assert dist(schema(P1), schema(P2)) == 0
    assert dist(schema(P1), schema(P3)) == 2


def test_a_page_without_links_has_an_empty_schema():
    assert schema("<p>nothing to follow") == frozenset()
    assert dist(schema(P1), frozenset()) == len(schema(P1))


def test_content_does_not_count():
    assert dist(schema(P1), schema(P1 + "<h1>Much</h1><div><p>text</div>")) == 0


def numbered(start, end):
    return frozenset(f"html/body/p[@id={n}]" for n in range(start, end))


def test_similar_means_below_the_threshold():
    """ "two pages are similar if dist < ST", and ST is 10."""
    assert ST == 10
    assert similar(numbered(0, 30), numbered(0, 21))  # 9 apart
    assert not similar(numbered(0, 30), numbered(0, 20))  # 10 apart
    assert similar(numbered(0, 30), numbered(5, 34))  # 5 and 4
    assert not similar(numbered(0, 30), numbered(5, 35))  # 5 and 5


def test_the_threshold_is_absolute():
    """Pages with few tag-lists are similar even if they have none in common: the paper's WAI site."""
    assert similar(numbered(0, 4), numbered(10, 15))


def test_a_threshold_of_one_asks_for_identical_schemas():
    assert similar(numbered(0, 3), numbered(0, 3), st=1)
    assert not similar(numbered(0, 3), numbered(0, 4), st=1)


schemas = st.frozensets(st.sampled_from([f"html/body/{tag}" for tag in "abcdefghijklmnop"]))


@given(schemas, schemas)
@settings(max_examples=100)
def test_distance_is_zero_only_between_equals_and_symmetric(one, other):
    assert (dist(one, other) == 0) == (one == other)
    assert dist(one, other) == dist(other, one) >= 0


@given(schemas, schemas, schemas)
@settings(max_examples=100)
def test_no_detour_is_shorter(one, other, third):
    assert dist(one, third) <= dist(one, other) + dist(other, third)


@given(schemas, st.lists(schemas), st.integers(1, 12))
@settings(max_examples=100)
def test_likeness_is_similarity_to_one_schema_however_often_it_is_asked(one, others, threshold):
    is_like = likeness(one, threshold)
    expected = [similar(one, other, threshold) for other in others]
    assert [is_like(other) for other in others] == expected
    assert [is_like(other) for other in others] == expected
