"""The names that a query can use of a crawl: fields, their attributes, META tags, what is known of pages."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from functools import cache

from pagekin.errors import QueryError, UsageError
from pagekin.query.conditions import FieldName
from pagekin.query.query_text import name_text
from pagekin.store.database import Connection
from pagekin.store.writing.record_rows import MISFIT
from pagekin.store.writing.wrapper_ids import APART
from pagekin.values import type_named

VALUE = "value"
META = "meta"
PAGE = "page"
# What is meant by an element that has no value but its attributes.
_DEFAULTS = {"image": "src", "meta": "content"}
_NUMBERS = frozenset({"status", "size", "depth"})
PROPERTIES = ("url", "title", "status", "size", "depth", "content_type", "signature", "outcome")
_OTHER_NAMES = {"contentsignature": "signature"}
_MOST_NEAR = 3
_MOST_TAGS = 200  # names to choose near ones from


@dataclass(frozen=True, slots=True)
class KnownField:
    """A field as the crawl's wrapper has it."""

    id: int
    bundle: int
    name: str
    type: str
    is_many: bool


@dataclass(frozen=True, slots=True)
class KnownBundle:
    """A bundle; it is inside another one, if it has a parent."""

    id: int
    crawler: int
    uid: str
    name: str
    parent: int | None
    repeats: bool  # a page may have many instances of it
    key: int | None  # the field that tells its instances apart


@dataclass(frozen=True, slots=True)
class FieldSubject:
    """Fields of one name, and the attribute that is meant; "" is the value itself.

    Of a name that only other crawls know there are no fields, and the attribute is the name.
    """

    fields: tuple[KnownField, ...]
    attribute: str = ""


@dataclass(frozen=True, slots=True)
class PropertySubject:
    """Something that is known of every page: its URL, its status, its title."""

    name: str

    @property
    def is_number(self) -> bool:
        """Whether it is a number."""
        return self.name in _NUMBERS


@dataclass(frozen=True, slots=True)
class MetaSubject:
    """The META tags of a name."""

    name: str


@dataclass(frozen=True, slots=True)
class PageSubject:
    """The page as a whole."""


Subject = FieldSubject | PropertySubject | MetaSubject | PageSubject


def default_attribute(kind: str) -> str:
    """Return the attribute that is meant if none is named; "" is the value itself."""
    return _DEFAULTS.get(kind, "")


@dataclass(frozen=True, slots=True)
class MetaNames:
    """The names of META tags, read one by one: there may be many tags, but few names."""

    connection: Connection

    def __contains__(self, name: str) -> bool:
        found = "SELECT 1 FROM pagekin_meta_tag WHERE name = %s LIMIT 1"
        return bool(self.connection.rows(found, name))

    def __iter__(self) -> Iterator[str]:
        name = ""
        for _ in range(_MOST_TAGS):
            [(following,)] = self.connection.rows(
                "SELECT min(name) FROM pagekin_meta_tag WHERE name > %s", name
            )
            if following is None:
                return
            yield following
            name = following


