"""A rule that knows the pages of a class again after their template has changed."""

import pytest

from pagekin.dom import parse_page
from pagekin.dom.features import Feature
from pagekin.similarity.membership_repair import repaired_rule
from pagekin.similarity.membership_rule import MembershipJudge, MembershipRule

PRODUCT = (
    "<div class=menu></div><section class=item><b class=cost>{n}</b><h2>{n} of these</h2></section>"
)
OTHER = "<div class=menu></div><ul class=news><li>{n}</li></ul>"
OLD = tuple(Feature("token", sign) for sign in ("p.price", "form.buy", "table.facts"))
IN_URL = Feature("url", "folder 1 p")


def page(number, content, folder="p"):
    html = f"<html><body>{content.format(n=number)}</body></html>"
    return parse_page(f"http://shop.test/{folder}/{number}", html.encode())


def pages(number, content, folder="p"):
    return [page(n, content, folder) for n in range(number)]


PRODUCTS, OTHERS = pages(20, PRODUCT), pages(20, OTHER, "news")


def taken(rule, some):
    judge = MembershipJudge(rule)
    return sum(judge.judge(one).kin for one in some)


def test_a_rule_that_knows_all_its_pages_stays_as_it_is():
    rule = MembershipRule(((Feature("token", "b.cost"),),))
    assert repaired_rule(rule, PRODUCTS, OTHERS) is rule


def test_signs_that_a_class_has_lost_give_way_to_what_only_its_pages_have_now():
    rule = repaired_rule(MembershipRule((OLD,)), PRODUCTS, OTHERS)
    assert rule is not None
    [step] = rule.steps
    assert Feature("token", "b.cost") in step
    assert not {*OLD, Feature("token", "div.menu")} & {*step}
    assert (taken(rule, PRODUCTS), taken(rule, OTHERS)) == (20, 0)


def test_a_sign_in_the_url_stays_and_none_is_added():
    """Where the pages are may be by chance where those that came again are; the rule said what counts."""
    rule = repaired_rule(MembershipRule(((IN_URL, *OLD),)), PRODUCTS, OTHERS)
    assert rule is not None
    assert [sign for sign in rule.steps[0] if sign.kind == "url"] == [IN_URL]
    without = repaired_rule(MembershipRule((OLD,)), PRODUCTS, OTHERS)
    assert without is not None
    assert {sign.kind for sign in without.steps[0]}.isdisjoint({"url"})


def test_a_step_that_still_holds_is_left_alone():
    holds = (Feature("token", "b.cost"), Feature("token", "section.item"))
    rule = repaired_rule(MembershipRule((holds, OLD)), PRODUCTS, OTHERS)
    assert rule is not None
    assert rule.steps[0] == holds
    assert len(rule.steps) == 2


def test_steps_that_become_the_same_are_one():
    lost = (Feature("token", "i.gone"),)
    rule = repaired_rule(MembershipRule((OLD, lost)), PRODUCTS, OTHERS)
    assert rule is not None
    assert len(rule.steps) == 1


def test_pages_that_nothing_tells_from_the_others_have_no_rule():
    assert repaired_rule(MembershipRule((OLD,)), PRODUCTS, pages(20, PRODUCT, "news")) is None


@pytest.mark.parametrize(("odd", "is_known"), [(1, True), (2, False)])
def test_one_page_in_twenty_may_lack_the_new_template(odd, is_known):
    members = [*PRODUCTS[odd:], *pages(odd, OTHER)]
    assert (repaired_rule(MembershipRule((OLD,)), members, OTHERS) is not None) is is_known


@pytest.mark.parametrize(("odd", "is_known"), [(2, True), (3, False)])
def test_one_other_page_in_ten_may_look_like_the_class(odd, is_known):
    others = [*OTHERS[odd:], *pages(odd, PRODUCT, "news")]
    assert (repaired_rule(MembershipRule((OLD,)), PRODUCTS, others) is not None) is is_known
