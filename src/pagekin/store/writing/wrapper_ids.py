"""Numbers for bundles and fields: they keep them when they are renamed, through all wrapper versions."""

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from hashlib import blake2b

from pagekin.store.database import Connection
from pagekin.store.storable_text import storable
from pagekin.wrappers import Bundle, Wrapper
from pagekin.wrappers.identity import BundlePath, bundles_of
from pagekin.wrappers.wrapper_json import to_content

APART = "/"  # between the ids of a bundle and of those around it
_NOT_MEANT = ("seen",)  # what a field was learned from is no part of what it finds


@dataclass(slots=True)
class BundleIds:
    """The number of a bundle, of its fields by name and type, and of the bundles inside it."""

    number: int
    uid: str
    fields: dict[str, dict[str, int]] = field(default_factory=dict)
    key: str = ""  # the field that tells its records apart
    inner: "dict[str, BundleIds]" = field(default_factory=dict)


class WrapperIds:
    """The bundles and fields of one wrapper version.

    What a wrapper does not have is entered when a record shows it; without a wrapper that is everything.
    """

    def __init__(self, connection: Connection, crawler: int, version: int | None) -> None:
        self.version = enter_wrapper(connection, crawler, None) if version is None else version
        self.bundles: dict[str, BundleIds] = {}
        self._crawler = crawler
        self._entered = 0
        self._load(connection)

    def bundle(self, connection: Connection, around: BundleIds | None, name: str) -> BundleIds:
        """Enter a bundle that the wrapper does not have."""
        uid = f"{around.uid}{APART}{name}" if around else name
        made = BundleIds(_enter_bundle(connection, self._crawler, uid, name), uid)
        (around.inner if around else self.bundles)[name] = made
        return made

    def field(
        self, connection: Connection, bundle: BundleIds, name: str, kind: str, *, many: bool
    ) -> int:
        """Enter a field that the wrapper does not have, or not of this type."""
        types = bundle.fields.setdefault(name, {})
        uid = name if not types else f"{name} as {kind}"
        number = types[kind] = _enter_field(connection, bundle.number, uid, name, kind, many=many)
        rows = [_WrapperFieldRow(number, "", name, kind, many, key=False, position=self._entered)]
        _enter_wrapper_fields(connection, self.version, rows)
        self._entered += 1
        return number

    def _load(self, connection: Connection) -> None:
        rows = connection.rows(
            "SELECT id, uid, name FROM pagekin_bundle WHERE crawler_id = %s ORDER BY uid",
            self._crawler,
        )
        known = {number: BundleIds(number, uid) for number, uid, _ in rows}
        names = {number: name for number, _, name in rows}
        fields = connection.rows(
            "SELECT field.bundle_id, found.bundle_name, field.id, found.name, found.type, found.key "
            "FROM pagekin_wrapper_field found JOIN pagekin_field field ON field.id = found.field_id "
            "WHERE found.wrapper_version_id = %s ORDER BY found.position",
            self.version,
        )
        for bundle, called, number, name, kind, key in fields:
            names[bundle] = called or names[bundle]
            known[bundle].fields.setdefault(name, {})[kind] = number
            if key and not known[bundle].key:
                known[bundle].key = name
        self._entered = len(fields)
        by_uid = {bundle.uid: bundle for bundle in known.values()}
        for number, bundle in known.items():
            around = by_uid.get(bundle.uid.rpartition(APART)[0])
            (around.inner if around else self.bundles)[names[number]] = bundle


