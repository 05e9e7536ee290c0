"""Induction from pages alone: what is template, what is data, what repeats, and what it is called."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from named_things import PAGES, WORDS, name

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_itself import induce
from pagekin.wrappers.repair.locator_health import Health
from pagekin.wrappers.wrapper_json import from_content, to_content


def site(body, pages=PAGES, head=""):
    """Give pages of one template; `body` and `head` are functions of a page's number."""
    return [
        parse_page(
            f"https://site.example/item/{i}",
            f"<html><head>{head(i) if head else ''}</head><body>{body(i)}</body></html>".encode(),
        )
        for i in range(pages)
    ]


def fields(wrapper, bundle="page"):
    found = next(part for part in wrapper.bundles if part.name == bundle)
    return {field.name: field for field in found.fields}


def values(pages, wrapper, field, bundle="page"):
    """Give the texts of a field on each page; of a bundle that repeats those of all instances."""
    extractor = Extractor(wrapper)
    return [
        [
            value.text
            for record in extractor.extract(page).records
            if record.bundle == bundle
            for value in record.fields[field]
        ]
        for page in pages
    ]


def test_what_is_the_same_on_all_pages_is_template_and_what_differs_is_data():
    pages = site(lambda i: f"<p class='slogan'>Buy more</p><h1>{name(i)}</h1><p>Thank you</p>")
    wrapper = induce(pages)
    assert list(fields(wrapper)) == ["title"]
    assert values(pages, wrapper, "title") == [[name(i)] for i in range(PAGES)]


def test_a_wrapper_reads_pages_that_it_was_not_learned_from():
    pages = site(lambda i: f"<h1>{name(i)}</h1><dl><dt>Weight</dt><dd>{i} kg</dd></dl>", pages=30)
    wrapper = induce(pages[:20])
    assert values(pages[20:], wrapper, "weight") == [[f"{i} kg"] for i in range(20, 30)]


ROWS = {
    "table with th": ("<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"),
    "table with td": ("<table>{}</table>", "<tr><td>{}:</td><td>{}</td></tr>"),
    "definition list": ("<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>"),
    "bold and text": ("<p>{}</p>", "<b>{}:</b> {}<br>"),
    "label and text in an item": ("<ul>{}</ul>", "<li>{}: {}</li>"),
    "spans in rows": ("<div>{}</div>", "<div><span>{}</span> <span>{}</span></div>"),
    "text and bold": ("<div>{}</div>", "{}: <strong>{}</strong><br>"),
}


@pytest.mark.parametrize("markup", ROWS.values(), ids=ROWS.keys())
def test_rows_with_labels_give_a_field_per_label_whatever_their_order_and_presence(markup):
    around, row = markup
    # A value's text is that of its node: only there can a label stand with it.
    shown = "{}: {}" if "{}: {}" in row else "{1}"

    def words(i):
        return {"Publisher": name(i, 1), "Pages": str(100 + 7 * i), "Shelf": name(i, 2)}

    def truth(i):
        return {label: shown.format(label, value) for label, value in words(i).items()}

    def body(i):
        order = list(words(i).items())
        random.Random(i).shuffle(order)
        if i % 4 == 0:
            order = [(label, value) for label, value in order if label != "Pages"]
        rows = "".join(row.format(label, value) for label, value in order)
        return f"<h1>{name(i)}</h1>{around.format(rows)}"

    pages = site(body, pages=20)
    wrapper = induce(pages)
    assert values(pages, wrapper, "publisher") == [[truth(i)["Publisher"]] for i in range(20)]
    assert values(pages, wrapper, "shelf") == [[truth(i)["Shelf"]] for i in range(20)]
    expected = [[] if i % 4 == 0 else [truth(i)["Pages"]] for i in range(20)]
    assert values(pages, wrapper, "pages") == expected
    assert fields(wrapper)["pages"].optional
    assert not fields(wrapper)["shelf"].optional
    assert fields(wrapper)["publisher"].locators[0].anchor is Anchor.LABEL


