"""Membership repair: a rule that knows the pages of a class again after their template has changed."""

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from pagekin.dom import Page
from pagekin.dom.features import Feature, Vocabulary, page_features
from pagekin.similarity.membership_rule import (
    KIN,
    MembershipJudge,
    MembershipRule,
    some_of_each,
    step_score,
)
from pagekin.urls.url_variables import variables

_NEARLY_ALL = 0.95  # the share of the class that has a sign of it
_HARDLY_ANY = 0.1  # the share of other pages that may have it, too


def repaired_rule(
    rule: MembershipRule, members: Sequence[Page], others: Sequence[Page]
) -> MembershipRule | None:
    """Return the rule with new signs in place of those that the members of the class have lost.

    `members` are pages that were kin, as they are now; `others` are pages of the same site that are not.
    None: there is nothing that tells the two apart.
    """
    judge = MembershipJudge(rule)
    if all(judge.judge(page).kin for page in members):
        return rule
    kin = [_features(page) for page in members]
    telling = _telling(kin, [_features(page) for page in others])
    steps = [_mended(step, kin, telling) for step in rule.steps]
    made = MembershipRule(tuple(dict.fromkeys(filter(None, steps))))
    if not made.steps or len(steps) > sum(map(bool, steps)):
        return None
    judge = MembershipJudge(made)
    taken = [sum(judge.judge(page).kin for page in pages) for pages in (members, others)]
    is_right = taken[0] >= _NEARLY_ALL * len(members) and taken[1] <= _HARDLY_ANY * len(others)
    return made if is_right else None


def _mended(
    step: tuple[Feature, ...], kin: Sequence[Collection[Feature]], telling: Sequence[Feature]
) -> tuple[Feature, ...]:
    passed = sum(step_score(step, [_has(has, sign) for sign in step]) >= KIN for has in kin)
    if passed >= _NEARLY_ALL * len(kin):
        return step
    kept = [sign for sign in step if sum(_has(has, sign) for has in kin) >= _NEARLY_ALL * len(kin)]
    new = [sign for sign in telling if sign not in kept and sign.kind != "url"]
    if not new:
        return ()
    return tuple(some_of_each([*kept, *new]))


def _has(features: Collection[Feature], sign: Feature) -> bool:
    lacked = sign.lacked
    return lacked not in features if lacked else sign in features


def _telling(
    kin: Sequence[Collection[Feature]], others: Sequence[Collection[Feature]]
) -> list[Feature]:
    """Return the features that nearly all of the class and hardly any other page have, the best first."""
    ours, theirs = _counts(kin), _counts(others)
    found = [
        feature
        for feature, count in ours.items()
        if count >= _NEARLY_ALL * len(kin) and theirs[feature] <= _HARDLY_ANY * len(others)
    ]
    return sorted(found, key=lambda one: (theirs[one] - ours[one], len(one.value), one.value))


def _counts(pages: Iterable[Collection[Feature]]) -> Counter[Feature]:
    return Counter(feature for has in pages for feature in has)


def _features(page: Page) -> frozenset[Feature]:
    vocabulary = Vocabulary()
    numbers = page_features(page.root, vocabulary)
    in_url = (Feature("url", f"{name} {value}") for name, value in variables(page.url).items())
    return frozenset([*map(vocabulary.feature, numbers), *in_url])
