"""One table of settings; each can be a flag, a PAGEKIN_* variable or a key of pagekin.toml.

A flag takes precedence over a variable, a variable over the crawler's own settings (shop.toml beside
shop.json), those over the site's own table in pagekin.toml, that table over the top level of the file, and
the file over the default.
"""

from pagekin.settings.loading import FILE_NAME, checked, load, own_table
from pagekin.settings.setting_values import TimeWindow
from pagekin.settings.table import PROJECT_PAGE, TABLE, TYPES, Settings

__all__ = [
    "FILE_NAME",
    "PROJECT_PAGE",
    "TABLE",
    "TYPES",
    "Settings",
    "TimeWindow",
    "checked",
    "load",
    "own_table",
]
