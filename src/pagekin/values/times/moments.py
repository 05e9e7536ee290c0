"""Dates and times of day that a text states in full, in the world's formats; nothing is guessed."""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from pagekin.values.plain import LETTER
from pagekin.values.times.months import month_names

_NAME = rf"{LETTER}{{2,16}}"
_YEAR = r"(?P<{0}>(?:1[5-9]|20|21)[0-9]{{2}})"
_FORMATS = re.compile(
    r"(?<![0-9])(?:"
    # 2010-05-12, 2010/5/12, 2010.05.12., 2010年5月12日, 2010년 5월 12일; 2010-05
    rf"{_YEAR.format('y1')}(?:(?P<s1>[-/.]|\. )(?P<m1>[01]?[0-9])(?:(?P=s1)(?P<d1>[0-3]?[0-9]))?|[年년] ?(?P<m2>[01]?[0-9])[月월](?: ?(?P<d2>[0-3]?[0-9])[日일])?"
    rf"|\.? (?:m\. )?(?P<n4>{_NAME})\.? (?P<d4>[0-3]?[0-9])\.?)"
    # 12/05/2010, 12.5.2010, 12-05-2010
    rf"|(?P<a>[0-3]?[0-9])(?P<s3>[-/.]| ?\. )(?P<b>[0-3]?[0-9])(?P=s3){_YEAR.format('y3')}"
    # 12 May 2010, 12th of May, 2010, 12. Mai 2010, 1er mai 2010, 12 de mayo de 2010, 12-Jan-2010, 12 tháng 5, 2010
    rf"|(?P<d5>[0-3]?[0-9])(?:st|nd|rd|th|er|º|ª|o|\.)?[ /-]?(?:of |de |d')?(?:(?:tháng|thg) (?P<m5>[01]?[0-9])|(?P<n5>{_NAME})\.?)(?:,? |-|/)(?:de |del |năm )?{_YEAR.format('y5')}"
    r")(?![0-9])"
    # May 12, 2010; May 12th 2010; May 2010
    rf"|(?<![^\W\d_])(?P<n6>{_NAME})\.?(?:[ -](?P<d6>[0-3]?[0-9])(?:st|nd|rd|th)?,? ?[-/]?)?(?:,? |(?<=[-/, ]))(?:de |del )?{_YEAR.format('y6')}(?![0-9])"
)
# Names of zones and their hours east of Greenwich: those that have one meaning in IANA's database, and those of the
# United States as RFC 5322 has them. CST is China's, too, and IST that of three countries.
_ZONES = {
    "Z": 0,
    "UTC": 0,
    "GMT": 0,
    "WET": 0,
    "WEST": 1,
    "BST": 1,
    "CET": 1,
    "CEST": 2,
    "EET": 2,
    "EEST": 3,
    "MSK": 3,
    "MEZ": 1,
    "MESZ": 2,
    "WAT": 1,
    "CAT": 2,
    "SAST": 2,
    "EAT": 3,
    "PKT": 5,
    "WIB": 7,
    "WITA": 8,
    "WIT": 9,
    "HKT": 8,
    "AWST": 8,
    "JST": 9,
    "KST": 9,
    "ACST": 9.5,
    "ACDT": 10.5,
    "AEST": 10,
    "AEDT": 11,
    "NZST": 12,
    "NZDT": 13,
    "HST": -10,
    "AKST": -9,
    "AKDT": -8,
    "PST": -8,
    "PDT": -7,
    "MST": -7,
    "MDT": -6,
    "CDT": -5,
    "EST": -5,
    "EDT": -4,
}
_TIME = re.compile(
    r"(?<![0-9:.,])(?P<h>[01]?[0-9]|2[0-3])"
    r"(?:(?P<sep>[:h.])(?P<m>[0-5][0-9])(?:(?P=sep)(?P<s>[0-5][0-9])(?:[.,][0-9]{1,9})?)?)?"
    r"(?: ?(?P<half>[aApP])\.?[mM](?![a-zA-Z])\.?)?(?P<clock> ?(?:Uhr|uur|h)(?![a-zA-Z]))?"
    rf"(?: ?\(?(?P<zone>{'|'.join(_ZONES)}|[+-][01][0-9]:?[0-5][0-9])(?![a-zA-Z0-9])\)?)?(?![0-9:.%])"
)
_DAYS = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


