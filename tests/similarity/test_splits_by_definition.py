"""Which split of the pages the evidence supports, against the definition spelled out without any shortcut."""

import random

import pytest

from pagekin.dom.features import Feature
from pagekin.similarity import clustering, membership
from pagekin.similarity.agreement import agreement, entropy
from pagekin.similarity.clustering import (
    BEGINNING,
    HEADING,
    PLACE,
    STRUCTURE,
    URL,
    FeaturePages,
    best_split,
    divide,
    splits_of,
)
from pagekin.similarity.membership import WEIGHTS, candidates, decide
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn

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


def column(pages, *views, **options):
    return FeatureColumn(bits_of(pages), set(views), **options)


def score(one, columns, total):
    """Score a candidate as the definition says: in each view the best, on the page the three best."""
    found = {}
    for view in WEIGHTS:
        values = [
            1.0 if other is one else agree(one.bits, other.bits, total)
            for other in columns
            if view in other.views
        ]
        values = sorted((value for value in values if value > 0.05), reverse=True)
        if not values:
            continue
        on_the_page = view in {EvidenceView.STRUCTURE, EvidenceView.TEXTS}
        value = sum(values[:3]) / 3 if on_the_page else values[0]
        many = min(1, sum(value >= 0.5 for value in values) / 10)
        found[view] = value, WEIGHTS[view] * (value + many / 10)
    words = found.get(EvidenceView.URL_WORDS, (0.0,))[0]
    if words >= found.get(EvidenceView.URL_SHAPE, (0.0,))[0] / 2:
        found.pop(EvidenceView.URL_SHAPE, None)  # it only says once more what the words say
    return sum(part for _, part in found.values())


def test_candidates_are_scored_by_all_that_agrees_with_them():
    chance = random.Random(7)
    for _ in range(100):
        total = chance.randint(10, 30)
        kinds = [bits_of(range(chance.randint(3, total - 3))) for _ in range(2)]
        merged = {}
        for _ in range(chance.randint(3, 25)):
            flips = bits_of(chance.sample(range(total), chance.choice((0, 1, 2, 5))))
            bits = (chance.choice(kinds) ^ flips) | 1  # the sample has all of it
            if 3 <= bits.bit_count() <= total - 3:
                views = set(chance.sample(list(WEIGHTS), chance.choice((1, 1, 2))))
                merged.setdefault(bits, FeatureColumn(bits, set())).views.update(views)
        columns = list(merged.values())
        found = candidates(columns, (1 << total) - 1, 0)
        assert [one.score for one in found] == sorted((c.score for c in found), reverse=True)
        for one in found:
            assert one.score == pytest.approx(score(one.split.column, columns, total))
        classes = {EvidenceView.STRUCTURE, EvidenceView.URL_WORDS, EvidenceView.URL_SHAPE}
        assert {one.split.bits for one in found} == {c.bits for c in columns if c.views & classes}


def test_no_candidate_holds_a_page_that_is_not_meant_or_is_told_by_what_it_lacks():
    structure = EvidenceView.STRUCTURE
    columns = [column(range(5), structure), column(range(8), structure)]
    columns.append(column(range(6), structure, lacks=True))
    everything = bits_of(range(20))
    assert {c.split.count for c in candidates(columns, everything, 0)} == {5, 8}
    assert {c.split.count for c in candidates(columns, everything, 1 << 7)} == {5}


def supported_by(own, *others):
    """Whether the first of these columns is supported, among 20 pages."""
    found = candidates([own, *others], bits_of(range(20)), 0)
    [candidate] = [c for c in found if c.split.bits == own.bits]
    return candidate.supported


def test_a_class_is_supported_by_structure_by_urls_or_by_a_heading():
    structure, words = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS
    ten, near = range(10), range(9)
    assert not supported_by(column(ten, structure))  # a third of the three that have to agree
    assert not supported_by(column(ten, words))
    assert supported_by(column(ten, structure, words))
    assert supported_by(column(ten, structure, EvidenceView.LINKED_BY))
    assert not supported_by(column(ten, structure, EvidenceView.TEXTS))
    assert supported_by(
        column(ten, structure), column(near, structure), column(range(11), structure)
    )
    tokens = [Feature("token", name) for name in ("p.price", "p.size", "p.colour")]
    assert supported_by(column(ten, structure, features=tokens))
    assert not supported_by(column(ten, structure, features=tokens[:2]))
    heading = column(ten, words, heading=True)
    assert supported_by(heading)
    texts = EvidenceView.TEXTS
    assert supported_by(column(ten, words), column([*ten], texts, heading=True))
    assert not supported_by(column(ten, words), column(near, texts, heading=True))


def test_what_a_person_has_told_by_several_samples_needs_no_further_support():
    columns = [column(range(8), EvidenceView.STRUCTURE)]
    assert decide(columns, 20).steps == ()
    assert decide(columns, 20).bits == bits_of(range(20))
    assert decide(columns, 20, told=True).bits == bits_of(range(8))


def test_pages_that_show_others_again_say_nothing():
    both = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS
    columns = [column(range(8), *both)]
    assert decide(columns, 20, views=bits_of(range(6, 20))).steps == ()
    assert decide(columns, 20, views=bits_of([6, 19])).bits == bits_of([0, 1, 2, 3, 4, 5, 7])


def test_a_class_is_narrowed_only_to_a_good_part_with_urls_of_its_own():
    structure, words = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS

    def narrowed(count, *views):
        """Have a class of 40 pages with a template, URLs and texts of its own, and a part of it."""
        columns = [column(range(40), structure, words, EvidenceView.TEXTS)]
        columns += [column(range(number), structure) for number in (39, 41)]
        columns.append(column(range(count), structure, *views))
        columns += [column([*range(count), page], structure) for page in (37, 38)]
        decision = decide(columns, 100)
        return decision.bits.bit_count(), len(decision.steps)

    assert narrowed(20, words) == (20, 2)
    assert narrowed(4, words) == (4, 2)
    assert narrowed(3, words) == (40, 1)  # less than a tenth of the wider class
    assert narrowed(20) == (40, 1)


def test_ten_agreeing_features_are_many_and_more_make_no_difference():
    def scored(number):
        views = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS
        others = [column([*range(20), 20 + n], views[0]) for n in range(number)]
        found = candidates([column(range(20), *views), *others], bits_of(range(60)), 0)
        return next(c for c in found if c.split.count == 20)

    few, many, more = scored(4), scored(12), scored(30)
    assert few.score < many.score
    assert many.score == pytest.approx(more.score)
    assert membership.WEIGHTS[EvidenceView.STRUCTURE] == 1
