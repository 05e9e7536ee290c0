"""Where a page is from, by its URL and its language: country, currencies, decimal sign, order of dates."""

import re
from dataclasses import dataclass
from functools import lru_cache

from pagekin.values.locale.countries import (
    COUNTRIES,
    GENERIC_DOMAINS,
    LANGUAGE_COUNTRY,
    LANGUAGES_IN_PATHS,
    Country,
)
from pagekin.values.value import PageContext

_URL = re.compile(r"[hH][tT][tT][pP][sS]?://(?:[^/@]*@)?([^/:?#]*)(?::\d*)?/?([^/?#]*)/?([^/?#]*)")
_TAG = re.compile(r"([a-zA-Z]{2,3})(?:[-_][a-zA-Z]{4})?(?:[-_]([a-zA-Z]{2}))?(?![a-zA-Z])")
_PART = re.compile(r"[a-z]{2}(?:[-_][a-z]{2})?")
_ALIASES = {"UK": "GB", "EN": "GB"}


@dataclass(frozen=True, slots=True)
class PageLocale:
    """What is known of a page's origin; what is not known is empty."""

    language: str = ""
    country: str = ""
    currencies: tuple[str, ...] = ()  # of the country, or of the one country of the language
    decimal: str = ""  # "." or ","
    date_order: str = ""  # "dmy" or "mdy"


def locale_of(context: PageContext) -> PageLocale:
    """Return the locale of a page: by the URL's path, else by its domain, else by the language."""
    return _locale_of(context.url, context.language)


@lru_cache(maxsize=4096)
def _locale_of(address: str, declared: str) -> PageLocale:
    tag = _TAG.match(declared)
    language = tag[1].lower() if tag else ""
    region = (tag[2] or "").upper() if tag else ""
    url = _URL.match(address)
    country = ""
    if url:
        path_language, country = _of_url(url[1].lower(), (url[2].lower(), url[3].lower()), language)
        language = language or path_language
    return _locale(language, country or (region if region in COUNTRIES else ""))


def _of_url(host: str, parts: tuple[str, ...], language: str) -> tuple[str, str]:
    """Return what a URL says: ("fr", "CA") for example.com/fr-ca/; path parts outweigh the host."""
    labels = host.split(".")
    for part in (*parts, labels[0] if len(labels) > 2 else ""):
        if _PART.fullmatch(part):
            found = _of_part(part, language)
            if found[1]:
                return found
    top = labels[-1]
    generic = top in GENERIC_DOMAINS and not (
        len(labels) > 2 and labels[-2] in {"com", "co", "net"}
    )
    code = _ALIASES.get(top.upper(), top.upper())
    return "", "" if generic or code not in COUNTRIES else code


def _of_part(part: str, language: str) -> tuple[str, str]:
    """Read a part such as "us", "de-at", "fr_ca" or "ca-fr" (country first, as some makers write)."""
    first, second = part[:2], part[3:]
    if not second:
        country = _ALIASES.get(first.upper(), first.upper()) if first != "en" else ""
        is_language = first == language or (first in LANGUAGES_IN_PATHS and not language)
        home = LANGUAGE_COUNTRY.get(first, "")
        if country not in COUNTRIES or (is_language and home != country):
            return first, ""
        return "", country
    for tongue, land in ((first, second), (second, first)):
        country = _ALIASES.get(land.upper(), land.upper()) if land != "en" else ""
        if country in COUNTRIES and tongue in COUNTRIES[country].decimals:
            return tongue, country
    country = second.upper()
    return (first, country) if first == "en" and country in COUNTRIES else ("", "")


@lru_cache(maxsize=1024)
def _locale(language: str, code: str) -> PageLocale:
    if not code:
        return _of_language(language)
    country = COUNTRIES[code]
    order = country.date_order
    if language and language not in country.decimals:
        # A foreign language, such as the English pages of a German shop: only what both agree on.
        home = _of_language(language)
        main = next(iter(country.decimals.values()), "")
        return PageLocale(
            language,
            code,
            country.currencies,
            home.decimal if home.decimal == main else "",
            order if home.date_order == order else "",
        )
    decimal = country.decimals.get(language, _shared_decimal(country))
    return PageLocale(language, code, country.currencies, decimal, order)


def _shared_decimal(country: Country) -> str:
    signs = set(country.decimals.values())
    return signs.pop() if len(signs) == 1 else ""


def _of_language(language: str) -> PageLocale:
    """Return what holds wherever a language is written."""
    code = LANGUAGE_COUNTRY.get(language)
    if code:
        home = COUNTRIES[code]
        decimal = home.decimals.get(language, _shared_decimal(home))
        return PageLocale(language, "", home.currencies, decimal, home.date_order)
    decimal, order = _WORLD_LANGUAGES.get(language, ("", ""))
    return PageLocale(language, "", (), decimal, order)


# Languages of many countries: decimal sign and order of dates where (nearly) all of them agree.
_WORLD_LANGUAGES = {
    "en": (".", ""),
    "fr": (",", "dmy"),
    "es": ("", "dmy"),
    "pt": (",", "dmy"),
    "ar": ("", "dmy"),
    "zh": (".", ""),
    "sr": (",", "dmy"),
    "fa": ("", ""),
}
