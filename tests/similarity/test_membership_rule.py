"""The rule that judges one page at a time, and its reasons."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.dom.features import Feature
from pagekin.similarity.membership import MembershipDecision
from pagekin.similarity.membership_rule import (
    MembershipJudge,
    MembershipRule,
    in_words,
    is_doubtful,
    rule_of,
)

PRODUCT = (
    b"<title>Red kettle</title><body class=shop><article class='product big' id=main>"
    b"<h1>New: red kettle</h1><p class=price>12.50</p><table><tr><th>Weight:</th><td>2 kg</table>"
)
STORY = b"<title>Story</title><body class=blog><div class=story><h1>Once</h1><p>x</p></div>"
SIGNS = tuple(
    map(
        Feature.parse,
        [
            "token: article.product",
            "token: article#main",
            "path: html/body.shop/article.product/p.price",
            "tags: html/body/article/table/tr/th",
            "text: th Weight:",
            "heading: h1 begins New:",
        ],
    )
)
IN_URL = (Feature("url", "folder 1 p"), Feature("url", "shape {number}-{word}"))


def judge(*steps, page=PRODUCT, url="http://h/p/7-kettle"):
    return MembershipJudge(MembershipRule(steps)).judge(parse_page(url, page))


def test_a_page_with_all_signs_is_kin_and_one_with_none_is_not():
    assert judge(SIGNS).score == 1.0
    assert judge(SIGNS, page=STORY).score == 0.0
    assert judge(SIGNS).kin
    assert not judge(SIGNS, page=STORY).kin


def test_half_of_the_signs_are_enough():
    half = PRODUCT.replace(b"Weight:", b"Size:").replace(b"New:", b"Old:").replace(b"id=main", b"")
    assert judge(SIGNS, page=half).score == pytest.approx(0.5)
    assert judge(SIGNS, page=half).kin
    assert not judge(SIGNS, page=half.replace(b"price", b"cost")).kin


def test_every_step_has_to_be_passed():
    inner = (
        Feature("token", "p.price"),
        Feature("token", "p.discount"),
        Feature("token", "p.sale"),
    )
    assert judge(SIGNS, inner).score == pytest.approx(1 / 3)
    assert not judge(SIGNS, inner).kin


def test_without_steps_every_page_is_kin():
    assert judge().kin


def test_the_url_alone_makes_no_kin_if_the_page_has_none_of_the_other_signs():
    """That is what keeps out error pages that come with status 200."""
    assert judge(IN_URL + SIGNS, page=STORY, url="http://h/p/8-pot").kin is False
    assert judge(IN_URL + SIGNS, url="http://h/p/8-pot").kin


def test_where_a_class_has_urls_of_its_own_the_page_alone_makes_no_kin():
    assert judge(IN_URL + SIGNS, url="http://h/preview/kettle").kin is False


def test_urls_alone_decide_where_nothing_else_was_learned():
    assert judge(IN_URL, page=STORY, url="http://h/p/8-pot").kin
    assert not judge(IN_URL, page=PRODUCT, url="http://h/other").kin


def test_reasons_say_what_a_page_has_and_lacks():
    (reason,) = judge(SIGNS, page=PRODUCT.replace(b"Weight", b"Size")).reasons
    assert reason == (
        "has 5 of 6 signs, among them an element article.product; an element article#main, "
        "lacks the text “Weight:” in <th>"
    )
    (reason,) = judge(SIGNS, page=STORY).reasons
    assert reason == "has 0 of 6 signs, lacks an element article.product; an element article#main"
    (reason,) = judge(SIGNS).reasons
    assert reason == (
        "has 6 of 6 signs, among them an element article.product; an element article#main"
    )


def test_close_decisions_are_doubtful_whichever_way_they_go():
    assert [is_doubtful(score) for score in (0.0, 0.25, 0.4, 0.5, 0.6, 0.75, 1.0)] == [
        *(False, False, True, True, True, False, False)
    ]
    assert not judge(SIGNS).doubtful
    half = PRODUCT.replace(b"Weight:", b"Size:").replace(b"New:", b"Old:").replace(b"id=main", b"")
    assert judge(SIGNS, page=half).doubtful


@pytest.mark.parametrize(
    ("feature", "words"),
    [
        ("url: folder 1 p", "a URL whose first folder is “p”"),
        ("url: begins further #-red-", "a URL whose last part begins with “#-red-”"),
        ("url: ending .html", "a URL with the ending “.html”"),
        ("url: choice p user", "a URL with p=user"),
        ("text: th Price: old", "the text “Price: old” in <th>"),
        ("heading: title ends Security", "a heading: title ends Security"),
        ("token: p.price", "an element p.price"),
        ("path: html/body/p.price", "an element at html/body/p.price"),
    ],
)
def test_a_feature_in_words(feature, words):
    assert in_words(Feature.parse(feature)) == words


def test_a_rule_keeps_some_signs_of_each_kind_and_not_too_many():
    paths = [Feature("path", "html/body" + "/div" * n) for n in range(30)]
    tokens = [Feature("token", f"p.{'x' * n}") for n in range(1, 4)]
    texts = [Feature("text", "th Price:")]
    (step,) = rule_of(MembershipDecision(1, (), (), ((*paths, *tokens, *texts),))).steps
    assert len(step) == 12
    assert {f.kind for f in step} == {"path", "token", "text"}
    assert set(tokens) | set(texts) < set(step)


def test_a_rule_has_twelve_signs_also_where_the_last_turn_of_kinds_is_not_over():
    kinds = ("heading", "text", "token", "path", "tags")
    many = [Feature(kind, f"p x{n}") for kind in kinds for n in range(5)]
    (step,) = rule_of(MembershipDecision(1, (), (), (tuple(many),))).steps
    assert [sum(sign.kind == kind for sign in step) for kind in kinds] == [3, 3, 2, 2, 2]


def test_how_a_page_is_linked_is_no_sign_since_a_page_cannot_show_it():
    linked = Feature("linked by", "html/body/a")
    listed = Feature("listed on", "http://h/ html/body/a")
    decision = MembershipDecision(1, (), (), ((linked, SIGNS[0], listed),))
    assert rule_of(decision) == MembershipRule(((SIGNS[0],),))
    assert rule_of(MembershipDecision(1, (), (), ((linked,), (SIGNS[0],)))) == MembershipRule(
        ((SIGNS[0],),)
    )


KINDS = st.sampled_from(["url", "heading", "text", "token", "path", "tags"])
FEATURES = st.builds(Feature, KINDS, st.text(max_size=20))


@given(st.lists(st.lists(FEATURES, min_size=1, max_size=4).map(tuple), max_size=3).map(tuple))
def test_any_rule_survives_being_written_down_and_judges_any_page(steps):
    written = [[str(feature) for feature in step] for step in steps]
    read = tuple(tuple(Feature.parse(text) for text in step) for step in written)
    assert read == steps
    verdict = judge(*read)
    assert 0.0 <= verdict.score <= 1.0
    assert len(verdict.reasons) == len(steps)


def test_what_a_page_lacks_is_a_sign_as_well():
    without = Feature("path", "html/body.shop/dl").absence
    assert str(without) == "no path: html/body.shop/dl"
    assert judge((without,)).score == 1.0
    assert judge((without,), page=PRODUCT + b"</table></article><dl><dt>x</dl>").score == 0.0
    assert judge((without, Feature("no tags", "html/body/article"))).score == 0.5
    assert in_words(without) == "no element at html/body.shop/dl"
    decision = MembershipDecision(1, (), (), ((without, SIGNS[0]),))
    assert rule_of(decision) == MembershipRule(((SIGNS[0], without),))
