"""One plain form for the digits, spaces and signs that the world writes numbers with."""

import re

_SPACES = "\t\n\r\f\v\x85\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
_APOSTROPHES = "\u2019\u02bc\u2018\uff07\u00b4\u02b9"
_INVISIBLE = "\u00ad\u061c\u200b\u200c\u200d\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2060\u2066\u2067\u2068\u2069\ufeff"
_ZEROS = "٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀០᠐０"  # of the scripts whose digits are in daily use
_SIGNS = {
    "\u2212": "-",
    "\uff0d": "-",
    "\ufe63": "-",
    "\u2010": "-",
    "\u2011": "-",
    "\u2012": "–",
    "\u066a": "%",
    "\u060c": ",",
    "￥": "¥",
    "￡": "£",
    "￠": "¢",
    "￦": "₩",
}


def _table() -> dict[int, str | None]:
    table: dict[int, str | None] = dict.fromkeys(map(ord, _INVISIBLE))
    table |= dict.fromkeys(map(ord, _SPACES), " ")
    table |= dict.fromkeys(map(ord, _APOSTROPHES), "'")
    table |= {ord(sign): plain for sign, plain in _SIGNS.items()}
    for zero in _ZEROS:
        table |= {ord(zero) + digit: str(digit) for digit in range(10)}
    table |= {code: chr(code - 0xFEE0) for code in range(0xFF01, 0xFF5F) if code not in table}
    return table


# A letter for regular expressions, with the marks of scripts whose vowels are no letters to `re`.
LETTER = r"(?:[^\W\d_]|[\u0900-\u0df4\u0e31-\u0e4e\u0eb1-\u0ecd\u102b-\u103e\u17b4-\u17d3])"
_PLAIN = _table()
_MANY_SPACES = re.compile(r" {2,}")
# "Price: ", "Pub. Date: ", ": ", "Brand = ": what stands before a value, if it has no digit.
_LABEL = re.compile(r"[^0-9:=]{0,40}[:=] *(?=[^ /\-])")


def word_set(words: str) -> frozenset[str]:
    """Return the set of the words in a text."""
    return frozenset(words.split())


def plain(text: str) -> str:
    """Return a text with ASCII digits, plain spaces, apostrophes and minus signs, and nothing invisible."""
    if not text.isascii() or "\n" in text or "\t" in text or "\r" in text:
        text = text.translate(_PLAIN)
    text = text.strip()
    return _MANY_SPACES.sub(" ", text) if "  " in text else text


def lower_case(text: str) -> str:
    """Return a text in lower case, every letter at its old place: those that would become two stay."""
    lower = text.lower()
    if len(lower) == len(text):
        return lower
    return "".join(small if len(small := letter.lower()) == 1 else letter for letter in text)


def without_label(text: str) -> str:
    """Return a text without a label that ends in a colon or an equals sign: "Pages: 320" is 320."""
    label = _LABEL.match(text) if ":" in text or "=" in text else None
    return text[label.end() :] if label else text


def shown(text: str) -> str:
    """Return a text quoted and shortened, for messages."""
    return repr(text if len(text) <= 60 else text[:57] + "…")
