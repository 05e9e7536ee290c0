"""What each kind of evidence tells of a split, against the definition spelled out with sets of pages."""

import random
from collections import Counter
from dataclasses import asdict
from math import log2

import pytest

from pagekin.similarity.agreement import agreement, entropy
from pagekin.similarity.class_evidence import ClassEvidence, SplitWeigher
from pagekin.similarity.link_lists import ListGroup
from pagekin.similarity.page_evidence import (
    AddressVariable,
    EvidenceView,
    FeatureColumn,
    Heading,
    Place,
)

FOLDERS, WORDS, SHAPE = (
    EvidenceView.URL_FOLDERS,
    EvidenceView.URL_WORDS,
    EvidenceView.URL_SHAPE,
)
LINKED, LISTED = EvidenceView.LINKED_BY, EvidenceView.LISTED_ON


def bits(pages):
    return sum(1 << page for page in pages)


def pages(number):
    return {page for page in range(number.bit_length()) if number >> page & 1}


def to_say(having, within):
    """Return the bits that it takes to say which pages have something."""
    return len(within) * entropy(len(having & within), len(within))


class Defined:
    """The definition: sets instead of bits, and nothing left out because it comes to nothing."""

    def __init__(
        self, universe, columns, places, headings, groups, shortest, addresses, kind_lists, samples
    ):
        self.universe, self.samples, self.kind_lists = universe, samples, kind_lists
        self.columns = [(pages(one.bits) & universe, one) for one in columns]
        self.places = [(pages(p.bits) & universe, pages(p.within) & universe, p) for p in places]
        self.headings = [
            (own, heading)
            for heading in headings
            if 0 < len(own := pages(heading.bits) & universe) < len(universe)
        ]
        self.groups, self.shortest, self.addresses = groups, shortest, addresses

    def evidence(self, split):
        cost = to_say(split, self.universe)
        has, instead = (
            max(
                sum(
                    self.told_by_place(split, having, within, cost)
                    for having, within, place in self.places
                    if (place.samples_have, place.bare) == (samples_have, bare)
                    and self.goes_with(split, having, within) is samples_have
                )
                for bare in (False, True)
            )
            / 3
            for samples_have in (True, False)
        )
        has = min(1.0, has)
        told = {view: self.told_by_view(split, view) for view in EvidenceView}
        address = max(told[FOLDERS], told[WORDS], told[SHAPE] / 2)
        words, labels = self.told_by_headings(split)
        apart = self.beside_samples(split)
        by_lists = self.told_by_lists(self.groups, split)
        smaller = min(split, self.universe - split, key=len)
        listed = sum(len(pages(group.bits) & smaller) for group in self.spoken(self.groups, split))
        if listed >= len(smaller) / 2:
            apart = min(apart, by_lists)
        by_place = max(told[LINKED], told[LISTED])
        naming = [group for group in self.groups if pages(group.bits) & split]
        if naming and not self.spoken(naming, split):
            by_place = 0.0
        links = min(apart, max(by_place, by_lists))
        sortings = [
            [cell for one in variable.cells if len(cell := pages(one) & self.universe) >= 3]
            for variable in self.addresses
            if pages(variable.own) & self.universe == split != pages(variable.depth) & self.universe
        ]
        if address < 0.5:
            sortings = []
        return ClassEvidence(
            cost,
            has,
            min(1.0, instead),
            max(0.0, words - has),
            labels,
            address,
            links,
            apart,
            self.told_by_lists(self.shortest, split),
            max(map(self.sorted_by, sortings), default=0.0),
            self.called_after_kinds(split) if address >= 0.5 else 0.0,
            self.told_by_kind_lists(split),
        )

    def told_by_kind_lists(self, split):
        lists = {frozenset(pages(one) & self.universe) for one in self.kind_lists}
        lists = [one for one in lists if 3 <= len(one) < len(self.universe)]
        return max((self.told_by(split, one, len(lists)) for one in lists), default=0.0)

    def called_after_kinds(self, split):
        shares = [0.0]
        for variable in self.addresses:
            groups = [kind for one in variable.kinds if len(kind := pages(one) & self.universe) > 2]
            if pages(variable.own) & self.universe == split and len(groups) >= 2:
                shares.append(sum(map(len, groups)) / len(self.universe))
        return max(shares)

    def goes_with(self, split, having, within):
        return len(split & having) * len(within) > len(split & within) * len(having)

    def told_by_place(self, split, having, within, cost):
        inside, rest = split & within, within - split
        saved = to_say(having, within) - to_say(having, inside) - to_say(having, rest)
        chance = 1 + 0.5 * log2(len(within)) if within else 0
        if saved <= chance:
            return 0.0
        agreed = saved**2 / (to_say(having, within) * to_say(inside, within))
        return agreed * min(1, saved / cost) * (1 - chance / saved)

    def told_by_view(self, split, view):
        """Columns that name the same pages are one choice; places of links count by the pages on which they are."""
        others = {
            frozenset(own)
            for own, column in self.columns
            if view in column.views and 3 <= len(own) < len(self.universe)
            if view is not LINKED or any(self.is_beside(split, one) for one in column.linked_from)
        }
        return max((self.told_by(split, other, len(others)) for other in others), default=0.0)

    def is_beside(self, split, linked_from):
        """Links are mostly on pages of the other side of the split."""
        rest = self.universe - split
        return len(pages(linked_from) & rest) >= len(pages(linked_from) - rest)

    def told_by(self, split, other, choices):
        total = len(self.universe)
        entropies = entropy(len(split), total) * entropy(len(other), total)
        agreed = agreement(len(split), len(other), len(split & other), total, entropies)
        chosen = log2(choices) + 0.5 * log2(total)
        return agreed * max(0.0, 1 - chosen / to_say(split, self.universe))

    def told_by_headings(self, split):
        told = [
            (self.told_by(split, own, len(self.headings)) * heading.weight, heading)
            for own, heading in self.headings
        ]
        rest = bits(self.universe - split)
        words = max((share for share, _ in told), default=0.0)
        labels = (share * one.labelled(rest) for share, one in told if one.is_kind)
        return words, max(labels, default=0.0)

    def spoken(self, groups, split):
        return [group for group in groups if pages(group.stands_on) - split]

    def told_by_lists(self, groups, split):
        parts = [pages(group.bits) for group in self.spoken(groups, split)]
        unlisted = self.universe.difference(*parts)
        parts += [unlisted] if unlisted else []
        kinds = Counter(
            ("all", "some")[bool(part - split)] if part & split else "none" for part in parts
        )
        said = sum(
            to_say(split & p, p) + 0.5 * log2(len(p)) for p in parts if p & split and p - split
        )
        said += sum(count * log2(len(parts) / count) for count in kinds.values())
        said += log2(len(parts) + 1)
        return max(0.0, 1 - said / to_say(split, self.universe))

    def beside_samples(self, split):
        """The information that a list of the samples gives, compared with knowing that a page is in the split."""
        beside = [
            page
            for group in self.spoken(self.groups, split)
            if pages(group.bits) & self.samples
            for page in pages(group.bits)
        ]
        if not beside:
            return 1.0
        share = sum(page in split for page in beside) / len(beside)
        usual = len(split) / len(self.universe)
        if share <= usual:
            return 0.0
        parts = [(share, usual), (1 - share, 1 - usual)]
        return sum(now * log2(now / was) for now, was in parts if now) / -log2(usual)

    def sorted_by(self, groups):
        if len(groups) <= 3 or len(groups) ** 2 > len(self.universe):
            return 0.0
        return sum(map(len, groups)) / len(self.universe)


