"""The identity of a crawler: the same question, the same id, whatever becomes of the crawler."""

import json
from dataclasses import replace

import pytest
from made_crawlers import CRAWLER, GRAPH, WITH_FORMS, WITH_WRAPPER

from pagekin.discovery import LearningTask
from pagekin.errors import FileFormatError
from pagekin.navigation import crawler_id, finding_digest
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.navigation.crawler_identity import digest
from pagekin.urls import Scope

SCOPE = Scope("h.test")
SAMPLES = ("http://h.test/p/1", "http://h.test/p/2")


def without_id(crawler):
    content = json.loads(dumps(crawler))
    del content["id"]
    return json.dumps(content)


def test_the_same_question_has_the_same_id():
    assert crawler_id(SCOPE, SAMPLES) == crawler_id(SCOPE, reversed(SAMPLES)) == "9bedb1a0a929"


@pytest.mark.parametrize(
    "question",
    [
        {"samples": SAMPLES[:1]},
        {"negatives": ("http://h.test/help",)},
        {"entry": "http://h.test/"},
        {"wider": 1},
        {"wider": -1},
        {"strategy": "auto"},
        {"scope": Scope("other.test")},
        {"scope": replace(SCOPE, subdomains=True)},
        {"scope": replace(SCOPE, prefix="/p/")},
        {"scope": replace(SCOPE, reject="print")},
        {"scope": replace(SCOPE, domains=(("cdn.test", 2),))},
    ],
)
def test_another_question_has_another_id(question):
    asked = {"scope": SCOPE, "samples": SAMPLES} | question
    assert crawler_id(**asked) != crawler_id(SCOPE, SAMPLES)


def test_an_id_does_not_depend_on_the_order_in_which_things_are_written_down():
    one, other = {"scope": {"host": "h", "prefix": "/"}, "samples": []}, {"samples": []}
    other["scope"] = {"prefix": "/", "host": "h"}
    assert digest(one, 12) == digest(other, 12)


def test_how_the_site_spells_its_urls_is_no_part_of_the_question():
    learned = replace(SCOPE, slash="add", scheme="https", sessions=("sid",))
    assert crawler_id(learned, SAMPLES) == crawler_id(SCOPE, SAMPLES)


def test_a_task_knows_the_id_of_the_crawler_that_it_leads_to():
    task = LearningTask(SAMPLES, None, SCOPE, wider=1)
    assert task.crawler_id("auto") == crawler_id(SCOPE, SAMPLES, wider=1, strategy="auto")
    assert task.crawler_id("auto") != task.crawler_id("gogetit")


def test_an_edited_crawler_keeps_its_id():
    edited = replace(CRAWLER, scope=SCOPE, navigation=GRAPH.navigation, samples=SAMPLES)
    assert edited.id == CRAWLER.id
    assert loads(dumps(edited)).id == CRAWLER.id
    assert WITH_WRAPPER.id == CRAWLER.id


def test_a_file_from_before_there_were_ids_gets_one_from_its_content():
    assert loads(without_id(CRAWLER)).id == CRAWLER.id == "9b26c5877e9a"
    assert loads(without_id(WITH_WRAPPER)).id == CRAWLER.id
    narrower = replace(CRAWLER, scope=replace(CRAWLER.scope, prefix="/p"))
    assert loads(without_id(narrower)).id != CRAWLER.id


@pytest.mark.parametrize("bad", ["", "a b", "x" * 65, 7, "../x"])
def test_an_id_that_cannot_be_one_is_named(bad):
    content = json.loads(dumps(CRAWLER)) | {"id": bad}
    with pytest.raises(FileFormatError, match="key 'id'"):
        loads(json.dumps(content))


@pytest.mark.parametrize(
    "other",
    [
        WITH_WRAPPER,
        replace(CRAWLER, id="other", doubtful=("http://h.test/p?id=9",), samples=SAMPLES),
        replace(CRAWLER, learned=GRAPH.learned, map=GRAPH.map, similarity=None),
    ],
)
def test_what_finds_no_other_pages_does_not_change_the_digest_of_finding(other):
    assert finding_digest(other) == finding_digest(CRAWLER)


@pytest.mark.parametrize(
    "other",
    [
        replace(CRAWLER, scope=SCOPE),
        replace(CRAWLER, navigation=GRAPH.navigation),
        replace(CRAWLER, membership=GRAPH.membership),
        WITH_FORMS,
    ],
)
def test_what_finds_other_pages_changes_the_digest_of_finding(other):
    assert finding_digest(other) != finding_digest(CRAWLER)
