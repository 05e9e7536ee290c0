"""What the stages of a statement have found, and which of it the last one shows."""

from dataclasses import dataclass, replace

from pagekin.query.record_pairs import UNCLEAR
from pagekin.query.sql_fragment import Fragment, all_true, sql

_NO_PAGE = -1  # of a row that only says: be careful


@dataclass(frozen=True, slots=True)
class FoundRows:
    """A stage whose rows are shown, if their pages are in these others, too."""

    stage: str
    within: tuple[str, ...] = ()
    change: int = -1  # the number of the change that they tell of, if they do
    is_detail: bool = False  # they only tell of a change to what other rows show

    def shown(self, last: str) -> Fragment:
        """Return SQL for those that are on pages of a last stage, too."""
        within = [stage for stage in dict.fromkeys((*self.within, last)) if stage != self.stage]
        tests = [Fragment(f"page_id IN (SELECT page_id FROM {stage})") for stage in within]  # noqa: S608
        columns = self.columns("record")
        return sql(f"SELECT {columns} FROM {self.stage} WHERE ?", all_true(tests))  # noqa: S608

    def columns(self, record: str) -> str:
        """Return the columns of a statement: the page, its set, the record, and what it was."""
        old = "old_set, old_record, paired"
        if self.change < 0:
            old = "CAST(NULL AS bigint) AS old_set, -1 AS old_record, '' AS paired"
        is_detail = 1 if self.is_detail else 0
        return (
            f"page_id, set_id, {record} AS record, {self.change} AS change, {is_detail} AS detail, "
            f"{old}"
        )


@dataclass(frozen=True, slots=True)
class Found:
    """Pages, in a stage, and the rows on them that a condition singles out."""

    stage: str
    rows: tuple[FoundRows, ...] = ()
    is_shown: bool = False  # every page has such a row

    def within(self, stage: str) -> tuple[FoundRows, ...]:
        """Return the rows that are also on the pages of another stage."""
        return tuple(
            one if one.stage == stage else replace(one, within=(*one.within, stage))
            for one in self.rows
        )


def careful_row(check: Fragment) -> Fragment:
    """Return SQL for a row that stands before all others, if a check finds anything."""
    return sql(
        f"SELECT {_NO_PAGE} AS page_id, 0 AS set_id, 0 AS record, 0 AS change, 0 AS detail, "  # noqa: S608
        f"0 AS old_set, 0 AS old_record, '{UNCLEAR}' AS paired FROM (?) unclear",
        check,
    )
