"""Folders that are called after a kind of thing, and those that are not."""

import pytest

from pagekin.urls.kind_nouns import names_kind, names_many


@pytest.mark.parametrize(
    "level",
    [
        "functions",
        "tag",
        "categories",  # -y, -ies
        "classes",
        "product-category",  # one of its words
        "cmd_",
        "starplayers",  # the end of a longer word
        "newsmeldungen-artikel",
        "recettes",
        "bucher",
        "%D1%80%D0%B5%D1%86%D0%B5%D0%BF%D1%82%D1%8B",  # рецепты
        "%E6%96%87%E7%AB%A0",  # 文章
    ],
)
def test_nouns_for_what_a_page_may_be_one_of(level):
    assert names_kind(level)


@pytest.mark.parametrize(
    "level",
    [
        "health",
        "zoom",
        "2003-july",
        "",
        "-",
        "26-hilary-lloyd",
        "Extensions",  # a namespace, by its capital
        "classic",  # no plural
        "tagesschau",
        "xtag",  # short nouns end many words
        "rename",
    ],
)
def test_other_words(level):
    assert not names_kind(level)


@pytest.mark.parametrize(
    "text",
    [
        "functions",
        "Built-in functions",
        "AT-commands",
        "Network Interface Controller Drivers",
        "Alphabetical_List_of_Functions",
        "Exemples utiles",  # the noun may come first in other languages
        "Beispiele",
    ],
)
def test_names_of_pages_about_things_of_one_kind(text):
    assert names_many(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2021",
        "tutorial",  # one of them, or a book
        "Function reference",
        "Functions and what they are for",
        "List",
        "Health",
        "saveGame",
    ],
)
def test_names_of_other_pages(text):
    assert not names_many(text)