def drawn(seed):
    """Draw a split, and evidence of all kinds of which some goes with it, or with its opposite."""
    chance = random.Random(seed)
    total = chance.choice((12, 20, 30, 50))
    everyone = range(total)
    universe = set(everyone) - set(chance.sample(everyone, chance.choice((0, 0, 2))))
    folders = [set(range(n, total, 5)) for n in range(5)]
    split = chance.choice((folders[0], set(range(total // 3)), set(range(3)))) & universe
    rest = set(everyone) - split

    def about(some, most=3):
        """Return nearly these pages."""
        return some ^ set(chance.sample(everyone, chance.choice((0, 0, 1, most))))

    def some_place():
        nearly = about(split | set(range(total // 2)))
        within = chance.choice((set(everyone), set(everyone), nearly, rest, split))
        having = about(chance.choice((split, rest, chance.choice(folders)))) & within
        return Place(bits(having), bits(within), chance.random() < 0.5, chance.random() < 0.3)

    def some_heading():
        words = chance.choice((folders[1:], [split, *({page} for page in rest)]))
        weight = chance.choice((0.5, 1.0))
        is_kind = chance.random() < 0.7
        return Heading(bits(about(split)), tuple(map(bits, words)), weight, is_kind=is_kind)

    def some_groups():
        left, found = set(universe), []
        for part in chance.sample([*folders, split, rest], 4):
            here = about(part, 2) & left
            left -= here
            if len(here) > 1 and chance.random() < 0.8:
                stands_on = chance.choice(([total], [0], sorted(split), [total - 1]))
                found.append(ListGroup(bits(here), bits(stands_on)))
        return found

    views = list(EvidenceView)

    def some_column():
        some = set(chance.sample(views, 2))
        places = [
            about(chance.choice((split, rest, folders[1]))) for _ in range(1 + (LINKED in some))
        ]
        linked_from = [bits(one) for one in places[1:] if one]
        return FeatureColumn(bits(about(split)), some, linked_from=linked_from)

    columns = [some_column() for _ in range(chance.randint(0, 6))]
    places = [some_place() for _ in range(chance.randint(0, 9))]
    places += places[:2]
    headings = [some_heading() for _ in range(chance.randint(0, 2))]
    cells = chance.choice((folders, [split, *folders[1:]], [split, rest]))
    depth = chance.choice((set(), rest, about(split, 0)))
    kinds = chance.sample(cells, chance.randint(0, len(cells)))
    addresses = [
        AddressVariable(
            bits(about(split, 0)), tuple(map(bits, cells)), bits(depth), tuple(map(bits, kinds))
        )
    ]
    samples = {min(split)}
    kind_lists = [bits(about(split)) for _ in range(chance.randint(0, 3))]
    more = (some_groups(), some_groups(), addresses, kind_lists, samples)
    return split, universe, columns, places, headings, more


def both_ways(seed):
    split, universe, columns, places, headings, more = drawn(seed)
    groups, shortest, addresses, kind_lists, samples = more
    weigher = SplitWeigher(
        bits(universe),
        columns,
        places,
        headings,
        groups=groups,
        shortest=shortest,
        addresses=addresses,
        kind_lists=kind_lists,
        samples=bits(samples),
    )
    defined = Defined(universe, columns, places, headings, *more)
    return asdict(weigher.weigh(bits(split))), asdict(defined.evidence(split))


def test_every_share_is_that_of_the_definition():
    found = Counter()
    for seed in range(300):
        weighed, defined = both_ways(seed)
        assert weighed == pytest.approx(defined), seed
        found.update(name for name, share in weighed.items() if share > 0)
    assert all(found[name] >= 20 for name in weighed), (
        found
    )  # each is tried where it tells something


def test_what_is_not_looked_at_is_not_there_and_keeps_nothing_together():
    assert ClassEvidence(9.0, 0, 0, 0, 0, 0, 0) == ClassEvidence(
        9.0, 0, 0, 0, 0, 0, 0, apart=1.0, named=0.0, sorts=0.0, nouns=0.0, kind_list=0.0
    )
    assert (Heading(1, ()).weight, Heading(1, ()).is_kind) == (1.0, True)
    assert FeatureColumn(1, set()).heading is False


def test_a_choice_that_takes_more_bits_than_the_split_tells_nothing():
    """Three of four pages: 3.2 bits. To choose one of nine headings and say how takes 4.2, one of two columns 2."""
    universe = set(range(4))
    one = FeatureColumn(bits(range(3)), {WORDS})
    other = FeatureColumn(bits({1, 2, 3}), {WORDS})
    headings = [Heading(bits({0, 1, 2}), ())] + [Heading(bits({n % 4}), ()) for n in range(8)]
    weigher = SplitWeigher(bits(universe), [one, other], (), headings)
    found = weigher.weigh(bits(range(3)))
    assert found.words == 0.0
    assert found.address == pytest.approx(1 - 2 / (4 * entropy(3, 4)))


def test_one_page_of_a_class_that_could_have_something_tells_by_itself():
    """Of sixteen pages that could, only the one of the class has it."""
    place = Place(bits([0]), bits([0, *range(20, 35)]), samples_have=True, bare=False)
    weighed = SplitWeigher(bits(range(40)), (), [place], ()).weigh(bits(range(20)))
    saved, chance = 16 * entropy(1, 16), 1 + 0.5 * 4
    assert weighed.has == pytest.approx(saved / 40 * (1 - chance / saved) / 3)


def test_lists_are_not_held_against_a_split_where_nobody_says_who_the_samples_are():
    """A list names the first page and two of the other side, but too few to say more."""
    group = ListGroup(bits([0, 30, 31]), 1 << 40)
    split = bits(range(20))
    apart = SplitWeigher(bits(range(40)), (), (), (), groups=[group]).weigh(split).apart
    beside = SplitWeigher(bits(range(40)), (), (), (), groups=[group], samples=1).weigh(split)
    assert (apart, beside.apart) == (1.0, 0.0)
