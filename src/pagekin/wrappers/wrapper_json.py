"""Wrappers to and from JSON content, with the checks that a schema cannot make."""

from collections.abc import Iterable
from typing import Any

from pagekin import json_files
from pagekin.errors import FileFormatError, UsageError
from pagekin.values import type_named
from pagekin.wrappers.compiled_paths import PathError, compiled, is_relative
from pagekin.wrappers.model import Anchor, Bundle, Field, FieldEvidence, Healing, Locator, Wrapper

MAX_NESTING = 4
MAX_FIELDS = 2_000
MAX_LOCATORS = 4_000
MAX_PATHS = 400_000  # characters of all paths together
_SCHEMA = ("pagekin.wrappers", "wrapper.schema.json")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a wrapper."""
    return json_files.schema_in(*_SCHEMA)


def to_content(wrapper: Wrapper) -> dict[str, Any]:
    """Return a wrapper as JSON values; defaults are left out."""
    content: dict[str, Any] = {
        "version": wrapper.version,
        "bundles": [_bundle_content(bundle) for bundle in wrapper.bundles],
    }
    if wrapper.healed:
        content["healed"] = [
            {
                "field": healing.field,
                "old": _locators_content(healing.old),
                "new": _locators_content(healing.new),
                "confidence": healing.confidence,
                "at": healing.at,
            }
            for healing in wrapper.healed
        ]
    return content


def from_content(content: Any, name: str) -> Wrapper:
    """Return the wrapper that JSON content describes; raise `FileFormatError` naming the key at fault."""
    json_files.check(content, _SCHEMA, name, "wrapper")
    reader = _Reader(name)
    return Wrapper(
        bundles=reader.bundles(content["bundles"], "bundles", 1, inside=False),
        version=content["version"],
        healed=tuple(
            reader.healing(part, f"healed[{i}]") for i, part in enumerate(content.get("healed", ()))
        ),
    )


class _Reader:
    """A reader of content that the schema accepts; errors name the file."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._fields = 0
        self._locators_read = 0
        self._paths_read = 0

    def bundles(
        self, contents: list[dict[str, Any]], where: str, depth: int, *, inside: bool
    ) -> tuple[Bundle, ...]:
        if contents and depth > MAX_NESTING:
            self._fail(where, f"bundles are nested more than {MAX_NESTING} deep")
        self._unique(contents, where)
        return tuple(
            self._bundle(content, f"{where}[{i}]", depth, inside=inside)
            for i, content in enumerate(contents)
        )

    def healing(self, content: dict[str, Any], where: str) -> Healing:
        return Healing(
            content["field"],
            self._locators(content["old"], f"{where}.old", relative=False),
            self._locators(content["new"], f"{where}.new", relative=False),
            content["confidence"],
            content["at"],
        )

    def _bundle(self, content: dict[str, Any], where: str, depth: int, *, inside: bool) -> Bundle:
        each = self._locators(content.get("each", ()), f"{where}.each", relative=inside)
        for i, locator in enumerate(each):
            if locator.anchor is Anchor.DATA or locator.before or locator.after:
                self._fail(
                    f"{where}.each[{i}]", "must lead to elements: an XPath, nothing to cut off"
                )
        inside = inside or bool(each)
        self._unique(content["fields"], f"{where}.fields")
        fields = tuple(
            self._field(part, f"{where}.fields[{i}]", inside=inside)
            for i, part in enumerate(content["fields"])
        )
        bundles = self.bundles(
            content.get("bundles", []), f"{where}.bundles", depth + 1, inside=inside
        )
        optional, identity = content.get("optional", False), content.get("id", "")
        return Bundle(content["name"], fields, each, bundles, optional, identity)

    def _field(self, content: dict[str, Any], where: str, *, inside: bool) -> Field:
        self._fields += 1
        if self._fields > MAX_FIELDS:
            self._fail(where, f"there are more than {MAX_FIELDS} fields")
        try:
            type_named(content["type"])
        except UsageError as error:
            self._fail(f"{where}.type", str(error))
        seen = content.get("seen")
        return Field(
            name=content["name"],
            type=content["type"],
            locators=self._locators(content["locators"], f"{where}.locators", relative=inside),
            many=content.get("many", False),
            optional=content.get("optional", False),
            key=content.get("key", False),
            extra=content.get("extra", False),
            lead=content.get("lead", ""),
            seen=None
            if seen is None
            else FieldEvidence(**seen | {"examples": tuple(seen.get("examples", ()))}),
            id=content.get("id", ""),
        )

    def _locators(
        self, contents: Iterable[dict[str, Any]], where: str, *, relative: bool
    ) -> tuple[Locator, ...]:
        return tuple(
            self._locator(content, f"{where}[{i}].path", relative=relative)
            for i, content in enumerate(contents)
        )

    def _locator(self, content: dict[str, Any], where: str, *, relative: bool) -> Locator:
        self._locators_read += 1
        self._paths_read += len(content["path"])
        if self._locators_read > MAX_LOCATORS or self._paths_read > MAX_PATHS:
            self._fail(where, f"there are more than {MAX_LOCATORS} locators, or very long ones")
        locator = Locator(**content | {"anchor": Anchor(content["anchor"])})
        if locator.anchor is Anchor.DATA:
            return locator
        try:
            compiled(locator.path)
            if relative and not is_relative(locator.path):
                self._fail(where, "a path inside a bundle's instance must not start with '/'")
        except PathError as error:
            self._fail(where, str(error))
        return locator

    def _unique(self, contents: list[dict[str, Any]], where: str) -> None:
        names: set[str] = set()
        ids: set[str] = set()
        for i, content in enumerate(contents):
            name, identity = content["name"], content.get("id", content["name"])
            if name in names:
                self._fail(f"{where}[{i}].name", f"{name!r} is already taken")
            if identity in ids:
                self._fail(f"{where}[{i}].id", f"{identity!r} is already taken; write another id")
            names.add(name)
            ids.add(identity)

    def _fail(self, where: str, what: str) -> None:
        raise FileFormatError(f"{self._name}, key '{where}': {json_files.shortened(what)}")


def _bundle_content(bundle: Bundle) -> dict[str, Any]:
    content: dict[str, Any] = {"name": bundle.name} | _own_id(bundle)
    if bundle.each:
        content["each"] = _locators_content(bundle.each)
    if bundle.optional:
        content["optional"] = True
    content["fields"] = [_field_content(field) for field in bundle.fields]
    if bundle.bundles:
        content["bundles"] = [_bundle_content(inner) for inner in bundle.bundles]
    return content


def _field_content(field: Field) -> dict[str, Any]:
    content: dict[str, Any] = {"name": field.name} | _own_id(field) | {"type": field.type}
    content |= {flag: True for flag in ("many", "optional", "key", "extra") if getattr(field, flag)}
    content |= {"lead": field.lead} if field.lead else {}
    content["locators"] = _locators_content(field.locators)
    if field.seen is not None:
        seen = field.seen
        content["seen"] = {"pages": seen.pages, "found": seen.found, "fitting": seen.fitting}
        if seen.examples:
            content["seen"]["examples"] = list(seen.examples)
    return content


def _own_id(part: Bundle | Field) -> dict[str, str]:
    return {"id": part.id} if part.id != part.name else {}


def _locators_content(locators: Iterable[Locator]) -> list[dict[str, str]]:
    return [
        {"path": locator.path, "anchor": str(locator.anchor)}
        | ({"before": locator.before} if locator.before else {})
        | ({"after": locator.after} if locator.after else {})
        for locator in locators
    ]
