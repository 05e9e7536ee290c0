"""What the types price and unit_price have in common: how money looks."""

import re
import unicodedata

from pagekin.values.field_words import COUNT_WORDS
from pagekin.values.money.price_words import FREE
from pagekin.values.numbers.numerals import signed
from pagekin.values.plain import plain, without_label, word_set
from pagekin.values.value import Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_LETTER = re.compile(r"[^\W\d_]")
_DIGIT = re.compile(r"[0-9]")
_CENTS = re.compile(r"[0-9][.,](?:[0-9]{2}(?![0-9])|[-–])|[0-9]:-")
_MAX_LETTERS = 25


class MoneyType(ValueType):
    """A type whose values are amounts of money."""

    rank = Rank.SPECIFIC
    hint_words = word_set(
        "price prices cost costs msrp rrp preis prix precio prezzo prijs pris cena preço fiyat цена"
        " lowprice highprice salary rent"
    )
    contrary_words = COUNT_WORDS
    number = "amount"
    unit = "currency"

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether there are few words beside the money.

        A number without a currency or cents counts only in a field of that name.
        """
        if not named:
            text = plain(reading.text)
            if not _DIGIT.search(text):
                return text.casefold().strip("!. ") in FREE
            if len(_LETTER.findall(text)) > _MAX_LETTERS:
                return False
            if not isinstance(signed(without_label(text)), Misfit) or not self._says_money(text):
                return False
        return self.attributes_of(reading) is not None

    def _says_money(self, text: str) -> bool:
        """Whether a text names a currency or cents.

        Words alone, such as list, was or now, stand before other numbers too.
        """
        if _CENTS.search(text) or any(unicodedata.category(letter) == "Sc" for letter in text):
            return True
        return bool((self.attributes_of(Reading(text)) or {}).get("currency"))
