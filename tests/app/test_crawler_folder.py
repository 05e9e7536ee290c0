"""Crawlers that are known by a name: files of the data directory, and nothing outside it."""

from types import SimpleNamespace

import pytest

from demo_crawlers import demo_crawler
from pagekin.app.crawler_folder import CrawlerFolder, name_for
from pagekin.demo import Shop
from pagekin.errors import UsageError
from pagekin.store.location import StoreLocation

CRAWLER = demo_crawler(SimpleNamespace(url="http://shop.test:8080/", shop=Shop(products=100)))


@pytest.fixture
def folder(tmp_path):
    return CrawlerFolder.of(StoreLocation(tmp_path))


def test_a_crawler_that_was_written_is_read_again_by_its_name(folder):
    name = name_for(CRAWLER)
    assert name == f"shop.test-8080-{CRAWLER.id[:6]}"
    assert folder.write(name, CRAWLER).parent.name == "crawlers"
    assert folder.read(name) == CRAWLER
    assert dict(folder.all()) == {name: CRAWLER}


def test_an_unknown_name_is_told_with_those_there_are(folder):
    with pytest.raises(UsageError, match=r"there is no crawler 'tea'.* there are none yet"):
        folder.read("tea")
    folder.write("pots", CRAWLER)
    with pytest.raises(UsageError, match=r"there is no crawler 'tea'.* there are pots"):
        folder.read("tea")


@pytest.mark.parametrize(
    "name", ["", ".", "..", "../a", "a/b", "a\\b", "/etc/passwd", ".a", "a\n", "a" * 101]
)
def test_what_leads_out_of_the_folder_is_no_name(folder, name):
    with pytest.raises(UsageError, match="is no name of a crawler"):
        folder.file(name)
