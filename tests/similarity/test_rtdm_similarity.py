"""RTDMSim: pages against a sample page."""

import json

import pytest
from drawn import trees
from hypothesis import given, settings
from lxml import etree, html

from pagekin.dom.label_trees import LabelScheme
from pagekin.errors import FileFormatError, UsageError
from pagekin.similarity import Distance, RTDMSim, SimilaritySettings, rtdm_similarity

ARTIST = """
<html><head><title>{name}</title></head><body>
<h1>{name}</h1><img src="portrait.jpg">
<dl><dt>Born</dt><dd>{born}</dd><dt>Instrument</dt><dd>{plays}</dd></dl>
<ul class="records">{records}</ul>
</body></html>
"""
GENRE = """
<html><head><title>Bebop</title></head><body>
<h1>Bebop</h1><p>Fast.</p><p>Complex.</p>
<table><tr><td>Artists</td><td><a href="1">Parker</a></td></tr></table>
</body></html>
"""


def artist(name, records):
    items = "".join(f"<li><a href='{n}'>Record {n}</a></li>" for n in range(records))
    return html.fromstring(ARTIST.format(name=name, born=1926, plays="trumpet", records=items))


def page(tree):
    """Build the page whose label tree is given."""
    done = []
    for label, count in zip(reversed(tree.labels), reversed(tree.counts), strict=True):
        element = etree.Element(label)
        if count:
            element.extend(done[: -count - 1 : -1])
            del done[-count:]
        done.append(element)
    return done[0]


def test_a_page_of_the_same_structure_has_similarity_1_whatever_it_says():
    kin = RTDMSim(artist("Miles Davis", records=5))
    assert kin.similarity(artist("Chet Baker", records=5)) == 1
    assert kin.matches(artist("Chet Baker", records=5))


def test_similarity_is_the_share_of_both_pages_that_need_not_change():
    # An artist's page has 12 elements and two for each record: 22 here, and 18 with three.
    result = RTDMSim(artist("Miles Davis", records=5)).compare(artist("Chet Baker", records=3))
    assert (result.sample_size, result.page_size) == (22, 18)
    assert result.distance == Distance(4, exact=True)
    assert result.value == pytest.approx(1 - 4 / 40)
    assert result.exact


def test_the_threshold_decides():
    sample, other = artist("Miles Davis", records=5), artist("Chet Baker", records=30)
    assert RTDMSim(sample).similarity(other) == pytest.approx(1 - 50 / 94)
    assert not RTDMSim(sample).matches(other)
    assert RTDMSim(sample, SimilaritySettings(threshold=0.4)).matches(other)


def test_a_similarity_that_equals_the_threshold_is_enough():
    sample, other = artist("Miles Davis", records=5), artist("Chet Baker", records=3)
    exactly = RTDMSim(sample).similarity(other)
    assert RTDMSim(sample, SimilaritySettings(threshold=exactly)).matches(other)


def test_a_page_of_another_kind_does_not_match():
    kin = RTDMSim(artist("Miles Davis", records=5))
    assert not kin.matches(html.fromstring(GENRE))


def test_folding_makes_the_length_of_a_list_unimportant():
    folding = RTDMSim(artist("Miles Davis", records=1), SimilaritySettings(fold=True))
    assert folding.similarity(artist("Chet Baker", records=30)) == 1


def test_class_labels_tell_pages_apart_that_have_the_same_tags():
    sample = html.fromstring("<body><div class='price'></div><p></p></body>")
    other = html.fromstring("<body><div class='review'></div><p></p></body>")
    by_class = SimilaritySettings(labels=LabelScheme.TAG_CLASS)
    assert RTDMSim(sample).similarity(other) == 1
    assert RTDMSim(sample, by_class).similarity(other) < 1


def test_a_page_too_large_to_compare_exactly_is_said_to_be_so():
    def listing(tag):
        rows = "".join(f"<tr><td><{tag}{n}></{tag}{n}></td></tr>" for n in range(1500))
        return html.fromstring(f"<body><table>{rows}</table></body>")

    result = RTDMSim(listing("x")).compare(listing("y"))
    assert not result.exact
    assert 0 < result.value < 1