def test_classes_that_alternate_from_row_to_row_do_not_matter():
    def body(i):
        rows = [("Author", name(i, 1)), ("Status", ["Open", "Closed"][i % 2]), ("Kind", name(i, 3))]
        rows = rows[1:] if i % 3 == 0 else rows
        parts = (
            f"<dt class='field-{odd}'>{label}</dt><dd class='field-{odd}'>{value}</dd>"
            for (label, value), odd in zip(rows, ["odd", "even", "odd"], strict=False)
        )
        return f"<h1>{name(i)}</h1><dl>{''.join(parts)}</dl>"

    pages = site(body, pages=20)
    assert values(pages, induce(pages), "kind") == [[name(i, 3)] for i in range(20)]


def test_text_around_a_value_in_its_own_node_stays_and_its_type_reads_past_it():
    pages = site(lambda i: f"<h1>{name(i)}</h1><p class='offer'>Our price: ${i + 3}.99 |</p>")
    wrapper = induce(pages)
    assert values(pages, wrapper, "our_price") == [
        [f"Our price: ${i + 3}.99"] for i in range(PAGES)
    ]  # without the bar behind it, which says nothing
    record = Extractor(wrapper).extract(pages[0]).records[0]
    assert record.fields["our_price"][0].attributes == {"amount": 3.99, "currency": "USD"}


def test_words_keep_the_label_in_their_own_node_too():
    pages = site(lambda i: f"<h1>{name(i)}</h1><p>Publisher: {name(i, 5)}</p>")
    assert values(pages, induce(pages), "publisher")[0] == [f"Publisher: {name(0, 5)}"]


def test_a_label_in_a_node_of_its_own_is_no_part_of_the_value_whatever_cell_holds_it():
    def body(i):
        cell = "td" if i % 2 else "th"
        pay = f"<tr><td>Pay rate:</td><{cell}>{name(i, 5)}</{cell}></tr>"
        return f"<h1>{name(i)}</h1><table>{pay}<tr><td>Terms:</td><td>{i} days</td></tr></table>"

    pages = site(body)
    assert values(pages, induce(pages), "pay_rate") == [[name(i, 5)] for i in range(PAGES)]


def test_a_label_that_touches_its_value_is_no_part_of_it():
    pages = site(
        lambda i: (
            f"<h1>{name(i)}</h1><div><strong>Serves</strong>{4 + i % 3}</div>"
            f"<div><strong>Source</strong>{('family', 'original', 'friends')[i % 3]}</div>"
        )
    )
    wrapper = induce(pages)
    assert values(pages, wrapper, "serves") == [[f"{4 + i % 3}"] for i in range(PAGES)]


def test_a_word_in_several_elements_is_one_value():
    pages = site(lambda i: f"<h1>{name(i)}</h1><p class=mail><i>dev{i}</i>@<i>site.org</i></p>")
    assert values(pages, induce(pages), "mail") == [[f"dev{i}@site.org"] for i in range(PAGES)]


def test_text_around_a_value_is_cut_off_where_its_type_cannot_read_past_it():
    pages = site(lambda i: f"<h1>{name(i)}</h1><p class='offer'>Save {i + 3} %</p>")
    wrapper = induce(pages)
    assert fields(wrapper)["save"].type == "percentage"
    assert values(pages, wrapper, "save")[0] == ["3 %"]


def test_what_stands_in_a_labels_place_without_the_label_is_not_read():
    pages = site(lambda i: f"<h1>{name(i)}</h1><p>Publisher: {name(i, 5)}</p>")
    wrapper = induce(pages)
    other = site(lambda i: f"<h1>{name(i)}</h1><p>Sold out</p>", pages=1)
    assert values(other, wrapper, "publisher") == [[]]


def test_a_value_that_also_stands_alone_is_given_as_it_stands_there():
    pages = site(
        lambda i: f"<h1>{name(i)}</h1><p>By: {name(i, 5)}</p><i class='maker'>{name(i, 5)}</i>"
    )
    wrapper = induce(pages)
    texts = [values(pages, wrapper, field)[0] for field in fields(wrapper)]
    assert sorted(texts) == sorted([[name(0)], [name(0, 5)]])


def test_all_places_of_a_field_have_the_same_text_on_the_pages_it_was_learned_from():
    pages = site(
        lambda i: f"<h1>No. {i} – {name(i)}</h1><p class=big>No. {i} – {name(i)}</p>",
        head=lambda i: f"<title>No. {i} – {name(i)} | the shop</title>",
    )
    wrapper = induce(pages)
    health = Health(wrapper)
    for page in pages:
        health.look(page)
    counts = [count for counts in health.counts.values() for count in counts]
    assert counts
    assert all(count.same == count.found for count in counts)


