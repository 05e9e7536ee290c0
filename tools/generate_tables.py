"""Write the tables of months, countries and currencies from the Unicode CLDR, as Babel has it.

    python tools/generate_tables.py

writes them anew; what differs from CLDR, because pages do otherwise, stands in this file.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from datetime import date
from functools import cache
from pathlib import Path

import babel
from babel import Locale, UnknownLocaleError, localedata
from babel.core import get_global
from babel.languages import get_official_languages
from babel.numbers import get_currency_precision, get_territory_currencies

VALUES = Path(__file__).parent.parent / "src" / "pagekin" / "values"
AS_OF = date(2026, 1, 1)  # the day whose currencies count

# --- months ---

MONTH_LANGUAGES = (
    "en de fr es it pt nl sv da nb fi et lv lt pl cs sk sl hr sr hu ro bg mk el tr ru uk be is ga cy ca gl"
    " eu sq id ms af ar fa he hi bn th ka hy az kk uz fil sr_Latn"
).split()
# Spellings that pages use besides those of CLDR.
MORE_SPELLINGS = {
    ("en", 9): "sept",
    ("de", 1): "jänner jän",
    ("de", 2): "feber",
    ("de", 3): "maerz mrz",
    ("fr", 1): "jan",
    ("fr", 2): "fév fev",
    ("fr", 7): "juill jul",
    ("fr", 8): "aout",
    ("fr", 12): "dec",
    ("es", 9): "sep setiembre set",
    ("ru", 2): "фев",
    ("ru", 9): "сен",
    ("ru", 11): "ноя",
    ("sr_Latn", 9): "sept",
}
_FORMS = [
    (context, width) for context in ("format", "stand-alone") for width in ("wide", "abbreviated")
]
_CUT_SIGNS = ".׳॰"  # at the end of abbreviated names
_TWO_WORDS = re.compile(
    r"[ ’]"
)  # "de gener", "d’abril": the name without its article is there as well


def months() -> Iterator[str]:
    """Yield a line for each language: its code without the script, then the names of each month."""
    for language in MONTH_LANGUAGES:
        # Babel resolves aliases in data that locales share, so that one's names turn up in others.
        localedata._cache.clear()  # noqa: SLF001
        names = (",".join(_month_names(language, month)) for month in range(1, 13))
        yield " ".join((language.partition("_")[0], *names))


def _month_names(language: str, month: int) -> Iterable[str]:
    known = Locale.parse(language).months
    written = (
        known[context][width][month].casefold().rstrip(_CUT_SIGNS) for context, width in _FORMS
    )
    single = [name for name in written if not _TWO_WORDS.search(name)]
    return dict.fromkeys(single + MORE_SPELLINGS.get((language, month), "").split())


# --- countries ---

# Territories without pages of their own, or that are no more.
NO_COUNTRIES = frozenset("AC AQ BU BV CP CS DD DG EA EU HM IC SU TA TF TP YD YU ZR ZZ".split())
# The languages of a country's pages, where its official ones (in CLDR) are too few or too many.
PAGE_LANGUAGES = {
    "AF": "fa ps uz",
    "BA": "bs hr",
    "CA": "en fr iu",
    "CD": "fr sw",
    "CH": "de fr it",
    "ES": "es ca gl",
    "GB": "en cy ga",
    "IN": "hi en bn",
    "IQ": "ar az",
    "KM": "ar",
    "LI": "de",
    "MA": "ar fr",
    "MK": "mk sq",
    "NL": "nl fy",
    "NO": "nb nn",
    "PY": "es gn",
    "SG": "en zh ms",
    "SN": "wo fr ff",
    "SZ": "en",
    "US": "en es",
    "ZA": "en af",
    "ZW": "sn en",
}
# The currencies that pages show, where CLDR knows of one only.
PAGE_CURRENCIES = {"BG": "EUR/BGN"}
# Decimal signs that pages write whatever CLDR says; "?" where both are seen.
PAGE_DECIMALS = {("CH", "fr"): "?", ("ZA", "en"): "?", ("IQ", "az"): ".", ("PY", "gn"): ","}
PAGE_DATE_ORDERS = {"PA": "dmy"}
# Of several languages these are most used where numbers and dates matter: their order of dates counts.
_WORLD_LANGUAGES = ("fr", "en", "es")


def countries() -> Iterator[str]:
    """Yield a line for each country: currencies, order of dates, languages with their decimal signs."""
    for country in sorted(set(get_global("territory_currencies")) - NO_COUNTRIES):
        locales = dict(_locales(country))
        currencies = PAGE_CURRENCIES.get(country) or "/".join(_currencies(country))
        if locales and currencies:
            signs = (_decimal(country, language, found) for language, found in locales.items())
            yield " ".join((country, currencies, _date_order(country, locales), *signs))


def _locales(country: str) -> Iterator[tuple[str, Locale]]:
    chosen = PAGE_LANGUAGES.get(country)
    official = get_official_languages(country, de_facto=True)
    for language in chosen.split() if chosen else official:
        plain = language.partition("_")[0]
        found = _locale_in(plain, country)
        if found:
            yield plain, found


def _currencies(country: str) -> list[str]:
    return list(get_territory_currencies(country, AS_OF))


def _decimal(country: str, language: str, locale: Locale) -> str:
    sign = PAGE_DECIMALS.get((country, language))
    return language + (sign or locale.number_symbols["latn"]["decimal"])


def _date_order(country: str, locales: dict[str, Locale]) -> str:
    known = PAGE_DATE_ORDERS.get(country)
    if known:
        return known
    telling = next((language for language in _WORLD_LANGUAGES if language in locales), None)
    locale = locales[telling] if telling else next(iter(locales.values()))
    letters = re.findall(r"[dMy]", locale.date_formats["short"].pattern)
    return "".join(dict.fromkeys(letters)).lower()


# --- currencies ---

# Currencies of no country (any more) that pages still show.
MORE_CURRENCIES = "BTN CLF CUC DEM ESP FRF HRK ITL TWD ZWL".split()
_SHORT_WORD = re.compile(
    r"[A-Za-z]{1,2}"
)  # pagekin.values.money.currencies has those that are safe


def currencies() -> Iterator[str]:
    """Yield a line for each currency: its decimals, and its signs in the countries that pay with it."""
    signs: dict[str, set[str]] = {code: set() for code in MORE_CURRENCIES}
    for line in countries():
        country, codes, _, *languages = line.split(" ")
        for code in codes.split("/"):
            known = signs.setdefault(code, set())
            for language in languages:
                locale = _locale_in(language[:-1], country)
                if locale:
                    known.add(locale.currency_symbols.get(code, code).strip("\u200e\u200f"))
    for code in sorted(signs):
        telling = sorted(sign for sign in signs[code] if _is_telling(sign, code))
        yield " ".join((code, str(get_currency_precision(code)), *telling))


def _is_telling(sign: str, code: str) -> bool:
    """Whether a sign is no code, no short word, and in one piece."""
    if sign == code or _SHORT_WORD.fullmatch(sign):
        return False
    return sign.isprintable() and len(sign.split()) == 1


# --- files ---

TABLES: dict[str, tuple[str, Callable[[], Iterator[str]]]] = {
    "times/month_table.py": (
        "The names of the months: the language, then for each month its names in lower case.",
        months,
    ),
    "locale/country_table.py": (
        "Countries: currencies, order of a numeric date, languages with their decimal signs.",
        countries,
    ),
    "money/currency_table.py": (
        "Currencies: how many decimals they have, and how their own countries write them.",
        currencies,
    ),
}


def content(file: str) -> str:
    """Return what a file of a table should hold."""
    title, lines = TABLES[file]
    return (
        f'"""{title}\n\n'
        f"Written by tools/generate_tables.py; changes belong there.\n"
        f'"""\n\n'
        f'BABEL = "{babel.__version__}"  # whose data this is\n'
        f'TABLE = """\\\n' + "".join(f"{line}\n" for line in lines()) + '"""\n'
    )


@cache
def _locale_in(language: str, country: str) -> Locale | None:
    for name in (f"{language}_{country}", language):
        try:
            return Locale.parse(name)
        except (UnknownLocaleError, ValueError):
            continue
    return None


def main() -> None:
    """Write all tables."""
    for file in TABLES:
        (VALUES / file).write_text(content(file), encoding="utf-8")


if __name__ == "__main__":
    main()
