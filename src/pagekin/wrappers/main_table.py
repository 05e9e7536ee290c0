"""The main table: one row a page, and the columns that a person would name, the most important first.

The wrapper says all of it: the order of a bundle's fields is that of the columns, and a field that is `extra`
is none of them, unless somebody asks for all. What the table shows is decided when the wrapper is learned,
so that it has the same columns in every crawl.
"""

from pagekin.wrappers.model import Bundle, Field, Wrapper


def main_bundle(wrapper: Wrapper) -> Bundle | None:
    """Return the bundle of the main table: the one whose instance is the page, else the first."""
    of_page = (bundle for bundle in wrapper.bundles if not bundle.each and bundle.fields)
    return next(of_page, next(iter(wrapper.bundles), None))


def main_fields(bundle: Bundle) -> tuple[Field, ...]:
    """Return the fields that are the columns of a bundle's table, in their order.

    Where all are extra, all of them are: a table has columns.
    """
    return tuple(field for field in bundle.fields if not field.extra) or bundle.fields
