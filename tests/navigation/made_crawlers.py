"""Crawlers of different kinds, for the tests of the crawler file."""

import json
from dataclasses import replace

from pagekin.dom.features import Feature
from pagekin.navigation import (
    Crawler,
    FormUse,
    KnownForm,
    LearningSummary,
    MapNode,
    Navigation,
    Step,
    chain,
)
from pagekin.navigation.crawler_file import dumps
from pagekin.similarity import SimilaritySettings
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import Scope, url_pattern
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper

HUBS = url_pattern(["http://h.test/c/tea", "http://h.test/c/pots"])
PRODUCTS = url_pattern(["http://h.test/p?id=1", "http://h.test/p?id=23"])
CRAWLER = Crawler(
    samples=("http://h.test/p?id=1",),
    entry="http://h.test/",
    scope=Scope("h.test", reject="print"),
    navigation=chain("http://h.test/", (HUBS, PRODUCTS)),
    similarity=SimilaritySettings(),
    learned=LearningSummary(
        "gogetit", "2026-01-02T03:04:05+00:00", 30, 1, 12, 12, complete=True, ended="all seen"
    ),
    map=(
        MapNode("http://h.test/", 1, 0, ("http://h.test/",)),
        MapNode(str(HUBS), 2, 0, ("http://h.test/c/tea",), 0),
        MapNode(str(PRODUCTS), 12, 12, ("http://h.test/p?id=1",), 1),
    ),
)
GRAPH = Crawler(
    samples=("http://h.test/p/1-cup", "http://h.test/p/2-pot"),
    negatives=("http://h.test/p/help",),
    entry="http://h.test/",
    scope=Scope("h.test"),
    navigation=Navigation(
        ("http://h.test/",),
        (
            Step("http://h.test/", "/c/…", shape="/c/…", path="html/body/ul.menu/li/a"),
            Step("/c/…", "/c/…", shape="/c/…", path="html/body/nav.pager/a"),
            Step("/c/…", "target", shape="/p/…", path="html/body/a"),
        ),
        (("folder 1", "c"), ("folder 1", "p")),
        ("/c/…", "/p/…"),
    ),
    membership=MembershipRule(((Feature("url", "folder 1 p"), Feature("text", "th Price: old")),)),
    learned=LearningSummary(
        "auto", "2026-01-02T03:04:05+00:00", 30, 1, 9, 12, complete=False, ended="interrupted"
    ),
    map=(MapNode("http://h.test/", 1, 0, ()),),
)


WITH_WRAPPER = replace(
    CRAWLER,
    wrapper=Wrapper(
        (Bundle("page", (Field("name", "text", (Locator("//h1", Anchor.NAME),)),)),), version=3
    ),
)


def edited(**changes):
    """Give the text of the crawler's file with some keys changed."""
    return json.dumps(json.loads(dumps(CRAWLER)) | changes)


WITH_FORMS = replace(
    CRAWLER,
    forms=FormUse(
        budget=50,
        words=("tea", "cup"),
        names=("/find",),
        followed=(
            KnownForm(
                "html/body/form.find",
                "http://h.test/search",
                "http://h.test/find",
                fields=("kind", "csrf", "sort"),
                fresh=("csrf",),
                idle=("sort",),
            ),
            KnownForm("html/body/form", "http://h.test/", "http://h.test/"),
        ),
    ),
)