def test_parts_of_a_row_that_each_have_their_own_words_are_fields_of_their_own():
    pages = site(
        lambda i: (
            f"<h1>{name(i)}</h1><ul><li>{i + 20} mpg city</li><li>{i % 4 + 2} doors</li>"
            f"<li>{name(i, 5)} transmission</li></ul>"
        )
    )
    wrapper = induce(pages)
    texts = [values(pages, wrapper, field)[3] for field in fields(wrapper)]
    assert {("23 mpg city",), ("5 doors",)} <= set(map(tuple, texts))


def test_a_currency_or_a_common_first_word_is_no_label():
    pages = site(lambda i: f"<h1>Canon {name(i)}</h1><p class='price'>${i + 3}.99</p>")
    wrapper = induce(pages)
    assert values(pages, wrapper, "title")[0] == [f"Canon {name(0)}"]
    assert values(pages, wrapper, "price")[0] == ["$3.99"]


def test_what_repeats_is_a_bundle_with_fields_of_its_own():
    def reviews(i):
        return [(name(i, 10 + n), f"{1 + (i + n) % 5}") for n in range(1 + i % 4)]

    def body(i):
        items = "".join(
            f"<li class='review'><b class='who'>{who}</b><span class='stars'>{stars}</span></li>"
            for who, stars in reviews(i)
        )
        return f"<h1>{name(i)}</h1><ul>{items}</ul>"

    pages = site(body, pages=20)
    wrapper = induce(pages)
    assert list(fields(wrapper, "review")) == ["who", "stars"]
    expected = [[who for who, _ in reviews(i)] for i in range(20)]
    assert values(pages, wrapper, "who", "review") == expected


def test_bundles_nest():
    def body(i):
        def group(n):
            items = "".join(
                f"<li class='step'><b>{name(i, 20 * n + k)}</b><i>{k + i} min</i></li>"
                for k in range(1 + (i + n) % 3)
            )
            return f"<section class='stage'><h2>{name(i, n)}</h2><ol>{items}</ol></section>"

        return f"<h1>{name(i)}</h1>" + "".join(map(group, range(1, 2 + i % 3)))

    pages = site(body, pages=20)
    wrapper = induce(pages)
    stage = next(bundle for bundle in wrapper.bundles if bundle.name == "stage")
    assert [inner.name for inner in stage.bundles] == ["step"]
    record = next(r for r in Extractor(wrapper).extract(pages[5]).records if r.bundle == "stage")
    assert len(record.nested) == 1 + (5 + 1) % 3


def test_a_list_of_single_values_is_one_field_with_many_values():
    def tags(i):
        return [name(i, n) for n in range(1 + i % 3)]

    pages = site(
        lambda i: (
            f"<h1>{name(i)}</h1><h3>Tags</h3><ul>{''.join(f'<li>{t}</li>' for t in tags(i))}</ul>"
        ),
        pages=20,
    )
    wrapper = induce(pages)
    assert fields(wrapper)["tags"].many
    assert values(pages, wrapper, "tags") == [tags(i) for i in range(20)]


def test_a_label_in_the_plural_names_the_same_field():
    def people(i):
        return [name(i, 7 + n) for n in range(1 + i % 3)]

    def body(i):
        links = ", ".join(f"<a href='/p/{i}/{n}'>{one}</a>" for n, one in enumerate(people(i)))
        return f"<h1>{name(i)}</h1><p><b>Author{'s' * (i % 3 > 0)}:</b> {links}</p>"

    pages = site(body, pages=20)
    wrapper = induce(pages)
    assert values(pages, wrapper, "author") == [people(i) for i in range(20)]


def test_several_values_with_commas_behind_a_word_are_one_list():
    def people(i):
        return [name(i, 7 + n) for n in range(1 + i % 3)]

    def body(i):
        links = ", ".join(f"<a href='/p/{i}/{n}'>{one}</a>" for n, one in enumerate(people(i)))
        return f"<h1>{name(i)}</h1><p>by {links}</p>"

    pages = site(body)
    wrapper = induce(pages)
    assert fields(wrapper)["author"].many
    assert values(pages, wrapper, "author") == [people(i) for i in range(PAGES)]


