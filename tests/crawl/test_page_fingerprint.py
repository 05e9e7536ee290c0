"""What a crawl remembers of its targets: marks that every process makes alike, and facts that can be packed."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.crawl.hash_set import HashSet64, hash64
from pagekin.crawl.page_fingerprint import KnownTargets, PageFingerprint
from pagekin.dom import parse_page
from pagekin.site import content_digest


def test_marks_are_the_same_in_every_process():
    """They are stored, and compared after a restart: Python's own hash would not do."""
    code = "from pagekin.crawl.hash_set import hash64; print(hash64('at', 'ü', b'0'))"
    others = {subprocess.check_output([sys.executable, "-c", code]) for _ in range(2)}
    assert others == {f"{hash64('at', 'ü', b'0')}\n".encode()}


def test_marks_tell_parts_apart():
    assert hash64("ab", "c") != hash64("a", "bc")
    assert hash64("", "a") != hash64("a", "")


@given(st.lists(st.integers(-(2**63), 2**63 - 1).filter(bool), max_size=3000))
@settings(max_examples=30, deadline=None)
def test_marks_are_a_set(numbers):
    marks = HashSet64(numbers[::2])
    for number in numbers[1::2]:
        marks.add(number)
    assert len(marks) == len(set(numbers))
    assert all(number in marks for number in numbers)
    assert hash64("another") not in marks or hash64("another") in numbers


def test_a_million_marks_take_little_memory():
    marks = HashSet64()
    for number in range(1, 200_001):
        marks.add(number * 0x9E3779B97F4A7C15 % 2**63)
    assert len(marks) == 200_000
    assert marks._slots.itemsize * len(marks._slots) <= 32 * len(marks)


PAGES = {
    "plain": "<h1>Tea</h1>",
    "canonical elsewhere": "<link rel=canonical href=/p/tea><h1>Tea</h1>",
    "canonical without the query": "<link rel=canonical href=/p><h1>Tea</h1>",
    "in languages": "<link rel=alternate hreflang=de href=/de/p><h1>Tea</h1>",
    "all of it": "<link rel=canonical href=/x><link rel=alternate hreflang=de href=/de/p>"
    "<link rel=alternate hreflang=fr href=/fr/p><h1>Tea</h1>",
}


@pytest.mark.parametrize("name", PAGES)
def test_facts_of_a_page_that_is_not_seen_again_can_be_restored(name):
    page = parse_page("http://h.test/p?id=1", PAGES[name].encode())
    digest = content_digest(page.body)
    facts = PageFingerprint.of(page, digest)
    assert PageFingerprint.restored(page.url, digest, facts.packed()) == facts
    assert len(facts.packed()) == 8 or name != "plain"


def test_identities_go_on_with_the_marks_of_an_interrupted_crawl():
    pages = [parse_page(f"http://h.test/p?id={n}", b"<h1>same") for n in (1, 2)]
    facts = [PageFingerprint.of(page, content_digest(page.body)) for page in pages]
    first = KnownTargets()
    assert first.is_new(facts[0])
    assert not KnownTargets(HashSet64(facts[0].hashes())).is_new(facts[1])
