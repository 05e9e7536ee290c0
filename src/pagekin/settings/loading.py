"""Gather the settings from all their sources, and say which source holds a mistake."""

import math
import re
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from pagekin.errors import FileFormatError, UsageError
from pagekin.lazy import lazy_module
from pagekin.settings.table import TABLE, TYPES, Settings

_difflib = lazy_module("difflib")
_tomllib = lazy_module("tomllib")
FILE_NAME = "pagekin.toml"
SITES = "site"  # the key of the tables for sites
_TRUE, _FALSE = {"1", "true", "yes", "on"}, {"0", "false", "no", "off"}
_KINDS = {bool: "yes or no", int: "a whole number", float: "a number"}
_SITE = re.compile(r"(?:\*\.)?[\w.\-]+(?::\d+)?|\[[0-9a-f:.]+\](?::\d+)?", re.ASCII)
_VARIABLE = re.compile(r"\$\{(\w+)\}", re.ASCII)


def load(
    flags: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
    file: Path | None = None,
    site: str = "",
    beside: Path | None = None,
) -> Settings:
    """Return the settings, those of one site (its host, with its port) if `site` is given.

    `beside` is the file of a crawler's own settings, if there is one. A flag that is None, or an empty
    list, was not given.
    """
    environ = environ or {}
    values: dict[str, Any] = {}
    own = () if beside is None else ((str(beside), own_table(beside), True),)
    for place, table, is_meant in (*_tables(file, site), *own):
        for name, value in table.items():
            if is_meant:
                values[name] = checked(name, value, f"{place}: {name}", environ)
            elif not TABLE[name].metadata[
                "secret"
            ]:  # the variables of a secret are only needed by its own site's runs
                checked(name, value, f"{place}: {name}", environ)
    for name in TABLE:
        variable = f"PAGEKIN_{name.upper()}"
        if environ.get(variable):
            values[name] = checked(name, environ[variable], variable, environ)
    for name, value in (flags or {}).items():
        if name in TABLE and value is not None and value != ():
            values[name] = checked(name, value, f"--{name.replace('_', '-')}", environ)
    return Settings(**values)


def _tables(file: Path | None, site: str) -> Iterator[tuple[str, dict[str, Any], bool]]:
    """Yield the tables of the file, and whether each applies to the site; the more specific the later."""
    if file is None:
        return
    content = _content(file)
    sites = content.pop(SITES, {})
    _refuse_unknown(content, str(file))
    if not isinstance(sites, dict) or not all(isinstance(t, dict) for t in sites.values()):
        raise FileFormatError(
            f'{file}: {SITES} is not a table; write [{SITES}."shop.example"] above a site\'s settings'
        )
    for name, table in sites.items():
        if not _SITE.fullmatch(name.lower()):
            raise FileFormatError(
                f'{file}: [{SITES}."{name}"] is not a site; write its host, with its port if it has '
                "one, such as shop.example, shop.example:8080 or *.shop.example"
            )
        _refuse_unknown(table, f'{file}: [{SITES}."{name}"]')
    yield str(file), content, True
    fitting = matching(sites, site) if site else []
    for name in [*(sites.keys() - set(fitting)), *fitting]:
        yield f'{file}: [{SITES}."{name}"]', sites[name], name in fitting


def own_table(file: Path) -> dict[str, Any]:
    """Return what a crawler's own file of settings says; nothing if there is no such file."""
    content = _content(file)
    _refuse_unknown(content, str(file))
    return content


def _content(file: Path) -> dict[str, Any]:
    if not file.exists():
        return {}
    try:
        content: dict[str, Any] = _tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, _tomllib.TOMLDecodeError) as error:
        raise FileFormatError(f"{file}: {error}") from error
    return content


def matching(names: Iterable[str], site: str) -> list[str]:
    """Return the names that apply to a site, the most specific last: wildcards, host, host and port."""
    site = site.lower()
    host = re.sub(r":\d+$", "", site)
    fitting = []
    for name in names:
        wanted = name.lower()
        if wanted.startswith("*."):
            end = wanted[1:]
            rank = 1 if ":" in wanted else 0
            if (site if rank else host).endswith(end):
                fitting.append((rank, len(end), name))
        elif wanted in (host, site):
            fitting.append((3 if wanted == site != host else 2, 0, name))
    return [name for _, _, name in sorted(fitting)]


def _refuse_unknown(table: Mapping[str, Any], place: str) -> None:
    for name in table:
        if name not in TABLE:
            near = _difflib.get_close_matches(name, [*TABLE, SITES], n=1)
            hint = f"; did you mean '{near[0]}'?" if near else ""
            raise FileFormatError(f"{place}: there is no setting '{name}'{hint}")


def checked(name: str, value: Any, source: str, environ: Mapping[str, str] | None = None) -> Any:
    """Return a value in the type of its setting; an error names the source of a wrong one."""
    wanted = TYPES[name]
    about = TABLE[name].metadata
    if wanted is str and isinstance(value, list | tuple):
        # A list in the file reads better than a text with commas.
        value = about["joint"].join(map(str, value))
    if about["secret"]:
        value = _filled_in(str(value), source, environ or {})
    shown = "the value" if about["secret"] else repr(value)
    try:
        converted = _boolean(value) if wanted is bool else _number_or_text(wanted, value)
    except (TypeError, ValueError):
        raise UsageError(f"{source}: {shown} is not {_KINDS.get(wanted, 'a text')}") from None
    if about["choices"] and converted not in about["choices"]:
        choices = ", ".join(choice or "''" for choice in about["choices"])
        raise UsageError(f"{source}: {shown} is none of {choices}")
    if about["least"] is not None and not converted >= about["least"]:
        raise UsageError(f"{source}: {shown} is too small; the least is {about['least']}")
    if about["most"] is not None and not converted <= about["most"]:
        raise UsageError(f"{source}: {shown} is too large; the most is {about['most']}")
    try:
        about["reader"](converted)
    except ValueError as error:
        raise UsageError(f"{source}: {error}") from None
    return converted


def _filled_in(text: str, source: str, environ: Mapping[str, str]) -> str:
    """Replace `${NAME}` by that environment variable: secrets need not be in the file."""

    def value_of(variable: re.Match[str]) -> str:
        if variable[1] not in environ:
            raise UsageError(f"{source}: there is no environment variable {variable[1]}; set it")
        return environ[variable[1]]

    return _VARIABLE.sub(value_of, text)


def _number_or_text(wanted: type, value: Any) -> Any:
    if isinstance(value, bool | dict) or (wanted is int and isinstance(value, float)):
        raise TypeError
    converted = wanted(value)
    if wanted is float and not math.isfinite(converted):
        raise ValueError
    return converted


def _boolean(value: Any) -> bool:
    if isinstance(value, bool):
        return value
    word = str(value).strip().lower()
    if word not in _TRUE | _FALSE:
        raise ValueError(word)
    return word in _TRUE
