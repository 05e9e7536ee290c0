"""The main table that is learned by itself: its columns, their order and names, and what stays out of it."""

import json
import random

import pytest
from named_things import PAGES, WORDS, name

from pagekin.dom.page import parse_page
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_itself import induce
from pagekin.wrappers.main_table import main_bundle, main_fields


def learned(body, pages=PAGES):
    """Learn from pages of one template; give the columns and the pages' records."""
    all_pages = [
        parse_page(f"https://site.example/item/{i}", f"<body>{body(i)}</body>".encode())
        for i in range(pages)
    ]
    wrapper = induce(all_pages)
    bundle = main_bundle(wrapper)
    extractor = Extractor(wrapper)
    records = [extractor.extract(page).records[0] for page in all_pages]
    return {field.name: field for field in main_fields(bundle)}, records


def texts(records, field):
    return [[value.text for value in record.fields[field]] for record in records]


def test_title_price_and_number_come_first_then_what_stands_on_the_page_in_its_order():
    columns, _ = learned(
        lambda i: (
            f"<p>Colour: <b class='colour'>{name(i, 2)}</b></p><h1>{name(i)}</h1>"
            f"<p class='maker'>{name(i, 1)}</p><p class='price'>${i + 3}.99</p>"
            f"<dl><dt>SKU</dt><dd>AB-{i + 100}-X</dd></dl>"
        )
    )
    assert list(columns) == ["title", "price", "sku", "colour", "maker"]


def test_an_amount_and_its_currency_are_one_value():
    columns, records = learned(
        lambda i: (
            f"<h1>{name(i)}</h1>"
            f"<p class='price'><bdi>{i + 3}.500<span class='sign'>₫</span></bdi></p>"
        )
    )
    assert columns["price"].type == "price"
    assert records[0].fields["price"][0].attributes == {"amount": 3500.0, "currency": "VND"}


def test_an_old_price_beside_the_new_one_is_not_the_price():
    def body(i):
        old = f"<del>{2 * i + 9},00<i>€</i></del> " if i % 3 == 0 else ""
        return f"<h1>{name(i)}</h1><p class='price'>{old}<ins>{i + 5},00<i>€</i></ins></p>"

    _, records = learned(body)
    amounts = [record.fields["price"][0].attributes["amount"] for record in records]
    assert amounts == [i + 5 for i in range(PAGES)]


def test_a_word_that_recurs_in_any_order_is_no_label_for_the_next():
    def body(i):
        tags = random.Random(i).sample(["Remote", "Senior", "Full time", "Equity", "Sales"], 3)
        chips = "".join(f"<span class='skill'>{tag}</span>" for tag in tags)
        return f"<h1>{name(i)}</h1><div class='chips'>{chips}</div>"

    columns, records = learned(body, pages=20)
    assert list(columns) == ["title", "skill"]
    assert all(len(found) == 3 for found in texts(records, "skill"))


def test_breadcrumbs_are_one_list():
    columns, records = learned(
        lambda i: (
            f"<nav class='breadcrumb'><a href='/'>Home</a> / <a href='/c'>{name(i % 3)}</a> /"
            f" {name(i, 1)}</nav><h1>{name(i, 1)}</h1>"
        )
    )
    assert [column for column in columns if column != "title"] == ["breadcrumbs"]
    assert texts(records, "breadcrumbs")[0] == ["Home", name(0)]


@pytest.mark.parametrize("most", [9, 12])
def test_category_on_one_page_and_categories_on_the_next_are_one_whole_list(most):
    def body(i):
        links = [f"<a href='/c/{n}'>{name(i, 40 + n)}</a>" for n in range(1 if i < most else 2)]
        label = "Category:" if i < most else "Categories:"
        return f"<h1>{name(i)}</h1><span class='posted_in'>{label} {', '.join(links)}</span>"

    columns, records = learned(body, pages=14)
    assert list(columns) == ["title", "category"]
    assert texts(records, "category")[-1] == [name(13, 40), name(13, 41)]


def test_what_is_the_same_today_but_matters_is_a_column():
    columns, records = learned(
        lambda i: f"<h1>{name(i)}</h1><p class='stock'>In stock</p><p class='note'>We ship</p>"
    )
    assert columns["stock"].type == "availability"
    assert "note" not in columns
    assert texts(records, "stock")[0] == ["In stock"]


