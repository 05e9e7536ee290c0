"""Type duration: how long something takes, in seconds."""

import re
from collections.abc import Mapping

from pagekin.values.locale.page_locale import locale_of
from pagekin.values.numbers.numerals import numeral, settled
from pagekin.values.plain import plain, shown, without_label, word_set
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_UNITS = {
    7
    * 86400: "w wk wks week weeks woche wochen semaine semaines semana semanas settimana settimane viikkoa неделя недели недель",
    86400: "d day days tag tage tagen jour jours día días dia dias giorno giorni dag dagen dage dagar päivää день дня дней 日 日間 天",
    3600: "h hr hrs hour hours std std. stunde stunden heure heures hora horas ora ore uur timer timmar tuntia godz godzin час часа часов ч 時間 小时 시간",
    60: "m min min. mins minute minutes minuten minuto minutos minuti minuter minuuttia minut мин минут 分 分钟 분",
    1: "s sec sec. secs second seconds sek sek. sekunden seconde secondes segundo segundos secondi сек секунд 秒 초",
}
_SECONDS = {word: seconds for seconds, words in _UNITS.items() for word in words.split()}
_PART = re.compile(
    r"([0-9]{1,9}(?:[.,][0-9]+)?) ?([^\W\d_]+\.?)(?:,? (?:and |und |et |y |e |en |och |og |и )?)?"
)
_ISO = re.compile(
    r"P(?:([0-9]{1,6})W)?(?:([0-9]{1,6})D)?(?:T(?:([0-9]{1,6})H)?(?:([0-9]{1,6})M)?(?:([0-9]{1,6})(?:\.[0-9]{1,9})?S)?)?"
)
_METRES = re.compile(r"[0-9.,]+ ?m")  # or minutes
_RANGE = re.compile(r"(.+?)(?: ?[-–—] ?| (?:to|bis|à|a|tot|till|до) )(.+)")
_LAST_UNIT = re.compile(r" ?[^\W\d_]+\.?$")
_DIGITS = re.compile(r"[0-9]+")
_CLOCK = re.compile(r"([0-9]{1,3}):([0-5][0-9]):([0-5][0-9])")


class DurationType(ValueType):
    """A length of time: 1h 30m, 90 min, PT1H30M, 1:30:00. Months and years have no fixed length.

    Of a range, such as 15–20 minutes, `seconds` is its low end, and `high` is there, too.
    """

    name = "duration"
    attributes = ("seconds", "high")
    rank = Rank.SPECIFIC
    hint_words = word_set(
        "duration runtime laufzeit dauer durée cooktime preptime cook prep running"
    )
    number = "seconds"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the seconds; 1:30 may be minutes or hours and is no value."""
        machine = reading.attributes.get("datetime", "")
        text = machine if machine.startswith("P") else without_label(plain(reading.text))
        if len(text) > 80:
            return Misfit("a long text rather than a duration")
        decimal = locale_of(reading.context).decimal
        seconds = _iso(text) or _clock(text) or _parts(text, decimal)
        if seconds is not None:
            return {"seconds": seconds}
        ends = _range(text, decimal)
        if ends is None:
            return Misfit(f"{shown(text)} is no length of time")
        return {"seconds": ends[0], "high": ends[1]}

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it has hours and minutes.

        A single unit counts only in a field of that name: elsewhere it is a quantity.
        """
        text = without_label(plain(reading.text))
        if not named and text[:1] != "P" and len(_DIGITS.findall(text)) < 2:
            return False
        return self.attributes_of(reading) is not None and (named or ":" not in text)


def _iso(text: str) -> float | None:
    match = _ISO.fullmatch(text)
    if not match or not any(match.groups()):
        return None
    sizes = (7 * 86400, 86400, 3600, 60, 1)
    return float(
        sum(int(part) * size for part, size in zip(match.groups(), sizes, strict=True) if part)
    )


def _clock(text: str) -> float | None:
    match = _CLOCK.fullmatch(text)
    return float(int(match[1]) * 3600 + int(match[2]) * 60 + int(match[3])) if match else None


def _range(text: str, decimal: str) -> tuple[float, float] | None:
    """Return both ends of a range, of which the first may leave its unit to the second: 15–20 minutes."""
    match = _RANGE.fullmatch(text)
    high = _parts(match[2], decimal) if match else None
    unit = _LAST_UNIT.search(match[2]) if match else None
    if match is None or unit is None or high is None:
        return None
    low = _parts(match[1] if not match[1][-1].isdigit() else match[1] + unit[0], decimal)
    return (low, high) if low is not None and low < high else None


def _parts(text: str, decimal: str) -> float | None:
    """Return the sum of parts that go from larger to smaller units."""
    total, at, last = 0.0, 0, float("inf")
    if _METRES.fullmatch(text):
        return None
    while at < len(text):
        part = _PART.match(text, at)
        size = (
            _SECONDS.get(part[2]) or _SECONDS.get(part[2].casefold().rstrip(".")) if part else None
        )
        value = _value(part[1], decimal) if part else None
        if not part or not size or size >= last or value is None:
            return None
        total, at, last = total + value * size, part.end(), size
    return round(total, 3) if at else None


def _value(token: str, decimal: str) -> float | None:
    if token.isdecimal():  # 2h 05m
        return int(token)
    number = numeral(token)
    value = settled(number, decimal) if number else None
    return None if isinstance(value, Misfit) else value
