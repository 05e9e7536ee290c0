"""The catalogue: arithmetic instead of lists, and a life from day to day."""

import tracemalloc
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.demo.shop_model.assortment import Assortment
from pagekin.demo.shop_model.catalogue import Catalogue, gtin
from pagekin.demo.shop_model.dice import Dice
from pagekin.demo.shop_model.draws import brand_name, brand_numbers
from pagekin.demo.shop_model.layout import ShopShelf, layout_for

sizes = st.integers(100, 1_000_000)


def catalogue(products=500, day=1, seed=1):
    return Catalogue(Assortment(products, seed), day)


def all_shelves(layout):
    return [ShopShelf(outlet=False, number=n) for n in range(layout.main_shelves)] + [
        ShopShelf(outlet=True, number=n) for n in range(layout.outlet_shelves)
    ]


@given(sizes, st.integers(0, 2_000_000))
def test_a_slot_is_found_again_at_its_place_on_the_shelf(products, slot):
    layout = layout_for(products)
    shelf, position = layout.place(slot)
    assert layout.slot_at(shelf, position) == slot
    assert position < layout.shelf_size(shelf, slot + 1)
    assert position >= layout.shelf_size(shelf, slot)


@given(sizes, st.integers(0, 2_000_000))
def test_a_slot_is_found_again_among_the_products_of_its_brand(products, slot):
    layout = layout_for(products)
    brand, position = layout.brand_of(slot), slot // layout.brands
    assert layout.slot_of_brand(brand, position) == slot
    assert layout.brand_size(brand, slot + 1) == position + 1
    assert layout.brand_size(brand, slot) == position


