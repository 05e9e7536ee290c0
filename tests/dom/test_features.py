"""What a page shows of its template."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.dom.features import Feature, Vocabulary, page_features, plain_tokens

URL = "http://h/p/7-kettle"


def features(html, url=URL, vocabulary=None):
    """Give the features of a page, spelled out."""
    words = Vocabulary() if vocabulary is None else vocabulary
    body = html if isinstance(html, bytes) else html.encode()
    return {str(words.feature(n)) for n in page_features(parse_page(url, body).root, words)}


def of_kind(kind, html, url=URL):
    return {f.partition(": ")[2] for f in features(html, url) if f.startswith(f"{kind}: ")}


def test_paths_carry_the_first_class_of_each_element_and_tags_carry_none():
    page = '<div class="card wide"><p>x</p></div>'
    assert "html/body/div.card/p" in of_kind("path", page)
    assert "html/body/div/p" in of_kind("tags", page)
    assert of_kind("token", page) == {"div.card", "div.wide"}


def test_ids_are_tokens_but_no_part_of_a_path():
    page = '<table id="specs"><tr><td>x</table>'
    assert "table#specs" in of_kind("token", page)
    assert "html/body/table/tr/td" in of_kind("path", page)


def test_tokens_with_digits_or_slashes_number_things_and_are_left_out():
    """WordPress writes `postid-17`, Tailwind `w-1/2`: no two pages, or any two, would share them."""
    page = '<div class="postid-17 w-1/2 entry" id="post-17">x</div>'
    assert of_kind("token", page) == {"div.entry"}
    assert "html/body/div.entry" in of_kind("path", page)
    assert plain_tokens("a1 b c/d") == ["b"]
    assert plain_tokens(None) == plain_tokens("  ") == []


def test_an_element_with_very_many_classes_gives_only_some_tokens():
    assert len(plain_tokens(" ".join("abcdefghijklmnop"))) == 8


def test_short_texts_count_with_their_tag_and_numbers_are_alike():
    assert of_kind("text", "<th>Price:</th><td>12.50  EUR</td>") >= {"th Price:", "td #.# EUR"}


def test_long_texts_and_white_space_are_no_features():
    assert of_kind("text", f"<p>{'word ' * 11}</p><p> \n </p>") == set()


def test_headings_tell_what_titles_begin_and_end_with():
    page = "<title>Advisory for foo | Debian Security</title><h1>Module mod_ssl reference</h1>"
    assert of_kind("heading", page) >= {
        "title begins Advisory",
        "title begins Advisory for",
        "title ends Security",
        "title ends Debian Security",
        "h1 begins Module",
        "h1 ends reference",
    }


def test_what_a_heading_says_is_a_feature_whatever_the_address_says():
    """Whether that is news is a question to all pages that have it (`similarity/page_evidence`)."""
    assert of_kind("heading", "<h1>Kettle by Smith</h1>", "http://h/kettle") == {
        "h1 begins Kettle",
        "h1 begins Kettle by",
        "h1 ends by Smith",
        "h1 ends Smith",
    }


def test_numbers_of_a_heading_say_nothing():
    assert of_kind("heading", "<h1>7. Kettles 2024</h1>") == {
        "h1 begins #. Kettles",
        "h1 ends Kettles #",
    }


def test_a_heading_of_one_word_is_a_name_and_no_feature():
    assert of_kind("heading", "<h1>Kettle</h1>", "http://h/x") == set()


@pytest.mark.parametrize("tag", ["script", "style", "noscript", "template"])
def test_what_no_reader_sees_is_skipped_with_all_that_is_in_it(tag):
    found = features(f"<div><{tag}><p class=hidden>x</p></{tag}></div><p>y</p>")
    assert not any(tag in feature or "hidden" in feature for feature in found)
    assert "path: html/body/p" in found


def test_a_drawing_is_one_element_whatever_is_drawn():
    one = features("<svg class=logo><g><path d=''/><circle/></g></svg><p>x</p>")
    other = features("<svg class=logo><rect/></svg><p>x</p>")
    assert one == other
    assert "path: html/body/svg.logo" in one


def test_line_breaks_do_not_matter():
    assert features("<p>a<br>b</p>") == features("<p>a</p>")


def test_siblings_and_depth_are_kept_apart():
    """After a deep branch the walk is back where it was."""
    page = "<div><ul><li><b>x</b></li><li>y</li></ul><p>z</p></div><footer>f</footer>"
    assert of_kind("tags", page) >= {
        "html/body/div/ul/li/b",
        "html/body/div/p",
        "html/body/footer",
    }
    assert "html/body/div/ul/p" not in of_kind("tags", page)


def test_after_the_samples_no_new_text_gets_a_number_but_single_words_of_headings():
    """Only what the samples say can tell anything; other pages' texts would only fill the memory."""
    words = Vocabulary()
    features("<h1>Price list now</h1><th>Price:</th>", vocabulary=words)
    words.close_texts()
    known = len(words)
    other = features(
        "<h1>Quite another thing</h1><th>Price:</th><th>Weight:</th>", vocabulary=words
    )
    assert len(words) == known + 2  # by which pages may be labelled:
    assert {"heading: h1 begins Quite", "heading: h1 ends thing"} <= set(other)
    assert "heading: h1 begins Quite another" not in other
    assert "text: th Price:" in other
    assert "text: th Weight:" not in other


