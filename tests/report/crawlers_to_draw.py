"""Crawlers to draw: a small shop, GoGetIt!'s chain beside other branches, and any graph of steps."""

from dataclasses import replace

from hypothesis import strategies as st

from pagekin.dom.features import Feature
from pagekin.navigation import Crawler, LearningSummary, MapNode, Navigation, Step, chain
from pagekin.similarity import SimilaritySettings
from pagekin.similarity.membership_rule import MembershipRule
from pagekin.urls import Scope, url_pattern

ROOT = "http://shop.test/"
LEARNED = LearningSummary(
    "auto", "2026-01-02T03:04:05+00:00", 40, 2, 9, 1204, complete=True, ended="nothing left to try"
)


def step(source, to, form):
    return Step(source, to, shape=form, path=f"html/body/div.{len(source)}/a")


def crawler(starts, steps, nodes=None, **changes):
    """Make a crawler of steps; its map has the starts unless given."""
    nodes = nodes or tuple(MapNode(start, 1, 0, (start,)) for start in starts)
    made = Crawler(
        samples=(f"{ROOT}p/1-cup",),
        entry=ROOT,
        scope=Scope("shop.test"),
        navigation=Navigation(tuple(starts), tuple(steps)),
        learned=LEARNED,
        map=tuple(nodes),
        membership=MembershipRule(((Feature("url", "folder 1 p"), Feature("text", "th Price")),)),
    )
    return replace(made, **changes)


SHOP = crawler(
    [ROOT],
    [
        step(ROOT, "/c/…", "/c/…"),
        step("/c/…", "/c/…", "/c/…?page"),
        step("/c/…", "target", "/p/…"),
        step("/c/…", "target", "/outlet/…"),
        Step("/c/…", "target", shape="/p/…", path="html/body/aside/a"),
        step("target", "/c/…", "/c/…"),
    ],
    [
        MapNode(ROOT, 1, 0, (ROOT,)),
        MapNode("/c/…", 60, 0, (f"{ROOT}c/cups", f"{ROOT}c/pots"), 0),
        MapNode("target", 1204, 9, (f"{ROOT}p/1-cup", f"{ROOT}p/2-pot"), 1),
    ],
)

_HUBS = url_pattern([f"{ROOT}c/tea", f"{ROOT}c/pots"])
_PRODUCTS = url_pattern([f"{ROOT}p?id=1", f"{ROOT}p?id=23"])
_OTHERS = url_pattern([f"{ROOT}old/1.html", f"{ROOT}old/23.html"])
CHAIN = crawler(
    [ROOT],
    [],
    [
        MapNode(ROOT, 1, 0, (ROOT,)),
        MapNode(str(_OTHERS), 3, 3, (f"{ROOT}old/1.html",), 0),
        MapNode(str(_HUBS), 2, 0, (f"{ROOT}c/tea",), 0),
        MapNode(str(_PRODUCTS), 12, 12, (f"{ROOT}p?id=1",), 2),
    ],
    navigation=chain(ROOT, (_HUBS, _PRODUCTS)),
    membership=None,
    similarity=SimilaritySettings(),
)

_STARTS = [f"{ROOT}{name}" for name in ("", "index.html", "a-rather/long/way/down/to/a/start.html")]
_KINDS = [*_STARTS, *(f"/section-{n}/{'long-' * n}….html" for n in range(6)), "target", "any"]


@st.composite
def navigations(draw):
    """Any crawler of up to 40 steps: loops, ways back, ways within a column, kinds out of reach."""
    starts = draw(st.lists(st.sampled_from(_STARTS), min_size=1, unique=True))
    ends = st.tuples(st.sampled_from(_KINDS), st.sampled_from(_KINDS), st.integers(0, 3))
    steps = [step(a, b, f"/{'x' * 9 * n}…") for a, b, n in draw(st.lists(ends, max_size=40))]
    names = list(dict.fromkeys([*starts, *(kind for s in steps for kind in (s.source, s.to))]))
    asides = draw(st.integers(0, 4))
    nodes = [
        MapNode(name, place * 37, 0, (f"{ROOT}x/{place}",), place // 2 if place else None)
        for place, name in enumerate([*names, *(f"aside {n}" for n in range(asides))])
    ]
    return crawler(starts, steps, nodes)
