"""The main table: which fields are its columns."""

from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.main_table import main_bundle, main_fields
from pagekin.wrappers.model import Anchor, Locator
from pagekin.wrappers.wrapper_json import from_content, to_content

TITLE = Field("title", "text", ())
FOOTNOTE = Field("footnote", "text", (), extra=True)
PRICE = Field("price", "price", ())


def test_the_columns_are_the_fields_that_are_not_extra_in_their_order() -> None:
    assert main_fields(Bundle("page", (TITLE, FOOTNOTE, PRICE))) == (TITLE, PRICE)


def test_a_table_has_columns_even_if_all_are_extra() -> None:
    assert main_fields(Bundle("page", (FOOTNOTE,))) == (FOOTNOTE,)


def test_the_main_table_has_one_row_a_page_wherever_its_bundle_stands() -> None:
    rows = Bundle("reviews", (TITLE,), (Locator("//li", Anchor.POSITION),))
    page = Bundle("page", (TITLE,))

    assert main_bundle(Wrapper((rows, page))) == page
    assert main_bundle(Wrapper((rows,))) == rows
    assert main_bundle(Wrapper(())) is None


def test_a_file_says_which_fields_are_extra() -> None:
    wrapper = Wrapper((Bundle("page", (TITLE, FOOTNOTE)),))
    content = to_content(wrapper)

    assert [field.get("extra") for field in content["bundles"][0]["fields"]] == [None, True]
    assert from_content(content, "test") == wrapper
