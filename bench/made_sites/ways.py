"""The ways that lead from the home page of a made-up site to its targets."""

from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from bench.made_sites.drafts import Draft, Drafts


def lead_to(drafts: Drafts, targets: Sequence[Draft], parents: Sequence[Draft]) -> None:
    """Make the way to the targets that the plan wants; parents are pages that targets belong to."""
    way = drafts.plan["way"]
    if way == "through another class":
        _lead_through(drafts, targets, parents)
        return
    shuffled = drafts.rng.sample(targets, len(targets))
    _WAYS[way](drafts, shuffled)
    if parents:
        drafts.listed(parents)


def _one_list(drafts: Drafts, targets: Sequence[Draft]) -> None:
    drafts.listed(targets)


def _many_lists(drafts: Drafts, targets: Sequence[Draft]) -> None:
    most = max(2, min(25, len(targets) // 3, drafts.spare // 2))
    lists = drafts.rng.randint(2, most)
    for number in range(lists):
        page = drafts.list_page()
        page.link("items", *_paths(targets[number::lists]))
        drafts.home.link("shelves", page.path)


def _pagination(drafts: Drafts, targets: Sequence[Draft]) -> None:
    size = max(2, min(drafts.rng.randint(5, 20), len(targets) // 2))
    parts = [targets[start : start + size] for start in range(0, len(targets), size)]
    numbered = drafts.rng.random() < 0.5
    first = drafts.list_page()
    drafts.home.link("sections", first.path)
    further = (drafts.addresses.further(first.path, n) for n in range(2, len(parts) + 1))
    pages = [first, *map(drafts.list_page, further)]
    for number, (page, part) in enumerate(zip(pages, parts, strict=True)):
        page.title = first.title
        page.link("items", *_paths(part))
        near = pages[max(0, number - 2) : number + 3] if numbered else pages[number + 1 :][:1]
        page.link("pages", *_paths(one for one in near if one is not page))


def _lead_through(drafts: Drafts, targets: Sequence[Draft], parents: Sequence[Draft]) -> None:
    for number, parent in enumerate(parents):
        parent.link("members", *_paths(targets[number :: len(parents)]))
    lists = drafts.rng.randint(1, min(3, len(parents)))
    for number in range(lists):
        drafts.listed(parents[number::lists])


def _target_to_target(drafts: Drafts, targets: Sequence[Draft]) -> None:
    drafts.home.link("best", targets[0].path)
    _chain(targets)


def _islands(drafts: Drafts, targets: Sequence[Draft]) -> None:
    islands = drafts.rng.randint(2, max(2, min(6, len(targets) // 4)))
    for number in range(islands):
        _chain(targets[number::islands])
        gate = drafts.single()
        gate.link("see", targets[number].path)
        drafts.home.link("regions", gate.path)


def _nowhere(drafts: Drafts, targets: Sequence[Draft]) -> None:
    """Lead to no target: the sitemap does."""


def _chain(targets: Sequence[Draft]) -> None:
    for before, after in pairwise(targets):
        before.link("next", after.path)
        after.link("previous", before.path)


def _paths(drafts: Iterable[Draft]) -> list[str]:
    return [draft.path for draft in drafts]


_WAYS: dict[str, Callable[[Drafts, Sequence[Draft]], None]] = {
    "one list": _one_list,
    "many lists": _many_lists,
    "pagination": _pagination,
    "target to target": _target_to_target,
    "sitemap": _nowhere,
    "islands": _islands,
}
