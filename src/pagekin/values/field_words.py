"""The words of a field's name, which hint at its type."""

import re

from pagekin.values.plain import word_set

_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])")
_WORDS = re.compile(r"[^\W_]+")
# Words that tell what a number is not: a code is no amount, and a count of ratings is no rating.
CODE_WORDS = word_set("zip postal postcode plz zipcode version hash serial build")
COUNT_WORDS = word_set("count counts number num anzahl nombre quantity qty votes reviews")


def words_of(name: str) -> frozenset[str]:
    """Return the words of a name (publication_date, datePublished, "List price") in lower case."""
    return frozenset(_WORDS.findall(_CAMEL.sub(" ", name.replace("_", " ")).casefold()))
