"""Which links of a page are one list, though all of them stand at the same path."""

import pytest

from pagekin.dom import parse_page


def lists(html):
    """Return the lists of a page as words: the last parts of the addresses that each holds."""
    found = {}
    for link in parse_page("http://h/", html.encode()).links:
        found.setdefault((link.path, link.in_list), []).append(link.url.rpartition("/")[2])
    return ["".join(names) for names in found.values()]


def items(names, *, around="<li>{}</li>"):
    return "".join(around.format(f"<a href=/{name}>{name}</a>") for name in names)


def test_each_element_that_holds_several_links_is_a_list():
    html = f"<h2>A</h2><ul>{items('abc')}</ul><h2>B</h2><ul>{items('defg')}</ul>"
    assert lists(html) == ["abc", "defg"]


@pytest.mark.parametrize("each", ["<li>{}</li>", "<li>{}<p>x</p></li>"])
def test_links_that_are_alone_in_their_elements_are_one_list(each):
    assert lists(f"<ul>{items('abcdefg', around=each)}</ul>") == ["abcdefg"]


def test_a_row_with_two_links_is_no_list_of_its_own():
    rows = "".join(f"<tr><td>{items(pair, around='{}')}</td></tr>" for pair in ("ab", "cd", "ef"))
    assert lists(f"<table>{rows}</table>") == ["abcdef"]


def test_what_is_left_over_is_one_list_whatever_stands_between():
    html = f"<ul>{items('ab')}</ul><ul>{items('cdef')}</ul><ul>{items('gh')}</ul>"
    assert lists(html) == ["abgh", "cdef"]


def test_an_address_that_is_repeated_counts_once():
    html = f"<ul>{items('aaa')}</ul><ul>{items('bcd')}</ul><ul>{items('ef')}</ul>"
    assert lists(html) == ["aaaef", "bcd"]


def test_fewer_links_than_two_lists_have_are_not_divided():
    assert lists(f"<ul>{items('abc')}</ul><ul>{items('de')}</ul>") == ["abcde"]
