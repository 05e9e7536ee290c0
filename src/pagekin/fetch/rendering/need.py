"""Which pages are rendered: those that a person names."""

from collections.abc import Callable

import re2

from pagekin.settings.setting_values import glob_regex, url_globs


def wants_rendering(setting: str) -> Callable[[str], bool]:
    """Read the setting `render`: nothing, "always", or globs of whole URLs or of their paths."""
    globs = url_globs(setting)
    if not globs:
        return lambda _url: False
    paths = glob_regex(" ".join(glob for glob in globs if "://" not in glob))
    whole = (".*".join(map(re2.escape, glob.split("*"))) for glob in globs if "://" in glob)
    pattern = re2.compile("|".join(f"(?:{regex})" for regex in (paths, *whole) if regex))
    return lambda url: pattern.fullmatch(url) is not None