@dataclass(frozen=True, slots=True)
class KnownNames:
    """The names of a crawl, and what each stands for."""

    fields: tuple[KnownField, ...]
    bundles: dict[int, KnownBundle]
    meta: "MetaNames"
    elsewhere: tuple["KnownNames", ...] = ()  # of other crawls that are asked the same

    def subject(self, name: FieldName, query: str = "") -> Subject:
        """Return what a name stands for; QueryError if that is nothing, or more than one thing."""
        parts = tuple(map(_squeezed, name.parts))
        readings = [*self._field_readings(parts)]
        if len(readings) > 1:
            raise QueryError(
                f"{'.'.join(name.parts)} may be a field of a bundle or an attribute of a field: "
                "say bundle.field.attribute",
                query,
                name.column,
            )
        found = readings[0] if readings else self._of_page(name, parts)
        if found is None and any(one.has_field(parts) for one in self.elsewhere):
            return FieldSubject((), ".".join(parts))
        if found is None:
            raise QueryError(self._unknown(name), query, name.column)
        return found

    def is_attribute(self, name: FieldName) -> bool:
        """Whether the last part of a name is an attribute of a field."""
        try:
            subject = self.subject(name)
        except QueryError:
            return False
        return isinstance(subject, FieldSubject) and bool(subject.fields and subject.attribute)

    def to_choose_from(self) -> tuple[list[str], list[str]]:
        """Return the names that conditions can begin with, and those of attributes: each once, by field."""
        fields = [name_text(FieldName((one.name,))) for one in self.fields]
        counted = Counter(fields)
        # Where bundles share a name, the bundle says which one is meant.
        exact = [
            name_text(FieldName((self.bundles[one.bundle].name, one.name)))
            for one, name in zip(self.fields, fields, strict=True)
            if counted[name] > 1
        ]
        tags = [name_text(FieldName((META, tag))) for tag in self.meta]
        names = dict.fromkeys((*fields, *exact, PAGE, *PROPERTIES, *tags))
        attributes = dict.fromkeys(name for one in self.fields for name in _attributes(one.type))
        return list(names), [VALUE, *attributes]

    def has_field(self, parts: tuple[str, ...]) -> bool:
        """Whether a name, in its squeezed form, is one of a field or of an attribute."""
        return any(True for _ in self._field_readings(parts))

    def around(self, bundle: int) -> Iterator[int]:
        """Yield a bundle and those around it, from the inside out."""
        one: int | None = bundle
        while one is not None:
            yield one
            one = self.bundles[one].parent

    def _field_readings(self, parts: tuple[str, ...]) -> Iterator[FieldSubject]:
        if len(parts) <= 2:
            own = self._fields(parts[-1], parts[0] if len(parts) == 2 else "")
            if own:
                yield FieldSubject(own)
        if len(parts) >= 2:
            fields = self._fields(parts[-2], parts[0] if len(parts) == 3 else "")
            yield from _with_attribute(fields, parts[-1])

    def _fields(self, name: str, bundle: str) -> tuple[KnownField, ...]:
        return tuple(
            one
            for one in self.fields
            if _squeezed(one.name) == name
            and bundle in {"", _squeezed(self.bundles[one.bundle].name)}
        )

    def _of_page(self, name: FieldName, parts: tuple[str, ...]) -> Subject | None:
        if parts == (PAGE,):
            return PageSubject()
        own = parts[-1] if len(parts) == 1 or (len(parts) == 2 and parts[0] == PAGE) else ""
        own = _OTHER_NAMES.get(own, own)
        for known in PROPERTIES:
            if _squeezed(known) == own:
                return PropertySubject(known)
        if len(parts) >= 2 and parts[0] == META:
            tag = ".".join(name.parts[1:]).lower()
            if tag in self.meta:
                return MetaSubject(tag)
        return None

    def _unknown(self, name: FieldName) -> str:
        asked = ".".join(name.parts)
        known = {_squeezed(one): one for one in self._all_names()}
        near = get_close_matches(_squeezed(asked), known, _MOST_NEAR, cutoff=0.6)
        # A part may be right: the attributes of a field, or a field whose bundle is misspelled.
        near += [one for one in known if one.split(".")[0] == _squeezed(name.parts[0])]
        told = list(dict.fromkeys(known[one] for one in near))[: 2 * _MOST_NEAR]
        if not told:
            told = list(dict.fromkeys(one.name for one in self.fields))
        such = f": did you mean {', '.join(told)}?" if near else f"; there are: {', '.join(told)}"
        return f"there is no field {asked}{such if told else ''}"

    def _all_names(self) -> Iterator[str]:
        for one in self.fields:
            yield one.name
            for attribute in _attributes(one.type):
                yield f"{one.name}.{attribute}"
            yield f"{self.bundles[one.bundle].name}.{one.name}"
        yield from PROPERTIES
        yield from (f"{META}.{tag}" for tag in self.meta)


