import json

import pytest
from bench.score import Score, pages_of, read_urls, score
from hypothesis import given
from hypothesis import strategies as st

pages = st.frozensets(st.sampled_from("abcdefgh"))


def test_precision_counts_what_was_found_and_recall_what_should_have_been():
    result = score({"a", "b", "x"}, frozenset("abcd"))
    assert (result.precision, result.recall) == (pytest.approx(2 / 3), 0.5)
    assert result.f1 == pytest.approx(2 * (2 / 3) * 0.5 / (2 / 3 + 0.5))


def test_pages_one_does_not_care_about_count_neither_way():
    assert score({"a", "x"}, frozenset("ab"), dontcare=frozenset("xb")) == Score(1, 1, 1)


def test_nothing_found_earns_nothing():
    result = score((), frozenset("ab"))
    assert (result.precision, result.recall, result.f1) == (0, 0, 0)
    assert Score(0, 0, 0).f1 == 0


@given(pages, pages, pages)
def test_f1_lies_between_precision_and_recall(found, targets, dontcare):
    result = score(found, targets, dontcare)
    low, high = sorted((result.precision, result.recall))
    if result.hits:
        assert low - 1e-9 <= result.f1 <= high + 1e-9
    else:
        assert result.f1 == 0


@given(pages, pages)
def test_finding_exactly_the_targets_is_perfect(targets, dontcare):
    result = score(targets | dontcare, targets, dontcare)
    if targets - dontcare:
        assert (result.precision, result.recall, result.f1) == (1, 1, 1)


def test_urls_of_one_page_are_one_page_and_strange_urls_remain(shop):
    origin = "http://127.0.0.1:1"
    urls = [
        f"{origin}/store/p/1/",
        f"{origin}/store/p/1/index.html",
        f"{origin}/store/p/1",
        f"{origin}/store/missing",
        "http://elsewhere.example/store/p/1/",
    ]
    assert pages_of(urls, shop, origin) == {
        "p/1/index.html",
        f"{origin}/store/missing",
        "http://elsewhere.example/store/p/1/",
    }


def test_the_output_of_a_crawl_is_one_object_a_line(tmp_path):
    output = tmp_path / "pages.jsonl"
    assert read_urls(output) == []
    output.write_text(json.dumps({"url": "http://a/", "similarity": 1}) + "\n")
    assert read_urls(output) == ["http://a/"]
