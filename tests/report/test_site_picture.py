"""The picture of a site: what it shows, that it needs nothing else, and that nothing gets through."""

import base64
import hashlib
import re
from dataclasses import replace

import pytest
from crawlers_to_draw import CHAIN, LEARNED, ROOT, SHOP, crawler, navigations, step
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from pagekin.dom.features import Feature
from pagekin.navigation import Alternative, MapNode, Step
from pagekin.navigation.sentences import sentences
from pagekin.report import site_picture
from pagekin.report.escaping import visible
from pagekin.similarity.membership_rule import MembershipRule, in_words
from pagekin.urls import Scope
from pagekin.urls.pattern import Piece, URLPattern

SVG = "{http://www.w3.org/2000/svg}"
# All that a picture is made of; whatever else turned up would be somebody else's.
HTML = """html head meta title style body main header footer section article figure figcaption div details
    summary h1 h2 h3 h4 p ul ol li dl dt dd a b code span"""
DRAWING = "svg title desc defs marker path g a rect text tspan"
ELEMENTS = {*HTML.split(), *(SVG + name for name in DRAWING.split()), "svg", "rect"}
ATTRIBUTES = """lang charset http-equiv content name class id href rel role aria-label aria-labelledby
    aria-hidden tabindex open start viewBox width height x y rx d refX refY markerWidth markerHeight
    markerUnits orient marker-end text-anchor preserveAspectRatio"""
PAYLOADS = [
    "<script>alert(1)</script>",
    '"><img src=x onerror=alert(1)>',
    "' onmouseover='alert(1)",
    "</title><svg onload=alert(1)>",
    "</style><script>alert(1)</script>",
    "--><script>alert(1)</script><!--",
    "]]><script>alert(1)</script>",
    "<a href=javascript:alert(1)>x</a>",
    "javascript:alert(1)",
    "&lt;script&gt;&#60;b&#62;",
    "{{7*7}}${7*7}<%= 7*7 %>",
    "\x00<b>\x08\u202etxt.exe\ud800",
]


def parsed(found):
    """Read a picture strictly: a text that had become markup would not be well-formed, or show up."""
    text = site_picture(found)
    head, body = text.split("\n", 1)
    assert head == "<!DOCTYPE html>"
    return etree.fromstring(body.encode("utf-8"))


def shown(element):
    return " ".join("".join(element.itertext()).split())


def assert_harmless(document):
    for element in document.iter():
        assert element.tag in ELEMENTS
        assert set(element.attrib) <= set(ATTRIBUTES.split())
        assert element.get("marker-end", "url(#").startswith("url(#")
        href = element.get("href", "#")
        if not href.startswith("#"):
            assert href.startswith(("http://", "https://"))
            assert element.get("rel") == "noopener noreferrer"
    (style,) = document.iter("style")
    assert not re.search(r"url\(|@import|alert", style.text)


def everywhere(text):
    """Make a crawler with a text in each of its fields."""
    kinds = ("url", "heading", "text", "token", "path", "tags", text)
    features = [Feature(kind, value) for kind in kinds for value in (text, f"begins {text}")]
    pattern = URLPattern(((Piece(text), Piece(text, "+")),))
    return crawler(
        [text, ROOT + text],
        [
            Step(text, f"hub {text}", shape=text, path=text),
            Step(f"hub {text}", f"hub {text}", shape=text, path=text),
            Step(f"hub {text}", "target", pattern),
            Step(text, f"told by its pattern: {text}", pattern),
            Step("target", f"hub {text}", shape=f"more {text}", path=text),
        ],
        [
            MapNode(text, 1, 0, (text,)),
            MapNode(f"hub {text}", 2, 1, (text, ROOT + text), 0),
            MapNode(f"http://h.test/{text}", 2, 1, (text,), 0),
            MapNode("target", 2, 1, (text,), 1),
            MapNode(str(pattern), 2, 1, (text,), 0),
        ],
        samples=(text, ROOT + text),
        negatives=(text,),
        entry=text,
        scope=harmless_regexes(text),
        learned=replace(LEARNED, strategy=text, at=text, ended=text, complete=False),
        membership=MembershipRule((tuple(features), (Feature(text, text),))),
        alternatives=(Alternative(text, 3, text),),
        doubtful=(text, ROOT + text),
    )


def harmless_regexes(text):
    """Make a scope whose regular expressions hold the text, though it be none."""
    scope = Scope(text, prefix=f"/{text}")
    object.__setattr__(scope, "accept", text)
    object.__setattr__(scope, "reject", text)
    return scope


