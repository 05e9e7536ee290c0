"""Files that hold a wrapper: one of its own, or a crawler's."""

import json
from dataclasses import dataclass, replace
from pathlib import Path

from pagekin.errors import UsageError
from pagekin.json_files import parsed, text_of
from pagekin.navigation import Crawler
from pagekin.navigation.crawler_file import dumps, from_json
from pagekin.output import replacing
from pagekin.wrappers import Wrapper, wrapper_json

_WHAT = "crawler or wrapper"


@dataclass(frozen=True, slots=True)
class LearnedFile:
    """A wrapper and the crawler, if any, that carries it."""

    wrapper: Wrapper
    crawler: Crawler | None = None

    def dumps(self) -> str:
        """Return the text of the file."""
        if self.crawler:
            return dumps(replace(self.crawler, wrapper=self.wrapper))
        return wrapper_text(self.wrapper)


def wrapper_text(wrapper: Wrapper) -> str:
    """Return the text of a wrapper's own file."""
    return json.dumps(wrapper_json.to_content(wrapper), indent=2, ensure_ascii=False) + "\n"


def read_learned(path: Path) -> LearnedFile:
    """Read a wrapper from its own file or from a crawler file."""
    return learned_from(text_of(path, _WHAT), str(path))


def learned_from(text: str, name: str) -> LearnedFile:
    """Read the text of such a file; `name` is for messages."""
    content = parsed(text, name, _WHAT)
    if isinstance(content, dict) and "bundles" in content:
        return LearnedFile(wrapper_json.from_content(content, name))
    crawler = from_json(content, name)
    if crawler.wrapper is None:
        raise UsageError(
            f"{name}: this crawler has no wrapper yet; 'pagekin induce' learns one from pages, "
            "'pagekin get' learns both at once"
        )
    return LearnedFile(crawler.wrapper, crawler)


def write_text(path: Path, text: str) -> None:
    """Write a file whole, or not at all."""
    with replacing(path) as stream:
        stream.write(text.encode())


def write_wrapper(path: Path, crawler: Crawler, wrapper: Wrapper) -> Wrapper:
    """Write a crawler's file with another wrapper, as a new version of it; return that.

    `crawler` is what the change was made to. If the file has another wrapper by now, nothing is written.
    """
    now = from_json(parsed(text_of(path, _WHAT), str(path), _WHAT), str(path))
    if now.wrapper != crawler.wrapper:
        raise UsageError(
            "the fields were changed by somebody else meanwhile: load them again, then change them"
        )
    version = crawler.wrapper.version + 1 if crawler.wrapper else 1
    new = replace(wrapper, version=version)
    write_text(path, dumps(replace(now, wrapper=new)))
    return new
