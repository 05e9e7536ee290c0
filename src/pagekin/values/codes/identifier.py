"""Type identifier: ISBN and GTIN with their check digits, ISSN, and the numbers that shops give things."""

import re
from collections.abc import Mapping, Sequence

from pagekin.values.field_words import CODE_WORDS
from pagekin.values.plain import plain, shown, word_set
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_LABEL = re.compile(
    r"[^\W\d_]*[^0-9A-Za-z]{0,3}(?P<kind>isbn(?:[- ]?1[03])?|gtin(?:[- ]?(?:8|12|13|14))?|ean(?:[- ]?(?:8|13))?|upc|issn|sku|mpn|asin|model|item|part|art|artikel|article|ref|id|no|nr|code|number)"
    r"(?P<more>[ .:#°º]|(?:number|nummer|code|no|nr|num|model|item)(?![a-z0-9]))*[:#=]? *",
    re.IGNORECASE,
)
_MARK = re.compile(r"[:#=]+ *")
_SKU = re.compile(r"(?=[^\s]*[0-9])[A-Za-z0-9][A-Za-z0-9._/+-]{1,39}")
_CODE = re.compile(r"[0-9][0-9 \-–]{6,20}[0-9Xx]")
_DIGIT = re.compile(r"[0-9]")
_GTIN_SIZES = {8: "gtin8", 12: "gtin12", 13: "gtin13", 14: "gtin14"}


def gtin_is_valid(digits: str) -> bool:
    """Whether the check digit is right: weights 3 and 1 from the right."""
    total = sum(int(digit) * (3 if at % 2 else 1) for at, digit in enumerate(reversed(digits)))
    return total % 10 == 0


def isbn10_is_valid(code: str) -> bool:
    """Whether the check digit (X is ten) is right: weights 10 to 1."""
    digits = [*map(int, code[:-1]), 10 if code[-1] in "xX" else int(code[-1])]
    return (
        sum(weight * digit for weight, digit in zip(range(10, 0, -1), digits, strict=True)) % 11
        == 0
    )


def issn_is_valid(code: str) -> bool:
    """Whether the check digit (X is ten) is right: weights 8 to 1."""
    digits = [*map(int, code[:-1]), 10 if code[-1] in "xX" else int(code[-1])]
    return (
        sum(weight * digit for weight, digit in zip(range(8, 0, -1), digits, strict=True)) % 11 == 0
    )


class IdentifierType(ValueType):
    """A number or code that names a thing.

    `kind` is isbn13, isbn10, gtin8, gtin12, gtin13, gtin14 or issn where the check digit is right, sku for
    all others. What calls itself ISBN, EAN… or has the length of one must pass; short ones without such a
    label are skus, since one number in ten would pass by chance.
    """

    name = "identifier"
    attributes = ("id", "kind")
    cell = "id"
    rank = Rank.SPECIFIC
    named_rank = Rank.NAMED
    hint_words = word_set(
        "sku mpn model part item article artikel artikelnummer asin isbn ean gtin upc ref reference"
        " identifier productid code catalog catalogue"
    )
    contrary_words = CODE_WORDS

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the identifier without spaces and hyphens (a sku as it is), and its kind."""
        text = plain(reading.text)
        label = _LABEL.match(text) if not _SKU.fullmatch(text) else None
        claimed = (label["kind"] if label else reading.attributes.get("itemprop", "")).lower()
        rest = text[label.end() :] if label else text
        mark = _MARK.match(rest)
        rest = rest[mark.end() :] if mark else rest
        if _CODE.fullmatch(rest) and not claimed.startswith(("sku", "mpn")):
            code = re.sub(r"[ \-–]", "", rest).upper()
            kind = kind_of(code, claimed)
            if kind:
                return {"id": code, "kind": kind}
            if (
                claimed[:4] in {"isbn", "gtin", "issn"}
                or claimed[:3] in {"ean", "upc"}
                or len(code) in {12, 13, 14}
            ):
                return Misfit(f"{shown(rest)}: its check digit is wrong")
        if claimed[:4] in {"isbn", "gtin", "issn"} or not _SKU.fullmatch(rest):
            return Misfit(f"{shown(text)} is no identifier")
        return {"id": rest, "kind": "sku"}

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether its check digit is right."""
        del named
        found = self.attributes_of(reading) if _DIGIT.search(reading.text) else None
        return found is not None and found["kind"] != "sku"

    def suits(self, readings: Sequence[Reading], *, named: bool) -> bool:
        """Whether there are enough different ones to rule out that check digits are right by chance."""
        return named or len({reading.text for reading in readings}) >= 3


def kind_of(code: str, claimed: str = "") -> str:
    """Return the kind of a code without hyphens by its length, check digit and label, "" if it has none."""
    if len(code) == 10 and isbn10_is_valid(code) and (claimed.startswith("isbn") or not claimed):
        return "isbn10"
    if len(code) == 8 and claimed == "issn":
        return "issn" if issn_is_valid(code) else ""
    kind = _GTIN_SIZES.get(len(code), "")
    if not kind or not code.isdecimal() or not gtin_is_valid(code):
        return ""
    if kind == "gtin13" and code.startswith(("978", "979")):
        return "isbn13"
    if claimed.startswith("isbn") or (kind == "gtin8" and not claimed.startswith(("gtin", "ean"))):
        return ""
    return kind