def enter_wrapper(connection: Connection, crawler: int, wrapper: Wrapper | None) -> int:
    """Return the number of a wrapper version, entering one that is new with its bundles and fields.

    None stands for whatever wrapper found records of which nothing else is known.
    """
    digest = wrapper_digest(wrapper) if wrapper else ""
    found = connection.rows(
        "SELECT id FROM pagekin_wrapper_version WHERE crawler_id = %s AND digest = %s",
        crawler,
        digest,
    )
    if found:
        return int(found[0][0])
    content = json.dumps(to_content(wrapper), ensure_ascii=False) if wrapper else ""
    version: int = connection.rows(
        "INSERT INTO pagekin_wrapper_version (crawler_id, number, digest, content, made_at) "
        "SELECT %s, coalesce(max(number), 0) + 1, %s, %s, %s FROM pagekin_wrapper_version "
        "WHERE crawler_id = %s RETURNING id",
        crawler,
        digest,
        storable(content),
        connection.now(),
        crawler,
    )[0][0]
    if wrapper:
        _enter_wrapper_fields(connection, version, list(_fields(connection, crawler, wrapper)))
    return version


def wrapper_digest(wrapper: Wrapper) -> str:
    """Return what stands for all that a wrapper finds, and under which names."""
    bundles = to_content(wrapper)["bundles"]
    text = json.dumps(bundles, sort_keys=True, default=str)
    content = json.loads(text, object_hook=_without_evidence)
    return blake2b(json.dumps(content, sort_keys=True).encode(), digest_size=16).hexdigest()


def bundle_uid(path: BundlePath) -> str:
    """Return the identity of a bundle among all bundles of a wrapper."""
    return APART.join(path)


def _without_evidence(content: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in content.items() if name not in _NOT_MEANT}


@dataclass(frozen=True, slots=True)
class _WrapperFieldRow:
    field: int
    bundle_name: str
    name: str
    type: str
    many: bool
    key: bool
    position: int


def _fields(connection: Connection, crawler: int, wrapper: Wrapper) -> Iterator[_WrapperFieldRow]:
    position = 0
    for path, bundle in bundles_of(wrapper):
        number = _enter_bundle(connection, crawler, bundle_uid(path), bundle.name)
        for one in bundle.fields:
            entered = _enter_field(connection, number, one.id, one.name, one.type, many=one.many)
            yield _WrapperFieldRow(
                entered,
                bundle.name,
                one.name,
                one.type,
                one.many,
                _is_key(bundle, one.id),
                position,
            )
            position += 1


def _is_key(bundle: Bundle, field: str) -> bool:
    return bundle.key is not None and bundle.key.id == field


def _enter_bundle(connection: Connection, crawler: int, uid: str, name: str) -> int:
    return _number(
        connection,
        "INSERT INTO pagekin_bundle (crawler_id, uid, name) VALUES (%s, %s, %s) "
        "ON CONFLICT (crawler_id, uid) DO UPDATE SET name = excluded.name RETURNING id",
        crawler,
        uid,
        name,
    )


def _enter_field(
    connection: Connection, bundle: int, uid: str, name: str, kind: str, *, many: bool
) -> int:
    return _number(
        connection,
        "INSERT INTO pagekin_field (bundle_id, uid, name, type, many) VALUES (%s, %s, %s, %s, %s) "
        "ON CONFLICT (bundle_id, uid) DO UPDATE SET name = excluded.name, type = excluded.type, "
        "many = excluded.many RETURNING id",
        bundle,
        uid,
        name,
        kind,
        many,
    )


def _enter_wrapper_fields(
    connection: Connection, version: int, rows: list[_WrapperFieldRow]
) -> None:
    connection.many(
        "INSERT INTO pagekin_wrapper_field (wrapper_version_id, field_id, bundle_name, name, type, "
        "many, key, position) VALUES (%s, %s, %s, %s, %s, %s, %s, %s) ON CONFLICT DO NOTHING",
        [
            (
                version,
                row.field,
                row.bundle_name,
                row.name,
                row.type,
                row.many,
                row.key,
                row.position,
            )
            for row in rows
        ],
    )


def _number(connection: Connection, sql: str, *parameters: object) -> int:
    number: int = connection.rows(sql, *parameters)[0][0]
    return number
