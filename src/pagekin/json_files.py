"""JSON that people may edit: read, and checked against a schema; errors name the line or the key."""

import json
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from pagekin.errors import FileFormatError
from pagekin.lazy import lazy_module

_jsonschema = lazy_module("jsonschema")
_HALF_A_CHARACTER = re.compile("[\ud800-\udfff]")
_LONGEST = 200  # characters of a message


def text_of(path: Path, what: str) -> str:
    """Return the text of a file that should contain JSON; `what` says in errors what it should be."""
    try:
        return path.read_text(encoding="utf-8")
    except OSError as error:
        raise FileFormatError(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise FileFormatError(f"{path}: not a {what} file: not UTF-8 text") from None


def parsed(text: str, name: str, what: str) -> Any:
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


@cache
def schema_in(package: str, file: str) -> dict[str, Any]:
    """Return the JSON Schema in a file of a package."""
    content: dict[str, Any] = json.loads(files(package).joinpath(file).read_text(encoding="utf-8"))
    return content


def check(content: Any, schema: tuple[str, str], name: str, what: str) -> None:
    """Raise a FileFormatError that names the wrong key unless content conforms to a schema.

    The schema is given as package and file.
    """
    try:
        if _HALF_A_CHARACTER.search(json.dumps(content, ensure_ascii=False)):
            raise FileFormatError(f"{name}: a text holds half a character (\\ud800…)")
        fault = _jsonschema.exceptions.best_match(_validator(*schema).iter_errors(content))
    except RecursionError:
        raise FileFormatError(f"{name}: nested too deeply") from None
    if fault is not None:
        key = key_of(fault.absolute_path) or f"(the whole {what})"
        raise FileFormatError(f"{name}, key '{key}': {shortened(fault.message)}")


def key_of(path: Iterable[str | int]) -> str:
    """Return the key of a value as people write it: `bundles[0].fields`."""
    key = ""
    for part in path:
        key += f"[{part}]" if isinstance(part, int) else f"{'.' if key else ''}{part}"
    return key


def shortened(message: str) -> str:
    """Return a message that is not too long, whatever values it repeats."""
    return message if len(message) <= _LONGEST else message[: _LONGEST - 1] + "…"


@cache
def _validator(package: str, file: str) -> Any:
    return _jsonschema.Draft202012Validator(schema_in(package, file))
