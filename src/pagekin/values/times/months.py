"""The names of the months in the languages of the web."""

from collections.abc import Mapping
from functools import lru_cache

from pagekin.values.times.month_table import TABLE


def _by_language() -> dict[str, dict[str, int]]:
    languages: dict[str, dict[str, int]] = {}
    for line in TABLE.splitlines():
        language, *months = line.split()
        names = languages.setdefault(language, {})
        for month, spellings in enumerate(months, start=1):
            names |= dict.fromkeys(spellings.split(","), month)
            if language == "he":  # "in May" is one word
                names |= dict.fromkeys((f"ב{name}" for name in spellings.split(",")), month)
    return languages


_LANGUAGES = _by_language()


def _anywhere() -> dict[str, int]:
    """Return the names that mean one month in all languages: listopad is October and November."""
    meanings: dict[str, set[int]] = {}
    for names in _LANGUAGES.values():
        for name, month in names.items():
            meanings.setdefault(name, set()).add(month)
    return {name: months.pop() for name, months in meanings.items() if len(months) == 1}


_ANYWHERE = _anywhere()


@lru_cache(maxsize=128)
def month_names(language: str) -> Mapping[str, int]:
    """Return the names of months on pages of a language, and unambiguous names of other languages."""
    return _ANYWHERE | _LANGUAGES.get("nb" if language == "no" else language, {})
