"""What a crawl remembers of its targets: marks that every process makes alike, and facts that can be packed."""

import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.crawl import hash_set
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


def test_a_set_that_is_larger_than_memory_allows_is_the_same_set_in_a_file(monkeypatch):
    monkeypatch.setattr(hash_set, "_IN_MEMORY", 1 << 11)
    numbers = [hash64(str(number)) for number in range(5000)]
    marks = HashSet64(numbers)
    assert isinstance(marks._slots, memoryview)
    assert len(marks) == len(numbers)
    assert all(number in marks for number in numbers)
    assert not any(hash64(f"another {number}") in marks for number in range(1000))


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


def found(known, path, html):
    """Tell whether a page is new to those that are known."""
    page = parse_page(f"http://h.test{path}", html.encode())
    return known.is_new(PageFingerprint.of(page, content_digest(page.body)))


def test_an_index_file_is_the_page_of_its_folder_if_it_shows_the_same():
    known = KnownTargets()
    assert found(known, "/p/tea/", "<h1>Tea</h1>")
    assert not found(known, "/p/tea/index.html", "<h1>Tea</h1>")
    assert found(known, "/p/tea/index.php", "<h1>All teas</h1>")
    assert found(known, "/p/tea/green.html", "<h1>Tea</h1>")


@pytest.mark.parametrize("to", ["/", "/all"])
def test_a_canonical_link_to_a_page_that_nobody_found_makes_no_duplicates(to):
    """Too many sites name their home page, or a list, as the canonical one of every page."""
    known = KnownTargets()
    for number in range(3):
        page = f"<link rel=canonical href={to}><h1>Tea</h1><p>{number}"
        assert found(known, f"/p/tea-{number}", page)


def test_a_canonical_link_to_a_page_of_another_name_makes_no_duplicate():
    known = KnownTargets()
    assert found(known, "/p/tea", "<h1>Tea</h1>")
    assert found(known, "/p/coffee", "<link rel=canonical href=/p/tea><h1>Coffee</h1>")


def test_a_canonical_link_to_a_page_of_the_same_name_that_was_found_is_believed():
    known = KnownTargets()
    assert found(known, "/p/tea", "<h1>Tea</h1>")
    assert not found(
        known, "/sale/tea", "<link rel=canonical href=/p/tea><h1>Tea</h1><p>Now on sale"
    )
    assert not found(
        known, "/top/tea", "<link rel=canonical href=/p/tea><h1>Tea</h1><p>Best of all"
    )


def test_two_views_of_one_path_that_name_it_are_one_page_even_if_it_was_not_found():
    known = KnownTargets()
    for number, is_new in enumerate((True, False)):
        page = f"<link rel=canonical href=/p><h1>Tea</h1><p>{number}"
        assert found(known, f"/p?view={number}", page) is is_new


def test_versions_in_other_languages_are_one_page_only_if_both_say_so():
    known = KnownTargets()
    names = "<link rel=alternate hreflang={} href={}><h1>{}</h1>".format
    assert found(known, "/en/p", names("de", "/de/p", "Tea"))
    assert not found(known, "/de/p", names("en", "/en/p", "Tee"))
    assert found(known, "/fr/p", names("en", "/en/p", "Thé"))


def test_versions_at_addresses_that_are_none_are_passed_over():
    links = "<link rel=alternate hreflang=de href='http://[bad'><link rel=alternate hreflang=fr href=/fr>"
    page = parse_page("http://h.test/p", f"<head>{links}</head><h1>x</h1>".encode())
    assert len(PageFingerprint.of(page, b"").names) == 1