@given(sizes)
def test_a_leaf_is_found_again_by_its_department_goods_and_modifier(products):
    layout = layout_for(products)
    for number in (0, 1, layout.main_shelves // 2, layout.main_shelves - 1):
        path = layout.leaf_path(ShopShelf(outlet=False, number=number))
        assert layout.leaf_number(*path) == number


@given(st.integers(0, 2_000_000), st.integers(1, 5))
def test_an_article_number_leads_back_to_its_slot_and_no_other_number_does(slot, seed):
    assortment = Assortment(1000, seed)
    number = assortment.number(slot)
    assert assortment.slot(number) == slot
    neighbours = {assortment.slot(other) for other in range(number - 3, number + 4)} - {None, slot}
    assert neighbours <= {slot - 1, slot + 1}


@pytest.mark.parametrize("products", [100, 137, 500, 2000])
@pytest.mark.parametrize("day", [1, 2, 30])
def test_listings_and_index_show_exactly_the_products_on_sale(products, day):
    shop = catalogue(products, day)
    on_sale = list(shop.all_slots())
    listed = [
        slot
        for shelf in all_shelves(shop.layout)
        for page in range(1, shop.shelf_run(shelf).pages + 1)
        for slot in shop.shelf_page(shelf, page)
    ]
    parts = range(1, shop.index_run().pages + 1)
    assert sorted(listed) == on_sale
    assert [slot for part in parts for slot in shop.index_page(part)] == on_sale


def test_brand_pages_show_exactly_the_products_that_name_their_brand():
    shop = catalogue(500, 3)
    shown = [
        slot
        for brand in range(shop.layout.brands)
        for page in range(1, shop.brand_run(brand).pages + 1)
        for slot in shop.brand_page(brand, page)
    ]
    assert sorted(shown) == [slot for slot in shop.all_slots() if shop.assortment.brand(slot)]


@pytest.mark.parametrize("products", [100, 1000, 10_000, 100_000, 1_000_000])
def test_listings_have_a_handful_of_pages_whatever_the_size(products):
    shop = catalogue(products)
    pages = [shop.shelf_run(shelf).pages for shelf in all_shelves(shop.layout)]
    assert min(pages) >= 1
    assert 2 <= max(pages) <= 15
    assert sum(pages) / products < (0.06 if products >= 10_000 else 0.3)


def test_the_first_day_has_exactly_as_many_products_as_asked_for():
    assert sum(1 for _ in catalogue(1234).all_slots()) == 1234


def test_products_come_and_go_at_about_a_fifth_of_a_per_cent_a_day():
    days = [set(catalogue(5000, day).all_slots()) for day in (1, 11, 21, 31)]
    for before, after in pairwise(days):
        assert 0.015 < len(after - before) / len(before) < 0.025
        assert 0.010 < len(before - after) / len(before) < 0.030


def test_one_to_two_per_cent_of_the_products_change_from_one_day_to_the_next():
    def values(day):
        shop = catalogue(10_000, day)
        return [(shop.offer(slot), shop.stock(slot)) for slot in range(0, 10_000, 5)]

    shares = []
    before = values(1)
    for day in range(2, 6):
        after = values(day)
        shares.append(sum(a != b for a, b in zip(before, after, strict=True)) / len(after))
        before = after
    assert 0.01 < sum(shares) / len(shares) < 0.02
    assert min(shares) > 0.005


def test_a_product_that_vanished_never_comes_back():
    days = [set(catalogue(1000, day).all_slots()) for day in range(1, 61, 4)]
    for number, gone in enumerate(before - after for before, after in pairwise(days)):
        assert not any(gone & later for later in days[number + 1 :])


def test_products_linked_from_others_never_vanish():
    on_sale = set(catalogue(300, 400).all_slots())
    assortment = Assortment(300, 1)
    for slot in range(300):
        for teaser in (*assortment.related(slot, 6), *assortment.popular(slot, 6)):
            assert assortment.slot(teaser.number) in on_sale
            assert teaser.number != assortment.number(slot)


def test_the_date_of_the_last_change_moves_only_when_a_product_changes():
    for slot in range(0, 400, 7):
        for day in range(2, 20):
            before, after = catalogue(500, day - 1), catalogue(500, day)
            changed = (before.offer(slot), before.stock(slot)) != (
                after.offer(slot),
                after.stock(slot),
            )
            if changed:
                assert after.changed_on(slot) > before.changed_on(slot)


def test_all_optional_parts_occur_and_are_missing():
    products = [catalogue(1000).product(slot) for slot in range(300)]
    for part in ("brand", "images", "variants", "reviews"):
        present = sum(bool(getattr(product, part)) for product in products)
        assert 30 < present < 300, part
    assert 30 < sum(product.offer.old_price is not None for product in products) < 150
    assert {len(product.reviews) for product in products} == set(range(13))
    assert len({len(product.specs) for product in products}) > 6


def test_a_reduced_price_is_below_the_old_one():
    offers = [catalogue(1000).offer(slot) for slot in range(1000)]
    assert all(o.old_price is None or 0 < o.price < o.old_price for o in offers)


def test_brands_have_names_and_paths_of_their_own():
    names = {brand_name(1, number) for number in range(400)}
    assert len(names) == len(brand_numbers(1, 400)) == 400


def test_the_check_digit_makes_a_valid_gtin():
    assert gtin(638133393) == "4006381333931"  # the EAN-13 of a highlighter pen, the usual example
    for number in range(20_000, 20_050):
        digits = [int(digit) for digit in gtin(number)]
        assert (sum(digits[::2]) + 3 * sum(digits[1::2])) % 10 == 0


@settings(max_examples=50)
@given(st.integers(), st.text(max_size=8), st.integers(1, 1000))
def test_dice_fall_the_same_way_for_the_same_purpose(seed, purpose, limit):
    first, second = Dice(seed, purpose), Dice(seed, purpose)
    draws = [first.below(limit) for _ in range(200)]
    assert draws == [second.below(limit) for _ in range(200)]
    assert all(0 <= drawn < limit for drawn in draws)


def test_dice_are_fair():
    dice = Dice(1, "fairness")
    counts = [0] * 6
    for _ in range(6000):
        counts[dice.below(6)] += 1
    assert all(880 < count < 1120 for count in counts)


def test_a_million_products_take_no_more_memory_than_a_few():
    tracemalloc.start()
    shop = catalogue(1_000_000, 30)
    for slot in range(999_900, 1_000_000):
        shop.product(slot)
    shop.shelf_page(ShopShelf(outlet=False, number=shop.layout.main_shelves - 1), 3)
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 4_000_000
