"""The crawler file: a crawler as JSON that a person can read, check and edit."""

import json
import re
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pagekin.errors import FileFormatError
from pagekin.lazy import lazy_module
from pagekin.navigation.crawler import Crawler
from pagekin.navigation.crawler_json import from_content, to_content

VERSION = 1
_jsonschema = lazy_module("jsonschema")
_HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")


@cache
def schema() -> dict[str, Any]:
    """Return the JSON Schema of a crawler file."""
    text = files("pagekin.navigation").joinpath("crawler.schema.json").read_text(encoding="utf-8")
    content: dict[str, Any] = json.loads(text)
    return content


def dumps(crawler: Crawler) -> str:
    """Return the text of a crawler file."""
    content = {"version": VERSION} | to_content(crawler)
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def loads(text: str, name: str = "crawler") -> Crawler:
    """Return the crawler in the text of a crawler file; an error names the wrong line or key."""
    return from_json(parsed(text, name), name)


def from_json(content: Any, name: str) -> Crawler:
    """Check the content of a crawler file and return the crawler."""
    if _HALF_A_CHARACTER.search(json.dumps(content, ensure_ascii=False)):
        raise FileFormatError(
            f"{name}: not a crawler file: a text holds half a character (\\ud800…)"
        )
    _check_version(content, name)
    validator = _jsonschema.Draft202012Validator(schema())
    fault = _jsonschema.exceptions.best_match(validator.iter_errors(content))
    if fault is not None:
        raise FileFormatError(f"{name}, key '{_key(fault.absolute_path)}': {_short(fault.message)}")
    return from_content(content, name)


def read(path: Path) -> Crawler:
    """Return the crawler in a file."""
    return loads(text_of(path), str(path))


def text_of(path: Path, what: str = "crawler") -> str:
    """Return the text of a file that should contain JSON."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileFormatError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileFormatError(f"{path}: not a {what} file: not UTF-8 text") from None


def parsed(text: str, name: str, what: str = "crawler") -> Any:
    """Parse JSON; an error names the wrong line."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise FileFormatError(
            f"{name}, line {error.lineno}, column {error.colno}: not JSON: {error.msg}"
        ) from None
    except RecursionError:
        raise FileFormatError(f"{name}: not a {what} file: nested too deeply") from None
    except ValueError as error:  # such as a number with thousands of digits
        raise FileFormatError(f"{name}: not a {what} file: {error}") from None


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


def _key(path: Any) -> str:
    key = ""
    for part in path:
        key += f"[{part}]" if isinstance(part, int) else f"{'.' if key else ''}{part}"
    return key or "(the whole file)"


def _short(message: str) -> str:
    return message if len(message) <= 200 else message[:199] + "…"