def test_a_link_that_always_says_the_same_is_a_column_if_it_leads_to_a_file_or_out_of_the_site():
    columns, records = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><a href='/files/{i}.pdf'>Download</a> <a href='/more/{i}'>More</a>"
            f"<a href='https://share.example/?u=https://site.example/item/{i}'>Share</a>"
        )
    )
    assert list(columns) == ["title", "download"]
    address = records[3].fields["download"][0].attributes["href"]
    assert address == "https://site.example/files/3.pdf"


def test_rows_of_a_table_have_the_names_of_its_head():
    def body(i):
        rows = "".join(
            f"<tr><td>{name(i, n)}</td><td>${i + n}.50</td></tr>" for n in range(2 + i % 3)
        )
        head = "<thead><tr><th>Part number</th><th>Web price</th></tr></thead>"
        return f"<h1>{name(i)}</h1><table>{head}<tbody>{rows}</tbody></table>"

    pages = [
        parse_page(f"https://site.example/item/{i}", f"<body>{body(i)}</body>".encode())
        for i in range(PAGES)
    ]
    rows = next(bundle for bundle in induce(pages).bundles if bundle.each)
    assert [field.name for field in rows.fields] == ["part_number", "web_price"]


def test_neighbours_single_reviews_and_carts_are_not_about_the_page():
    columns, _ = learned(
        lambda i: (
            f"<div class='mini-cart'>{i} items</div><h1>{name(i)}</h1>"
            f"<div class='review'><b>{name(i, 5)}</b><p class='said'>{name(i, 6)}</p></div>"
            f"<a rel='prev' href='/item/{i - 1}'>{name(i, 8)}</a>"
            f"<div class='pagination'><a href='/item/{i + 1}'>{name(i, 9)}</a></div>"
        )
    )
    assert list(columns) == ["title"]


def test_what_hardly_any_page_has_is_extra_and_what_another_column_says_too():
    def body(i):
        rare = f"<dt>Award</dt><dd>{name(i, 7)}</dd>" if i < 3 else ""
        data = f'{{"@type": "Product", "name": "{name(i)}", "price": "{i + 3}.99"}}'
        return (
            f"<script type='application/ld+json'>{data}</script>"
            f"<h1>{name(i)}</h1><p class='cost'>${i + 3}.99</p><dl>{rare}</dl>"
        )

    columns, records = learned(body, pages=40)
    assert list(columns) == ["name", "price"]
    assert texts(records, "price")[0] == ["$3.99"]  # as readers see it


def test_a_whole_with_a_part_that_has_a_label_is_no_column():
    def body(i):
        inner = f"<li><b>Wiki:</b> <a href='/w/{i}'>{name(i, 1)}</a></li><li><b>Chat:</b> <i>{name(i, 2)}</i></li>"
        return f"<h1>{name(i)}</h1><ul>{inner * (1 + i % 2)}</ul>"

    columns, records = learned(body)
    assert not any(
        "Wiki: " in text for one in columns for found in texts(records, one) for text in found
    )


def test_what_differs_only_where_nothing_is_said_is_said_once():
    data = "<script type='application/ld+json'>{}</script>"

    def body(i):
        product = json.dumps({"@type": "Product", "name": name(i), "sku": f"AB{i}"})
        sku = "N/A" if i % 4 == 1 else f"AB{i}"
        return f"{data.format(product)}<h1>{name(i)}</h1><p>No: <span class='sku'>{sku}</span></p>"

    columns, _ = learned(body)
    assert "sku" in columns
    assert "sku_2" not in columns


def test_the_parts_of_a_headline_stand_for_it():
    columns, records = learned(lambda i: f"<h1>PEP {i + 100} – {name(i)}</h1><p>{i} votes</p>")
    assert texts(records, "title")[0] == [name(0)]
    assert not any(
        "–" in text for one in columns for found in texts(records, one) for text in found
    )


def test_long_texts_come_last():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><div class='description'>{name(i, 1) * 200}</div>"
            f"<p class='maker'>{name(i, 2)}</p>"
        )
    )
    assert list(columns) == ["title", "maker", "description"]


