"""The crawler file: a crawler as JSON that a person can read, check and edit."""

import json
from pathlib import Path
from typing import Any

from pagekin import json_files
from pagekin.errors import FileFormatError
from pagekin.navigation.crawler import Crawler
from pagekin.navigation.crawler_json import from_content, to_content

VERSION = 1
_SCHEMA = ("pagekin.navigation", "crawler.schema.json")


def schema() -> dict[str, Any]:
    """Return the JSON Schema of a crawler file."""
    return json_files.schema_in(*_SCHEMA)


def dumps(crawler: Crawler) -> str:
    """Return the text of a crawler file."""
    content = {"version": VERSION} | to_content(crawler)
    return json.dumps(content, indent=2, ensure_ascii=False) + "\n"


def loads(text: str, name: str = "crawler") -> Crawler:
    """Return the crawler in the text of a crawler file; an error names the wrong line or key."""
    return from_json(json_files.parsed(text, name, "crawler"), name)


def from_json(content: Any, name: str) -> Crawler:
    """Check the content of a crawler file and return the crawler."""
    _check_version(content, name)
    json_files.check(content, _SCHEMA, name, "file")
    return from_content(content, name)


def read(path: Path) -> Crawler:
    """Return the crawler in a file."""
    return loads(json_files.text_of(path, "crawler"), str(path))


def _check_version(content: Any, name: str) -> None:
    version = content.get("version") if isinstance(content, dict) else None
    if version is None:
        raise FileFormatError(
            f"{name}, key 'version': missing; a crawler file comes from 'pagekin learn'"
        )
    if version != VERSION:
        raise FileFormatError(
            f"{name}, key 'version': {json_files.shortened(repr(version))} is unknown to this pagekin, "
            f"which reads version {VERSION}; upgrade pagekin or learn the crawler again"
        )
