import pytest
from bench.corpus import Case
from bench.micro.engine import engine
from bench.micro.figures import Figure, cpu_ms, least_cpu_ms, least_of_rounds
from bench.micro.pages import bare_parse, real_pages

from pagekin.dom.label_trees import LabelTree


@pytest.fixture
def case(shop):
    targets = frozenset({"p/1/index.html", "p/2/index.html", "p/3/index.html"})
    return Case("shop", "captures", shop, "index.html", "p/1/index.html", targets, frozenset(), 5)


def test_a_figure_within_its_limits_is_silent():
    figure = Figure("x", 5.0, "ms", "y", 4.0, at_most=6, ratio=1.25, ratio_at_most=1.5)
    assert figure.failures == []
    assert "1.25×" in str(figure)


def test_a_figure_beyond_its_limits_says_by_how_much():
    slow = Figure("x", 7.0, "ms", "y", 4.0, at_most=6, ratio=1.75, ratio_at_most=1.5)
    assert slow.failures == ["x: 7 ms, the limit is 6", "x: 1.75× y, at most 1.5×"]
    assert Figure("x", 7.0, "ms", "y", 9.0, ratio=1.3, ratio_at_least=100).failures == [
        "x: 1.3× y, at least 100×"
    ]


def test_time_is_taken_of_each_item_at_its_best():
    assert least_of_rounds([[1.0, 5.0], [2.0, 4.0]]) == [1.0, 4.0]
    assert cpu_ms(lambda: sum(range(200_000))) > 0
    assert least_cpu_ms(lambda: None) < 50


def test_pages_are_chosen_by_their_number_of_elements(case):
    chosen = real_pages([case], 1, 100, per_case=5)
    assert sorted(page.url for page in chosen) == [
        "http://127.0.0.1/store/p/2/",
        "http://127.0.0.1/store/p/3/",
    ]
    assert all(page.elements == len(list(bare_parse(page.body).iter("*"))) for page in chosen)
    assert real_pages([case], 500, 600, per_case=5) == []


def test_both_engines_bring_the_same_pages(case):
    figure = engine(case, rounds=1)
    assert figure.value > 0
    assert figure.rival_value > 0


def test_the_rivals_agree_with_rtdm_where_the_distance_is_plain():
    pytest.importorskip("apted")
    pytest.importorskip("zss")
    from bench.micro import distance  # noqa: PLC0415 - needs the rivals

    mine = LabelTree(("a", "b", "c", "d"), (2, 0, 1, 0))
    other = LabelTree(("a", "b", "c", "e"), (2, 0, 1, 0))
    for one, another, expected in ((mine, mine, 0), (mine, other, 1)):
        nodes = distance._nodes(one), distance._nodes(another)
        assert distance._apted(*nodes) == expected
        assert distance._zss(*nodes) == expected
        assert distance._rtdm(one, another) == expected