def test_what_only_varies_the_title_is_no_column_unless_the_page_has_a_label_for_it():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)} in {WORDS[i]}</h1><p class='dealer'>Find a dealer for {name(i)} in {WORDS[i]}</p>"
            f"<dl><dt>Place</dt><dd>Ohio, {WORDS[i]}</dd></dl><p class='maker'>{name(i, 2)}</p>"
        )
    )
    assert set(columns) == {"title", "place", "maker"}


def sentence(i, salt=0):
    """Give a text of several sentences."""
    return " ".join(f"The {name(i + n, salt)} is on the way to another place." for n in range(6))


def test_a_label_in_an_element_of_its_own_is_never_glued_to_its_value():
    def body(i):
        value = f"{10 * i + 20} mins" if i % 3 else f"Pressure: {i + 3} mins"
        return f"<h1>{name(i)}</h1><div class='info'><div><strong>Cook Time</strong>{value}</div></div>"

    _, records = learned(body)
    assert texts(records, "cook_time")[:2] == [["Pressure: 3 mins"], ["30 mins"]]


def test_what_is_small_in_a_headline_is_not_the_title():
    columns, records = learned(
        lambda i: f"<h1>{name(i)[:12]} <small>on Nov. {i + 1}, 2017 in the great hall</small></h1>"
    )
    assert texts(records, "title")[0] == [name(0)[:12].strip()]
    assert len(columns) == 2


def test_a_headline_is_no_list_where_some_pages_have_further_headings():
    def body(i):
        more = f"<h2>{name(i, 3)}</h2><p>{sentence(i, 4)}</p>" if i % 5 == 0 else ""
        return f"<h2>{name(i)}</h2><p class='by'>{name(i, 1)}</p>{more}"

    columns, records = learned(body)
    assert texts(records, "title") == [[name(i)] for i in range(PAGES)]
    assert not columns["title"].many


def test_the_title_of_the_window_is_without_what_is_the_sites():
    pages = [
        parse_page(
            f"https://site.example/talk/{i}",
            f"<title>Talk: {name(i)} | A Conference</title><p class='room'>{name(i, 1)}</p>".encode(),
        )
        for i in range(PAGES)
    ]
    extractor = Extractor(induce(pages))
    titles = [extractor.extract(page).records[0].fields["title"][0].text for page in pages]
    assert titles == [name(i) for i in range(PAGES)]


def test_long_texts_are_descriptions_and_called_after_what_is_around_their_paragraphs():
    def body(i):
        paragraphs = "".join(f"<p>{sentence(i, 7 + n)}</p>" for n in range(1 + i % 3))
        return f"<h1>{name(i)}</h1><p>{sentence(i, 2)}</p><div class='bio'>{paragraphs}</div>"

    columns, _ = learned(body)
    assert list(columns) == ["title", "description", "bio"]


def test_a_long_text_under_the_label_of_a_short_one_describes_it():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><h2>Presented by</h2>"
            f"<div><h3>{name(i, 1)}</h3><p>{sentence(i, 2)}</p></div>"
        )
    )
    assert list(columns) == ["title", "presented_by", "presented_by_text"]


def test_the_day_on_which_something_begins_comes_before_the_one_on_which_it_ends():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><dl><dt>End date</dt><dd>2024-05-{i + 11}</dd>"
            f"<dt>Start date</dt><dd>2024-05-{i + 10}</dd></dl>"
        )
    )
    assert list(columns) == ["title", "start_date", "end_date"]


@pytest.mark.parametrize("lead", ["By ", ""])
def test_what_two_places_say_is_one_column_where_one_names_the_first_only(lead):
    def body(i):
        others = f", {name(i, 5)}" if i == 3 else ""
        return (
            f"<h1>{name(i)}</h1><p class='author'>{lead}{name(i, 4)}{others}</p>"
            f"<p>{sentence(i, 2)}</p><h2>{name(i, 4)}</h2><p class='bio'>{sentence(i, 6)}</p>"
        )

    columns, _ = learned(body)
    assert list(columns) == ["title", "description", "author", "bio"]


