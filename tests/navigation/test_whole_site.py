"""A crawler of everything, without samples."""

import json

import pytest
from made_crawlers import edited

from pagekin.errors import FileFormatError
from pagekin.navigation import whole_site
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.navigation.sentences import sentences
from pagekin.urls import Scope

HOME = "http://h.test/"
CRAWLER = whole_site(Scope("h.test"), HOME, "2026-01-02T03:04:05+00:00", ["http://h.test/new"])


def test_it_can_be_written_and_read_back():
    content = json.loads(dumps(CRAWLER))
    assert content["samples"] == []
    assert content["navigation"] == {"starts": [HOME, "http://h.test/new"], "everything": True}
    assert loads(dumps(CRAWLER)) == CRAWLER


def test_it_says_what_it_does():
    assert list(sentences(CRAWLER)) == [
        "Start from http://h.test/.",
        "Start from http://h.test/new.",
        "Follow every link to a page of the site, from every page.",
    ]


def test_nothing_was_learned_for_it_and_its_map_is_its_starts():
    crawler = whole_site(Scope("h.test"), HOME, "", ["http://h.test/new"])
    learned = crawler.learned
    assert (learned.pages, learned.failed, learned.targets, learned.expected) == (0, 0, 0, 0)
    assert learned.complete
    seen = [(node.name, node.pages, node.targets, node.examples) for node in crawler.map]
    assert seen == [(start, 1, 0, (start,)) for start in (HOME, "http://h.test/new")]


def test_its_id_depends_on_the_site_and_the_entry():
    again = whole_site(Scope("h.test"), HOME, "2027-01-01T00:00:00+00:00")
    assert again.id == CRAWLER.id
    assert whole_site(Scope("h.test", prefix="/a"), HOME, "").id != CRAWLER.id


def test_only_a_crawler_of_everything_needs_no_sample():
    with pytest.raises(FileFormatError, match="key 'samples': empty"):
        loads(edited(samples=[]))


def test_everything_and_steps_exclude_each_other():
    step = {"from": HOME, "to": "target", "form": "/p/…"}
    navigation = {"starts": [HOME], "everything": True, "steps": [step]}
    with pytest.raises(FileFormatError, match="key 'navigation': 'everything' follows every link"):
        loads(edited(navigation=navigation))
