"""An alert in plain words: what to choose from, and the query that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from pagekin.errors import UsageError
from pagekin.query.conditions import FieldName
from pagekin.query.query_text import name_text

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pagekin.app.field_editing import ListedField

# What can happen to a field: how the form calls it, the words, the query, whether it needs an amount.
HAPPENINGS = (
    ("fell-by", "falls by more than", "{} fell by more than {}", True),
    ("rose-by", "rises by more than", "{} rose by more than {}", True),
    ("fell-below", "falls below", "{} fell below {}", True),
    ("rose-above", "rises above", "{} rose above {}", True),
    ("changed", "changes", "{} has changed", False),
    ("vanished", "is missing all at once", "{} vanished", False),
)
NOTHING, EVERYTHING, FIELD, NEW_PAGES, GONE_PAGES = "nothing", "everything", "field", "new", "gone"
_OF_PAGES = {NEW_PAGES: "page appeared", GONE_PAGES: "page vanished"}
_WITH_SHARE = {"fell-by", "rose-by"}  # an amount may be per cent


@dataclass(frozen=True, slots=True)
class AlertWish:
    """What somebody wants to be told, as the form has it."""

    what: str
    field: str = ""
    happening: str = ""
    amount: str = ""
    unit: str = ""

    @property
    def queries(self) -> tuple[str, ...]:
        """The queries that it stands for; none is everything that happens, or nothing."""
        if self.what in _OF_PAGES:
            return (_OF_PAGES[self.what],)
        if self.what != FIELD:
            return ()
        for key, words, query, needs_amount in HAPPENINGS:
            if key == self.happening:
                return (query.format(_quoted(self.field), self._amount(words, needs_amount)),)
        raise UsageError(f"{self.happening!r} is nothing that can happen to a field")

    def _amount(self, words: str, needed: bool) -> str:  # noqa: FBT001 - a column of the table
        if not needed:
            return ""
        number = self.amount.strip().replace(",", ".").removesuffix("%").strip()
        try:
            float(number)
        except ValueError:
            raise UsageError(
                f"{self.field} {words} …: how much? Enter a number, such as 10"
            ) from None
        share = "%" if self.happening in _WITH_SHARE and self.unit == "%" else ""
        return f"{number}{share}"


def likely_wish(fields: Sequence[ListedField]) -> dict[str, str]:
    """Return what people most likely want to be told of: that the first price falls, or else a number changes."""
    for wanted, happening in (("price", "fell-by"), ("number", "changed"), ("quantity", "changed")):
        for one in fields:
            if one.type == wanted:
                return {"field": one.name, "happening": happening}
    if not fields:
        return {"telling": NEW_PAGES}
    return {"field": fields[0].name, "happening": "changed"}


def _quoted(name: str) -> str:
    return name_text(FieldName(tuple(name.split("."))))
