"""What is known about countries: currencies, order of a numeric date, languages and decimal signs."""

from collections.abc import Mapping
from dataclasses import dataclass

from pagekin.values.locale.country_table import TABLE
from pagekin.values.plain import word_set

# Top-level domains of countries that are sold to anybody, and so say nothing about the country.
GENERIC_DOMAINS = word_set(
    "ac ai ag am cc co dj fm gg gl im io la ly me mu nu pw sc sh so st su to tv vc ws"
)
# Codes that stand for a language in most paths, though a country has the same: /sv/ is Swedish.
LANGUAGES_IN_PATHS = word_set("ar sv et sl sr bn ga cy gl ms bs vi ta da el he hi ja ko zh cs")
# The country of a language that hardly any shop of another country uses: its currency is meant.
LANGUAGE_COUNTRY: Mapping[str, str] = {
    "ja": "JP", "ko": "KR", "th": "TH", "vi": "VN", "id": "ID", "he": "IL", "tr": "TR", "el": "GR", "fi": "FI",
    "sv": "SE", "da": "DK", "nb": "NO", "nn": "NO", "no": "NO", "is": "IS", "et": "EE", "lv": "LV", "lt": "LT",
    "pl": "PL", "cs": "CZ", "sk": "SK", "sl": "SI", "hr": "HR", "hu": "HU", "ro": "RO", "bg": "BG", "mk": "MK",
    "uk": "UA", "ka": "GE", "hy": "AM", "az": "AZ", "kk": "KZ", "uz": "UZ", "nl": "NL", "de": "DE", "it": "IT",
    "hi": "IN", "bn": "BD", "km": "KH", "lo": "LA", "mn": "MN", "ca": "ES", "gl": "ES", "eu": "ES", "ms": "MY",
    "ru": "RU",
}  # fmt: skip


@dataclass(frozen=True, slots=True)
class Country:
    """How a country pays and writes."""

    currencies: tuple[str, ...]
    date_order: str  # "dmy", "mdy" or "" where the year comes first
    decimals: Mapping[str, str]  # language → decimal sign, "" where both are seen


def _countries() -> dict[str, Country]:
    countries = {}
    for line in TABLE.splitlines():
        code, currencies, order, *languages = line.split()
        decimals = {word[:-1]: word[-1].strip("?") for word in languages}
        if "nb" in decimals:
            decimals["no"] = decimals["nb"]
        order = order if order != "ymd" else ""
        countries[code] = Country(tuple(currencies.split("/")), order, decimals)
    return countries


COUNTRIES: Mapping[str, Country] = _countries()
