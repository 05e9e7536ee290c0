"""The settings with which pagekin fetches what somebody else asks for: a program, or a person far away."""

import os
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

from pagekin.settings import FILE_NAME, TABLE, Settings, load

# What may hold or lead to a secret, and is sent to the sites that are named.
_SECRETS = ("headers", "cookies", "login", "login_url")


def settings_for_others(
    site: str,
    given: Mapping[str, Any] | None = None,
    environ: Mapping[str, str] | None = None,
    file: Path | None = None,
    beside: Path | None = None,
) -> Settings:
    """Return the settings for a site (its host, with its port) that was not named by the owner of the settings.

    Private addresses have to be in `allow_networks`; and headers, cookies and logins count only if they were set
    for this very site (`beside` is the file of a crawler's own settings), else whoever names a site of their own would get them.
    """
    environ = os.environ if environ is None else environ
    file = file or Path(FILE_NAME)
    own = load(given, environ, file, site, beside)
    everywhere = load(given, environ, file)
    kept: dict[str, Any] = {
        name: getattr(own, name)
        if getattr(own, name) != getattr(everywhere, name)
        else TABLE[name].default
        for name in _SECRETS
    }
    return replace(own, only_public=True, **kept)
