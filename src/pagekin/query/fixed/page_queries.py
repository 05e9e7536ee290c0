"""Fixed queries about pages: what is missing, what failed, what redirects, what has changed."""

from operator import attrgetter, itemgetter
from typing import Any

from pagekin.query.answer_table import AnswerTable
from pagekin.query.fixed.fixed_query import Answerer, Asked
from pagekin.store.reading.comparison import page_fates

_TITLES = "SELECT id, title FROM pagekin_page_version WHERE id {}"
_NOW = """
SELECT page_id, status, redirect_to_id FROM pagekin_crawl_page WHERE crawl_id = %s AND page_id {}
"""
_STATUS = """
SELECT page.url, seen.status, coalesce(seen.detail, ''), coalesce(origin.url, '')
FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id
LEFT JOIN pagekin_page origin ON origin.id = seen.found_on_id
WHERE seen.crawl_id = %s AND seen.status BETWEEN %s AND %s ORDER BY seen.page_id LIMIT %s
"""
# Redirects of both crawls: another target, one that is new, one that is gone.
_REDIRECTS = """
SELECT page.url, coalesce(was.url, ''), coalesce(now.url, '') FROM (
 SELECT older.page_id, older.redirect_to_id AS was_id, newer.redirect_to_id AS now_id
 FROM pagekin_crawl_page older JOIN pagekin_crawl_page newer
 ON newer.crawl_id = %s AND newer.page_id = older.page_id WHERE older.crawl_id = %s
 AND (older.redirect_to_id IS NOT NULL OR newer.redirect_to_id IS NOT NULL)
 AND coalesce(older.redirect_to_id, 0) <> coalesce(newer.redirect_to_id, 0)
 AND older.failure IS NULL AND newer.failure IS NULL
) both_crawls JOIN pagekin_page page ON page.id = both_crawls.page_id
LEFT JOIN pagekin_page was ON was.id = both_crawls.was_id
LEFT JOIN pagekin_page now ON now.id = both_crawls.now_id ORDER BY page.id LIMIT %s
"""
_FAILED_REDIRECTS = """
SELECT page.url, seen.detail, coalesce(there.url, ''), coalesce(origin.url, '')
FROM pagekin_crawl_page seen JOIN pagekin_page page ON page.id = seen.page_id
LEFT JOIN pagekin_page there ON there.id = seen.redirect_to_id
LEFT JOIN pagekin_page origin ON origin.id = seen.found_on_id
WHERE seen.crawl_id = %s AND seen.failure = 'redirect' ORDER BY seen.page_id LIMIT %s
"""
_CONTENT = """
SELECT page.url, coalesce(now.title, ''), newer.size - older.size
FROM pagekin_crawl_page older JOIN pagekin_crawl_page newer
 ON newer.crawl_id = %s AND newer.page_id = older.page_id AND newer.version_id <> older.version_id
JOIN pagekin_page_version was ON was.id = older.version_id
JOIN pagekin_page_version now ON now.id = newer.version_id
JOIN pagekin_page page ON page.id = older.page_id
WHERE older.crawl_id = %s AND was.digest <> now.digest ORDER BY older.page_id LIMIT %s
"""


def missing_pages(asked: Asked) -> AnswerTable:
    """Return the pages that were there before and are not any more, as far as anybody can know.

    What failed in another way than by being gone is not among them, nor what only led there by a page that failed,
    nor what redirects elsewhere now.
    """
    crawl, older = _both(asked)
    fates = page_fates(asked.connection, older, crawl, targets=False)
    gone = sorted((one for one in fates if one.state == "vanished"), key=attrgetter("url"))
    now = {
        page: (status, there)
        for page, status, there in asked.connection.among(_NOW, [one.page for one in gone], crawl)
    }
    gone = [one for one in gone if now.get(one.page, (None, None))[1] is None]
    versions = [one.old_version for one in gone if one.old_version is not None]
    titles: dict[int | None, str] = dict(asked.connection.among(_TITLES, versions))
    rows = [
        (one.url, now.get(one.page, (None, None))[0], one.reason, titles.get(one.old_version, ""))
        for one in gone[: asked.most]
    ]
    columns = ("page", "status", "why", "title")
    return AnswerTable(columns, rows, is_cut=len(gone) > asked.most)


def pages_by_status(least: int, most: int) -> Answerer:
    """Return what answers which pages had a status from one to another."""

    def answer(asked: Asked) -> AnswerTable:
        columns = ("page", "status", "why", "found on")
        return _table(asked, columns, _STATUS, asked.crawl.id, least, most)

    return answer


def pages_with_status(asked: Asked) -> AnswerTable:
    """Return the pages that had a certain status."""
    status = int(asked.number("status"))
    return pages_by_status(status, status)(asked)


def changed_redirects(asked: Asked) -> AnswerTable:
    """Return the pages that redirect elsewhere than before, or that began or ceased to redirect."""
    return _table(asked, ("page", "old", "new"), _REDIRECTS, *_both(asked))


def failed_redirects(asked: Asked) -> AnswerTable:
    """Return the redirects that were not followed: in circles, too many, out of the site."""
    return _table(asked, ("page", "why", "leads to", "found on"), _FAILED_REDIRECTS, asked.crawl.id)


def changed_content(asked: Asked) -> AnswerTable:
    """Return the pages whose content is not what it was, in whatever way."""
    return _table(asked, ("page", "title", "bytes more"), _CONTENT, *_both(asked))


def _both(asked: Asked) -> tuple[int, int]:
    assert asked.older is not None  # noqa: S101 - for the type checker; queries that compare have one
    return asked.crawl.id, asked.older.id


def _table(asked: Asked, columns: tuple[str, ...], sql: str, *parameters: Any) -> AnswerTable:
    """Run a statement that ends in a limit, see whether there would have been more, and sort by URL.

    Sorted here: databases differ in how they number pages, and in which letter they take for the first.
    """
    rows = asked.connection.rows(sql, *parameters, asked.most + 1)
    shown = sorted(rows[: asked.most], key=itemgetter(0))
    return AnswerTable(columns, shown, is_cut=len(rows) > asked.most)
