"""Bundles by example: what repeats together on a page, beside what stands there once."""

from pagekin.dom.page import parse_page
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, induce
from pagekin.wrappers.by_example.example_bundles import placed
from pagekin.wrappers.by_example.examples import locate

SIZES = ("S", "M", "L", "XL")
STATES = ("In stock", "Sold out", "In stock", "In stock")


def product(i):
    """A product with its own price and state, variants that repeat both, and reviews."""
    variants = "".join(
        f"<tr><td class=size>{SIZES[k]}</td><td class=cost>€{9 + i + k}.50</td>"
        f"<td class=state>{STATES[k]}</td></tr>"
        for k in range(i % 4 if i % 4 != 1 else 0)
    )
    reviews = "".join(
        f'<li class="review" data-stars="{1 + (i + k) % 5}"><b>Reader {i}{k}</b>'
        f"<p>So said number {k} of {i}.</p></li>"
        for k in range(i % 3 + 1)
    )
    return (
        f"<h1>Thing {i}</h1><p class=price>€{9 + i}.50</p><p class=stock>In stock</p>"
        + (f"<table class=variants>{variants}</table>" if variants else "")
        + f"<ul class=reviews>{reviews}</ul>"
    )


def pages_of(*bodies):
    return [
        parse_page(f"https://a.example/{i}", f"<html><body>{body}</body></html>".encode())
        for i, body in enumerate(bodies)
    ]


def found(wrapper, page, bundle):
    return [
        {name: [value.text for value in values] for name, values in record.fields.items()}
        for record in Extractor(wrapper).extract(page).records
        if record.bundle == bundle
    ]


def variant(i, k):
    return {"size": [SIZES[k]], "cost": [f"€{9 + i + k}.50"], "state": [STATES[k]]}


PAGES = pages_of(*(product(i) for i in range(12)))
VARIANTS = [
    *(Example(3, "size", size) for size in SIZES[:3]),
    *(Example(3, "cost", f"€{12 + k}.50") for k in range(3)),
    *(Example(3, "state", state) for state in STATES[:3]),
]
REVIEWS = [
    *(Example(2, "reader", f"Reader 2{k}") for k in range(3)),
    *(Example(2, "said", f"So said number {k} of 2.") for k in range(3)),
]


def test_a_page_may_have_two_kinds_of_what_repeats():
    wrapper = induce(PAGES, [*VARIANTS, *REVIEWS, Example(3, "name", "Thing 3")])
    assert [bundle.name for bundle in wrapper.bundles] == ["page", "row", "review"]
    assert found(wrapper, PAGES[7], "row") == [variant(7, k) for k in range(3)]
    assert found(wrapper, PAGES[7], "review") == [
        {"reader": [f"Reader 7{k}"], "said": [f"So said number {k} of 7."]} for k in range(2)
    ]


def test_what_repeats_is_told_from_what_the_page_says_of_itself():
    own = [Example(3, "price", "€12.50"), Example(3, "availability", "In stock")]
    wrapper = induce(PAGES, [*own, *VARIANTS])
    for i, page in enumerate(PAGES):
        assert found(wrapper, page, "page") == [
            {"price": [f"€{9 + i}.50"], "availability": ["In stock"]}
        ]
        rows = range(i % 4 if i % 4 != 1 else 0)
        assert found(wrapper, page, "row") == [variant(i, k) for k in rows]


def test_a_page_without_any_instance_is_no_error():
    wrapper = induce(PAGES, VARIANTS)
    assert wrapper.bundles[0].optional
    assert not Extractor(wrapper).extract(PAGES[4]).problems


def test_an_attribute_of_the_instance_itself_may_be_pointed_at():
    stars = [Example(2, "stars", xpath=f"//ul/li[{k}]/@data-stars") for k in (1, 2, 3)]
    wrapper = induce(PAGES, [*REVIEWS, *stars])
    (bundle,) = wrapper.bundles
    assert bundle.fields[-1].locators[0].path == "./@data-stars"
    assert [review["stars"] for review in found(wrapper, PAGES[8], "review")] == [
        ["4"],
        ["5"],
        ["1"],
    ]


def test_a_value_that_is_shown_twice_stands_in_two_instances():
    (shown,) = {locate(PAGES, Example(3, "state", "In stock"))}
    rows = list(PAGES[3].root.iter("tr"))
    assert placed([shown, shown], rows) == [(shown, rows[0]), (shown, rows[2])]
    assert placed([shown, shown, shown], rows) is None


def test_two_equal_values_of_a_list_are_not_one_value_elsewhere():
    bodies = [
        f"<p class=all>Open</p><h1>Week {i}</h1><ul>"
        + "".join(
            f"<li>{state}</li>" for state in ["Open", ("Shut", "Open")[i % 2], "Open"][: i % 4]
        )
        + "</ul>"
        for i in range(12)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(2, "day", "Open"), Example(2, "day", "Shut")])
    days = [found(wrapper, page, "page")[0]["day"] for page in pages]
    assert days[3] == ["Open", "Open", "Open"]
    assert days[0] == []
    wrapper = induce(pages, [Example(3, "day", "Open")] * 3)
    assert [found(wrapper, page, "page")[0]["day"] for page in pages] == days


def test_what_cannot_be_learned_inside_is_learned_for_the_page():
    """The path leads from one row to what stands before the table."""
    examples = [
        *VARIANTS,
        Example(3, "own", xpath='//table[@class="variants"]/preceding-sibling::p[1]'),
    ]
    wrapper = induce(PAGES, examples)
    assert found(wrapper, PAGES[7], "page") == [{"own": ["In stock"]}]
    assert found(wrapper, PAGES[7], "row") == [variant(7, k) for k in range(3)]
