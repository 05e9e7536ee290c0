"""Which of several good candidates is the class: one with URLs of its own, and the whole rather than a section."""

import pytest

from pagekin.similarity.agreement import entropy
from pagekin.similarity.membership import (
    ClassCandidate,
    ColumnSplit,
    _instead,
    _may_narrow,
    _whole,
    _with_urls_of_its_own,
)
from pagekin.similarity.page_evidence import EvidenceView, FeatureColumn

TOTAL = 100
STRUCTURE, WORDS = EvidenceView.STRUCTURE, EvidenceView.URL_WORDS


def bits(pages):
    return sum(1 << page for page in pages)


def candidate(pages, score, **views):
    """A candidate of these pages; `views` says how well URLs, links… agree with it."""
    column = FeatureColumn(bits(pages), {STRUCTURE})
    split = ColumnSplit(
        column.bits, len(pages), entropy(len(pages), TOTAL), column, {STRUCTURE}, heading=False
    )
    named = {EvidenceView[name.upper()]: value for name, value in views.items()}
    return ClassCandidate(split, TOTAL, score, named)


def test_the_best_is_taken_if_its_urls_tell_it():
    best = candidate(range(20), 2.0, url_words=0.8)
    assert _with_urls_of_its_own([best, candidate(range(21), 2.0, url_words=1.0)]) is best


@pytest.mark.parametrize(
    ("pages", "score", "urls", "is_taken"),
    [
        (range(21), 1.8, 0.8, True),
        (range(21), 1.79, 0.8, False),  # less than nine tenths as good
        (range(21), 1.9, 0.79, False),  # its URLs tell it no better
        (range(2, 30), 1.9, 0.8, True),
        (range(3, 30), 1.9, 0.8, False),  # less than nine tenths of the best are in it
    ],
)
def test_another_is_taken_if_its_urls_tell_it_and_it_is_nearly_as_good(
    pages, score, urls, is_taken
):
    best, other = candidate(range(20), 2.0, url_words=0.79), candidate(pages, score, url_words=urls)
    assert _with_urls_of_its_own([best, other]) is (other if is_taken else best)


SECTION = candidate(range(20), 2.0)


@pytest.mark.parametrize(
    ("pages", "score", "is_taken"),
    [
        (range(40), 1.5, True),
        (range(40), 1.49, False),  # less than three quarters as good
        (range(23), 1.9, True),
        (range(22), 1.9, False),  # hardly wider
        (range(2, 40), 1.9, True),
        (range(3, 40), 1.9, False),  # less than nine tenths of the section are in it
    ],
)
def test_a_section_of_a_wider_class_is_no_class(pages, score, is_taken):
    wider = candidate(pages, score)
    assert _whole(SECTION, [SECTION, wider], []) is (wider if is_taken else SECTION)


@pytest.mark.parametrize("view", ["url_words", "url_shape", "linked_by", "listed_on"])
def test_what_has_urls_or_links_of_its_own_is_a_class(view):
    wider = candidate(range(40), 1.9)
    own = candidate(range(20), 2.0, **{view: 0.25})
    assert _whole(own, [own, wider], []) is own
    hardly = candidate(range(20), 2.0, **{view: 0.24})
    assert _whole(hardly, [hardly, wider], []) is wider


def test_what_others_have_something_instead_of_is_a_class():
    wider = candidate(range(40), 1.9)
    instead = FeatureColumn(bits(range(20)), {STRUCTURE}, lacks=True)
    assert _whole(SECTION, [SECTION, wider], [instead]) is SECTION
    has = FeatureColumn(bits(range(20)), {STRUCTURE})
    assert _whole(SECTION, [SECTION, wider], [has]) is wider


def test_something_instead_is_what_the_rest_of_a_class_has_and_the_part_lacks():
    whole, part = candidate(range(40), 1.0).split, bits(range(20))

    def lacking(pages):
        return FeatureColumn(bits(pages), {STRUCTURE}, lacks=True)

    assert _instead(part, whole, [lacking(range(20))]) == pytest.approx(1.0)
    assert _instead(part, whole, [lacking(range(20, 40))]) == 0.0
    assert _instead(part, whole, []) == 0.0
    nearly = _instead(part, whole, [lacking(range(18)), lacking(range(0, 40, 2))])
    assert 0.5 < nearly < 1.0
    assert _instead(part, whole, [lacking([*range(20), *range(40, 90)])]) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("inner", "outer", "is_better"),
    [
        ((10, 1.0, 0.8), (2.0, 0.49), True),  # the wider one has no URLs of its own
        ((10, 1.0, 0.79), (2.0, 0.49), False),
        ((9, 1.0, 0.8), (2.0, 0.49), False),  # less than a tenth
        ((10, 1.0, 0.8), (2.0, 0.5), False),
        ((10, 1.5, 0.8), (2.0, 0.5), True),  # nearly as good
        ((10, 1.49, 0.8), (2.0, 0.5), False),
    ],
)
def test_a_part_is_better_if_its_urls_tell_it_and_the_whole_is_not_much_better(
    inner, outer, is_better
):
    part = candidate(range(inner[0]), inner[1], url_words=inner[2])
    whole = candidate(range(50), outer[0], url_words=outer[1])
    assert _may_narrow(part, whole) == is_better
