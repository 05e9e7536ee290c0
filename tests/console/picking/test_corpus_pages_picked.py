"""The picker on pages of real sites, captured in the corpus: single values by one click, repeated ones by two."""

import os
from pathlib import Path

import pytest

from pagekin.dom import parse_page
from picked_pages import clicked, is_shown_safely, texts

CORPUS = os.environ.get("PAGEKIN_CORPUS", "")
PAGES = 6

pytestmark = pytest.mark.skipif(
    not CORPUS, reason="PAGEKIN_CORPUS is not set: the picker is not tried on captured sites"
)


def captured(capture, pattern):
    files = sorted(Path(CORPUS, "captures", capture).glob(pattern))[:PAGES]
    assert len(files) == PAGES
    return [parse_page(f"http://{capture}.test/{one.name}", one.read_bytes()) for one in files]


SITES = [
    ("fastfood", "product/*/index.html", "//h1"),
    ("fastfood", "product/*/index.html", "//div[contains(@class, 'summary')]//p[@class='price']"),
    ("rustsec", "advisories/RUSTSEC-2020-*.html", "//h1[normalize-space()]"),
    ("peps", "pep-0*/index.html", "//h1"),
]


@pytest.mark.parametrize(("capture", "pattern", "path"), SITES)
def test_one_click_finds_the_same_thing_on_every_page(capture, pattern, path):
    pages = [page for page in captured(capture, pattern) if page.root.xpath(path)]
    _, found = clicked(pages, path)
    assert found == [texts(page, path)[:1] for page in pages]
    assert all(map(is_shown_safely, pages))


@pytest.mark.parametrize(
    ("capture", "pattern", "path"),
    [
        ("rustsec", "advisories/RUSTSEC-2020-*.html", "//dl[not(ancestor::dd)]/dt"),
        ("peps", "pep-0*/index.html", "//section//section/h2"),
        ("fastfood", "product/*/index.html", "//h2[contains(@class, 'product__title')]"),
    ],
)
def test_two_clicks_of_a_kind_find_all_of_them_on_every_page(capture, pattern, path):
    pages = [page for page in captured(capture, pattern) if len(page.root.xpath(path)) > 1]
    _, found = clicked(pages, f"({path})[1]", f"({path})[2]")
    for page, values in zip(pages, found, strict=True):
        assert set(texts(page, path)[:2]) <= set(values)
    assert found[0] == texts(pages[0], path)
