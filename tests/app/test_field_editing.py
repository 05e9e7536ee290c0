"""The fields of a wrapper: listed, renamed, dropped, retyped, joined."""

import pytest

from pagekin.app.field_editing import (
    dropped,
    joined,
    keyed,
    listed_fields,
    renamed,
    retyped,
    shown,
)
from pagekin.errors import UsageError
from pagekin.wrappers import Anchor, Bundle, Field, FieldEvidence, Locator, Wrapper
from pagekin.wrappers.record_keys import row_keys


def at(*paths):
    return tuple(Locator(path, Anchor.NAME) for path in paths)


WRAPPER = Wrapper(
    (
        Bundle(
            "product",
            (
                Field(
                    "name", "text", at("//h1"), seen=FieldEvidence(40, 39, 39, ("Teapot", "Cup"))
                ),
                Field("price", "price", at("//b")),
            ),
            bundles=(Bundle("variant", (Field("name", "text", at(".//i")),), each=at("//li")),),
        ),
    )
)


def names(wrapper):
    return [entry.name for entry in listed_fields(wrapper)]


def test_a_name_that_two_fields_have_is_told_apart_by_the_bundles():
    assert names(WRAPPER) == ["product.name", "price", "product.variant.name"]


def test_what_a_field_was_learned_from_is_its_share_and_examples():
    name, price, _ = listed_fields(WRAPPER)
    assert (name.share, name.examples) == ("98%", ("Teapot", "Cup"))
    assert (price.share, price.examples) == ("–", ())
    assert name.as_json()["coverage"] == 0.975


def test_rename_drop_and_retype_change_one_field_and_nothing_else():
    assert names(renamed(WRAPPER, "product.variant.name", "option")) == ["name", "price", "option"]
    assert names(dropped(WRAPPER, "price")) == ["product.name", "product.variant.name"]
    assert [entry.type for entry in listed_fields(retyped(WRAPPER, "price", "text"))] == [
        "text"
    ] * 3
    assert names(WRAPPER) == ["product.name", "price", "product.variant.name"]


def test_the_full_name_works_even_if_the_short_one_would_do():
    assert names(dropped(WRAPPER, "product.price")) == ["product.name", "product.variant.name"]


def test_a_bundle_without_fields_goes_with_its_last_one():
    (bundle,) = dropped(WRAPPER, "product.variant.name").bundles
    assert bundle.bundles == ()
    assert Wrapper(()) == dropped(Wrapper((Bundle("b", (Field("f", "text", at("//p")),)),)), "f")


@pytest.mark.parametrize("new", ["price", "", " "])
def test_a_new_name_is_neither_taken_nor_empty(new):
    with pytest.raises(UsageError, match="cannot rename"):
        renamed(WRAPPER, "product.name", new)


def test_an_unknown_type_is_refused():
    with pytest.raises(UsageError):
        retyped(WRAPPER, "price", "no such type")


def test_new_fields_join_the_bundle_with_the_same_instances():
    more = Wrapper(
        (
            Bundle("page", (Field("weight", "text", at("//u")), Field("price", "text", at("//s")))),
            Bundle("product", (Field("author", "text", at(".//q")),), each=at("//div")),
        )
    )
    both = joined(WRAPPER, more)
    first, second = both.bundles
    assert [field.name for field in first.fields] == ["name", "price", "weight"]
    assert first.fields[1].locators == at("//s")  # the newer example counts
    assert (second.name, second.fields[0].name) == ("product_2", "author")


def test_a_renamed_field_is_still_the_same_field():
    again = renamed(renamed(WRAPPER, "price", "cost"), "cost", "amount")
    assert [entry.field.id for entry in listed_fields(again) if entry.name == "amount"] == ["price"]


def test_a_new_field_with_the_first_name_of_another_is_another_field():
    more = Wrapper((Bundle("page", (Field("price", "text", at("//s")),)),))
    both = joined(renamed(WRAPPER, "price", "cost"), more)
    ids = {entry.name: entry.field.id for entry in listed_fields(both)}
    assert (ids["cost"], ids["price"]) == ("price", "price_2")


def test_a_field_that_is_shown_again_keeps_its_identity():
    more = Wrapper((Bundle("page", (Field("cost", "text", at("//s")),)),))
    both = joined(renamed(WRAPPER, "price", "cost"), more)
    (cost,) = [entry.field for entry in listed_fields(both) if entry.name == "cost"]
    assert (cost.id, cost.locators) == ("price", at("//s"))


def test_the_key_of_a_bundle_counts_for_its_rows():
    wrapper = keyed(WRAPPER, "product.variant.name")
    assert row_keys(wrapper) == {("product", "variant"): "name"}


def test_a_field_that_is_no_column_becomes_one_when_it_is_shown():
    page = Bundle(
        "page", (Field("name", "text", at("//h1")), Field("note", "text", at("//p"), extra=True))
    )
    changed = shown(Wrapper((page,)), "note")
    assert [field.extra for field in changed.bundles[0].fields] == [False, False]
    with pytest.raises(UsageError, match="colour"):
        shown(Wrapper((page,)), "colour")
