"""How records are laid out in files, as whoever asked for them wants it."""

from dataclasses import dataclass

URL = "url"  # the column with the page's address


@dataclass(frozen=True, slots=True)
class Layout:
    """By default one row a page and one column a field, for people as well as for programs."""

    attributes: bool = False  # also what else a type reads out of a text: `price.text`, `price.old`
    bundles: bool = False  # also the tables of what a page has many of: variants, reviews
    everything: bool = False  # also the fields that are none of the main table
    nested: bool = False  # JSON with records inside records, and values with all their attributes
    plain: bool = False  # for programs: no text with a guard against formulas before it
    all_columns: bool = False  # those without any value, too
    # Columns and their types follow from the wrapper alone, so that files of several parts fit together; beside what is
    # not a text stands its text, `price.text`, for values that are not of the type.
    by_type: bool = False
    url: str = URL  # the name of the column with the page's address
