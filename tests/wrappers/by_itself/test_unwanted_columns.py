"""What varies from page to page and is no column: actions, notices, second titles, words in texts; and what is one."""

import json

from named_things import PAGES, WORDS, name

from pagekin.dom.page import parse_page
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_itself import induce
from pagekin.wrappers.main_table import main_bundle, main_fields


def learned(body, head=lambda i: ""):
    """Learn from pages of one template; give the columns and the texts of each, page by page."""
    pages = [
        parse_page(
            f"https://site.example/item/{i}",
            f"<html><head>{head(i)}</head><body>{body(i)}</body></html>".encode(),
        )
        for i in range(PAGES)
    ]
    wrapper = induce(pages)
    extractor = Extractor(wrapper)
    records = [extractor.extract(page).records[0] for page in pages]
    columns = {field.name: field for field in main_fields(main_bundle(wrapper))}
    said = {
        one: [[value.text for value in record.fields[one]] for record in records] for one in columns
    }
    return columns, said


def data(i, **content):
    return (
        f'<script type="application/ld+json">{json.dumps({"@type": "Product"} | content)}</script>'
    )


def test_a_price_is_not_named_by_the_state_that_stands_with_its_label_above_it():
    columns, said = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><div><p class='availability'>Availability: <span class='in-stock'>"
            f"In stock</span></p><div class='price-box'>${i + 3}.99</div></div>"
        )
    )
    assert [one for one in columns if columns[one].type == "price"] == ["price"]
    assert columns["availability"].type == "availability"
    assert said["availability"][0] == ["In stock"]
    assert len(columns) == 3, "the words `Availability:` are no column"


def test_the_headline_is_the_title_though_a_form_repeats_it_with_a_label():
    columns, said = learned(
        lambda i: (
            f"<h1><span>{name(i)}</span></h1><p class='price'>${i + 3}.99</p><form><fieldset>"
            f"<legend><span>You're reviewing:</span> <strong>{name(i)}</strong></legend>"
            "</fieldset></form>"
        )
    )
    assert next(iter(columns)) == "title"
    assert said["title"] == [[name(i)] for i in range(PAGES)]


def test_what_the_site_tells_a_visitor_of_his_own_doing_is_no_column():
    columns, _ = learned(
        lambda i: (
            f"<div class='message' role='alert'>“{name(i, 5)}” has been added to your cart.</div>"
            f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>"
        )
    )
    assert list(columns) == ["title", "maker"]


def test_sizes_of_pictures_and_what_one_can_do_on_a_page_are_no_columns():
    columns, _ = learned(
        lambda i: f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>",
        lambda i: (
            f"<meta property='og:image' content='/img/{i}.png'>"
            f"<meta property='og:image:width' content='{600 + i}'>"
            f"<meta name='twitter:label1' content='Written by'>"
            f"<meta name='twitter:data1' content='{name(i, 9)}'>"
            + data(
                i,
                image={"@type": "ImageObject", "url": f"/img/{i}.png", "height": 300 + i},
                potentialAction={"@type": "BuyAction", "target": f"/buy/{i}"},
            )
        ),
    )
    assert sorted(columns) == ["image", "maker", "title"]


def test_a_trail_inside_other_data_is_the_breadcrumbs_and_there_is_one_of_them():
    def trail(i):
        names = ["Home", name(i, 3), name(i)]
        items = [{"@type": "ListItem", "position": n, "name": one} for n, one in enumerate(names)]
        return {"@type": "BreadcrumbList", "itemListElement": items}

    columns, said = learned(
        lambda i: f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>",
        lambda i: (
            f'<script type="application/ld+json">'
            f"{json.dumps({'@type': 'WebPage', 'url': f'/item/{i}', 'breadcrumb': trail(i)})}</script>"
        ),
    )
    assert sorted(columns) == ["breadcrumbs", "maker", "title"]
    assert said["breadcrumbs"][0] == ["Home", name(0, 3), name(0)]


def test_a_title_for_search_engines_beside_the_headline_is_no_column():
    columns, _ = learned(
        lambda i: f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>",
        lambda i: (
            f"<title>{name(i)}</title><meta property='og:title' content='Buy {name(i, 7)} now'>"
            f"<meta name='keywords' content='{name(i)}, shop, best price'>"
        ),
    )
    assert sorted(columns) == ["maker", "title"]


def test_keywords_that_say_something_of_their_own_are_a_column():
    columns, _ = learned(
        lambda i: f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>",
        lambda i: f"<title>{name(i)}</title><meta name='keywords' content='{name(i, 8)}'>",
    )
    assert "keywords" in columns


def test_page_and_data_that_differ_here_and_there_under_one_name_are_one_column():
    columns, said = learned(
        lambda i: f"<h1>{name(i)}</h1><p><b>SKU:</b> <span class='sku'>{i:03}00{i}</span></p>",
        lambda i: data(i, name=name(i), sku=f"{i:03}00{i}" if i > 1 else f"{i}"),
    )
    assert sorted(columns) == ["name", "sku"]
    assert said["sku"][1] == ["001001"], "what readers see"


