"""One table of settings; each can be a flag, a PAGEKIN_* variable or a key of pagekin.toml.

The table is the `Settings` class itself: a field is a setting, its metadata says what it is for. A flag
wins over a variable, a variable over the file, the file over the default.
"""

import difflib
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, get_type_hints

from pagekin.errors import FileFormatError, UsageError
from pagekin.version import __version__

PROJECT_PAGE = "https://github.com/pagekin/pagekin"
FILE_NAME = "pagekin.toml"
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}


def _setting(
    default: Any,
    description: str,
    *,
    least: float | None = None,
    most: float | None = None,
    choices: tuple[str, ...] = (),
) -> Any:
    limits = {"least": least, "most": most, "choices": choices}
    return field(default=default, metadata={"help": description} | limits)


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting with its default; frozen, so that a run cannot change its own rules."""

    # How far to go while learning.
    max_pages: int = _setting(10_000, "Stop learning after this many pages.", least=1)
    max_depth: int = _setting(
        0, "Go no further than this many links from the entry (0: no limit).", least=0
    )
    max_seconds: float = _setting(0.0, "Stop after this many seconds (0: no limit).", least=0)

    # What belongs to the site.
    subdomains: bool = _setting(
        default=False, description="The site's other subdomains belong to it."
    )
    path_prefix: str = _setting("", "Only URLs whose path begins with this belong to the site.")
    accept_regex: str = _setting("", "Follow only links whose URL matches this regular expression.")
    reject_regex: str = _setting("", "Follow no link whose URL matches this regular expression.")
    sort_query: bool = _setting(
        default=False, description="Treat URLs that differ only in the order of the query as one."
    )

    # When are two pages, or two URLs, alike.
    threshold: float = _setting(
        0.8, "Pages at least this similar to the sample are targets (0 to 1).", least=0, most=1
    )
    labels: str = _setting(
        "tag", "Compare pages by 'tag' or by 'tag+class'.", choices=("tag", "tag+class")
    )
    fold: bool = _setting(
        default=False, description="Count repeated siblings once when comparing pages."
    )
    url_levels: int = _setting(
        2, "URLs that differ in at most this many levels are similar (K).", least=0
    )

    # How to fetch.
    delay: float = _setting(0.25, "Seconds between two requests to one host.", least=0)
    concurrency: int = _setting(8, "Requests under way at once.", least=1)
    autothrottle: bool = _setting(default=True, description="Slow down when the server does.")
    obey_robots: bool = _setting(default=True, description="Obey robots.txt.")
    timeout: float = _setting(30.0, "Give up on a request after this many seconds.", least=0.1)
    retries: int = _setting(2, "Try a failing request this many times more.", least=0)
    max_redirects: int = _setting(10, "Follow at most this many redirects in a row.", least=0)
    max_body: int = _setting(32 * 1024 * 1024, "Refuse pages larger than this many bytes.", least=1)
    allow_networks: str = _setting(
        "", "Private networks that pages may lead to, such as '10.0.0.0/8, fd00::/8'."
    )
    user_agent: str = _setting(
        f"pagekin/{__version__} (+{PROJECT_PAGE})", "How pagekin names itself."
    )


TYPES: Mapping[str, type] = get_type_hints(Settings)
TABLE = {f.name: f for f in fields(Settings)}


def load(
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
    file: Path | None = None,
) -> Settings:
    """Gather the settings from all their sources; a flag that is None was not given."""
    values: dict[str, Any] = {}
    for name, value in _from_file(file).items():
        values[name] = _checked(name, value, f"{file}: {name}")
    for name in TABLE:
        variable = f"PAGEKIN_{name.upper()}"
        if environ and environ.get(variable):
            values[name] = _checked(name, environ[variable], variable)
    for name, value in (flags or {}).items():
        if name in TABLE and value is not None:
            values[name] = _checked(name, value, f"--{name.replace('_', '-')}")
    return Settings(**values)


def _from_file(file: Path | None) -> dict[str, Any]:
    if file is None or not file.exists():
        return {}
    try:
        content = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise FileFormatError(f"{file}: {error}") from error
    for name in content:
        if name not in TABLE:
            near = difflib.get_close_matches(name, TABLE, n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise FileFormatError(f"{file}: there is no setting '{name}'{hint}")
    return content


def _checked(name: str, value: Any, source: str) -> Any:
    """Give the value its setting's type, or say which source holds the wrong one."""
    wanted = TYPES[name]
    if wanted is str and isinstance(value, list):
        value = ", ".join(
            map(str, value)
        )  # a list in the file reads better than a text with commas
    try:
        converted = _boolean(value) if wanted is bool else wanted(value)
    except (TypeError, ValueError):
        kind = {bool: "yes or no", int: "a whole number", float: "a number"}.get(wanted, "a text")
        raise UsageError(f"{source}: {value!r} is not {kind}") from None
    limits = TABLE[name].metadata
    if limits["choices"] and converted not in limits["choices"]:
        raise UsageError(f"{source}: {value!r} is none of {', '.join(limits['choices'])}")
    if limits["least"] is not None and not converted >= limits["least"]:
        raise UsageError(f"{source}: {value!r} is too small; the least is {limits['least']}")
    if limits["most"] is not None and not converted <= limits["most"]:
        raise UsageError(f"{source}: {value!r} is too large; the most is {limits['most']}")
    return converted


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _TRUE | _FALSE:
        raise ValueError(word)
    return word in _TRUE
