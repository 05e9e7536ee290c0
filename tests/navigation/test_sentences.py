"""A navigation in sentences that a person can check."""

import json
from dataclasses import replace

import pytest

from pagekin.navigation import (
    ANY,
    TARGET,
    Alternative,
    Crawler,
    LearningSummary,
    MapNode,
    Navigation,
    Step,
    chain,
    map_of_navigation,
)
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.navigation.sentences import main_sentences, sentences
from pagekin.urls import Scope, url_pattern

HOME = "http://h.test/"
TEA, POTS = "http://h.test/c/tea", "http://h.test/c/pots"


def crawler(navigation, **pages):
    nodes = [MapNode(start, 1, 0, (start,)) for start in navigation.starts]
    nodes += [MapNode(name, count, 0, (), 0) for name, count in pages.items()]
    learned = LearningSummary(
        "auto", "2026-01-02T03:04:05+00:00", 9, 0, 9, 9, complete=True, ended=""
    )
    return Crawler(("http://h.test/p/1",), HOME, Scope("h.test"), navigation, learned, tuple(nodes))


def said(*steps, starts=(HOME,), pages=None):
    return list(sentences(crawler(Navigation(starts, steps), **pages or {})))


def test_a_shop_with_pagination():
    assert said(
        Step(HOME, "/c/…", shape="/c/…", path="ul/li/a"),
        Step("/c/…", "/c/…", shape="/c/…", path="nav/a"),
        Step("/c/…", TARGET, shape="/p/…", path="ul/li/a"),
        pages={"/c/…": 48, TARGET: 1204},
    ) == [
        "Start from http://h.test/.",
        "On the start page http://h.test/ follow links like /c/… → pages /c/… (48 pages seen).",
        "On pages /c/… follow links like /c/… → pages /c/… in turn (48 pages seen).",
        "On pages /c/… follow links like /p/… → targets (1,204 pages seen).",
    ]


@pytest.mark.parametrize(
    ("step", "sentence"),
    [
        (
            Step(HOME, TARGET, shape="/find?kind", path="html/body/form.find"),
            "On the start page http://h.test/ fill in the form: /find?kind → targets.",
        ),
        (Step(ANY, TARGET, shape="/p/…"), "On any page follow links like /p/… → targets."),
        (
            Step(TARGET, TARGET, shape="/p/…", path="a"),
            "On targets follow links like /p/… → targets in turn.",
        ),
        (
            Step(TARGET, "/c/…", shape="/c/…"),
            "On targets follow links like /c/… → pages /c/… and targets among them.",
        ),
    ],
)
def test_steps_from_targets_and_from_any_page(step, sentence):
    assert said(step)[1:] == [sentence]


def test_links_of_one_form_in_several_places_are_told_in_one_sentence():
    steps = [Step(HOME, TARGET, shape="/p/…", path=path) for path in ("ul/li/a", "p/a", "div/a")]
    assert said(*steps)[1:] == [
        "On the start page http://h.test/ follow links like /p/… in 3 places → targets."
    ]


def test_a_kind_with_a_single_page_is_told_so():
    steps = Step(HOME, "/c/…", shape="/c/…"), Step("/c/…", TARGET, shape="/p/…")
    assert said(*steps, pages={"/c/…": 1})[1] == (
        "On the start page http://h.test/ follow links like /c/… → pages /c/… (1 page seen)."
    )


def test_every_start_is_named():
    assert said(starts=(TEA, POTS)) == [f"Start from {TEA}.", f"Start from {POTS}."]


def test_a_chain_of_the_paper_is_told_by_its_patterns():
    patterns = (
        url_pattern([TEA, POTS]),
        url_pattern(["http://h.test/p?id=1", "http://h.test/p?id=2"]),
    )
    assert list(sentences(crawler(chain(HOME, patterns)))) == [
        "Start from http://h.test/.",
        "On the start page http://h.test/ follow links like http://h.test/c/[a-zA-Z]+ → pages step 1.",
        r"On pages step 1 follow links like http://h.test/p?id=\d+ → targets.",
    ]