def test_of_two_columns_that_say_the_same_the_one_that_more_pages_have_is_kept():
    columns, said = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>"
            + ("<p class='stock'>In stock</p>" if i % 2 else "")
        ),
        lambda i: data(
            i,
            name=name(i),
            offers={"@type": "Offer", "availability": "https://schema.org/InStock"},
        ),
    )
    [one] = [one for one in columns if columns[one].type == "availability"]
    assert all(said[one])


def test_words_of_code_in_a_text_are_no_column_and_a_list_of_codes_is_one():
    _, said = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><h2>Remarks</h2><p>It is said that <code>{name(i, 2)}</code> or else "
            f"<code>{name(i, 3)}</code> {'and <code>both</code> ' * (i % 2)}may well happen at times.</p>"
            f"<dl><dt>Aliases</dt><dd><code>X-{i}</code>, <code>Y-{i}</code>"
            f"{f', <code>Z-{i}</code>' * (i % 2)}</dd></dl>"
        )
    )
    assert said["aliases"][1] == ["X-1", "Y-1", "Z-1"]
    assert not any([name(1, 2), name(1, 3), "both"] == values[1] for values in said.values())


def test_initials_in_place_of_a_picture_are_no_column():
    columns, _ = learned(
        lambda i: (
            f"<div class='box'>{name(i)[0]}</div><h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>"
        ),
        lambda i: f"<title>{name(i)}</title>",
    )
    assert sorted(columns) == ["maker", "title"]


def test_headings_that_a_label_names_are_one_list_though_few_pages_have_several():
    _, said = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><h2>Talks</h2><h3><a href='/t/{i}'>{name(i, 1)}</a></h3>"
            f"<p>Monday at {8 + i % 9} in room {i}</p>"
            + (f"<h3><a href='/t/{i}b'>{name(i, 2)}</a></h3><p>Tuesday</p>" if i == 4 else "")
        )
    )
    assert said["talks"][4] == [name(4, 1), name(4, 2)]
    assert [name(4, 2)] not in [values[4] for values in said.values()]


def test_an_address_that_readers_see_gives_no_name():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><table><tr><td>Source code:</td><td>{WORDS[i]}</td>"
            f"<td><a href='https://host.example/repos/asf/{i}.git'>https://host.example/repos/asf/{i}.git</a>"
            "</td></tr></table>"
        )
    )
    assert columns.keys().isdisjoint({"asf", "git"})
    assert columns["source_code_link"].type == "link"


def test_the_name_is_named_by_the_label_and_the_long_text_follows_it():
    story = " ".join(WORDS) + ". And then there is more to be said of it. "
    columns, said = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><div><h4>Presented by</h4><p>{name(i, 1)}</p>"
            f"<div class='x'>{name(i, 2)} {story * 4}{name(i, 3)}</div></div>"
        )
    )
    assert said["presented_by"][3] == [name(3, 1)]
    assert columns["presented_by_text"].type == "long_text"


def test_a_class_beside_steps_of_a_scale_is_no_name_unless_it_is_a_word_for_a_field():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><p class='mb-4 leading-relaxed'>{name(i, 1)}</p>"
            f"<p class='mb-4 product-maker'>{name(i, 2)}</p>"
        )
    )
    assert "leading_relaxed" not in columns
    assert any("maker" in one for one in columns)


def test_the_picture_of_a_gallery_is_found_though_each_one_is_a_link_to_itself():
    def gallery(i):
        shown = "".join(
            f"<div class='pic'><a href='/img/{i}-{n}.png'><img src='/img/{i}-{n}-small.png'></a></div>"
            for n in range(1 + i % 3)
        )
        return f"<h1>{name(i)}</h1><figure>{shown}</figure><p class='maker'>{name(i, 1)}</p>"

    columns, _ = learned(gallery)
    assert any(columns[one].type == "image" for one in columns)


def test_where_a_value_is_missing_its_neighbour_does_not_take_its_place():
    _, said = learned(
        lambda i: (
            "<div class='talk'>"
            + (f"<h4>Monday {8 + i}:30–{9 + i}:00</h4>" if i != 5 else "")
            + f"<h2>{name(i)}</h2><h4><a href='/speaker/{i}'>{name(i, 1)}</a></h4></div>"
        )
    )
    assert said["time"][4] == ["Monday 12:30–13:00"]
    assert said["time"][5] == []
    assert said["speaker"][5] == [name(5, 1)]


def test_what_one_reader_thinks_and_what_another_item_costs_are_no_columns():
    columns, _ = learned(
        lambda i: (
            f"<h1>{name(i)}</h1><p class='price'>${i + 3}.99</p><p class='maker'>{name(i, 1)}</p>"
            f"<ol><li class='review'><p class='words'>{name(i, 2)} is what I like</p></li></ol>"
            f"<section class='related'><h3>{name(i, 3)}</h3>"
            f"<p>Original price was: ${i + 40}.50</p></section>"
        )
    )
    assert sorted(columns)[:3] == ["maker", "price", "title"]
    assert [one for one in columns if columns[one].type == "price"] == ["price"]
    assert "words" not in columns
