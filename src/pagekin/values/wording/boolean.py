"""Type boolean: yes or no, in words or marks."""

from collections.abc import Mapping

from pagekin.values.plain import plain, shown, without_label, word_set
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_YES = word_set(
    "yes true ja oui si sí sì sim da да так tak ano áno igen kyllä evet はい 是 예 ναι כן نعم ✓ ✔ ✅ ☑ jes joo"
)
_NO = word_set(
    "no false nein non nee não nej nei нет ні nie ne nem ei hayır いいえ 否 아니요 όχι לא لا ✗ ✘ ❌ ✕ ☐ ❎"
)


class BooleanType(ValueType):
    """True or false."""

    name = "boolean"
    attributes = ("value",)
    cell = "value"
    rank = Rank.SPECIFIC
    number = "value"
    cell_type = bool

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return true or false; any other text is neither."""
        text = without_label(plain(reading.text)).casefold().strip(" .!\ufe0f")
        if text in _YES:
            return {"value": True}
        if text in _NO:
            return {"value": False}
        return Misfit(f"{shown(text)} is neither yes nor no")
