"""The crawler file: a crawler as JSON that a person can read, check and edit."""

import json
from dataclasses import asdict
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

import jsonschema

from pagekin.errors import FileFormatError
from pagekin.navigation.crawler import Crawler, Learned
from pagekin.navigation.group import Group
from pagekin.navigation.navigation_pattern import NavigationPattern
from pagekin.similarity import SimilaritySettings
from pagekin.urls import InvalidUrl, PatternSyntaxError, Scope, URLPattern, canonical

VERSION = 1


@cache
def schema() -> dict[str, Any]:
    """Give the JSON Schema of a crawler file."""
    text = files("pagekin.navigation").joinpath("crawler.schema.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def dumps(crawler: Crawler) -> str:
    """Write a crawler as the text of a crawler file."""
    content = {
        "version": VERSION,
        "samples": list(crawler.samples),
        "entry": crawler.entry,
        "scope": asdict(crawler.scope),
        "navigation": [str(step) for step in crawler.navigation.steps],
        "similarity": crawler.similarity.to_dict(),
        "learned": asdict(crawler.learned),
        "map": [_group_content(group) for group in crawler.map],
    }
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def loads(text: str, name: str = "crawler") -> Crawler:
    """Read the text of a crawler file; an error names the line or the key that is wrong."""
    try:
        content = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileFormatError(
            f"{name}, line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise FileFormatError(f"{name}: not a crawler file: nested too deeply") from None
    _check_version(content, name)
    validator = jsonschema.Draft202012Validator(schema())
    fault = jsonschema.exceptions.best_match(validator.iter_errors(content))
    if fault is not None:
        raise FileFormatError(f"{name}, key '{_key(fault.absolute_path)}': {_short(fault.message)}")
    return _crawler(content, name)


def read(path: Path) -> Crawler:
    """Read a crawler file from disk."""
    try:
        text = path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileFormatError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileFormatError(f"{path}: not a crawler file: not UTF-8 text") from None
    return loads(text, str(path))


def _check_version(content: Any, name: str) -> None:
    version = content.get("version") if isinstance(content, dict) else None
    if version is None:
        raise FileFormatError(
            f"{name}, key 'version': missing; a crawler file comes from 'pagekin learn'"
        )
    if version != VERSION:
        raise FileFormatError(
            f"{name}, key 'version': {version!r} is unknown to this pagekin, which reads version "
            f"{VERSION}; upgrade pagekin or learn the crawler again"
        )


def _crawler(content: dict[str, Any], name: str) -> Crawler:
    steps = [
        _pattern(text, f"{name}, key 'navigation[{i}]'")
        for i, text in enumerate(content["navigation"])
    ]
    return Crawler(
        samples=tuple(
            _url(url, f"{name}, key 'samples[{i}]'") for i, url in enumerate(content["samples"])
        ),
        entry=_url(content["entry"], f"{name}, key 'entry'"),
        scope=Scope(**content["scope"]),
        navigation=NavigationPattern(tuple(steps)),
        similarity=SimilaritySettings.from_dict(content["similarity"]),
        learned=Learned(**content["learned"]),
        map=tuple(
            _group(group, i, f"{name}, key 'map[{i}]'") for i, group in enumerate(content["map"])
        ),
    )


def _group_content(group: Group) -> dict[str, Any]:
    return asdict(group) | {"pattern": str(group.pattern), "examples": list(group.examples)}


def _group(content: dict[str, Any], number: int, where: str) -> Group:
    under = content["under"]
    if (under is None) != (number == 0) or (under is not None and under >= number):
        raise FileFormatError(f"{where}: 'under' must be the number of an earlier group")
    pattern = _pattern(content["pattern"], where)
    return Group(**content | {"pattern": pattern, "examples": tuple(content["examples"])})


def _pattern(text: str, where: str) -> URLPattern:
    try:
        return URLPattern.parse(text)
    except PatternSyntaxError as error:
        raise FileFormatError(f"{where}: {error}") from None


def _url(text: str, where: str) -> str:
    url = canonical(text)
    if isinstance(url, InvalidUrl):
        raise FileFormatError(f"{where}: {url}")
    return url


def _key(path: Any) -> str:
    key = ""
    for part in path:
        key += f"[{part}]" if isinstance(part, int) else f"{'.' if key else ''}{part}"
    return key or "(the whole file)"


def _short(message: str) -> str:
    return message if len(message) <= 200 else message[:199] + "…"