def test_menus_and_footers_are_not_data():
    menu = "<nav><ul>" + "".join(f"<li><a href='/{w}'>{w}</a></li>" for w in WORDS) + "</ul></nav>"
    pages = site(lambda i: f"{menu}<h1>{name(i)}</h1><footer><p>© Site</p></footer>")
    wrapper = induce(pages)
    assert [bundle.name for bundle in wrapper.bundles] == ["page"]
    assert list(fields(wrapper)) == ["title"]


@pytest.mark.parametrize("strip", ["<div id='tabSimilar'>{}</div>", "<h3>Recently viewed</h3>{}"])
def test_what_is_said_about_other_things_is_no_field(strip):
    def body(i):
        others = "".join(f"<p id='other{n}'>{name(i, 20 + n)}</p>" for n in range(3))
        return f"<h1>{name(i)}</h1><p class='maker'>{name(i, 1)}</p>{strip.format(others)}"

    pages = site(body, pages=20)
    assert list(fields(induce(pages))) == ["title", "maker"]
    assert len(fields(induce(pages, everything=True))) > 2


def test_the_picture_on_the_page_goes_before_the_one_for_machines():
    def head(i):
        return f"<meta property='og:image' content='https://site.example/{i if i % 4 else 'none'}.png'>"

    def body(i):
        return f"<h1>{name(i)}</h1>" + (f"<img class='photo' src='/{i}.png'>" if i % 4 else "")

    pages = site(body, head=head)
    wrapper = induce(pages)
    assert [kind.type for kind in fields(wrapper).values()].count("image") == 1
    image = next(kind.name for kind in fields(wrapper).values() if kind.type == "image")
    assert values(pages, wrapper, image)[4] == []


def test_one_value_at_several_places_is_one_field_with_several_locators():
    pages = site(
        lambda i: f"<h1>{name(i)}</h1><p class='crumb'>You are here: <i>{name(i)}</i></p>",
        head=lambda i: (
            f"<title>{name(i)} - The Site</title><meta property='og:title' content='{name(i)}'>"
        ),
    )
    wrapper = induce(pages)
    titles = [f for f in fields(wrapper).values() if f.seen and name(0) in f.seen.examples]
    assert len(titles) == 1
    assert len(titles[0].locators) > 2


def test_json_ld_names_what_stands_on_the_page_and_adds_what_does_not():
    def head(i):
        return (
            '<script type="application/ld+json">{"@type": "Product", '
            f'"sku": "AB-{1000 + i}", "brand": {{"@type": "Brand", "name": "{name(i, 5)}"}}}}</script>'
        )

    pages = site(lambda i: f"<h1>{name(i)}</h1><p class='x7'>{name(i, 5)}</p>", head=head)
    wrapper = induce(pages)
    assert values(pages, wrapper, "sku") == [[f"AB-{1000 + i}"] for i in range(PAGES)]
    assert values(pages, wrapper, "brand") == [[name(i, 5)] for i in range(PAGES)]
    assert fields(wrapper)["sku"].locators[0].anchor is Anchor.DATA


def test_a_headline_of_two_values_gives_both():
    pages = site(lambda i: f"<h1>RFC {100 + i} – {name(i)}</h1>", pages=20)
    wrapper = induce(pages)
    assert values(pages, wrapper, "rfc")[3] == ["103"]
    assert values(pages, wrapper, "title")[3] == [name(3)]


def test_running_text_whose_markup_differs_is_one_value():
    def body(i):
        text = [
            f"{name(i, 1)} <b>{name(i, 2)}</b> {name(i, 3)}",
            name(i, 4),
            f"<i>{name(i, 5)}</i> or",
        ]
        return f"<h1>{name(i)}</h1><div class='about'>{text[i % 3]} {name(i, 6)}</div>"

    pages = site(body, pages=20)
    found = values(pages, induce(pages), "about")
    assert found[0] == [f"{name(0, 1)} {name(0, 2)} {name(0, 3)} {name(0, 6)}"]
    assert found[1] == [f"{name(1, 4)} {name(1, 6)}"]


def test_values_get_types():
    pages = site(
        lambda i: (
            f"<h1>{name(i)}</h1><p class='price'>${i + 3}.99</p><p class='date'>2024-03-{i + 10}</p>"
            f"<img class='photo' src='/img/{i}.png' alt='{name(i)}'>"
        )
    )
    found = fields(induce(pages))
    assert found["price"].type == "price"
    assert found["date"].type == "date"
    assert found["photo"].type == "image"


