"""How the shop writes numbers, dates and addresses: the same on every page and in the truth."""

import datetime as dt
import functools
import re
import unicodedata

CURRENCY = "EUR"
FIRST_DAY = dt.date(2025, 3, 1)

_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def money(cents: int) -> str:
    """Write a price as the shop shows it, e.g. €1,299.00."""
    return f"€{cents // 100:,}.{cents % 100:02}"


def amount(cents: int) -> str:
    """Write a price for machines, e.g. 1299.00."""
    return f"{cents // 100}.{cents % 100:02}"


def date_of(day: int) -> dt.date:
    """Return the calendar date of a day of the shop; day 1 is the first."""
    return FIRST_DAY + dt.timedelta(days=day - 1)


@functools.lru_cache(maxsize=2048)
def written_date(date: dt.date) -> str:
    """Write a date as the shop shows it, e.g. 7 March 2024."""
    return f"{date.day} {date:%B %Y}"


@functools.lru_cache(maxsize=4096)
def slug(text: str) -> str:
    """Make a name fit for a path: letters without accents, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", text.replace("'", "")).encode("ascii", "ignore").decode()
    return _NOT_SLUG.sub("-", plain.lower()).strip("-")
