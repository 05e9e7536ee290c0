"""The settings of pagekin as they are here: those of the environment, and of pagekin.toml where it runs."""

import os
from pathlib import Path

from pagekin.settings import FILE_NAME, Settings, load


def here_settings(site: str = "", beside: Path | None = None, **given: object) -> Settings:
    """Return the settings for a site (its host, with its port), or for none; what is given counts first.

    `beside` is the file of a crawler's own settings.
    """
    return load(given, os.environ, Path(FILE_NAME), site, beside)
