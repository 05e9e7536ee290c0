"""From what is known of a site to its navigation: the fewest downloads that reach the targets.

A greedy weighted set cover. At each turn it takes the option that brings most targets for each further
download (`navigation_options`). Options are to follow one more kind of links on pages that are fetched anyway (the
broader the rule for that, the better), to start from one more page, or to fetch all pages of a kind as hubs, with the
loops between them (next pages, page numbers, A to Z).

Lists come first, links from target to target after them: a page that the site adds is on its list, but other
targets need not name it. In the end, what can be said with less is (`navigation_shortening`, `navigation_spelling`), and
targets that nothing leads to are starts themselves.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from math import inf

from pagekin.discovery.explored_site import ExploredSite
from pagekin.discovery.link_classes import LinkClasses
from pagekin.discovery.navigation_cover import NavigationCover
from pagekin.discovery.navigation_draft import DescriptionLength, KnownWays, NavigationDraft
from pagekin.discovery.navigation_options import CHOICES, Choice, options
from pagekin.discovery.navigation_shortening import shortened
from pagekin.discovery.navigation_spelling import (
    SpelledNavigation,
    plainer_shapes,
    spelled_plainly,
)
from pagekin.discovery.site_links import SiteLinks
from pagekin.navigation.steps import TARGET, Navigation, Step
from pagekin.urls.session_ids import suspected_session_ids
from pagekin.urls.url_shapes import is_deep

PlacedList = tuple[int, int]  # a page, and the path of a list on it
_LISTED = 4  # targets that lists must add for each further download, to be taken before all else
_WORTH = 0.05  # targets that a step must add for each further download
_FEW, _LITTLE = (
    4,
    0.1,
)  # starts and ways, and pages beside the targets, with which nothing is to be gained
_DEARER = 1.2  # times the downloads that fewer words may cost at most: there may be more pages than are known


def derive(
    explored: ExploredSite,
    classes: LinkClasses,
    entries: Sequence[int],
    *,
    has_rule: bool = True,
    lists: Sequence[PlacedList] = (),
) -> "DerivedNavigation":
    """Derive the navigation of a site from what is known of it; with plainer shapes, if that says it with less.

    With a rule, its crawler tells targets from other pages by itself. Where nothing but lists tell them, to start from one of these is
    a way like others.
    """
    links = SiteLinks(explored, classes, has_rule=has_rule)
    derived = DerivedNavigation(links, entries)
    by_list = [DerivedNavigation(links, entries, _from_list(links, *one)) for one in lists]
    derived = min([derived, *by_list], key=lambda one: one.length)
    if derived in by_list:
        return derived
    most = _DEARER * derived.downloads

    def shortest(*others: DerivedNavigation) -> DerivedNavigation:
        affordable = (other for other in others if other.downloads <= most)
        return min([derived, *affordable], key=lambda one: one.length)

    choices = (derived.choice,)
    broadest = plainer_shapes(derived.spelled, links, 1)
    derived = shortest(
        *(DerivedNavigation(links.with_shapes(to), entries, choices=choices) for to in broadest)
    )
    spelled = derived.spelled
    plainer = spelled_plainly(spelled, links, derived.given, most)
    if plainer is spelled:
        return derived
    links = links.with_shapes(plainer.url_shapes)
    return shortest(
        DerivedNavigation(links, entries, plainer.draft),
        DerivedNavigation(links, entries, choices=choices),
    )


def _from_list(links: SiteLinks, page: int, path: int) -> NavigationDraft:
    """Return the way from a page to the targets at one place of it."""
    here = links.collections[page]
    shapes = {
        shape for (place, shape), urls in here.items() if place == path and urls & links.targets
    }
    return NavigationDraft((page,), frozenset((page, path, shape) for shape in shapes))


def _covered(links: SiteLinks, entries: Sequence[int], choice: Choice) -> NavigationCover:
    """Take options until all targets are reached or no option is worth it; lists before links of targets."""
    cover = NavigationCover(links, entries)
    _take_while_worth(cover, _LISTED, choice)
    cover.lead_through_targets()
    _take_while_worth(cover, _WORTH, choice)
    if (
        not cover.steps
    ):  # however much it fetches beside them, a way that leads to targets is better than none
        _take_while_worth(cover, 0, choice, steps=1)
        _take_while_worth(cover, _WORTH, choice)
    return cover


def _take_while_worth(
    cover: NavigationCover, worth: float, choice: Choice, *, steps: float = inf
) -> None:
    while cover.needed and len(cover.steps) < steps:
        found = [option for option in options(cover, choice) if option.worth >= worth]
        if not found:
            return
        most = max((option.worth, option.gain) for option in found)
        equals = (option for option in found if (option.worth, option.gain) == most)
        cover.take(max(equals, key=lambda option: option.order))


class DerivedNavigation:
    """The navigation of a site with certain shapes of its URLs: what it fetches, reaches and misses."""

    def __init__(
        self,
        links: SiteLinks,
        entries: Sequence[int],
        draft: NavigationDraft | None = None,
        choices: Sequence[Choice] = CHOICES,
    ) -> None:
        """Derive it with some choices of options, or say with less what a draft says."""
        self._links = links
        self._entries = entries
        self._explored = links.explored
        self._targets = links.targets
        self.given = frozenset(entries) & links.collections.keys()
        known = links.known_ways(self.given)
        length = links.description_length(known)
        self.choice = choices[0]
        if draft is None:
            self._draft = self._chosen(choices, known, length)
        else:
            self._draft = self._with_strays(shortened(draft, known, length), known)
        self._fetched = known.fetched(self._draft)
        self.length = length.of(self._draft, self._fetched)

    @property
    def spelled(self) -> SpelledNavigation:
        """The same as ways that may be spelled in other shapes."""
        links = self._links
        return SpelledNavigation(
            links.url_shapes, links.shapes, self._draft, self.length, self.downloads
        )

    def _chosen(
        self, choices: Sequence[Choice], known: KnownWays, length: DescriptionLength
    ) -> NavigationDraft:
        """Return the shortest draft of all choices, if it does not fetch many more pages than another or miss as many targets.

        What is best at each turn need not be in the end. But where there is hardly anything to save, nothing else is tried.
        """
        drafts: dict[NavigationDraft, tuple[float, float, Choice]] = {}
        for choice in choices:
            cover = _covered(self._links, self._entries, choice)
            draft = self._drafted(cover, known, length)
            fetched = known.fetched(draft)
            named = self._targets.intersection(draft.starts)  # which leads to nothing new
            dear = len(fetched | self._targets) + len(named) if draft.ways else inf
            drafts.setdefault(draft, (dear, length.of(draft, fetched), choice))
            few = len(draft.ways) + len(draft.starts) <= _FEW
            if few and len(fetched - self._targets) <= _LITTLE * len(self._targets):
                break
        most = _DEARER * min(dear for dear, _, _ in drafts.values())
        affordable = [draft for draft, (dear, _, _) in drafts.items() if dear <= most]
        shortest = min(affordable, key=lambda draft: drafts[draft][1])
        self.choice = drafts[shortest][2]
        return shortest

    def _drafted(
        self, cover: NavigationCover, known: KnownWays, length: DescriptionLength
    ) -> NavigationDraft:
        """Return what was taken, said with less."""
        shorter = shortened(cover.draft, known, length)
        # A few targets are named in fewer words than the way there takes, but names lead to nothing new.
        draft = shorter if shorter.ways else cover.draft
        draft = draft if draft.starts else draft.with_starts(cover.starts[:1])
        return self._with_strays(draft, known)

    def _with_strays(self, draft: NavigationDraft, known: KnownWays) -> NavigationDraft:
        """Return a draft with the targets as starts that it does not reach."""
        reached = self._targets & known.fetched(draft)
        strays = self._targets - reached - self._of_other_sessions(reached)
        may_start = self._links.may_start
        named = [stray for stray in sorted(strays) if draft.ways and may_start(stray)]
        return draft.with_starts([*draft.starts, *named])

    def _of_other_sessions(self, reached: AbstractSet[int]) -> set[int]:
        """Return the targets whose addresses differ from those of some others only in what may be a session id."""
        urls = self._explored.urls
        addresses = [urls[target] for target in sorted(reached)]
        found: set[int] = set()
        for session in suspected_session_ids(addresses):
            plain = set(map(session.without, addresses))
            found |= {one for one in self._targets - reached if session.without(urls[one]) in plain}
        return found

    def navigation(self) -> Navigation:
        """Return the result with names instead of numbers."""
        urls, paths = self._explored.urls, self._explored.paths
        named = sorted(
            (
                urls[kind] if isinstance(kind, int) else kind,
                shape,
                "" if path is None else paths[path],
            )
            for kind, path, shape in self._draft.ways
        )
        hubs = self._draft.hubs
        steps = tuple(
            Step(source, shape if shape in hubs else TARGET, shape=shape, path=path or None)
            for source, shape, path in named
        )
        starts = tuple(urls[start] for start in self._draft.starts)
        parts = tuple(sorted(self._links.url_shapes.parts))
        return Navigation(starts, steps, parts, self._plain(steps))

    def _plain(self, steps: Iterable[Step]) -> tuple[str, ...]:
        """Return the plain shapes that the steps use; beside deep ones all, which they do not stand for."""
        used = {str(step.shape) for step in steps}
        if any(map(is_deep, used)):
            used.update(self._links.shapes)
        return tuple(sorted(self._links.url_shapes.plain & used))

    @property
    def shapes(self) -> Sequence[str]:
        """The shapes of all URLs."""
        return self._links.shapes

    @property
    def downloads(self) -> int:
        """How many pages the navigation fetches, of those that are known."""
        return len(self._fetched)

    @property
    def reached(self) -> int:
        """How many pages the navigation will find: targets seen once each, likely ones by their chance.

        Of likely ones as many are taken for copies as of those seen.
        """
        explored, chance = self._explored, self._links.classes.chance
        seen = {explored.duplicates.get(url, url) for url in self._reached & explored.done}
        distinct = len({explored.contents.get(url, ~url) for url in seen})
        likely = sum(chance[url] for url in sorted(self._reached - explored.done))
        return distinct + round(likely * distinct / len(seen) if seen else likely)

    @property
    def missed(self) -> tuple[str, ...]:
        """The URLs of the likely targets that the navigation does not reach, sorted."""
        return tuple(sorted(self._explored.urls[url] for url in self._targets - self._reached))

    @property
    def target_urls(self) -> tuple[str, ...]:
        """The URLs of the likely targets that the navigation reaches, sorted."""
        return tuple(sorted(self._explored.urls[target] for target in self._reached))

    @property
    def _reached(self) -> set[int]:
        return self._targets & self._fetched

    def kinds(self) -> dict[str, list[int]]:
        """Return the URLs that the navigation leads to, by the kind of page that is there."""
        found: defaultdict[str, list[int]] = defaultdict(list)
        shapes = self._links.shapes
        for url in sorted(self._fetched):
            found[TARGET if url in self._targets else shapes[url]].append(url)
        return found
