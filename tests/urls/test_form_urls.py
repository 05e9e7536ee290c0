"""URLs that stand for submitted forms."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.urls import canonical
from pagekin.urls.form_urls import Posted, as_posted, is_marked, posted, without_posted

encoded = st.text("abc=&+%20", max_size=20)


@pytest.mark.parametrize(
    ("url", "body", "identity"),
    [
        ("http://h/find", "kind=book", "http://h/find?__wb_method=POST&kind=book"),
        ("http://h/find?lang=de", "a=1&a=2", "http://h/find?lang=de&__wb_method=POST&a=1&a=2"),
        ("http://h/find", "", "http://h/find?__wb_method=POST"),
    ],
)
def test_posted_data_become_part_of_the_url_and_come_out_of_it_again(url, body, identity):
    assert posted(url, body) == identity
    assert as_posted(identity) == Posted(url, body)
    assert without_posted(identity) == url
    assert is_marked(identity)


@given(encoded)
def test_whatever_was_posted_comes_back(body):
    assert as_posted(posted("http://h/a?b=1", body)) == Posted("http://h/a?b=1", body)


@pytest.mark.parametrize(
    "url",
    [
        "http://h/",
        "http://h/?method=POST",
        "http://h/?a__wb_method=POST",
        "http://h/__wb_method=POST",
    ],
)
def test_other_urls_are_what_they_are(url):
    assert as_posted(url) is None
    assert not is_marked(url)
    assert without_posted(url) == url


@pytest.mark.parametrize(
    "url",
    [
        "http://h/?__wb_method=POST",
        "http://h/?a=1&__WB_method=post&b=2",
        "http://h/?%5f%5fwb_method=POST&b=2",
        "http://h/?a;__wb_method=POST",
        "http://h/?__wb_method=PUT",
        "http://h/?__wb_method",
    ],
)
def test_a_url_that_pretends_to_be_a_submitted_form_is_seen_in_any_spelling(url):
    assert is_marked(str(canonical(url)))


def test_what_was_posted_keeps_its_order_when_queries_are_sorted():
    url = "http://h/find?z=1&b=2&__wb_method=POST&z=1&a=2"
    assert canonical(url, sort_query=True) == "http://h/find?b=2&z=1&__wb_method=POST&z=1&a=2"