def test_useful_fields_come_first_and_everything_keeps_the_rest():
    def body(i):
        strip = f"<div class='sidebar'><p>{name(i, 8)} is also read</p></div>" if i % 5 == 0 else ""
        return f"<h1>{name(i)}</h1><dl><dt>Price</dt><dd>${i}.50</dd></dl>{strip}"

    pages = site(body, pages=20)
    useful, everything = fields(induce(pages)), fields(induce(pages, everything=True))
    assert {"title", "price"} == set(list(useful)[:2])
    assert set(useful) < set(everything)


def test_the_order_of_pages_does_not_matter():
    pages = site(
        lambda i: (
            f"<h1>{name(i)}</h1><p class='a'>{name(i, 1)}</p><p>{name(i, 2)}</p>"
            + "".join(f"<li><b>{name(i, n)}</b> {n * i}</li>" for n in range(i % 4))
        )
    )
    shuffled = random.Random(5).sample(pages, len(pages))
    assert induce(shuffled) == induce(pages)


def test_a_wrapper_survives_its_json():
    pages = site(lambda i: f'<h1>{name(i)}</h1><p><b>It\'s "so":</b> {name(i, 1)}</p>')
    wrapper = induce(pages)
    assert from_content(to_content(wrapper), "wrapper.json") == wrapper


@pytest.mark.parametrize("count", [0, 1, 2])
def test_few_pages_give_a_wrapper_if_a_poor_one(count):
    pages = site(lambda i: f"<h1>{name(i)}</h1><p>Price: {i}</p>", pages=count)
    Extractor(induce(pages))


def test_pages_that_are_all_in_the_head_for_the_parser_are_read_too():
    bodies = (f"<meta charset=utf-8><main><h1>{name(i)}</h1></main>" for i in range(PAGES))
    pages = [parse_page(f"https://x.example/{i}", body.encode()) for i, body in enumerate(bodies)]
    assert values(pages, induce(pages), "title")[2] == [name(2)]


TAGS = st.sampled_from(
    [
        "div",
        "p",
        "b",
        "table",
        "tr",
        "td",
        "ul",
        "li",
        "a",
        "span",
        "dl",
        "dt",
        "dd",
        "h1",
        "br",
        "img",
        "time",
        "title",
    ]
)
ATTRIBUTES = st.sampled_from(
    [
        "",
        " class='a'",
        " class='a b'",
        " id='x'",
        " itemprop='p'",
        " href='/u'",
        " src='i'",
        ' class="\'"',
    ]
)
TEXTS = st.sampled_from(
    ["Price:", "Name", "", "$12", "\xa0", "Author: Joe", "'\"", "2010-01-02", "\0"]
)
MARKUP = st.recursive(
    TEXTS,
    lambda inner: st.builds(
        lambda tag, attribute, parts: f"<{tag}{attribute}>{''.join(parts)}</{tag}>",
        TAGS,
        ATTRIBUTES,
        st.lists(inner, max_size=4),
    ),
    max_leaves=25,
)
BODIES = st.lists(st.binary(max_size=200) | MARKUP.map(str.encode), max_size=5)


@settings(max_examples=60, deadline=None)
@given(BODIES)
def test_any_pages_in_any_order_give_one_wrapper_that_can_be_applied(bodies):
    pages = [parse_page(f"https://x.example/{i}", body) for i, body in enumerate(bodies)]
    wrapper = induce(pages, everything=True)
    assert induce(pages[::-1], everything=True) == wrapper
    extractor = Extractor(wrapper)
    for page in pages:
        extractor.extract(page)


def test_deep_and_wide_pages_are_learned_from_in_time():
    deep = "<div>" * 1500 + "x" + "</div>" * 1500
    wide = "".join(f"<p>{i}</p>" for i in range(3000))
    nested = "<ul><li>a" * 200
    pages = [
        parse_page(f"https://x.example/{i}", f"{i}{part}".encode())
        for i, part in enumerate([deep, wide, nested] * 2)
    ]
    Extractor(induce(pages, everything=True))


