"""The settings of pagekin as they are here: those of the environment, and of pagekin.toml where it runs."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pagekin.app.sites.settings_for_others import settings_for_others
from pagekin.settings import FILE_NAME, Settings, load

if TYPE_CHECKING:
    from collections.abc import Mapping

ONLY_PUBLIC = "PAGEKIN_ONLY_PUBLIC"


def here_settings(
    site: str = "",
    given: Mapping[str, Any] | None = None,
    beside: Path | None = None,
    *,
    only_public: bool = False,
) -> Settings:
    """Return the settings for a site (its host, with its port), or for none; what is given counts first.

    `beside` is the file of a crawler's own settings, if there is one.

    Where others than the owner of this machine can reach the console (then `serve` says `only_public`), they
    may have a site asked that is not the owner's: it gets to know no secrets that were not set for it.
    """
    settings = load(given, os.environ, Path(FILE_NAME), site, beside)
    return (
        settings_for_others(site, given, beside=beside)
        if (settings.only_public or only_public) and site
        else settings
    )