@settings(max_examples=60)
@given(trees(30), trees(30))
def test_a_page_matches_exactly_if_its_similarity_reaches_the_threshold(sample, other):
    for fold in (False, True):
        for threshold in (0, 0.3, 0.5, 0.7, 0.8, 0.9, 1):
            kin = RTDMSim(page(sample), SimilaritySettings(threshold=threshold, fold=fold))
            value = kin.similarity(page(other))
            assert 0 < value <= 1
            assert kin.matches(page(other)) is (value >= threshold)


@settings(max_examples=60)
@given(trees(), trees())
def test_similarity_is_1_exactly_for_the_same_structure(sample, other):
    assert (RTDMSim(page(sample)).similarity(page(other)) == 1) is (sample == other)


def test_what_was_seen_before_changes_nothing(monkeypatch):
    pages = [artist("Miles Davis", records=n) for n in range(40)] + [html.fromstring(GENRE)]
    fresh = [RTDMSim(pages[3]).compare(page) for page in pages]
    kin = RTDMSim(pages[3])
    assert [kin.compare(page) for page in pages] == fresh
    assert [kin.compare(page) for page in reversed(pages)] == fresh[::-1]
    # The same when next to nothing is remembered: the numbers of subtrees are used over and over.
    monkeypatch.setattr(rtdm_similarity, "_KEEP_TREES", 5)
    assert [kin.compare(page) for page in pages] == fresh


def test_memory_is_bounded_however_many_pages_come(monkeypatch):
    monkeypatch.setattr(rtdm_similarity, "_KEEP_TREES", 100)
    kin = RTDMSim(artist("Miles Davis", records=3))
    for number in range(500):
        other = html.fromstring(f"<body><x{number}><y{number}></y{number}></x{number}></body>")
        kin.matches(other)
        kin.similarity(other)
        assert len(kin._store) < 150


def test_memory_is_bounded_though_all_pages_are_ruled_out_at_once(monkeypatch):
    monkeypatch.setattr(rtdm_similarity, "_KEEP_TREES", 100)
    kin = RTDMSim(artist("Miles Davis", records=3), SimilaritySettings(fold=True))
    for number in range(200):
        other = f"<body><x{number}><y{number}></y{number}></x{number}></body>"
        assert not kin.matches(html.fromstring(other))
        assert len(kin._store) < 150


def test_settings_survive_a_file():
    chosen = SimilaritySettings(threshold=0.65, labels=LabelScheme.TAG_CLASS, fold=True)
    written = json.dumps(chosen.to_dict())
    assert json.loads(written) == {"threshold": 0.65, "labels": "tag+class", "fold": True}
    assert SimilaritySettings.from_dict(json.loads(written)) == chosen


def test_settings_left_out_have_the_paper_s_values():
    assert SimilaritySettings.from_dict({}) == SimilaritySettings(0.8, LabelScheme.TAG, fold=False)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"treshold": 0.8}, "no setting 'treshold'"),
        ({"threshold": "0.8"}, "threshold cannot be '0.8'; give a number from 0 to 1"),
        ({"threshold": True}, "threshold cannot be True"),
        ({"threshold": 80}, "threshold cannot be 80"),
        ({"labels": "id"}, "labels cannot be 'id'; give tag or tag\\+class"),
        ({"fold": 1}, "fold cannot be 1; give true or false"),
    ],
)
def test_a_file_with_settings_that_make_no_sense_is_refused(data, message):
    with pytest.raises(FileFormatError, match=message):
        SimilaritySettings.from_dict(data)


@pytest.mark.parametrize("threshold", [-0.1, 1.01, float("nan")])
def test_a_threshold_is_from_0_to_1(threshold):
    with pytest.raises(UsageError, match="from 0 to 1"):
        SimilaritySettings(threshold=threshold)
