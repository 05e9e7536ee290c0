"""Session ids in URLs: a site writes the same one into all links of a page, and another one the next time."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from pagekin.lazy import lazy_module

_re2 = lazy_module("re2")
_FEWEST = 5  # links of a page that carry the same id
_MOST = 0.5  # of a page's links, at least, carry it
_LONGEST = 200
_MOST_SUSPECTS = 3
_DEEPEST = 3  # levels of a path, from the left, that may hold a session id
# Texts that nobody chose: letters and digits mixed, or many digits. In a path, possibly after a word.
_OPAQUE = re.compile(r"(?=\w*\d)(?=\w*[A-Za-z])[\w\-.~]{8,}|\d{10,}", re.ASCII)
_NUMBER = re.compile(r"(.*?[^0-9A-Za-z])??([0-9A-Za-z]{8,})(\W*)", re.ASCII)


@dataclass(frozen=True, slots=True)
class SessionId:
    """Where URLs may hold a session id: in a parameter of a certain name, or in a certain level of the path.

    A parameter is part of the query, or of the path after a semicolon.
    """

    parameter: str = ""
    level: str = ""  # a regular expression

    def value(self, url: str) -> str | None:
        """Return what a URL holds in this place; None if it has no such place."""
        found = (value for part, value in _parts(url) if self._is(part, value))
        return next(found, None)

    def without(self, url: str) -> str:
        """Return a URL without this part."""
        return without_sessions(url, (self.parameter,) if self.parameter else (), self.level)

    def _is(self, parameter: str, value: str) -> bool:
        if self.parameter:
            return parameter == self.parameter
        return not parameter and bool(self.level) and _compiled(self.level).fullmatch(value)


def suspected_session_ids(urls: Sequence[str]) -> list[SessionId]:
    """Return where the links of a page may hold session ids: texts that nobody chose, in most of the links.

    In a path it has to be the same text in all of them. The likeliest place comes first.
    """
    parameters: Counter[str] = Counter()
    levels: Counter[str] = Counter()
    for url in urls:
        parts = dict.fromkeys(_parts(url))
        parameters.update({name for name, value in parts if name and _is_opaque(value)})
        levels.update({value for name, value in parts if not name and _form(value)})
    least = max(_FEWEST, _MOST * len(urls))
    found = [
        SessionId(parameter=name) for name, times in parameters.most_common() if times >= least
    ]
    found += [
        SessionId(level=_form(level)) for level, times in levels.most_common() if times >= least
    ]
    return found[:_MOST_SUSPECTS]


def without_sessions(url: str, parameters: Iterable[str], level: str) -> str:
    """Return a (canonical) URL without these parameters and without the levels that match `level`."""
    address, mark, query = url.partition("?")
    names = set(parameters)
    if level or ";" in address:
        scheme, _, path = address.partition("://")
        host, *levels = path.split("/")
        last = min(_DEEPEST, len(levels) - 1)  # the last level is the page itself
        kept = [one for one in levels[:last] if not _is_session(one, level)] + levels[last:]
        address = f"{scheme}://{'/'.join([host, *(_plain(one, names) for one in kept)])}"
    if not mark or not names:
        return address + mark + query
    pairs = [pair for pair in query.split("&") if pair.partition("=")[0] not in names]
    return f"{address}?{'&'.join(pairs)}" if pairs else address


def _is_session(text: str, level: str) -> bool:
    return bool(level) and bool(_compiled(level).fullmatch(text))


def _plain(level: str, names: set[str]) -> str:
    """Return a level of a path without these parameters after its semicolons."""
    if ";" not in level:
        return level
    first, *others = level.split(";")
    return ";".join([first, *(one for one in others if one.partition("=")[0] not in names)])


def _parts(url: str) -> Iterator[tuple[str, str]]:
    """Yield name and value of each parameter of a URL, and "" with each of its first levels."""
    address, _, query = url.partition("?")
    levels = address.partition("://")[2].split("/")[1:]
    for level in levels:
        for pair in level.split(";")[1:]:
            parameter, _, value = pair.partition("=")
            yield parameter, value
    for level in levels[:-1][:_DEEPEST]:
        yield "", level
    for pair in query.split("&"):
        parameter, _, value = pair.partition("=")
        if parameter:
            yield parameter, value


def _is_opaque(value: str) -> bool:
    return len(value) <= _LONGEST and bool(_OPAQUE.fullmatch(value))


@lru_cache(maxsize=1024)
def _form(level: str) -> str:
    """Return a regular expression for levels like this one if it may hold a session id; else ""."""
    number = _NUMBER.fullmatch(level) if len(level) <= _LONGEST else None
    if not number or not _OPAQUE.fullmatch(number[2]):
        return ""
    before, after = _re2.escape(number[1] or ""), _re2.escape(number[3])
    return f"{before}[0-9A-Za-z]{{{len(number[2]) - 2},{len(number[2]) + 2}}}{after}"


@lru_cache(maxsize=64)
def _compiled(regex: str) -> Any:
    return _re2.compile(regex)