@dataclass(frozen=True, slots=True)
class Date:
    """A date and where it stands in the text; `other` is its second reading, if day and month can be swapped."""

    iso: str  # "2010-05-12", or "2010-05" where no day is given
    start: int
    end: int
    other: str = ""  # of 03/04/2010 iso has the day first, other the month
    dotted: bool = False  # 03.04.2010
    shows: str = (
        ""  # the order that an unambiguous date shows: of 25/12/2010 "dmy", of 12/25/2010 "mdy"
    )


def dates_in(text: str, language: str = "") -> list[Date]:
    """Return the dates that a plain text states with their year."""
    names = month_names(language)
    found = []
    at = 0
    while match := _FORMATS.search(text, at):
        date = _date(match, names)
        if date and date.iso:
            found.append(date)
        at = match.end() if date else match.start() + 1
    return found


def _date(match: re.Match[str], names: Mapping[str, int]) -> Date | None:
    start, end = match.span()
    if match["a"]:
        return _numeric(match)
    if match["y1"]:
        month = match["m1"] or match["m2"]
        number = int(month) if month else _month(match["n4"], names)
        if match["s1"] and not match["d1"] and not _is_month(match["y1"], match["s1"], month):
            return None
        iso = _iso(match["y1"], number, match["d1"] or match["d2"] or match["d4"])
    elif match["y5"]:
        number = int(match["m5"]) if match["m5"] else _month(match["n5"], names)
        iso = _iso(match["y5"], number, match["d5"])
    else:
        number = _month(match["n6"], names)
        iso = _iso(match["y6"], number, match["d6"])
    # A day that the month does not have: nothing at all, rather than the month alone.
    return Date(iso, start, end) if number else None


def _is_month(year: str, sign: str, month: str) -> bool:
    """Whether it is a month: 2010-05 is, 2010/5 and 2010.5 seldom are, 2010-11 is often two years."""
    return sign == "-" and len(month) == 2 and int(month) != (int(year) + 1) % 100


def _numeric(match: re.Match[str]) -> Date | None:
    one, two, year = match["a"], match["b"], match["y3"]
    day_first = _iso(year, int(two), one)
    month_first = _iso(year, int(one), two)
    start, end = match.span()
    if day_first and month_first and day_first != month_first:
        return Date(day_first, start, end, month_first, dotted="." in match["s3"])
    iso = day_first or month_first
    shows = "" if one == two or not iso else "dmy" if day_first else "mdy"
    return Date(iso, start, end, shows=shows) if iso else None


def _month(name: str, names: Mapping[str, int]) -> int:
    name = name.casefold()
    return names.get(name) or names.get(name.replace("i\u0307", "i"), 0)  # a Turkish capital I


def _iso(year: str, month: int, day: str | None) -> str:
    """Return a date as ISO 8601, "" if there is no such day."""
    if not 1 <= month <= 12:
        return ""
    if day is None:
        return f"{year}-{month:02}"
    number = int(day)
    if not 1 <= number <= _DAYS[month - 1]:
        return ""
    if number == 29 and month == 2:
        y = int(year)
        if y % 4 or (y % 100 == 0 and y % 400):
            return ""
    return f"{year}-{month:02}-{number:02}"


@dataclass(frozen=True, slots=True)
class Time:
    """A time of day and where it stands in the text."""

    iso: str  # "14:30", "14:30:05", with "+02:00" or "Z" where a zone is given
    start: int
    end: int


def times_in(text: str, start: int = 0, end: int | None = None) -> list[Time]:
    """Return the times of day in a part of a plain text: with minutes, or an hour marked as one ("3 pm")."""
    found = (
        _time(match) for match in _TIME.finditer(text, start, len(text) if end is None else end)
    )
    return [time for time in found if time]


def _time(match: re.Match[str]) -> Time | None:
    hour, half = int(match["h"]), (match["half"] or "").lower()
    if not half and not match["clock"] and match["sep"] not in {":", "h"}:
        return None
    if half and not 1 <= hour <= 12:
        return None
    if half:
        hour = hour % 12 + (12 if half == "p" else 0)
    iso = f"{hour:02}:{match['m'] or '00'}" + (f":{match['s']}" if match["s"] else "")
    return Time(iso + _offset(match["zone"] or ""), *match.span())


def _offset(zone: str) -> str:
    """Return a zone as ISO 8601 has it, "" if none is given."""
    if not zone or zone[0] in "+-":
        return f"{zone[:3]}:{zone[-2:]}" if zone else ""
    hours = _ZONES[zone]
    if not hours:
        return "Z"
    whole, minutes = divmod(round(abs(hours) * 60), 60)
    return f"{'-' if hours < 0 else '+'}{whole:02}:{minutes:02}"
