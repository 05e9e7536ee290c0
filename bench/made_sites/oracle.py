"""What could be known of a made-up site by whoever has seen all its pages.

The *best* is what any rule can reach that goes by what pages have or lack, by addresses and by the places of links: the
pages that have all that the whole class has in common, and nothing that none of it has.

The class is *told* from another class of the site if anything tells them apart beside one block of the template: the
address, the lists on which they stand, or further blocks. One block alone is what an optional section looks like, too:
whoever sees both kinds on one list with one kind of address cannot know whether one class or two are meant. Such sites are
a row of their own; there a question is the answer.
"""

import asyncio
from collections import defaultdict
from dataclasses import dataclass
from functools import reduce
from operator import and_, or_

from bench.made_sites.site_making import MadeSite
from bench.seen_state import SeenState
from pagekin.discovery.explored_site import ExploredSite
from pagekin.dom import Page
from pagekin.similarity.class_evidence import SplitWeigher
from pagekin.similarity.link_lists import list_groups, own_share
from pagekin.similarity.membership import TOLD, SeenPages
from pagekin.similarity.page_evidence import FEWEST, as_bits
from pagekin.testing import FakeSite
from pagekin.urls import Scope

# Places of two templates, some on either side, that are as good as an address: three, less what may be chance.
_TEMPLATE = 0.75
_KIN = "kin"  # the class that is looked for


@dataclass(frozen=True, slots=True)
class Knowable:
    """What is known of a site to whoever has seen all of it; both figures are F1."""

    best: float
    decided: float
    told: bool


def knowable(site: MadeSite) -> Knowable:
    """Look at all pages of a site, and return what can be known of its class."""
    state, classes = seen_whole(site), defaultdict[str, int](int)
    for number, page in enumerate(state.explored.pages):
        classes[_class_of(site, state.explored.urls[page])] |= 1 << number
    kin = classes.pop(_KIN)
    seen, decision = state.decided()
    others = [pages for pages in classes.values() if pages.bit_count() >= FEWEST]
    told = all(_is_told(seen, kin, pages) for pages in others)
    return Knowable(state.f1(_best(seen, kin)), state.f1(decision.bits), told)


def seen_whole(site: MadeSite) -> SeenState:
    """Look at all pages of a site."""
    explored = asyncio.run(everything(site))
    urls = [explored.urls[page] for page in explored.pages]
    home = tuple(number for number, url in enumerate(urls) if url == site.home)
    kin = (number for number, url in enumerate(urls) if _class_of(site, url) == _KIN)
    return SeenState(explored, home, as_bits(kin, len(urls)))


def _class_of(site: MadeSite, url: str) -> str:
    return site.classes.get(site.same.get(url, url), "")


async def everything(site: MadeSite) -> ExploredSite:
    """Return all that can be known of a site: every page is looked at."""
    explored, fake = ExploredSite(Scope.around(site.home)), FakeSite(site.table)
    for url in dict.fromkeys((site.sample, *site.table)):
        page = await fake.fetch(url)
        if isinstance(page, Page) and explored.number(url) not in explored.done:
            is_sample = url == site.sample
            if is_sample:
                explored.samples.append(explored.number(page.url))
            explored.add(explored.number(url), page, is_sample=is_sample)
        explored.evidence.vocabulary.close_texts()
    return explored


def _best(seen: SeenPages, kin: int) -> int:
    """Return the pages that have all that the class has in common, and nothing that none of it has."""
    common = [column.bits for column in seen.columns if column.bits & kin == kin]
    strange = [place.bits for place in seen.places if not place.bits & kin]
    return reduce(and_, common, seen.everything) & ~reduce(or_, strange, 0)


def _is_told(seen: SeenPages, kin: int, other: int) -> bool:
    """Return whether anything tells the class from another one, beside one block of the template."""
    both = kin | other
    groups = list_groups(seen.lists, both, own_share(both, seen.everything))
    weigher = SplitWeigher(
        both, seen.columns, seen.places, seen.headings, groups=groups, samples=seen.samples
    )
    evidence = weigher.weigh(kin)
    return max(evidence.address, evidence.links) >= TOLD or evidence.on_pages >= _TEMPLATE
