"""Words and texts of made-up languages, in three scripts."""

import random

_SYLLABLES = {
    "latin": [
        "ba",
        "den",
        "fi",
        "gor",
        "ku",
        "lan",
        "mo",
        "ner",
        "pi",
        "rus",
        "ta",
        "vel",
        "wi",
        "zo",
        "sha",
        "tri",
    ],
    "cyrillic": [
        "ба",
        "ден",
        "фи",
        "гор",
        "ку",
        "лан",
        "мо",
        "нер",
        "пи",
        "рус",
        "та",
        "вел",
        "ви",
        "зо",
        "ша",
        "три",
    ],
    "kana": list("かさたなはまやらきしちにひみりく"),
}
_LATIN = _SYLLABLES["latin"]
VOCABULARY = 400  # words of a language


class Wording:
    """A language of a site; what it says is drawn from the generator given."""

    def __init__(self, script: str, rng: random.Random) -> None:
        self.rng = rng
        syllables = _SYLLABLES[script]
        self._words = [
            "".join(rng.choices(syllables, k=rng.randint(2, 4))) for _ in range(VOCABULARY)
        ]
        self._gap = "" if script == "kana" else " "

    def word(self) -> str:
        """Return a word."""
        return self.rng.choice(self._words)

    def label(self) -> str:
        """Return a heading or a label: one or two words with a capital letter."""
        return self.words(self.rng.randint(1, 2)).capitalize()

    def words(self, count: int) -> str:
        """Return some words."""
        return self._gap.join(self.word() for _ in range(count))

    def sentence(self) -> str:
        """Return a sentence."""
        return self.words(self.rng.randint(4, 16)).capitalize() + "."

    def paragraph(self) -> str:
        """Return a few sentences."""
        return " ".join(self.sentence() for _ in range(self.rng.randint(1, 5)))


def slug(rng: random.Random) -> str:
    """Return a name as it stands in URLs."""
    names = ("".join(rng.choices(_LATIN, k=rng.randint(2, 4))) for _ in range(rng.randint(1, 3)))
    return "-".join(names)
