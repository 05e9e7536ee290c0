"""The picker on the pages of a real shop's software: values of a product, and all products of a list."""

import urllib.request

import oscar
import pytest

from pagekin.dom import parse_page
from picked_pages import clicked, is_shown_safely, texts


def pages_at(shop, *paths):
    pages = []
    for path in paths:
        with urllib.request.urlopen(shop.url + path) as answer:
            pages.append(parse_page(shop.url + path, answer.read()))
    return pages


@pytest.mark.parametrize("path", ["//h1", "//p[@class='price_color']"])
def test_one_click_finds_a_value_on_every_product(oscar_shop, path):
    pages = pages_at(oscar_shop, *map(oscar.product, (1, 2, 3, 4)))
    _, found = clicked(pages, f"({path})[1]")
    assert found == [texts(page, path)[:1] for page in pages]
    assert all(map(is_shown_safely, pages))


def test_two_clicks_find_all_products_of_a_list(oscar_shop):
    pages = pages_at(oscar_shop, "/catalogue/", "/catalogue/?page=2")
    names = "//article//h3/a"
    draft, found = clicked(pages, f"({names})[1]", f"({names})[2]")
    assert found == [texts(page, names) for page in pages]
    assert len(found[0]) > 5
    assert len(draft.fields) == 1
