"""The settings of one crawler: `shop.toml` beside `shop.json`, written as pagekin.toml is."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagekin.app.learned_file import write_text
from pagekin.settings import Settings, checked, load, own_table

if TYPE_CHECKING:
    from collections.abc import Mapping

    from pagekin.store.reading.watches import StoredWatch


def settings_file(crawler_file: Path) -> Path:
    """Return where the settings of a crawler are, if it has any of its own."""
    return crawler_file.with_suffix(".toml")


def settings_of_watch(
    watch: StoredWatch, host: str, environ: Mapping[str, str], file: Path
) -> Settings:
    """Return the settings that a watch is run with: what it was given, then those of its crawler."""
    return load(watch.settings, environ, file, host, settings_beside(watch))


def settings_beside(watch: StoredWatch) -> Path | None:
    """Return where the settings of a watch's crawler are; None if it has no file."""
    return settings_file(Path(watch.file)) if watch.file else None


def own_settings(crawler_file: Path) -> dict[str, Any]:
    """Return the settings that a crawler has of its own."""
    return own_table(settings_file(crawler_file))


def write_settings(crawler_file: Path, given: Mapping[str, Any]) -> None:
    """Write the settings of a crawler, all that it is to have; without any the file goes."""
    file = settings_file(crawler_file)
    values = {name: checked(name, value, name) for name, value in given.items()}
    if values:
        write_text(file, "".join(f"{name} = {_toml(value)}\n" for name, value in values.items()))
    else:
        file.unlink(missing_ok=True)


def _toml(value: object) -> str:
    """Return a value as TOML, whose texts are JSON's but for one character."""
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
