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


def test_a_rule_that_other_pages_pass_by_different_signs_is_none():
    """Each new sign is on two of twenty others, at the same address: each of them has one, which is enough there."""
    parts = [f"<b class={letter}></b>" for letter in "abcdefghij"]
    members = pages(20, "".join(parts))
    others = [page(n, parts[n % 10]) for n in range(20)]
    rule = MembershipRule(((IN_URL, *OLD),))
    assert repaired_rule(rule, members, others) is None
    assert repaired_rule(rule, members, [page(n, parts[n % 10], "news") for n in range(20)])


def test_a_rule_whose_steps_lose_different_pages_is_none():
    """One of twenty lacks what still holds, and another one what is new: each is few enough, both are not."""
    holds = (Feature("token", "div.menu"),)  # others have it too
    menu, new = "<div class=menu></div>", "<i class=new></i>"
    members = [page(0, new), page(1, menu), *(page(n, menu + new) for n in range(2, 20))]
    assert repaired_rule(MembershipRule((holds, OLD)), members, OTHERS) is None
    assert repaired_rule(MembershipRule((OLD,)), members, OTHERS)


def test_a_step_that_cannot_be_mended_leaves_no_rule_though_another_holds():
    holds = (IN_URL,)
    same = pages(20, OTHER)
    assert repaired_rule(MembershipRule((holds, OLD)), same, OTHERS) is None


def test_new_signs_come_in_the_order_of_how_well_they_tell_and_how_short_they_are():
    members = pages(20, "<b class=often></b><b class=longer></b><b class=only></b>")
    others = [page(0, "<b class=often></b>", "news"), *pages(19, "<p></p>", "news")]
    rule = repaired_rule(MembershipRule((OLD,)), members, others)
    assert rule is not None
    tokens = [sign.value for sign in rule.steps[0] if sign.kind == "token"]
    assert tokens == ["b.only", "b.longer", "b.often"]


def test_a_sign_that_the_class_has_kept_stays():
    kept = Feature("token", "section.item")
    lost = tuple(Feature("token", f"i.gone{n}") for n in range(3))
    rule = repaired_rule(MembershipRule(((*lost, kept),)), PRODUCTS, OTHERS)
    assert rule is not None
    [step] = rule.steps
    assert kept in step
    assert not {*lost} & {*step}
    assert len(step) == len(set(step))


def test_a_sign_that_one_page_in_twenty_lacks_is_kept_and_one_that_two_lack_is_not():
    kept = Feature("token", "div.menu")  # others have it too: it is no new sign
    lost = tuple(Feature("token", f"i.gone{letter}") for letter in "abc")
    for lacking, is_kept in ((1, True), (2, False)):
        some = [page(n, PRODUCT.replace("class=menu", "")) for n in range(lacking)]
        rule = repaired_rule(MembershipRule(((*lost, kept),)), [*some, *PRODUCTS[lacking:]], OTHERS)
        assert rule is not None
        assert (kept in rule.steps[0]) is is_kept


def test_a_step_of_which_pages_have_just_half_still_holds():
    half = (Feature("token", "b.cost"), Feature("token", "p.price"))
    rule = repaired_rule(MembershipRule((half, OLD)), PRODUCTS, OTHERS)
    assert rule is not None
    assert rule.steps[0] == half


def test_what_a_class_lacks_still_holds_after_a_change():
    lacks = (Feature("no path", "html/body/ul.news"),)
    rule = repaired_rule(MembershipRule((OLD, lacks)), PRODUCTS, OTHERS)
    assert rule is not None
    assert lacks in rule.steps