@pytest.mark.parametrize("payload", PAYLOADS)
def test_no_field_of_a_crawler_becomes_markup(payload):
    document = parsed(everywhere(payload))
    assert_harmless(document)
    assert shown(document).count(" ".join(visible(payload).split())) > 40


@given(st.text(st.characters(exclude_categories=())))
@settings(max_examples=50, deadline=None)
def test_any_text_in_any_field_gives_a_well_formed_picture(text):
    assert_harmless(parsed(everywhere(text)))


@given(navigations())
@settings(max_examples=25, deadline=None)
def test_any_navigation_gives_a_well_formed_picture(found):
    document = parsed(found)
    assert_harmless(document)
    names = {element.get("id") for element in document.iter() if element.get("id")}
    inner = [e.get("href")[1:] for e in document.iter() if e.get("href", "").startswith("#")]
    assert set(inner) <= names


def test_scripts_and_requests_are_forbidden():
    document = parsed(SHOP)
    policy = document.find(".//meta[@http-equiv='Content-Security-Policy']").get("content")
    style = document.find(".//style").text
    digest = base64.b64encode(hashlib.sha256(style.encode()).digest()).decode()
    assert policy == (
        f"default-src 'none'; style-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    )
    # Only what stands behind the policy is ruled by it.
    names = [element.tag for element in document.find("head")]
    assert names[:2] == ["meta", "meta"]


def test_the_same_crawler_gives_the_same_picture():
    assert site_picture(SHOP) == site_picture(replace(SHOP))


def test_the_drawing_shows_kinds_ways_and_numbers():
    drawing = parsed(SHOP).find(f".//{SVG}svg")
    boxes = [[line.text for line in box.iter(SVG + "tspan")] for box in drawing.iter(SVG + "a")]
    assert boxes == [
        ["/", "start page"],
        ["/c/…", "60 pages", "/c/cups"],
        ["Targets", "1,204 pages", "9 seen while learning", "/p/1-cup"],
    ]
    labels = drawing.iterfind(f"{SVG}g[@class='label']")
    assert [[line.text for line in g.iter(SVG + "tspan")] for g in labels] == [
        ["/c/…"],
        ["/p/…", "/outlet/…", "1,204 pages", "in 3 places"],
        ["/c/…"],
    ]


def test_a_way_from_a_kind_to_itself_is_drawn_as_a_loop():
    drawing = parsed(SHOP).find(f".//{SVG}svg")
    looks = [g.find(f"{SVG}text") for g in drawing.iterfind(f"{SVG}g") if not g.get("class")]
    assert [shown(look) for look in looks] == ["/c/…?page"]


def test_the_drawing_has_a_title_and_a_description_in_words():
    drawing = parsed(SHOP).find(f".//{SVG}svg")
    described = drawing.get("aria-labelledby").split()
    texts = [e.text for e in drawing if e.get("id") in described]
    assert texts[0] == "Map of shop.test"
    assert "From /c/… to Targets." in texts[1]


def test_each_kind_has_a_card_with_examples_to_open_and_the_ways_on():
    cards = list(parsed(SHOP).iter("article"))
    assert [shown(card.find("h3")) for card in cards] == ["Targets", "/", "/c/…"]
    links = [a.get("href") for a in cards[0].iter("a")]
    assert links == [f"{ROOT}p/1-cup", f"{ROOT}p/2-pot", "#kind-1"]
    assert "/p/… in 2 places, /outlet/… → targets" in shown(cards[2])
    assert "/c/…?page → /c/… in turn" in shown(cards[2])


def test_kinds_beside_the_way_are_drawn_and_told_apart():
    document = parsed(CHAIN)
    assert [shown(d.find("summary")) for d in document.iter("details")] == [
        "1 kind of pages seen, but not on the way"
    ]
    aside = document.find(f".//{SVG}a[@class='kind aside']")
    assert shown(aside.find(f"{SVG}text")) == "/old/….html3 pages, all targets/old/1.html"
    lines = [path.get("class") for path in document.iter(SVG + "path")]
    assert lines.count("line aside") == 1


def test_patterns_are_short_in_the_drawing_and_whole_in_the_card():
    document = parsed(CHAIN)
    hub = document.find(f".//{SVG}a[@class='kind hub']")
    assert hub.find(f".//{SVG}tspan").text == "/c/…"
    card = next(card for card in document.iter("article") if card.get("class") == "card hub")
    assert CHAIN.map[2].name in shown(card)
    assert "called “step 1” in the sentences below" in shown(card)


def test_the_membership_is_told_sign_by_sign():
    text = shown(parsed(SHOP))
    for feature in SHOP.membership.steps[0]:
        assert in_words(feature) in text


@pytest.mark.parametrize(
    ("steps", "conditions"),
    [
        (
            ["url", "url", "text", "text"],
            ["its URL has one of these signs", "the page has one of these signs"],
        ),
        (["url", "text"], ["its URL has this sign", "the page has this sign"]),
        (["url", "url"], ["its URL has one of these signs"]),
        (["text", "token", "text"], ["the page has at least half of these signs"]),
        (["token"], ["the page has this sign"]),
    ],
)
def test_what_is_asked_for_is_told_as_the_rule_has_it(steps, conditions):
    step = tuple(Feature(kind, f"h1 {number}") for number, kind in enumerate(steps))
    found = replace(SHOP, membership=MembershipRule((step, (Feature("path", "html/body"),))))
    section = next(s for s in parsed(found).iter("section") if "apart" in s.find("h2").text)
    assert [shown(p) for p in section.iter("p")] == [
        f"A page is a target if {conditions[0]}:",
        *(f"and if {condition}:" for condition in [*conditions[1:], "the page has this sign"]),
    ]


def test_other_classes_and_close_decisions_are_offered():
    others = (Alternative("wider", 800, "an element div.item"), Alternative("narrower", 1, "a URL"))
    found = replace(SHOP, alternatives=others, doubtful=tuple(f"{ROOT}q/{n}" for n in range(20)))
    document = parsed(found)
    text = shown(document)
    assert "wider 800 pages of those seen: an element div.item" in text
    assert "narrower 1 page of those seen: a URL" in text
    links = {a.get("href") for a in document.iter("a")}
    assert links >= set(found.doubtful)
    assert "8 more pages" in text
    assert "In doubt" not in shown(parsed(SHOP))


def test_without_membership_it_says_what_counts():
    text = shown(parsed(CHAIN))
    assert "at least 80 % like the sample’s" in text
    assert "The crawler takes every page that the navigation leads to for a target." in text


def test_all_sentences_of_the_navigation_stand_in_it():
    many = crawler([ROOT], [step(ROOT, "target", f"/p{n}/…") for n in range(40)])
    for found in (SHOP, CHAIN, many):
        items = [shown(item) for ol in parsed(found).iter("ol") for item in ol]
        assert items == [" ".join(sentence.split()) for sentence in sentences(found)]


def test_how_it_was_learned_is_told():
    found = replace(SHOP, negatives=(f"{ROOT}help",), scope=Scope("shop.test", reject="print"))
    rows = {
        shown(row.find("dt")): shown(row)
        for row in parsed(found).iter("div")
        if row.find("dt") is not None
    }
    assert rows["Sample"] == "Sample/p/1-cup"
    assert rows["Not like it"] == "Not like it/help"
    assert rows["Site"] == "Siteshop.testno links like print"
    assert rows["Fetched"] == "Fetched40 pages, 2 of them failed"
    assert rows["Ended"] == "Endednothing left to try"


def test_an_unfinished_search_is_not_passed_off_as_a_finished_one():
    stopped = replace(SHOP, learned=replace(LEARNED, complete=False, ended="interrupted"))
    assert "Learning was stopped early: interrupted." in shown(parsed(stopped))
    assert "stopped early" not in shown(parsed(SHOP))


def test_a_start_alone_is_a_picture_too():
    found = crawler([ROOT], [], membership=None)
    assert len(list(parsed(found).iter("article"))) == 1


def test_numbers_beyond_all_reason_do_no_harm():
    nodes = [MapNode(ROOT, 1, 0, ()), MapNode("target", 1, 10**400, (), 0)]
    found = crawler([ROOT], [step(ROOT, "target", "/p/…")], nodes)
    assert_harmless(parsed(found))


def test_a_map_too_large_to_draw_is_in_the_cards():
    many = [MapNode(f"http://shop.test/{n}/", 1, 0, (), 0) for n in range(200)]
    document = parsed(replace(SHOP, map=(*SHOP.map, *many)))
    assert len(list(document.iter(SVG + "a"))) == 15
    assert len(list(document.iter("article"))) == 203
    assert "188 more kinds of pages: see the cards below." in shown(document)
