"""Which split of the pages the evidence supports, against the definition spelled out without any shortcut."""

import random

import pytest

from pagekin.similarity import clustering
from pagekin.similarity.agreement import agreement, entropy
from pagekin.similarity.clustering import (
    BEGINNING,
    HEADING,
    PLACE,
    STRUCTURE,
    URL,
    FeaturePages,
    PageSplit,
    SplitSupport,
    best_split,
    divide,
    splits_of,
)

VIEWS = [STRUCTURE, STRUCTURE, STRUCTURE, URL, URL | PLACE, HEADING, HEADING | BEGINNING]


def bits_of(pages):
    return sum(1 << page for page in pages)


def agree(one, other, total):
    """How well two sets of pages agree as sets, from 0 to 1."""
    sizes, both = (one.bit_count(), other.bit_count()), (one & other).bit_count()
    entropies = entropy(sizes[0], total) * entropy(sizes[1], total)
    return agreement(*sizes, both, total, entropies)


def as_splits(one, other, total):
    """How well two splits agree, whichever of their sides coincide, unless it is next to nothing."""
    everything = (1 << total) - 1
    counts = one.bit_count(), other.bit_count()
    together = (one & other).bit_count() * total - counts[0] * counts[1]
    correlation = together**2 / (counts[0] * counts[1] * (total - counts[0]) * (total - counts[1]))
    entropies = sorted(entropy(count, total) for count in counts)
    if correlation < 0.15 or entropies[0] < 0.15 * entropies[1]:
        return 0.0
    return max(agree(one, other, total), agree(everything & ~one, other, total))


def supported(split, splits, total):
    """Return what speaks for a split: the three best of the structure, the best URL, the best heading."""
    values = [
        (1.0 if other is split else as_splits(split.bits, other.bits, total), other)
        for other in splits
    ]

    def best(view):
        return max((value for value, other in values if other.views & view), default=0.0)

    structure = [
        value
        for value, other in values
        if other.views & STRUCTURE
        for _ in range(min(3, max(1, other.blocks)))
    ]
    three = sum(sorted(structure, reverse=True)[:3]) / 3
    alone = best(PLACE) >= 0.9 and best(BEGINNING) >= 0.9
    if not alone and (three < 0.5 or max(best(URL), best(HEADING)) < 0.5):
        return None
    return three + best(URL) + best(HEADING) / 2, split.count, -split.bits


