"""Finding a page's kin with their fields, without the crawl; and once more, with what is here already."""

from pagekin.app.find import find, mined_pages
from pagekin.app.learn import LearnRequest, task_from
from pagekin.app.step_runner import QuietRunner
from pagekin.app.storing.workspace import open_workspace
from pagekin.settings import Settings
from watched_shop import PRODUCTS, watched_shop

SETTINGS = Settings(delay=0.0)


def found_in(workspace, shop, *, after=None, negatives=()):
    delivered = []
    task = task_from((f"{shop.url}/p?id=1",), None, SETTINGS, negatives)
    request = LearnRequest(task, SETTINGS, after=after)
    found = find(workspace, request, QuietRunner(), delivered.append)
    assert delivered == [found.crawler]
    return found


def test_pages_are_found_with_their_titles_and_fields(data):
    with watched_shop() as shop, open_workspace() as workspace:
        found = found_in(workspace, shop)
        assert found.known == PRODUCTS
        assert {page.title for page in found.pages} == {f"Product {n + 1}" for n in range(PRODUCTS)}
        assert found.pages[0].url == f"{shop.url}/p?id=1"
        urls = [page.url for page in found.pages]
        mined = list(mined_pages(workspace.store, found.crawler.wrapper, [*urls, "http://x.test/"]))
        assert [page.url for page in mined] == urls
        texts = [
            {v.text for r in page.records for vs in r.fields.values() for v in vs} for page in mined
        ]
        for url, some in zip(urls, texts, strict=True):
            assert f"€{10 + int(url.rpartition('=')[2])}.00" in some


def test_looking_again_fetches_nothing_that_was_fetched_before(data):
    with watched_shop() as shop, open_workspace() as workspace:
        first = found_in(workspace, shop)
        shop.requests.clear()
        again = found_in(workspace, shop, after=first.learning, negatives=(f"{shop.url}/p?id=6",))
        assert again.crawler.negatives == (f"{shop.url}/p?id=6",)
        assert [path for path in shop.requests if path.startswith("/p?")] == []
        shop.requests.clear()
        found_in(workspace, shop, negatives=(f"{shop.url}/p?id=5",))
        assert [path for path in shop.requests if path.startswith("/p?")]
