"""Nodes of pages, and how many of them are looked at."""

import pytest

from pagekin.dom.page import parse_page
from pagekin.wrappers.by_itself.nodes import MAX_NODES, descendants, most_nodes, nodes_of


def page(paragraphs):
    return parse_page("https://a.test/", b"<body>" + b"<p>x</p>" * paragraphs)


@pytest.mark.parametrize(
    ("lengths", "most"),
    [
        ([10, 20, 15], 10_000),
        ([10, 20, 15, 50_000], 10_000),
        ([1998, 1998, 50_000], 20_000),
        ([50_000, 50_000, 10], MAX_NODES),
        ([], 10_000),
    ],
)
def test_a_page_counts_up_to_many_times_the_length_of_most(lengths, most):
    assert most_nodes([page(length) for length in lengths]) == most


def test_what_follows_the_nodes_that_count_is_left_out():
    assert len(descendants(nodes_of(page(1000), 0, 100))) in range(100, 104)
    assert len(descendants(nodes_of(page(1000), 0))) == 2001