def made_columns(chance, total):
    """Make columns of which most are one of a few splits, more or less."""
    kinds = [chance.getrandbits(total) for _ in range(2)]
    kinds.append(bits_of(range(chance.randint(3, total // 2))))
    columns = []
    for _ in range(chance.randint(4, 14)):
        flipped = bits_of(chance.sample(range(total), chance.choice((0, 0, 1, 2, 3))))
        blocks = chance.choice((0, 0, 1, 4))
        columns.append(FeaturePages(chance.choice(kinds) ^ flipped, chance.choice(VIEWS), blocks))
    return columns


def test_the_best_split_is_the_one_that_the_definition_ranks_first():
    chance = random.Random(12)
    decided = 0
    for _ in range(400):
        total = chance.randint(8, 24)
        splits = splits_of((1 << total) - 1, made_columns(chance, total))
        ranked = [
            (rank, split)
            for split in splits
            if split.views & (STRUCTURE | URL) and (rank := supported(split, splits, total))
        ]
        expected = max(ranked, key=lambda pair: pair[0])[1] if ranked else None
        assert best_split(splits, total) == expected
        decided += expected is not None
    assert 100 < decided < 390  # both outcomes are tried


def test_each_kind_of_evidence_is_told_from_all_others():
    kinds = (STRUCTURE, URL, PLACE, HEADING, BEGINNING)
    assert sum(kinds) == STRUCTURE | URL | PLACE | HEADING | BEGINNING
    assert len(set(kinds)) == 5


def test_columns_that_split_pages_alike_are_one_split_whichever_side_they_name():
    part = bits_of(range(10))
    columns = [
        FeaturePages(bits_of(range(4)), STRUCTURE, 1),
        FeaturePages(bits_of(range(4, 10)), URL, 0),
        FeaturePages(bits_of(range(4)) | 1 << 12, STRUCTURE, 2),  # page 12 is elsewhere
        FeaturePages(bits_of(range(2)), STRUCTURE, 1),  # too few pages to say anything
        FeaturePages(bits_of(range(8)), STRUCTURE, 1),  # too few on the other side
        FeaturePages(bits_of(range(7)), HEADING, 0),
    ]
    found = {
        (split.bits, split.count, split.views, split.blocks) for split in splits_of(part, columns)
    }
    assert found == {
        (bits_of(range(4)), 4, STRUCTURE | URL, 3),
        (bits_of(range(7)), 7, HEADING, 0),
    }


def test_a_block_of_the_template_counts_once_and_many_blocks_as_three():
    for blocks, times in ((0, 1), (1, 1), (2, 2), (3, 3), (9, 3)):
        [split] = splits_of(
            bits_of(range(10)), [FeaturePages(bits_of(range(5)), STRUCTURE, blocks)]
        )
        assert split.times == times


def test_pages_are_divided_until_nothing_agrees_any_more():
    everything = bits_of(range(18))
    columns = [
        FeaturePages(bits_of(range(start, start + 6)), views, 3)
        for start in (0, 6, 12)
        for views in (STRUCTURE, URL)
    ]
    assert sorted(divide(everything, columns)) == [
        bits_of(range(start, start + 6)) for start in (0, 6, 12)
    ]
    assert divide(everything, [column for column in columns if column.views == URL]) == [everything]


def test_of_too_many_splits_only_the_most_even_ones_are_looked_at(monkeypatch):
    """The class of four pages is the best supported, but three splits are more even."""
    total = 20
    uneven = [FeaturePages(bits_of(range(4)), STRUCTURE | URL, 3)]
    even = [FeaturePages(bits_of(range(n, 20, 2)), STRUCTURE, 0) for n in (0, 2, 4)]
    splits = splits_of(bits_of(range(total)), [*even, *uneven])
    assert best_split(splits, total).bits == bits_of(range(4))
    monkeypatch.setattr(clustering, "_MOST_SPLITS", 4)
    assert best_split(splits, total).bits == bits_of(range(4))
    monkeypatch.setattr(clustering, "_MOST_SPLITS", 3)
    assert best_split(splits, total) is None


@pytest.mark.parametrize(
    ("structure", "url", "heading", "alone", "is_accepted"),
    [
        (0.5, 0.5, 0.0, False, True),
        (0.5, 0.0, 0.5, False, True),
        (0.49, 1.0, 1.0, False, False),
        (1.0, 0.49, 0.49, False, False),
        (0.0, 0.0, 0.0, True, True),
    ],
)
def test_a_split_is_accepted_if_structure_and_address_or_heading_half_agree(
    structure, url, heading, alone, is_accepted
):
    split = PageSplit(0b111, 3, 1.0, STRUCTURE, 0)
    support = SplitSupport(split, structure, url, heading, alone)
    assert support.accepted is is_accepted
    assert support.rank == (structure + url + heading / 2, 3, -0b111)


@pytest.mark.parametrize(("flipped", "is_alone"), [(0, True), (1, False)])
def test_the_beginning_of_headings_and_the_place_divide_alone_if_nearly_all_of_them_agree(
    flipped, is_alone
):
    """Of forty pages half are in a folder, and have a heading; one page that differs is too much."""
    half = bits_of(range(20))
    columns = [
        FeaturePages(half, URL | PLACE),
        FeaturePages(half ^ bits_of(range(30, 30 + flipped)), HEADING | BEGINNING),
    ]
    found = best_split(splits_of(bits_of(range(40)), columns), 40)
    assert (found is not None) is is_alone
