"""Make a site by a plan: pages of several classes, and the ways between them."""

from collections.abc import Sequence
from dataclasses import dataclass

from bench.made_sites.addresses import HOST
from bench.made_sites.drafts import Draft, Drafts
from bench.made_sites.page_template import draw_template, sibling, with_optional
from bench.made_sites.plan import Plan
from bench.made_sites.ways import lead_to
from bench.made_sites.writing import Table, sitemap, written

_OPTIONAL = {  # share of the pages, number of blocks
    "none": (0.0, 0),
    "few, small": (0.2, 1),
    "half, small": (0.5, 1),
    "half, large": (0.5, 3),
    "most, large": (0.8, 3),
}
_SIBLINGS = {"none": 0, "one": 1, "three": 3}
_TWICE = 0.2  # of the targets have a second address, where there are duplicates
_MIXED = 0.3  # of the sites with siblings and one list have the first siblings in it, too
_RELATED = 0.5  # of the sites link from target to target beside everything else
_SINGLE = 0.3  # of what fills a site up are single pages, not classes


@dataclass(frozen=True, slots=True)
class MadeSite:
    """A site, and who is kin on it."""

    table: Table
    entry: str | None
    sample: str
    targets: frozenset[str]
    same: dict[str, str]  # further addresses of a target → its own
    classes: dict[str, str]  # of which class each page is

    @property
    def home(self) -> str:
        """Its home page, whether it is given as the entry or not."""
        return HOST + "/"


def make_site(plan: Plan) -> MadeSite:
    """Make the site that a plan describes; the same plan makes the same site."""
    drafts = Drafts(plan)
    parents = _parents(drafts)
    targets = _targets(drafts, parents)
    lead_to(drafts, targets, parents)
    _siblings(drafts, targets[0])
    _pages_below(drafts, targets)
    _others(drafts)
    if drafts.rng.random() < _RELATED and plan["way"] != "islands":
        _relate(drafts, targets)
    same = _repeat(drafts, targets)
    table = written(drafts, same)
    if plan["way"] == "sitemap":
        table["/sitemap.xml"] = sitemap(drafts, [target.path for target in targets])
    return MadeSite(
        table={HOST + path: answer for path, answer in table.items()},
        entry=HOST + "/" if plan["entry"] == "given" else None,
        sample=HOST + drafts.rng.choice(targets).path,
        targets=frozenset(HOST + target.path for target in targets),
        same={HOST + other: HOST + path for other, path in same.items()},
        classes={HOST + path: draft.template.name for path, draft in drafts.pages.items()},
    )


def _parents(drafts: Drafts) -> list[Draft]:
    """Make the pages that targets are below or behind, if the plan wants any."""
    plan = drafts.plan
    if plan["nesting"] != "below another class" and plan["way"] != "through another class":
        return []
    templates = drafts.template("above")
    most = max(2, min(30, plan.targets // 2, drafts.spare // 2))
    return [drafts.page(templates) for _ in range(drafts.rng.randint(2, most))]


def _targets(drafts: Drafts, parents: Sequence[Draft]) -> list[Draft]:
    plan, wording = drafts.plan, drafts.wordings[0]
    share, count = _OPTIONAL[plan["optional"]]
    template = with_optional(draw_template("kin", wording), share, count, wording)
    templates = drafts.templates(template)
    targets = []
    for number in range(plan.targets):
        if parents:
            parent = parents[number % len(parents)]
            below = parent.path if plan["nesting"] == "below another class" else ""
            target = drafts.page(templates, below=below, language=parent.language)
            target.link("up", parent.path)
        else:
            target = drafts.page(templates)
        targets.append(target)
    return targets


def _siblings(drafts: Drafts, target: Draft) -> None:
    """Make the classes with nearly the targets' template."""
    plan, rng = drafts.plan, drafts.rng
    classes = _SIBLINGS[plan["siblings"]]
    for number in range(classes):
        near = sibling(target.template, f"sibling{number}", drafts.wordings[0])
        templates = drafts.templates(near)
        most = max(4, drafts.spare // (classes + 1))
        pages = [drafts.page(templates) for _ in range(rng.randint(3, most))]
        if number == 0 and plan["way"] == "one list" and rng.random() < _MIXED:
            (shared,) = (
                page for page in drafts.pages.values() if target.path in page.lists.get("items", ())
            )
            shared.link("items", *(page.path for page in pages))
            rng.shuffle(shared.lists["items"])
        else:
            drafts.listed(pages)


def _pages_below(drafts: Drafts, targets: Sequence[Draft]) -> None:
    if drafts.plan["nesting"] != "with pages below":
        return
    templates = drafts.template("below")
    for target in targets[: max(1, drafts.spare)]:
        child = drafts.page(templates, below=target.path, language=target.language)
        child.link("up", target.path)
        target.link("more", child.path)


def _others(drafts: Drafts) -> None:
    """Make pages of further classes, and single ones, until there are enough."""
    number = 0
    while drafts.spare > 2:
        number += 1
        if drafts.rng.random() < _SINGLE:
            drafts.home.link(f"see{number}", drafts.single().path)
            continue
        templates = drafts.template(f"other{number}")
        count = drafts.rng.randint(2, max(2, drafts.spare - 1))
        drafts.listed([drafts.page(templates) for _ in range(count)])


def _relate(drafts: Drafts, targets: Sequence[Draft]) -> None:
    """Link from target to target, here and there."""
    most = drafts.rng.randint(1, 4)
    for target in targets:
        others = drafts.rng.sample(targets, min(most, len(targets)))
        target.link("related", *(other.path for other in others if other is not target))


def _repeat(drafts: Drafts, targets: Sequence[Draft]) -> dict[str, str]:
    """Give some targets a second address, link to some of them by it, and return which is whose."""
    kind, rng = drafts.plan["duplicates"], drafts.rng
    if kind == "none":
        return {}
    same: dict[str, str] = {}
    for target in rng.sample(targets, max(1, round(_TWICE * len(targets)))):
        path = target.path
        if kind == "parameter":
            other = f"{path}{'&' if '?' in path else '?'}ref={rng.choice('abc')}"
        else:
            other = drafts.addresses.give("kin" if kind == "copy" else "old")
        same[other] = path
    others = {path: other for other, path in same.items()}
    for draft in drafts.pages.values():
        for items in draft.lists.values():
            further = [others[path] for path in items if path in others and len(items) > 1]
            items += [other for other in further if rng.random() < 1 / 2]
    return same