def test_of_several_values_under_one_label_the_first_has_its_name_and_others_say_what_they_are():
    def body(i):
        engine = f"<li>1.{i}L I4, {i}6 valves</li><li>{i} speed manual transmission</li>"
        return f"<h1>{name(i)}</h1><h2>Engine</h2><ul>{engine}<li>{20 + i} mpg city</li></ul>"

    assert set(fields(induce(site(body)))) >= {"engine", "speed_manual_transmission", "mpg_city"}


def test_preformatted_text_is_one_value_whatever_colours_its_words_have():
    def body(i):
        tokens = "".join(
            f"<span class='nt'>key{n}</span><span class='no'>:</span> {name(i, n)}\n"
            for n in range(4 + i % 3)
        )
        return f"<h1>{name(i)}</h1><h2>Example</h2><pre class='highlight'>{tokens}</pre>"

    found = fields(induce(site(body)))
    assert list(found) == ["title", "example"]
    assert not found["example"].many


def test_a_heading_in_front_of_running_text_is_a_value_of_its_own():
    def body(i):
        text = "".join(
            f"<p>{name(i, n)} and {name(i, 9 + n)}, as everybody knows.</p>" + "<br>" * (n % 2)
            for n in range(2 + i % 4)
        )
        aside = "<ul><li>one</li></ul>" * (i % 3)
        return (
            f"<div class='news'><h2>{name(i)}</h2>{aside}{text}<b>{name(i, 5)}</b> ends it.</div>"
        )

    pages = site(body)
    assert values(pages, induce(pages), "title") == [[name(i)] for i in range(PAGES)]


def test_where_the_title_is_that_of_the_site_the_heading_is_the_title():
    pages = site(lambda i: f"<h2>{name(i)}</h2><p>{i} kg</p>", head=lambda _: "<title>News</title>")
    assert values(pages, induce(pages), "title") == [[name(i)] for i in range(PAGES)]


def test_links_of_a_menu_are_no_fields_even_if_the_pages_are_a_copy_of_another_host():
    menu = "".join(f"<a href='https://shop.example/{w}?s={{0}}'>{w}</a>" for w in WORDS)
    share = "<a href='https://net.example/?u=https%3A//shop.example/{0}'>Share</a>"
    file = "<a href='/files/{0}.pdf'>Leaflet</a>"
    pages = site(lambda i: f"<h1>{name(i)}</h1>{(menu + share + file).format(i)}")
    assert set(fields(induce(pages))) == {"title", "leaflet"}


def test_names_of_things_with_a_dash_are_not_cut_in_two():
    def body(i):
        return f"<h1>{name(i)} - {name(i, 1)}{f' - {i} kg' * (i % 3)}</h1><p>{i} pieces</p>"

    pages = site(body)
    [first, *_] = values(pages, induce(pages), "title")
    assert first == [f"{name(0)} - {name(0, 1)}"]


def test_texts_in_several_elements_that_touch_are_one_value():
    def body(i):
        address = f"<code>dev{i}</code><code>@</code><code>{WORDS[i]}.example</code>"
        return f"<h1>{name(i)}</h1><dl><dt>Mail</dt><dd>{address}</dd></dl>"

    pages = site(body)
    expected = [[f"dev{i}@{WORDS[i]}.example"] for i in range(PAGES)]
    assert values(pages, induce(pages), "mail") == expected


def test_the_speakers_and_the_slot_of_a_talk_are_told_apart_where_the_slot_is_missing():
    def speakers(i):
        return [name(i, n) for n in range(1 + i % 2)]

    def body(i):
        slot = f"<h4>Friday {1 + i % 9}:{10 + i} p.m. in Room {i}</h4>" if i % 4 else ""
        links = ", ".join(
            f"<a href='/speaker/{i}{n}/'>{who}</a>" for n, who in enumerate(speakers(i))
        )
        return (
            f"<div class='box'>{slot}<h2>{name(i, 5)}</h2><h4>{links}</h4><p>{name(i, 6)}</p></div>"
        )

    pages = site(body, pages=20)
    wrapper = induce(pages)
    assert values(pages, wrapper, "speaker") == [speakers(i) for i in range(20)]
    slots = [[f"Friday {1 + i % 9}:{10 + i} p.m. in Room {i}"] if i % 4 else [] for i in range(20)]
    assert values(pages, wrapper, "time") == slots
