"""Name hints: labels, classes and keys with words of a field's name are likely the field's own."""

import re

_WORDS = re.compile(r"[A-Z]?[^\W\d_A-Z]+|[A-Z]+(?![^\W\d_A-Z])")
_MIN_WORD = 3
_SHARED = 1.5
_WITHIN = 1.9
_SAME = 2.0


class NameHint:
    """The words of a field's name."""

    def __init__(self, name: str) -> None:
        self._words = _words(name)

    def boost(self, text: str) -> float:
        """Return the factor by which the words of a label, class or key raise trust in it."""
        words = _words(text)
        if self._words and words == self._words:
            return _SAME
        if words and words <= self._words:
            return _WITHIN
        return _SHARED if self._words & words else 1.0

    def is_said_by(self, label: str) -> bool:
        """Return whether a label consists of words of the name."""
        return self.boost(label) >= _WITHIN


def _words(text: str) -> frozenset[str]:
    found = (word.lower() for word in _WORDS.findall(text))
    return frozenset(word for word in found if len(word) >= _MIN_WORD)
