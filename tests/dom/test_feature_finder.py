"""Looking for a few features finds exactly those that are among all features of a page."""

import os
import random
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.demo import Request, Shop, truth
from pagekin.dom import parse_page
from pagekin.dom.feature_finder import FeatureFinder
from pagekin.dom.features import Feature, Vocabulary, page_features

URL = "http://h/p/7-kettle"
CORPUS = os.environ.get("PAGEKIN_CORPUS", "")


def all_features(page):
    words = Vocabulary()
    return {words.feature(number) for number in page_features(page.root, words)}


def test_what_stands_in_scripts_and_drawings_is_no_feature():
    page = parse_page(
        URL,
        b"<h1>Red kettle now</h1><svg class=logo><title>Red pot now</title><g class=mark>x</g></svg>"
        b"<noscript><p class=hint>Turn it on</p></noscript><p class='note x1'>Fine</p>",
    )
    wanted = map(
        Feature.parse,
        [
            "token: svg.logo",
            "token: g.mark",
            "token: p.hint",
            "token: p.note",
            "token: p.x1",
            "text: p Turn it on",
            "text: p Fine",
            "path: html/body/svg.logo/g.mark",
            "path: html/body/p.note",
            "tags: html/body/noscript/p",
            "heading: title begins Red",
            "heading: h1 begins Red",
            "url: folder 1 p",
            "colour: red",
        ],
    )
    assert sorted(map(str, FeatureFinder(wanted).find(page.root))) == [
        "heading: h1 begins Red",
        "path: html/body/p.note",
        "text: p Fine",
        "token: p.note",
        "token: svg.logo",
    ]


def agree(pages, rules, chance):
    """Compare both ways on all pages, with rules of features from all over them."""
    known = [all_features(page) for page in pages]
    spelled = sorted(set().union(*known))
    for _ in range(rules):
        rule = chance.sample(spelled, min(24, len(spelled)))
        finder = FeatureFinder(rule)
        for page, has in zip(pages, known, strict=True):
            assert finder.find(page.root) == has & set(rule)


@pytest.mark.parametrize("day", [1, 40])
def test_both_ways_agree_on_all_kinds_of_pages_of_a_shop(day):
    shop = Shop(products=100).on(day)
    chance = random.Random(day)
    paths = chance.sample([entry.path for entry in truth(shop)], 40)
    bodies = [shop.respond(Request(path, origin="http://h")).body for path in paths]
    agree(
        [parse_page(f"http://h{path}", body) for path, body in zip(paths, bodies, strict=True)],
        rules=30,
        chance=chance,
    )


@pytest.mark.skipif(not CORPUS, reason="PAGEKIN_CORPUS is not set")
def test_both_ways_agree_on_real_pages():
    chance = random.Random(7)
    files = chance.sample(sorted(Path(CORPUS).rglob("*.html")), 300)
    agree([parse_page(f"http://h/{file}", file.read_bytes()) for file in files], 20, chance)


MARKUP = st.sampled_from(
    b"<html class=top>|<head>|<body class=>|<title>|</title>|<h1>|<div class='a b'>|</div>|<p id=x>|<br>"
    b"|<svg>|</svg>|<math class=a>|<script>|</script>|<template>|<frameset>|<a:b class=c>|<my.tag class=a>"
    b"|<p class='a.b a#c'>|<a id='b#c'>|<?pi x?>|<!-- c -->|text |12|7 up|&amp;|\0|</html>".split(
        b"|"
    )
)
BODIES = st.lists(MARKUP, max_size=30).map(b"".join)


@settings(max_examples=200)
@given(BODIES, BODIES)
def test_both_ways_agree_on_any_page(one, other):
    pages = [parse_page(URL, one), parse_page(URL, other)]
    wanted = all_features(pages[0])
    finder = FeatureFinder(wanted)
    for page in pages:
        assert finder.find(page.root) == all_features(page) & wanted


def test_what_is_lacking_is_found_where_it_is_not():
    page = parse_page("http://h/", b"<body><p class=note>Fine</p>")
    path, tags = Feature("path", "html/body/p.note"), Feature("tags", "html/body/dl")
    finder = FeatureFinder([path.absence, tags.absence])
    assert finder.find(page.root) & {path.absence, tags.absence} == {tags.absence}
    both = FeatureFinder([path, path.absence])
    assert both.find(page.root) == {path}