def test_a_word_that_looks_different_is_a_part_of_its_text():
    def body(i):
        title = f"{name(i)} in <code>{WORDS[i]}</code> again" if i % 3 == 0 else name(i)
        return f"<h1>X-{i}</h1><p class='summary'>{title}</p><p class='maker'>{name(i, 1)}</p>"

    columns, records = learned(body)
    found = [column for column in columns if any(name(0) in t for t in texts(records, column)[0])]
    assert [texts(records, column)[0] for column in found] == [[f"{name(0)} in {WORDS[0]} again"]]


def test_what_nothing_names_is_no_column_if_most_pages_say_the_same_there():
    def body(i):
        said = "This page tracks the status." if i % 3 else f"See {name(i, 2)} for the status."
        return f"<h1>{name(i)}</h1><div><p>{said}</p><p class='maker'>{name(i, 1)}</p></div>"

    columns, _ = learned(body)
    assert list(columns) == ["title", "maker"]


def test_the_second_of_a_kind_has_the_same_name_and_a_number():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1>"
            f"<div><div class='slot'>{name(i, 1)} <span class='hours'>{i + 1}:00-{i + 2}:00</span></div></div>"
            f"<div><div class='slot'>{name(i, 2)} <span class='hours'>{i + 3}:30-{i + 4}:30</span></div></div>"
        )
    )
    assert list(columns) == ["title", "slot", "hours", "slot_2", "hours_2"]


def test_sorts_of_something_are_its_type_and_a_badge_is_one():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><a href='https://else.example/{i}.pdf'>Paper</a>"
            f"<p><span class='x-badge'>{('Short', 'Long', 'Demo')[i % 3]} Paper</span></p>"
            f"<div><b class='card-badge'>{('Mid', 'Senior', 'Junior')[i % 3]}</b></div>"
        )
    )
    assert list(columns) == ["title", "paper", "paper_type", "badge"]


def test_headings_that_differ_on_few_pages_are_no_column():
    def body(i):
        done = " [done]" if i % 3 == 0 else ""
        return (
            f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>"
            f"<h4 id='exit'>How to leave{done}</h4><p class='way'>{name(i, 3)}</p>"
        )

    columns, _ = learned(body)
    assert list(columns) == ["title", "maker", "way"]


def test_the_first_of_each_label_comes_before_the_second_of_any():
    def body(i):
        editions = "".join(
            f"<div class='e{n}'><p>Published: {2000 + i + n}-05-{i + 10}</p><p>Maker: {name(i, 9 + n)}</p></div>"
            for n in range(11)
        )
        return (
            f"<h1>{name(i)}</h1>{editions}<div class='deep'><div><i>{name(i, 40)}</i></div></div>"
            f"<dl><dt>ISBN</dt><dd>AB{i}</dd><dt>ISBN-13</dt><dd>978-{i}</dd></dl>"
        )

    columns, records = learned(body)
    names = list(columns)
    assert {"isbn", "isbn_13"} <= set(names[:20])
    assert any([name(0, 40)] == texts(records, column)[0] for column in names[:20])


def test_what_is_the_same_in_each_language_of_the_site_is_no_column():
    def body(i):
        buy = "Buy a ticket" if i % 2 else "Acheter un billet"
        return f"<a href='/t{i}'>{buy}</a><h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>"

    columns, _ = learned(body)
    assert list(columns) == ["title", "maker"]


def test_what_few_pages_have_is_a_column_only_if_the_page_has_a_word_for_it():
    def body(i):
        rare = f"<p><i>{name(i, 2)}</i></p><dl><dt>Colour</dt><dd>{name(i, 3)}</dd></dl>"
        return f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>{rare if i % 6 == 0 else ''}"

    columns, _ = learned(body, pages=36)
    assert list(columns) == ["title", "maker", "colour"]


def test_a_list_is_called_after_what_is_around_all_of_its_members():
    def body(i):
        items = "".join(f"<li class='pdp-highlights__item'>{name(i, n)}</li>" for n in range(3, 8))
        return f"<h1>{name(i)}</h1><ul class='pdp-highlights'>{items}</ul>"

    columns, _ = learned(body)
    assert list(columns) == ["title", "highlights"]