def _with_attribute(fields: Iterable[KnownField], name: str) -> Iterator[FieldSubject]:
    """Yield fields with the attribute that is called so, if they have it."""
    several = tuple(fields)
    if name == VALUE and several:
        yield FieldSubject(several, VALUE)
        return
    for attribute in dict.fromkeys(one for some in several for one in _attributes(some.type)):
        if _squeezed(attribute) == name:
            having = tuple(one for one in several if attribute in _attributes(one.type))
            yield FieldSubject(having, attribute)


@cache
def _attributes(kind: str) -> tuple[str, ...]:
    """Return the attributes that values of a type can have."""
    try:
        own = type_named(kind).attributes
    except UsageError:  # a type that is not installed any more
        own = ()
    return (*(one for one in own if one != VALUE), MISFIT)


def _squeezed(name: str) -> str:
    """Return what two spellings of a name have in common: PRODUCTNAME, product_name, Product name."""
    return "".join(c for c in name.casefold() if c not in " _-")


def known_names(connection: Connection, crawl: int) -> KnownNames:
    """Read the names of a crawl, of all classes of its pages."""
    versions = wrapper_versions(connection, crawl)
    fields: dict[int, KnownField] = {}
    bundles: dict[int, KnownBundle] = {}
    for version in versions:
        _add_version(connection, version, fields, bundles)
    return KnownNames(tuple(fields.values()), bundles, MetaNames(connection))


def wrapper_versions(connection: Connection, crawl: int) -> list[int]:
    """Return the wrapper versions that a crawl's records were made with.

    Of a crawler without a wrapper there is one that knows nothing but the fields that were found.
    """
    rows = connection.rows(
        "SELECT coalesce(class.wrapper_version_id, bare.id) FROM pagekin_crawl_class class "
        "LEFT JOIN pagekin_wrapper_version bare ON bare.crawler_id = class.crawler_id "
        "AND bare.digest = '' WHERE class.crawl_id = %s ORDER BY class.id",
        crawl,
    )
    return [version for (version,) in rows if version is not None]


def _add_version(
    connection: Connection,
    version: int,
    fields: dict[int, KnownField],
    bundles: dict[int, KnownBundle],
) -> None:
    [(crawler, content)] = connection.rows(
        "SELECT crawler_id, content FROM pagekin_wrapper_version WHERE id = %s", version
    )
    rows = connection.rows(
        "SELECT found.field_id, field.bundle_id, found.bundle_name, found.name, found.type, "
        "found.many, found.key FROM pagekin_wrapper_field found JOIN pagekin_field field "
        "ON field.id = found.field_id WHERE found.wrapper_version_id = %s ORDER BY found.position",
        version,
    )
    called: dict[int, str] = {}
    keys: dict[int, int] = {}
    for number, bundle, bundle_name, name, kind, many, key in rows:
        fields[number] = KnownField(number, bundle, name, kind, bool(many))
        called[bundle] = bundle_name or called.get(bundle, "")
        if key:
            keys.setdefault(bundle, number)
    single = _single_bundles(content)
    known = connection.rows(
        "SELECT id, uid, name FROM pagekin_bundle WHERE crawler_id = %s ORDER BY id", crawler
    )
    by_uid = {uid: number for number, uid, _ in known}
    for number, uid, name in known:
        bundles[number] = KnownBundle(
            number,
            crawler,
            uid,
            called.get(number) or name,
            by_uid.get(uid.rpartition(APART)[0]),
            uid not in single,
            keys.get(number),
        )


def _single_bundles(content: str) -> set[str]:
    """Return the bundles of which a page has one instance, itself; without a wrapper nobody knows."""
    if not content:
        return set()
    found = set()
    waiting = [("", bundle) for bundle in json.loads(content)["bundles"]]
    while waiting:
        around, bundle = waiting.pop()
        uid = around + (bundle.get("id") or bundle["name"])
        if not bundle.get("each"):
            found.add(uid)
            waiting += [(uid + APART, inner) for inner in bundle.get("bundles", ())]
    return found
