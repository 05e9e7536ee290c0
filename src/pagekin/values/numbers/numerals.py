"""Numerals: the number that a run of digits and separators stands for, in any style of writing."""

import re
from dataclasses import dataclass

from pagekin.values.plain import shown
from pagekin.values.value import Misfit

# Groups of three with one separator, or as in India (1,23,456); then perhaps another sign and decimals.
_GROUPED = re.compile(
    r"(?P<head>[0-9]{1,3})(?P<sep>[ '.,٬])[0-9]{3}(?:(?P=sep)[0-9]{3})*"
    r"(?:(?!(?P=sep))(?P<point>[.,٫·])(?P<decimals>[0-9]+))?"
)
_INDIAN = re.compile(r"[0-9]{1,3}(?:,[0-9]{2})*,[0-9]{3}(?:\.(?P<decimals>[0-9]+))?")
_DECIMAL = re.compile(r"(?P<whole>[0-9]+)(?P<point>[.,٫·])(?P<decimals>[0-9]+)")
_SIGNED = re.compile(r"([+-]?) ?([0-9][0-9 .,'٬٫·]*)")
_SEPARATORS = str.maketrans("", "", " '.,٬٫·")
MAX_DIGITS = 15  # longer ones are codes, and not every program keeps them exactly
# A numeral inside a text; spaces group only whole threes.
NUMERAL = r"[0-9]{1,3}(?: [0-9]{3})+(?:[.,٫][0-9]+)?(?![0-9]|[.,'٬][0-9])|[0-9]+(?:[.,'٬٫·][0-9]+)*"


@dataclass(frozen=True, slots=True)
class Numeral:
    """A number as written; `other` is its second meaning, if its separator can be read both ways."""

    value: float
    other: float | None = None  # of "1.234": value is 1234, other is 1.234
    point: str = ""  # the decimal sign, if it shows one; of an ambiguous one its only separator
    decimals: int = 0  # how many digits stand behind it
    group: str = ""  # the sign that sets off thousands

    @property
    def is_whole(self) -> bool:
        """Whether it is written without decimals."""
        return not self.decimals and self.other is None


def numeral(token: str) -> Numeral | None:
    """Read a token of ASCII digits and separators; None if it is no number in any style."""
    if token.isdecimal():
        is_code = len(token) > MAX_DIGITS or (token[0] == "0" and len(token) > 1)
        return None if is_code else Numeral(int(token))
    if len(token) > 2 * MAX_DIGITS:
        return None
    match = _DECIMAL.fullmatch(token)
    if match and (
        len(match["decimals"]) != 3 or match["whole"][0] == "0" or len(match["whole"]) > 3
    ):
        return _decimal(match["whole"], match["decimals"], match["point"])
    match = _GROUPED.fullmatch(token)
    if match:
        return _grouped(token, match)
    match = _INDIAN.fullmatch(token)
    if not match or token[0] == "0":
        return None
    return _decimal(
        token.split(".", maxsplit=1)[0].translate(_SEPARATORS), match["decimals"] or "", ".", ","
    )


def _grouped(token: str, match: re.Match[str]) -> Numeral | None:
    if token[0] == "0":
        return None
    sep, point = match["sep"], match["point"] or ""
    whole = token[: match.start("point")] if point else token
    digits = whole.translate(_SEPARATORS)
    if point or sep not in ".," or whole.count(sep) > 1:
        return _decimal(digits, match["decimals"] or "", point, sep)
    return Numeral(int(digits), float(whole.replace(",", ".")), sep)


def _decimal(whole: str, decimals: str, point: str, group: str = "") -> Numeral | None:
    if len(whole) + len(decimals) > MAX_DIGITS or (whole[0] == "0" and len(whole) > 1):
        return None
    value = float(f"{whole}.{decimals}") if decimals else int(whole)
    return Numeral(value, None, point if decimals else "", len(decimals), group)


def signed(text: str) -> tuple[int, Numeral] | Misfit:
    """Split a plain text into its sign (1 or -1) and its numeral."""
    match = _SIGNED.fullmatch(text)
    if not match:
        return Misfit(f"{shown(text)} is not just a number")
    found = numeral(match[2])
    if found is None:
        return Misfit(f"{shown(text)} is no number: a code, or no style of writing")
    return (-1 if match[1] == "-" else 1), found


def settled(number: Numeral, decimal: str) -> float | Misfit:
    """Return the one meaning of a numeral on a page that writes decimals with the sign `decimal`.

    A sign that contradicts the page's ("1,5" on an English page) still has one meaning only.
    """
    if number.other is None:
        return number.value
    if not decimal:
        return Misfit(
            f"{number.value:g} or {number.other:g}: the page does not say which sign is decimal"
        )
    return number.other if number.point == decimal else number.value
