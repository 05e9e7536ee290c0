"""Tokens of a text about money: numbers, currency signs and other words."""

import re
from dataclasses import dataclass, field

from pagekin.values.money.currencies import COINS, SIGNS, Meaning
from pagekin.values.money.price_words import MAGNITUDES
from pagekin.values.numbers.numerals import NUMERAL, Numeral, numeral

# With the marks of scripts whose vowels are no letters to `re`, to keep their words whole.
_LETTER = r"(?:[^\W\d_円元원圓圆万萬만亿億억]|[\u0900-\u0df4\u0e31-\u0e4e\u0eb1-\u0ecd\u102b-\u103e\u17b4-\u17d3])"
_TOKEN = re.compile(
    rf"(?P<num>{NUMERAL})"
    r"|(?P<sign>(?:AU|US|NZ|HK|CA|SG|NT) \$|GH[₵¢]|US-\$|U\$[SD]|\$ ?(?:US|CAD|CDN|CA|AUD|AU|NZ|HK|U)(?![A-Za-z])|£GB(?![A-Za-z])|[A-Za-z]{1,3}[$¥£]|S/\.?(?= ?[0-9])|B/\."
    r"|[$¢€£¥฿֏؋៛৳﷼円元원圓圆\u20a0-\u20bf])"
    rf"|(?P<word>{_LETTER}+(?:[.'\"״]{_LETTER}+)*\.?|[万萬만亿億억])"
    r"|(?P<other>\S)"
)
_TAIL = re.compile(r"(?:[.,]| ?:)[-–—=]{1,2}(?! ?[0-9])")
_UNSPACED = "\u2e80"  # where the scripts begin that put no spaces between words
_CLEAR_MAGNITUDES = frozenset(("万", "萬", "만", "亿", "億", "억", "L", "Cr"))


@dataclass(slots=True)
class Number:
    """A number of the text with the signs found beside it."""

    start: int
    end: int
    token: str
    numeral: Numeral | None
    tail: str = ""  # ",-", ":-", ".–": instead of decimals
    times: int = 1  # a thousand for "12k"
    # each with whether it stands in front
    signs: list[tuple[str, bool]] = field(default_factory=list)
    coin: tuple[int, Meaning] | None = None  # "99p": a hundredth of a pound
    word: str = ""  # the magnitude as written
    glued: bool = False  # letters without meaning stick to it, as in A1234
    glued_behind: bool = False  # or behind it, as in 12GB

    @property
    def is_money(self) -> bool:
        """Whether something beside the number says that it is money."""
        return bool(self.signs or self.coin or self.tail)


@dataclass(slots=True)
class Token:
    """A piece of a text: "num", "sign", "word", "magnitude", "coin" or "other"."""

    kind: str
    text: str
    start: int
    end: int
    number: Number | None = None


def tokens_of(text: str) -> list[Token]:
    """Split a plain text into tokens; numbers include the magnitudes and coins behind them."""
    tokens = _tokens(text)
    for at, token in enumerate(tokens):
        if token.number:
            _take_words(token.number, tokens, at, text)
    for token in tokens:
        if token.kind == "sign" and token.text not in SIGNS:
            token.kind = "other"  # a coin's sign without its number
    return tokens


def _tokens(text: str) -> list[Token]:
    tokens = []
    at = 0
    while match := _TOKEN.search(text, at):
        kind, start, at = match.lastgroup or "other", match.start(), match.end()
        token = Token(kind, match[0].replace(" ", "") if kind == "sign" else match[0], start, at)
        if kind == "num":
            tail = _TAIL.match(text, at)
            at = token.end = tail.end() if tail else at
            token.number = Number(
                start, at, match[0], numeral(match[0]), tail[0].strip() if tail else ""
            )
        else:
            _tell_sign(token)
            at = token.end
        tokens.append(token)
    return tokens


def _tell_sign(token: Token) -> None:
    """Mark words that are signs as such, and signs that are none as words: "Was$" is a word before a sign."""
    if token.text in SIGNS:
        token.kind = "sign"
    elif token.kind == "word" and token.text.endswith(".") and token.text[:-1] in SIGNS:
        token.kind, token.text = "sign", token.text[:-1]
        token.end -= 1
    elif token.kind == "sign" and token.text not in COINS:
        token.kind = "word"
        if not token.text[:-1].isupper() and len(token.text) > 1:
            token.text = token.text[:-1]
            token.end -= 1


def _take_words(number: Number, tokens: list[Token], at: int, text: str) -> None:
    """Add the magnitude or coin behind a number to it, and note letters that stick to it."""
    before = tokens[at - 1] if at else None
    if (
        before
        and before.kind == "word"
        and before.end == number.start
        and before.text[-1] < _UNSPACED
    ):
        number.glued = True
    for token in tokens[at + 1 : at + 2]:
        gap = token.start - number.end
        word = token.text.rstrip(".")
        if _is_magnitude(word, gap):
            number.times, number.end, token.kind = MAGNITUDES[word], token.end, "magnitude"
            number.word = word
        elif token.text in COINS and gap <= (0 if len(word) == 1 else 1):
            number.coin, number.end, token.kind = COINS[token.text], token.end, "coin"
        elif token.kind == "word" and gap == 0 and not number.tail and word[:1] < _UNSPACED:
            number.glued_behind = True
    if text[number.start - 1 : number.start] in {"#", "№", "/"} and number.start:
        number.glued = True


def _is_magnitude(word: str, gap: int) -> bool:
    return word in MAGNITUDES and gap <= (len(word) > 2 or word in _CLEAR_MAGNITUDES)
