"""Type rating: 4.5 out of 5, 8/10, ★★★★☆."""

import re
from collections.abc import Mapping

from pagekin.values.field_words import COUNT_WORDS
from pagekin.values.plain import plain, shown, word_set
from pagekin.values.value import Attribute, Misfit, Reading
from pagekin.values.value_type import Rank, ValueType

_NUMBER = r"[0-9]{1,3}(?:[.,][0-9]{1,2})?"
_OUT_OF = re.compile(
    rf"(?<![0-9.,/])(?P<rating>{_NUMBER}) ?(?:(?:stars?|sterne|étoiles?|estrellas|stelle|sterren)? ?(?:out of|of|von|sur|de|su|van|av|af|z|из|over)|/) ?"
    r"(?P<best>5|10|20|100|4|6)(?:[.,]0)?(?![0-9.,]*[0-9]|/)",
    re.IGNORECASE,
)
_STARS_WORD = re.compile(
    rf"(?<![0-9.,])({_NUMBER})[ -]?(?:stars?|sterne?|étoiles?|estrellas?|stelle|sterren|★)(?![^\W\d_])",
    re.IGNORECASE,
)
_STARS = re.compile(r"([★⭐✭✮]*)([⯨½⯪]?)([☆✩]*)")
_BARE = re.compile(rf"({_NUMBER})(?: ?\([0-9.,' ]+(?: [^\W\d_]+)?\))?")
_LABEL = re.compile(
    r"(?:rated|rating|score|average|avg|bewertung|note|valoración|voto|puntuación|beoordeling|betyg|ocena|оценка)?[ :]*",
    re.IGNORECASE,
)
_USUAL_BESTS = frozenset({5.0, 10.0, 100.0})
_ELSEWHERE = ("aria-label", "title", "alt", "content")  # stars are often drawn; these say how many


class RatingType(ValueType):
    """How good somebody found a thing; `best` is the top of the scale, where it is given."""

    name = "rating"
    attributes = ("rating", "best")
    cell = "rating"
    rank = Rank.SPECIFIC
    hint_words = word_set("rating ratings score stars bewertung valoración ratingvalue")
    contrary_words = COUNT_WORDS  # ratingCount is no rating
    number = "rating"

    def read(self, reading: Reading) -> Mapping[str, Attribute] | Misfit:
        """Return the rating from the text or, if that only shows stars, from what describes them."""
        text = plain(reading.text)
        found = _rating(text)
        if found is None and len(text) <= 5:
            found = next(
                (
                    rated
                    for name in _ELSEWHERE
                    if (rated := _rating(plain(reading.attributes.get(name, ""))))
                ),
                None,
            )
        return found or Misfit(f"{shown(text)} is no rating")

    def looks_like(self, reading: Reading, *, named: bool) -> bool:
        """Whether it has a usual scale; a bare number counts only in a field of that name."""
        found = self.attributes_of(reading)
        return found is not None and (named or found.get("best") in _USUAL_BESTS)


def _rating(text: str) -> dict[str, Attribute] | None:
    if not text or len(text) > 80:
        return None
    found = list(_OUT_OF.finditer(text))
    if len(found) == 1:
        return _checked(found[0]["rating"], found[0]["best"])
    stars = _STARS.fullmatch(text.replace(" ", ""))
    if stars and (stars[1] or stars[3]):
        half = 0.5 if stars[2] else 0.0
        shown_stars = len(stars[1]) + len(stars[2]) + len(stars[3])
        rating: dict[str, Attribute] = {"rating": len(stars[1]) + half}
        return rating | ({"best": float(shown_stars)} if shown_stars in {5, 10} else {})
    worded = _STARS_WORD.findall(text)
    if len(worded) == 1:
        return _checked(worded[0], "")
    bare = _BARE.fullmatch(text, _LABEL.match(text).end())  # type: ignore[union-attr]  # matches anything
    return _checked(bare[1], "") if bare else None


def _checked(rating: str, best: str) -> dict[str, Attribute] | None:
    value = float(rating.replace(",", "."))
    if value > float(best or 100):
        return None
    return {"rating": value, "best": float(best)} if best else {"rating": value}
