"""Induction by example: one value shown on one page, found on all."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom.page import parse_page
from pagekin.errors import UsageError
from pagekin.wrappers import Anchor
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, choices, induce
from pagekin.wrappers.by_example.value_places import find_places
from pagekin.wrappers.wrapper_json import from_content, to_content

PUBLISHERS = ["Penguin", "Vintage Books", "Prentice Hall", "Tor", "Faber & Faber", "Knopf"]
AUTHORS = [["Ann Lee"], ["Bo Chu", "Cy Dee"], ["Di Eng"], ["Ed Fox", "Flo Gee", "Gus Hay"]]


def pages_of(*bodies):
    return [
        parse_page(f"https://books.example/{i}", f"<html><body>{body}</body></html>".encode())
        for i, body in enumerate(bodies)
    ]


def book(i, *, publisher=True, **parts):
    """A page of a template with an optional sale notice, optional rows, free text and a list."""
    authors = " and ".join(f'<a href="/by/{a}">{a}</a>' for a in AUTHORS[i % 4])
    sale = "<p>On sale today!</p>" if i % 3 == 1 else ""
    row = f"<b>Publisher:</b> {PUBLISHERS[i % 6]} ({1990 + i})<br>" if publisher else ""
    return f"""<div class="nav"><a href="/">Home</a> <a href="/s">Search</a></div>{sale}
      <h1>The book number {i}</h1><div class="by">by {authors}</div>
      <table><tr><td>Our price:</td><td>${10 + i}.99</td></tr>
      <tr><td>Weight</td><td>{200 + 7 * i} g</td></tr></table>
      <p>{row}<b>ISBN:</b> 97800000000{i:02d}<br><b>Pages:</b> {100 + 3 * i}</p>
      <span class="stock" content="yes">{"In stock" if i % 2 else "Sold out"}</span>
      {parts.get("more", "")}"""


def learned(bodies, **values):
    pages = pages_of(*bodies)
    examples = [
        Example(0, name, text)
        for name, value in values.items()
        for text in (value if isinstance(value, list) else [value])
    ]
    wrapper = induce(pages, examples)
    assert from_content(to_content(wrapper), "w.json") == wrapper
    return wrapper, pages


def column(wrapper, pages, name, bundle="page"):
    return [
        [value.text for value in record.fields[name]]
        for page in pages
        for record in Extractor(wrapper).extract(page).records
        if record.bundle == bundle
    ]


BOOKS = [book(i) for i in range(12)]


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ("The book number 0", lambda i: [f"The book number {i}"]),
        ("$10.99", lambda i: [f"${10 + i}.99"]),
        ("200 g", lambda i: [f"{200 + 7 * i} g"]),
        ("Penguin", lambda i: [PUBLISHERS[i % 6]]),
        ("1990", lambda i: [str(1990 + i)]),
        ("9780000000000", lambda i: [f"97800000000{i:02d}"]),
        ("100", lambda i: [str(100 + 3 * i)]),
        ("Ann Lee", lambda i: AUTHORS[i % 4]),
        ("Sold out", lambda i: ["In stock" if i % 2 else "Sold out"]),
    ],
)
def test_a_value_of_one_page_is_found_on_all(value, expected):
    wrapper, pages = learned(BOOKS, x=value)
    assert column(wrapper, pages, "x") == [expected(i) for i in range(12)]


def test_an_absent_value_is_none_rather_than_a_wrong_one():
    bodies = [book(i, publisher=i % 4 != 2) for i in range(12)]
    wrapper, pages = learned(bodies, publisher="Penguin", isbn="9780000000000")
    assert column(wrapper, pages, "publisher") == [
        [] if i % 4 == 2 else [PUBLISHERS[i % 6]] for i in range(12)
    ]
    assert column(wrapper, pages, "isbn") == [[f"97800000000{i:02d}"] for i in range(12)]
    field = wrapper.bundles[0].fields[0]
    assert field.optional
    assert (field.seen.pages, field.seen.found) == (12, 9)
    assert field.locators[0].anchor is Anchor.LABEL


def test_a_page_of_another_make_up_is_read_by_a_fall_back():
    meta = "<meta itemprop='publisher' content='{}'>"
    bodies = [book(i, publisher=i != 5, more=meta.format(PUBLISHERS[i % 6])) for i in range(12)]
    wrapper, pages = learned(bodies, publisher="Penguin")
    assert column(wrapper, pages, "publisher")[5] == ["Knopf"]


def test_the_type_is_inferred_over_all_pages():
    wrapper, _ = learned(BOOKS, price="$10.99", title="The book number 0")
    assert [field.type for field in wrapper.bundles[0].fields] == ["price", "text"]


def test_several_examples_on_a_page_make_a_list():
    bodies = [
        f"<ul class=t>{''.join(f'<li>tag {i}{k}</li>' for k in range(i + 2))}</ul>"
        for i in range(5)
    ]
    wrapper, pages = learned(bodies, tag=["tag 00", "tag 01"])
    assert wrapper.bundles[0].fields[0].many
    assert column(wrapper, pages, "tag") == [
        [f"tag {i}{k}" for k in range(i + 2)] for i in range(5)
    ]


def test_lines_are_a_list_where_there_are_several():
    bodies = [
        "<td>Engines:</td><td>" + "<br>".join(f"{i}{k}0 hp" for k in range(i % 3 + 1)) + "<br></td>"
        for i in range(6)
    ]
    wrapper, pages = learned([f"<table><tr>{b}</tr></table>" for b in bodies], engine="000 hp")
    assert column(wrapper, pages, "engine") == [
        [f"{i}{k}0 hp" for k in range(i % 3 + 1)] for i in range(6)
    ]


def test_a_label_tells_a_list_from_other_links():
    bodies = [
        f"<div>By: {', '.join(f'<a>Ann {i}{k}</a>' for k in range(i % 2 + 1))}</div>"
        f"<div>Series: <a>No {i}</a></div>"
        for i in range(8)
    ]
    wrapper, pages = learned([f"<div class=who>{body}</div>" for body in bodies], author="Ann 00")
    assert column(wrapper, pages, "author") == [
        [f"Ann {i}{k}" for k in range(i % 2 + 1)] for i in range(8)
    ]


def test_two_of_many_stand_for_all():
    bodies = [
        "<table>"
        + "".join(f"<tr><td>n{i}{k}</td></tr><tr><td>--</td></tr>" for k in range(6))
        + "</table>"
        for i in range(4)
    ]
    wrapper, pages = learned(bodies, n=["n00", "n01"])
    found = column(wrapper, pages, "n")
    assert all({f"n{i}{k}" for k in range(6)} <= set(found[i]) for i in range(4))


def test_values_with_labels_of_their_own_are_no_list_of_all_rows():
    rows = "<tr><th>Maker</th><td>{}</td></tr><tr><th>Size</th><td>{}</td></tr><tr><th>Brand</th><td>{}</td></tr>"
    bodies = ["<table>" + rows.format(f"M{i}", i, f"B{i}") + "</table>" for i in range(5)]
    wrapper, pages = learned(bodies, firm=["M0", "B0"])
    assert [set(texts) for texts in column(wrapper, pages, "firm")] == [
        {f"M{i}", f"B{i}"} for i in range(5)
    ]


def listing(i):
    items = "".join(
        f'<li class="item"><h3><a href="/p/{i}{k}">Thing {i}{k}</a></h3>'
        + (f"<p>Price: <b>${i}{k}.50</b></p>" if k % 3 else "<p>sold out</p>")
        + f"<span>by Maker {k}</span></li>"
        for k in range(1, 8)
    )
    menu = "<ul><li><a href=/>Home</a></li><li><a href=/x>About</a></li></ul>"
    return f"<h1>All of shelf {i}</h1>{menu}<ul>{items}</ul>"


def test_fields_that_repeat_together_become_a_bundle():
    wrapper, pages = learned(
        [listing(i) for i in range(1, 6)],
        name=["Thing 11", "Thing 12"],
        price="$11.50",
        maker="Maker 1",
        shelf="All of shelf 1",
    )
    page, item = wrapper.bundles
    assert ([field.name for field in page.fields], page.name) == (["shelf"], "page")
    assert ([field.name for field in item.fields], item.name) == (
        ["name", "price", "maker"],
        "item",
    )
    names = column(wrapper, pages, "name", "item")
    assert names == [[f"Thing {i}{k}"] for i in range(1, 6) for k in range(1, 8)]
    prices = column(wrapper, pages, "price", "item")
    assert prices == [[f"${i}{k}.50"] if k % 3 else [] for i in range(1, 6) for k in range(1, 8)]
    assert column(wrapper, pages, "maker", "item")[:2] == [["Maker 1"], ["Maker 2"]]


def test_json_ld_and_markup_are_places_too():
    script = '<script type="application/ld+json">{{"@type": "Product", "sku": "S-{0}"}}</script>'
    bodies = [script.format(i * 37) + f'<p itemprop="color">red{i}</p>' for i in range(5)]
    wrapper, pages = learned(bodies, sku="S-0", color="red0")
    assert [field.locators[0].anchor for field in wrapper.bundles[0].fields] == [
        Anchor.DATA,
        Anchor.MARKUP,
    ]
    assert column(wrapper, pages, "sku") == [[f"S-{i * 37}"] for i in range(5)]


def test_a_place_may_be_shown_by_its_path():
    pages = pages_of(*BOOKS)
    wrapper = induce(
        pages,
        [
            Example(0, "price", xpath="//table/tr[1]/td[2]"),
            Example(0, "year", "1990", "//p/b[1]/following-sibling::text()[1]"),
            Example(0, "there", xpath="//span/@content"),
        ],
    )
    assert column(wrapper, pages, "price")[3] == ["$13.99"]
    assert column(wrapper, pages, "year")[3] == ["1993"]
    assert column(wrapper, pages, "there")[3] == ["yes"]


def test_all_ways_are_ranked_with_what_they_select():
    ways = choices(pages_of(*BOOKS), [Example(0, "price", "$10.99")])
    assert len(ways) >= 3
    assert ways[0].locator.anchor is Anchor.LABEL
    assert ways[0].selects == tuple((f"${10 + i}.99",) for i in range(12))
    assert {Anchor.POSITION, Anchor.LABEL} <= {way.locator.anchor for way in ways}


def test_every_third_row_is_found_from_two():
    rows = "".join(
        f"<tr><td>name {k}</td></tr><tr><td>-</td></tr><tr><td>+</td></tr>" for k in range(5)
    )
    ways = choices(
        pages_of(f"<table><tr><td>head</td></tr>{rows}</table>"),
        [Example(0, "name", "name 0"), Example(0, "name", "name 1")],
    )
    assert ways[0].selects == (tuple(f"name {k}" for k in range(5)),)
    assert ways[0].locator.path.endswith("/tr[(position() - 2) mod 3 = 0]/td[1]")


def test_an_optional_sibling_is_counted_where_nothing_else_tells():
    bodies = [
        "<b>" + ("<a>For Sale</a>" if i % 2 else "") + f"<a>Laptop {i}</a></b>" for i in range(8)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(0, "x", "Laptop 0"), Example(1, "x", "Laptop 1")])
    assert column(wrapper, pages, "x") == [[f"Laptop {i}"] for i in range(8)]


def test_one_page_is_enough():
    wrapper, pages = learned(BOOKS[:1], price="$10.99", publisher="Penguin")
    assert column(wrapper, pages, "price") == [["$10.99"]]
    assert column(wrapper, pages, "publisher") == [["Penguin"]]


@pytest.mark.parametrize(
    ("example", "words"),
    [
        (Example(0, "x", "nowhere to be seen"), "is not on"),
        (Example(7, "x", "y"), "no page number 7"),
        (Example(0, "x", xpath="//*[//*]"), "cannot be used as a path"),
        (Example(0, "x", xpath="//video"), "leads to nothing"),
        (Example(0, "x", xpath="//br"), "no text"),
        (Example(0, "x", "other", "//h1"), "is not at"),
        (Example(0, "x", ""), "is not on"),
    ],
)
def test_an_example_that_is_not_there_is_said(example, words):
    with pytest.raises(UsageError, match=words):
        induce(pages_of(BOOKS[0]), [example])


def test_nothing_to_learn_from_is_said():
    with pytest.raises(UsageError, match="needs a page and an example"):
        induce([], [])


def test_a_page_of_hundreds_of_levels_is_learned_from():
    pages = pages_of(*["<div>" * 400 + f"<b>Size:</b> <i>{i}</i><u>x{i}</u>" for i in range(3)])
    wrapper = induce(pages, [Example(0, "size", "0"), Example(0, "x", "x0")])
    assert column(wrapper, pages, "size") == [["0"], ["1"], ["2"]]


@given(st.binary(max_size=200), st.binary(max_size=200))
@settings(max_examples=60, deadline=None)
def test_any_pages_are_learned_from_or_refused_in_words(one, other):
    pages = [parse_page("https://a.example/1", one), parse_page("https://a.example/2", other)]
    text = " ".join(pages[0].root.xpath("string()").split())[:20]
    try:
        wrapper = induce(pages, [Example(0, "x", text), Example(1, "x", "a")])
    except UsageError:
        return
    assert from_content(to_content(wrapper), "w.json") == wrapper


texts = st.text("abcdefg 0123456789.,€$&<", min_size=1, max_size=12).filter(str.strip)


@given(st.lists(texts, min_size=1, max_size=4), st.integers(0, 3))
@settings(max_examples=60, deadline=None)
def test_what_was_shown_is_found_where_it_was_shown(values, number):
    escaped = [value.replace("&", "&amp;").replace("<", "&lt;") for value in values]
    body = "".join(f"<tr><td>{text}</td><td>x {text} y</td></tr>" for text in escaped)
    pages = pages_of(f"<table>{body}</table>", "<p>other</p>")
    value = " ".join(values[number % len(values)].split())
    wrapper = induce(pages, [Example(0, "v", value)])
    assert column(wrapper, pages[:1], "v")[0][:1] == [value]


def test_parameters_for_a_program_are_no_place_of_a_value():
    page = parse_page(
        "https://a.example/",
        b"<p><span>page=List&amp;ean=978030&amp;max=3</span></p><ul><li>EAN: <a>978030</a></li></ul>",
    )
    assert [place.text for place in find_places(page, "978030")] == ["978030"]