def test_of_many_starts_only_some_are_named():
    starts = tuple(f"http://h.test/p/{n}" for n in range(20))
    told = said(Step(ANY, TARGET, shape="/p/…"), starts=starts)
    assert told[2:4] == [
        "Start from http://h.test/p/2.",
        "Start from 17 more pages, such as http://h.test/p/3.",
    ]
    assert len(told) == 5


def test_the_main_sentences_fit_into_six_lines_and_say_how_many_more_there_are():
    steps = tuple(Step(ANY, TARGET, shape=f"/{n}/…") for n in range(20))
    for count, last in (
        (5, "/4/…"),
        (6, "… and 2 more sentences."),
        (20, "… and 16 more sentences."),
    ):
        told = main_sentences(crawler(Navigation((HOME,), steps[:count])))
        assert len(told) <= 6
        assert last in told[-1]


def test_addresses_are_told_as_they_are_written_where_one_form_leads_to_them():
    """The form is what is followed; how the addresses seen are written tells a person more."""
    steps = Step(HOME, "/c/…", shape="/c/…"), Step("/c/…", TARGET, shape="/p/…")
    made = crawler(Navigation((HOME,), steps))
    nodes = (
        MapNode("/c/…", 9, 0, (), 0, "/c/{word}"),
        MapNode(TARGET, 12, 12, (), 0, "/p/{number}-{words}"),
    )
    assert list(sentences(replace(made, map=(*made.map, *nodes))))[1:] == [
        "On the start page http://h.test/ follow links like /c/{word} → pages /c/{word} (9 pages seen).",
        "On pages /c/{word} follow links like /p/{number}-{words} → targets (12 pages seen).",
    ]
    two = Navigation((HOME,), (*steps, Step(HOME, TARGET, shape="/q/…")))
    told = list(sentences(replace(made, navigation=two, map=(*made.map, *nodes))))
    assert "links like /p/… → targets" in told[2]
    assert "links like /q/… → targets" in told[3]


def test_targets_that_are_written_as_other_pages_are_told_to_be_among_them():
    assert said(Step(ANY, "/**/….html", shape="/**/….html"))[1:] == [
        "On any page follow links like /**/….html → pages /**/….html and targets among them."
    ]


def test_each_form_of_links_is_written_as_its_own_addresses_are():
    """A shop has two ways to write the address of a product; both are said in full, and kept in the file."""
    urls = [
        HOME,
        *(f"{HOME}p/{n}-pot" for n in range(10, 14)),
        *(f"{HOME}out/item?id={n}" for n in range(4)),
    ]
    steps = Step(ANY, TARGET, shape="/p/…"), Step(ANY, TARGET, shape="/*/…?id")
    navigation = Navigation((HOME,), steps)
    shapes = ["/", *["/p/…"] * 4, *["/*/…?id"] * 4]
    places = map_of_navigation(navigation, {TARGET: range(1, 9)}, range(1, 9), urls, shapes)
    made = loads(dumps(replace(crawler(navigation), map=places)))
    assert list(sentences(made))[1:] == [
        "On any page follow links like /p/{number}-pot → targets (8 pages seen).",
        "On any page follow links like /out/item?id → targets (8 pages seen).",
    ]


@pytest.mark.parametrize(("count", "named", "more"), [(4, 4, 0), (5, 3, 2)])
def test_four_starts_are_named_each_of_five_three(count, named, more):
    starts = tuple(f"http://h.test/c/{number}" for number in range(count))
    told = said(starts=starts)
    assert told[:named] == [f"Start from {start}." for start in starts[:named]]
    rest = f"Start from {more} more pages, such as {starts[named - 1 + bool(more)]}."
    assert told[named:] == ([rest] if more else [])


def test_alternatives_and_doubtful_pages_are_kept_in_the_file_if_there_are_any():
    plain = crawler(Navigation((HOME,), ()))
    assert not {"alternatives", "doubtful", "questions"} & set(json.loads(dumps(plain)))
    other = Alternative("wider", 40, "have a price")
    known = replace(plain, alternatives=(other,), doubtful=("http://h.test/x",))
    assert loads(dumps(known)) == known
