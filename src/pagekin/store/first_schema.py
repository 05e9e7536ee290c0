"""Brings a store of the first schema to the second: every page, record, link and crawl stays.

There a crawler was its host and first sample, and several files shared one history; pages belonged to
crawlers, and what became of a page was a text. Here the crawlers of a shared history are taken apart by the
ids of their files, pages of one site become one, and the texts become columns.
"""

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from hashlib import blake2b
from itertools import islice
from typing import Any

from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from pagekin.errors import PagekinError
from pagekin.navigation import finding_digest
from pagekin.navigation.crawler_file import dumps, loads
from pagekin.site import FailureKind
from pagekin.store.writing.wrapper_ids import bundle_uid, wrapper_digest
from pagekin.wrappers import Wrapper
from pagekin.wrappers.identity import bundles_of
from pagekin.wrappers.wrapper_json import to_content

_TABLES = (
    *("mark", "frontier", "link", "value", "record", "crawl_page", "page_version", "page"),
    *("field", "bundle", "kind", "crawl", "crawler_version", "crawler"),
)
_OLD = "pagekin_old_"
_AT_ONCE = 2000
_REDIRECTED = "redirected to "
_CRAWL, _IMPORT = "crawl", "import"
_Rows = Iterable[Sequence[Any]]


def set_aside(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Rename the old tables, and all that belongs to them."""
    database = _Database(editor.connection)
    for table in _TABLES:
        name, old = f"pagekin_{table}", f"{_OLD}{table}"
        if database.postgres:
            for index, sequence in database.belongings(name):
                kind = "SEQUENCE" if sequence else "INDEX"
                database.run(f'ALTER {kind} "{index}" RENAME TO "old_{index}"')
        else:
            for (index,) in database.rows(
                "SELECT name FROM sqlite_master WHERE type = 'index' AND tbl_name = %s "
                "AND sql IS NOT NULL",
                name,
            ):
                database.run(f'DROP INDEX "{index}"')
        database.run(f"ALTER TABLE {name} RENAME TO {old}")


def drop(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Drop the old tables."""
    for table in _TABLES:
        editor.execute(f"DROP TABLE {_OLD}{table}")


def copy(_apps: Any, editor: BaseDatabaseSchemaEditor) -> None:
    """Copy all that the old tables hold."""
    _Copy(_Database(editor.connection)).all()


class _Database:
    """The few things that copying needs, over a connection of Django's."""

    def __init__(self, connection: BaseDatabaseWrapper) -> None:
        self._connection = connection
        self.postgres = connection.vendor == "postgresql"

    def rows(self, sql: str, *parameters: Any) -> list[Any]:
        with self._connection.cursor() as cursor:
            cursor.execute(sql, parameters)
            found: list[Any] = cursor.fetchall()
            return found

    def run(self, sql: str, *parameters: Any) -> None:
        with self._connection.cursor() as cursor:
            cursor.execute(sql, parameters)

    def each(self, sql: str) -> Iterator[Any]:
        with self._connection.chunked_cursor() as cursor:
            cursor.execute(sql)
            while some := cursor.fetchmany(_AT_ONCE):
                yield from some

    def insert(self, table: str, columns: str, rows: _Rows) -> None:
        names = columns.split()
        marks = ", ".join(["%s"] * len(names))
        quoted = ", ".join(f'"{name}"' for name in names)
        sql = f"INSERT INTO pagekin_{table} ({quoted}) VALUES ({marks})"  # noqa: S608 - ours
        left = iter(rows)
        with self._connection.cursor() as cursor:
            while some := list(islice(left, _AT_ONCE)):
                cursor.executemany(sql, some)

    def belongings(self, table: str) -> list[Any]:
        """Name the indices and sequences of a table."""
        return self.rows(
            "SELECT i.relname, false FROM pg_index x JOIN pg_class i ON i.oid = x.indexrelid "
            "WHERE x.indrelid = %s::regclass UNION ALL SELECT s.relname, true FROM pg_depend d "
            "JOIN pg_class s ON s.oid = d.objid AND s.relkind = 'S' "
            "WHERE d.refobjid = %s::regclass AND d.deptype IN ('a', 'i')",
            table,
            table,
        )

    def count_on(self, table: str) -> None:
        """Let new rows have numbers after those that were copied."""
        if self.postgres:
            self.run(
                f"SELECT setval(pg_get_serial_sequence('pagekin_{table}', 'id'), "  # noqa: S608
                f"(SELECT max(id) FROM pagekin_{table})) "
                f"WHERE EXISTS (SELECT 1 FROM pagekin_{table})"
            )


@dataclass(frozen=True, slots=True)
class _Version:
    """A version of an old crawler, and what its content says."""

    id: int
    number: int
    content: str
    made_at: float
    uid: str
    finding: str
    wrapper: Wrapper | None


@dataclass(slots=True)
class _Fields:
    """A wrapper version: its number, and the numbers of its fields by bundle, name, type and many."""

    crawler: int
    version: int
    fields: dict[tuple[str, str, str, bool], int] = field(default_factory=dict)


class _Copy:
    """The copying of one store."""

    def __init__(self, database: _Database) -> None:
        self._db = database
        self._crawler_of: dict[int, int | None] = {}  # by crawl
        self._site_of: dict[int, int] = {}  # by old crawler
        self._wrappers: dict[int, _Fields] = {}  # by wrapper version
        self._wrapper_of: dict[int, int] = {}  # by crawl
        self._bundles: dict[tuple[int, str], int] = {}
        self._fields: dict[tuple[int, str], int] = {}
        self._last = defaultdict[str, int](int)
        self._uids: dict[tuple[int, str], str] = {}  # of bundles, by old crawler and name
        self._numbers = defaultdict[tuple[str, int], int](int)

    def all(self) -> None:
        """Copy everything."""
        self._copy_crawlers()
        self._copy_pages()
        kinds = self._copy_kinds()
        self._copy_seen(kinds)
        self._copy_links(kinds)
        self._copy_records()
        for table in (
            *("crawler", "crawler_version", "wrapper_version", "bundle", "field", "kind"),
            *("wrapper_field", "crawl", "crawl_class", "page", "page_version", "record_set"),
            *("link_set", "frontier"),
        ):
            self._db.count_on(table)

    def _copy_crawlers(self) -> None:
        rows = self._db.rows(
            f"SELECT crawler.id, crawler.site_id, crawler.name, site.name FROM {_OLD}crawler crawler "  # noqa: S608
            "JOIN pagekin_site site ON site.id = crawler.site_id ORDER BY crawler.id"
        )
        self._last["crawler"] = max((row[0] for row in rows), default=0)
        for number, site, name, host in rows:
            self._site_of[number] = site
            self._copy_crawler(number, site, name, host)

    def _copy_crawler(self, old: int, site: int, name: str, host: str) -> None:
        crawls = self._db.rows(
            "SELECT id, crawler_version_id, number, purpose, state, began_at, ended_at "  # noqa: S608
            f"FROM {_OLD}crawl WHERE crawler_id = %s ORDER BY number",
            old,
        )
        versions = self._versions(old, name, host, {row[1] for row in crawls if row[3] == _CRAWL})
        if not versions and all(row[3] == _IMPORT for row in crawls):
            crawlers: dict[str, int] = {}
        else:
            uids = dict.fromkeys([one.uid for one in versions.values()] or [_digest(host, name)])
            crawlers = {
                uid: old if not place else self._next("crawler") for place, uid in enumerate(uids)
            }
            rows = [(number, site, uid, name) for uid, number in crawlers.items()]
            self._db.insert("crawler", "id site_id uid name", rows)
        wrappers = {
            one.id: self._enter_version(crawlers[one.uid], one) for one in versions.values()
        }
        contents = dict(
            self._db.rows(
                f"SELECT id, content FROM {_OLD}crawler_version WHERE crawler_id = %s",  # noqa: S608
                old,
            )
        )
        last = next(reversed(crawlers.values()), None)
        for crawl, version, number, purpose, state, began, ended in crawls:
            of = versions.get(version) if purpose == _CRAWL else None
            crawler = crawlers[of.uid] if of else None if purpose == _IMPORT else last
            self._crawler_of[crawl] = crawler
            self._db.insert(
                "crawl",
                "id site_id crawler_id crawler_version_id number purpose state began_at ended_at task note",
                [
                    (
                        *(crawl, site, crawler, of.id if of else None, number, purpose),
                        *("given up" if state == "abandoned" else state, began, ended),
                        *("" if of else contents[version], name if crawler is None else ""),
                    )
                ],
            )
            if crawler is not None:
                wrapper = wrappers[of.id] if of else None
                if wrapper:
                    self._wrapper_of[crawl] = wrapper
                row = (crawl, crawler, of.id if of else None, wrapper)
                columns = "crawl_id crawler_id crawler_version_id wrapper_version_id"
                self._db.insert("crawl_class", columns, [row])

    def _versions(self, old: int, name: str, host: str, crawled: set[int]) -> dict[int, _Version]:
        """Read the versions of a crawler that are crawlers: what was to be learned is none."""
        rows = self._db.rows(
            f"SELECT id, number, content, made_at FROM {_OLD}crawler_version "  # noqa: S608
            "WHERE crawler_id = %s ORDER BY number",
            old,
        )
        found = {}
        for number, place, content, made_at in rows:
            if number not in crawled:
                continue
            try:
                crawler = loads(content)
            except (PagekinError, ValueError, KeyError, TypeError):
                known: tuple[str, str, Wrapper | None] = _digest(host, name), "", None
            else:
                known = crawler.id, finding_digest(crawler), crawler.wrapper
            # With its id, as everybody who reads the file has it from now on.
            text = dumps(crawler) if known[1] else content
            found[number] = _Version(number, place, text, made_at, *known)
        return found

    def _enter_version(self, crawler: int, version: _Version) -> int | None:
        self._db.insert(
            "crawler_version",
            "id crawler_id number content finding_digest made_at",
            [
                (
                    *(version.id, crawler, version.number, version.content),
                    *(version.finding, version.made_at),
                )
            ],
        )
        if version.wrapper is None:
            return None
        digest = wrapper_digest(version.wrapper)
        content = json.dumps(to_content(version.wrapper), ensure_ascii=False)
        return self._enter_wrapper(crawler, digest, content, version.made_at, version.wrapper)

    def _enter_wrapper(
        self, crawler: int, digest: str, content: str, made_at: float, wrapper: Wrapper | None
    ) -> int:
        known = self._db.rows(
            "SELECT id FROM pagekin_wrapper_version WHERE crawler_id = %s AND digest = %s "
            "AND digest <> ''",
            crawler,
            digest,
        )
        if known:
            return int(known[0][0])
        number = self._next("wrapper_version")
        self._numbers["wrapper_version", crawler] += 1
        self._db.insert(
            "wrapper_version",
            "id crawler_id number digest content made_at",
            [
                (
                    *(number, crawler, self._numbers["wrapper_version", crawler]),
                    *(digest, content, made_at),
                )
            ],
        )
        made = self._wrappers[number] = _Fields(crawler, number)
        for path, bundle in bundles_of(wrapper) if wrapper else ():
            for one in bundle.fields:
                self._enter_field(
                    made,
                    bundle_uid(path),
                    bundle.name,
                    (one.id, one.name, one.type, one.many),
                    key=one is bundle.key,
                )
        return number

    def _enter_field(
        self,
        wrapper: _Fields,
        uid: str,
        bundle_name: str,
        one: tuple[str, str, str, bool],
        *,
        key: bool = False,
    ) -> int:
        field_uid, name, kind, many = one
        bundle = self._enter_bundle(wrapper.crawler, uid, bundle_name)
        number = self._fields.get((bundle, field_uid))
        if number is None:
            number = self._fields[bundle, field_uid] = self._next("field")
            columns = "id bundle_id uid name type many"
            self._db.insert("field", columns, [(number, bundle, field_uid, name, kind, many)])
        else:
            self._db.run(
                "UPDATE pagekin_field SET name = %s, type = %s, many = %s WHERE id = %s",
                *(name, kind, many, number),
            )
        self._db.insert(
            "wrapper_field",
            "wrapper_version_id field_id bundle_name name type many key position",
            [
                (
                    *(wrapper.version, number, bundle_name, name, kind, many, key),
                    len(wrapper.fields),
                )
            ],
        )
        wrapper.fields[bundle_name, name, kind, many] = number
        return number

    def _enter_bundle(self, crawler: int, uid: str, name: str) -> int:
        number = self._bundles.get((crawler, uid))
        if number is None:
            number = self._bundles[crawler, uid] = self._next("bundle")
            self._db.insert("bundle", "id crawler_id uid name", [(number, crawler, uid, name)])
        return number

    def _copy_pages(self) -> None:
        """Copy pages; those that crawlers of one site both knew become one, the first of them."""
        self._db.run(
            "CREATE TEMPORARY TABLE pagekin_same AS SELECT page.id AS old, "  # noqa: S608
            "(SELECT min(other.id) FROM "
            f"{_OLD}page other JOIN {_OLD}crawler its ON its.id = other.crawler_id "
            "WHERE other.digest = page.digest AND its.site_id = crawler.site_id) AS new "
            f"FROM {_OLD}page page JOIN {_OLD}crawler crawler ON crawler.id = page.crawler_id "
            f"WHERE (SELECT count(*) FROM {_OLD}crawler its WHERE its.site_id = crawler.site_id) > 1"
        )
        self._db.run("DELETE FROM pagekin_same WHERE old = new")
        self._db.run("CREATE UNIQUE INDEX pagekin_same_old ON pagekin_same (old)")
        self._db.run(
            "INSERT INTO pagekin_page (id, site_id, digest, url) "  # noqa: S608 - ours
            f"SELECT page.id, crawler.site_id, page.digest, page.url FROM {_OLD}page page "
            f"JOIN {_OLD}crawler crawler ON crawler.id = page.crawler_id "
            "WHERE page.id NOT IN (SELECT old FROM pagekin_same)"
        )
        self._db.run(
            "INSERT INTO pagekin_page_version (id, page_id, digest, title, etag, last_modified, "  # noqa: S608
            "archive_file, archive_offset, archive_length, archive_digest, facts) "
            "SELECT id, coalesce((SELECT new FROM pagekin_same WHERE old = page_id), page_id), "
            "digest, title, etag, last_modified, archive_file, archive_offset, archive_length, "
            f"archive_digest, facts FROM {_OLD}page_version"
        )

    def _copy_kinds(self) -> dict[tuple[int, int | None], int]:
        """Copy kinds, one for each crawler that an old one became; by old kind and crawler."""
        of_old: defaultdict[int, set[int | None]] = defaultdict(set)
        rows = self._db.rows(f"SELECT id, crawler_id FROM {_OLD}crawl")  # noqa: S608
        for crawl, old in rows:
            of_old[old].add(self._crawler_of[crawl])
        kinds: dict[tuple[int, int | None], int] = {}
        known: dict[tuple[int, int | None, str], int] = {}
        rows = self._db.rows(f"SELECT id, crawler_id, name, hub FROM {_OLD}kind ORDER BY id")  # noqa: S608
        self._last["kind"] = max((row[0] for row in rows), default=0)
        taken = set()
        for number, old, name, hub in rows:
            for crawler in sorted(of_old[old] or {None}, key=lambda one: one or 0):
                site = self._site_of[old]
                new = known.get((site, crawler, name))
                if new is None:
                    new = self._next("kind") if number in taken else number
                    taken.add(number)
                    known[site, crawler, name] = new
                    columns = "id site_id crawler_id name hub"
                    self._db.insert("kind", columns, [(new, site, crawler, name, hub)])
                kinds[number, crawler] = new
        return kinds

    def _copy_seen(self, kinds: dict[tuple[int, int | None], int]) -> None:
        """Copy what crawls saw of pages, and what they have yet to see."""
        names = dict(self._db.rows(f"SELECT id, name FROM {_OLD}kind"))  # noqa: S608 - ours
        purposes = dict(self._db.rows("SELECT id, purpose FROM pagekin_crawl"))
        same = _same("seen.page_id"), _same("seen.found_on_id")
        rows = self._db.each(
            f"SELECT seen.crawl_id, {same[0]}, seen.version_id, seen.status, seen.error, "  # noqa: S608
            f"seen.depth, seen.kind_id, seen.score, {same[1]}, version.records_from_id, "
            f"version.links_from_id, crawl.site_id FROM {_OLD}crawl_page seen "
            "JOIN pagekin_crawl crawl ON crawl.id = seen.crawl_id "
            f"LEFT JOIN {_OLD}page_version version ON version.id = seen.version_id"
        )

        def converted() -> Iterator[Sequence[Any]]:
            for crawl, page, version, status, error, depth, kind, score, origin, *rest in rows:
                records, links, site = rest
                became = _outcome(names.get(kind, ""), version, error)
                if purposes[crawl] != _CRAWL or became.outcome != "target":
                    records = None
                there = self._page(site, became.redirect_to) if became.redirect_to else None
                yield (
                    *(crawl, page, version, records, links, became.outcome, became.failure),
                    *(there, became.detail or None, status, depth),
                    *(kinds.get((kind, self._crawler_of[crawl])), score, origin),
                )

        self._db.insert(
            "crawl_page",
            "crawl_id page_id version_id records_id links_id outcome failure redirect_to_id detail "
            "status depth kind_id score found_on_id",
            converted(),
        )
        waiting = self._db.rows(
            f"SELECT seen.id, seen.crawl_id, {same[0]}, rank, depth, kind_id, {same[1]}, owner, "  # noqa: S608
            f"until, tries FROM {_OLD}frontier seen ORDER BY seen.id"
        )
        self._db.insert(
            "frontier",
            "id crawl_id page_id rank depth kind_id found_on_id owner until tries",
            (
                (*row[:5], kinds.get((row[5], self._crawler_of[row[1]]), row[5]), *row[6:])
                for row in waiting
            ),
        )
        self._db.run(
            f"INSERT INTO pagekin_mark (crawl_id, mark) SELECT crawl_id, mark FROM {_OLD}mark"  # noqa: S608
        )

    def _page(self, site: int, url: str) -> int:
        """Return the number of a page that a redirect leads to; few are not known already."""
        digest = blake2b(url.encode("utf-8", "surrogatepass"), digest_size=16).digest()
        sql = "SELECT id FROM pagekin_page WHERE site_id = %s AND digest = %s"
        found = self._db.rows(sql, site, digest)
        if not found:
            [(last,)] = self._db.rows("SELECT max(id) FROM pagekin_page")
            self._db.insert("page", "id site_id digest url", [(last + 1, site, digest, url)])
            return int(last) + 1
        return int(found[0][0])

    def _copy_links(self, kinds: dict[tuple[int, int | None], int]) -> None:
        first: dict[int, int] = {}
        for (old, _), new in kinds.items():
            first.setdefault(old, new)
        self._db.run(
            "INSERT INTO pagekin_link_set (id, page_id, digest) "  # noqa: S608 - ours
            f"SELECT id, {_same('page_id')}, links_digest FROM {_OLD}page_version "
            "WHERE links_from_id = id"
        )
        rows = self._db.each(
            f"SELECT version_id, number, {_same('to_id')}, anchor, kind_id FROM {_OLD}link "  # noqa: S608
            "ORDER BY version_id, number"
        )
        self._db.insert(
            "link",
            "set_id number to_id anchor kind_id tag",
            ((*row[:4], first.get(row[4]), "a") for row in rows),
        )

    def _copy_records(self) -> None:
        """Copy records, each with the wrapper version that can have made it."""
        self._find_uids()
        wrappers = self._wrappers_of_sets()
        pages = self._db.each(
            f"SELECT id, {_same('page_id')}, records_digest FROM {_OLD}page_version "  # noqa: S608
            "WHERE records_from_id = id ORDER BY id"
        )
        self._db.insert(
            "record_set",
            "id page_id wrapper_version_id digest",
            ((number, page, wrappers[number].version, digest) for number, page, digest in pages),
        )
        bundles = dict(self._db.rows(f"SELECT id, name FROM {_OLD}bundle"))  # noqa: S608 - ours
        self._copy_record_rows(wrappers, bundles)
        self._copy_values(wrappers)

    def _find_uids(self) -> None:
        """Find which bundles stand inside which."""
        rows = self._db.rows(
            f"SELECT DISTINCT bundle.crawler_id, bundle.name, outer_bundle.name FROM {_OLD}record "  # noqa: S608
            f"inside JOIN {_OLD}record around ON around.version_id = inside.version_id "
            f"AND around.number = inside.parent JOIN {_OLD}bundle bundle "
            f"ON bundle.id = inside.bundle_id JOIN {_OLD}bundle outer_bundle "
            "ON outer_bundle.id = around.bundle_id"
        )
        around = {(crawler, name): outer for crawler, name, outer in rows}
        for crawler, name in around:
            path, known = [name], name
            while (known := around.get((crawler, known), "")) and known not in path:
                path.insert(0, known)
            self._uids[crawler, name] = bundle_uid(tuple(path))

    def _wrappers_of_sets(self) -> dict[int, _Fields]:
        """Choose a wrapper version for each set: the last that crawled it and has all its fields."""
        bundles = dict(self._db.rows(f"SELECT id, name FROM {_OLD}bundle"))  # noqa: S608 - ours
        signature = {
            number: (bundles[bundle], name, kind, bool(many))
            for number, bundle, name, kind, many in self._db.rows(
                f"SELECT id, bundle_id, name, type, many FROM {_OLD}field"  # noqa: S608
            )
        }
        used: defaultdict[int, set[int]] = defaultdict(set)
        for of_set, one in self._db.each(
            f"SELECT DISTINCT version_id, field_id FROM {_OLD}value"  # noqa: S608
        ):
            used[of_set].add(one)
        crawled: defaultdict[int, list[int]] = defaultdict(list)
        for of_set, crawl in self._db.each(
            f"SELECT DISTINCT version.records_from_id, seen.crawl_id FROM {_OLD}crawl_page seen "  # noqa: S608
            f"JOIN {_OLD}page_version version ON version.id = seen.version_id "
            "WHERE version.records_from_id IS NOT NULL ORDER BY 2 DESC"
        ):
            crawled[of_set].append(crawl)
        owners = dict(
            self._db.rows(
                f"SELECT version.id, page.crawler_id FROM {_OLD}page_version version "  # noqa: S608
                f"JOIN {_OLD}page page ON page.id = version.page_id "
                "WHERE version.records_from_id = version.id"
            )
        )
        made: dict[tuple[int, frozenset[int]], _Fields] = {}
        chosen: dict[int, _Fields] = {}
        for of_set, old in owners.items():
            fields = {signature[one] for one in used[of_set]}
            known = (
                self._wrappers[self._wrapper_of[crawl]]
                for crawl in crawled[of_set]
                if crawl in self._wrapper_of
            )
            fitting = next((one for one in known if fields <= one.fields.keys()), None)
            if fitting is None:
                key = old, frozenset(used[of_set])
                fitting = made.get(key)
                if fitting is None:
                    fitting = made[key] = self._wrapper_as_found(old, crawled[of_set], fields)
            chosen[of_set] = fitting
        return chosen

    def _wrapper_as_found(
        self, old: int, crawls: Sequence[int], fields: set[tuple[str, str, str, bool]]
    ) -> _Fields:
        """Enter a wrapper version of which nothing but these fields is known."""
        crawler = next((one for crawl in crawls if (one := self._crawler_of[crawl])), old)
        version = self._enter_wrapper(crawler, "", "", 0.0, None)
        made = self._wrappers[version]
        for bundle, name, kind, many in sorted(fields):
            uid = self._uids.get((old, bundle), bundle)
            self._enter_field(made, uid, bundle, (name, name, kind, many))
        return made

    def _copy_record_rows(self, wrappers: dict[int, _Fields], bundles: dict[int, str]) -> None:
        """Copy records; a bundle inside another is another than one of the same name outside."""
        keys = self._keys()
        rows = self._db.each(
            f'SELECT version_id, number, bundle_id, "index", parent FROM {_OLD}record '  # noqa: S608
            "ORDER BY version_id, number"
        )

        def converted() -> Iterator[Sequence[Any]]:
            around: dict[int, str] = {}
            last = None
            for of_set, number, bundle, index, parent in rows:
                if of_set != last:
                    last, around = of_set, {}
                name = bundles[bundle]
                uid = name if parent is None else f"{around[parent]}/{name}"
                around[number] = uid
                new = self._enter_bundle(wrappers[of_set].crawler, uid, name)
                yield of_set, number, new, index, parent, keys.get((of_set, number))

        self._db.insert("record", "set_id number bundle_id index parent key", converted())

    def _keys(self) -> dict[tuple[int, int], str]:
        """Read the keys of records: the first texts of the fields that wrappers call keys."""
        names = self._db.rows("SELECT DISTINCT name FROM pagekin_wrapper_field WHERE key")
        found: dict[tuple[int, int], str] = {}
        for (name,) in names:
            rows = self._db.rows(
                f"SELECT version_id, record, text FROM {_OLD}value WHERE position = 0 "  # noqa: S608
                f"AND text <> '' AND field_id IN (SELECT id FROM {_OLD}field WHERE name = %s)",
                name,
            )
            found.update(((of_set, record), text[:200]) for of_set, record, text in rows)
        return found

    def _copy_values(self, wrappers: dict[int, _Fields]) -> None:
        signature = {
            number: (bundle, name, kind, bool(many))
            for number, bundle, name, kind, many in self._db.rows(
                f"SELECT field.id, bundle.name, field.name, field.type, field.many "  # noqa: S608
                f"FROM {_OLD}field field JOIN {_OLD}bundle bundle ON bundle.id = field.bundle_id"
            )
        }
        rows = self._db.each(
            f"SELECT version_id, record, field_id, position, text, num, unit, attributes "  # noqa: S608
            f"FROM {_OLD}value ORDER BY version_id"
        )
        left = iter(rows)
        while some := list(islice(left, _AT_ONCE)):
            values, attributes = [], []
            for of_set, record, old, position, text, num, unit, more in some:
                new = wrappers[of_set].fields[signature[old]]
                values.append((new, of_set, record, position, text, num, unit))
                attributes += [(new, of_set, record, position, *one) for one in _attributes(more)]
            self._db.insert("value", "field_id set_id record position text num unit", values)
            columns = "field_id set_id record position name text num"
            self._db.insert("attribute", columns, attributes)

    def _next(self, table: str) -> int:
        self._last[table] += 1
        return self._last[table]


@dataclass(frozen=True, slots=True)
class _Became:
    outcome: str
    failure: str | None = None
    detail: str = ""
    redirect_to: str = ""


def _outcome(kind: str, version: int | None, error: str) -> _Became:
    """Return what became of a page, from the text that used to say so."""
    of_kind = kind if kind in {"target", "duplicate", "not kin", "page"} else "hub"
    if version is not None or not error:
        return _Became(of_kind)
    if error.startswith(_REDIRECTED):
        turned_away = kind in {"duplicate", "not kin"}
        there = error.removeprefix(_REDIRECTED)
        return _Became(kind if turned_away else "redirected", redirect_to=there)
    failure, _, detail = error.partition(": ")
    if failure not in {known.value for known in FailureKind}:
        return _Became("failed", FailureKind.STATUS.value, error)
    return _Became("left out" if failure == FailureKind.TRAP.value else "failed", failure, detail)


def _attributes(text: str | None) -> Iterator[tuple[str, str, float | None]]:
    """Take attributes out of their JSON text: name, text and number."""
    for name, value in json.loads(text).items() if text else ():
        if isinstance(value, str):
            yield name, value, None
        else:
            yield (
                name,
                json.dumps(value) if isinstance(value, bool) else repr(value),
                _number(value),
            )


def _number(value: float) -> float:
    try:
        number = float(value)
    except OverflowError:
        return 1.7976931348623157e308
    return number if abs(number) < float("inf") else 1.7976931348623157e308


def _same(column: str) -> str:
    """Return SQL for the page that a page has become."""
    return f"coalesce((SELECT new FROM pagekin_same WHERE old = {column}), {column})"  # noqa: S608


def _digest(*parts: str) -> str:
    return blake2b(repr(parts).encode(), digest_size=6).hexdigest()