def test_structure_gets_numbers_after_the_samples_too():
    words = Vocabulary()
    features("<p>x</p>", vocabulary=words)
    words.close_texts()
    assert "path: html/body/table.facts" in features("<table class=facts>", vocabulary=words)


def test_the_same_feature_has_the_same_number_on_every_page():
    words = Vocabulary()
    pages = [parse_page(URL, b"<div class=a><p>1</p></div>"), parse_page(URL, b"<div class=a><p>2")]
    one, other = (page_features(page.root, words) for page in pages)
    assert list(one) == list(other) == sorted(set(one))


def test_features_can_be_found_by_their_spelling():
    words = Vocabulary()
    numbers = page_features(parse_page(URL, b"<ul class=menu id=top><li>Go on</ul>").root, words)
    assert all(words.find(words.feature(number)) == number for number in numbers)
    assert words.find(Feature("path", "html/body/ol")) is None
    assert words.find(Feature("token", "ul.other")) is None


def test_a_page_2000_elements_deep_is_walked_without_recursion():
    depth, words = 2000, Vocabulary()
    page = parse_page(URL, b"<div>" * depth + b"x" + b"</div>" * depth)
    numbers = page_features(page.root, words)
    assert len(numbers) == 2 * (depth + 2) + 1  # a path and tags for each element, and the text
    deepest = words.find(Feature("tags", "html/body" + "/div" * depth))
    assert deepest in numbers


@given(
    st.text(st.characters(exclude_categories=["Cs"]), max_size=30),
    st.sampled_from(["path", "text", "token"]),
)
def test_a_feature_can_be_read_back_from_its_spelling(value, kind):
    feature = Feature(kind, value)
    assert Feature.parse(str(feature)) == feature


MARKUP = st.sampled_from(
    b"<html>|<head>|<body class=>|<title>|</title>|<h1>|<div class='a b'>|</div>|<p id=x>|<br>|<svg>|</svg>"
    b"|<script>|</script>|<template>|<frameset>|<a:b>|<a href='|<?pi x?>|<!-- c -->|text |12|&amp;|\0".split(
        b"|"
    )
)


@settings(max_examples=200)
@given(st.lists(MARKUP, max_size=30).map(b"".join) | st.binary(max_size=200))
def test_any_page_has_features_and_two_walks_agree(body):
    words = Vocabulary()
    page = parse_page(URL, body)
    numbers = page_features(page.root, words)
    assert numbers == page_features(page.root, words)
    assert list(numbers) == sorted(set(numbers))
    assert all(str(words.feature(number)) for number in numbers)


def test_that_something_is_lacking_is_written_as_a_feature_and_read_again():
    path = Feature("path", "html/body/dl")
    assert Feature.parse(str(path.absence)) == path.absence == Feature("no path", path.value)
    assert path.absence.lacked == path
    assert path.lacked is None
    assert Feature("note", "no path").lacked is None
