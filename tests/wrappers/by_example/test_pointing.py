"""What is learned from values that a person points at: one, several of a kind, some in rows, some on other pages."""

import pytest

from pagekin.dom import parse_page
from pagekin.errors import UsageError
from pagekin.wrappers import Bundle, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example.pointing import PointedField, PointedPlace, PointingLearner
from pagekin.wrappers.model import Anchor, Locator


def page(markup, number=0):
    return parse_page(f"http://x.test/{number}", f"<html><body>{markup}</body></html>".encode())


def at(pages, path, number=0, on=0, **part):
    return PointedPlace(on, pages[on].root.xpath(path)[number], **part)


def values(wrapper, shown):
    """Return the texts of all fields of a page, by name, in the order of its records."""
    found = {}
    for record in Extractor(wrapper).extract(shown).records:
        for name, some in record.fields.items():
            found.setdefault(name, []).extend(value.text for value in some)
    return found


def table(*rows):
    return f"<table>{''.join(f'<tr>{row}</tr>' for row in rows)}</table>"


def offers(count):
    """Return the rows of a table of offers without any class: name, price and delivery take a row each."""
    rows = ["<td><b>Offers</b></td>"]
    for number in range(count):
        rows += [
            f"<td>Teapot {'xi' * number}</td>",
            f"<td>€ {number + 1}.50</td><td>each</td>",
            "<td colspan=2><i>in 3 days</i></td>",
        ]
    return table(*rows)


def test_rows_two_and_five_of_the_paper_are_every_third_row():
    pages = [page(offers(count), count) for count in (3, 4, 2)]
    clicked = at(pages, "//tr[2]/td[1]"), at(pages, "//tr[5]/td[1]")
    learner = PointingLearner(pages)
    assert learner.are_of_one_kind(*clicked)
    way = learner.way(PointedField("name", clicked))
    assert "tr[(position() - 2) mod 3 = 0]/td[1]" in way.path
    assert way.counts == (3, 4, 2)
    found = learner.wrapper([PointedField("name", clicked)])
    assert values(found, pages[1])["name"] == [f"Teapot {'xi' * n}".strip() for n in range(4)]


def test_where_several_generalisations_are_possible_all_are_offered_with_their_counts():
    rows = [f"<td>thing number {'i' * n}</td>" for n in range(1, 9)]
    pages = [page(table(*rows)), page(table(*rows[:5]), 1)]
    learner = PointingLearner(pages)
    field = PointedField("thing", (at(pages, "//td", 1), at(pages, "//td", 4)))
    ways = learner.ways(field)
    assert ways[0].counts == (8, 5)  # all rows look alike
    assert (3, 2) in [way.counts for way in ways]  # the paper's: every third row from the second
    every_third = next(way for way in ways if way.counts == (3, 2))
    chosen = PointedField("thing", field.places, every_third.path)
    assert len(values(learner.wrapper([chosen]), pages[0])["thing"]) == 3


def test_the_first_and_the_last_of_a_list_stand_for_all():
    items = "".join(f"<li>part {'a' * n}</li>" for n in range(1, 8))
    pages = [page(f"<ul>{items}</ul>"), page("<ul><li>part x</li></ul>", 1)]
    learner = PointingLearner(pages)
    clicked = at(pages, "//li", 0), at(pages, "//li", 6)
    assert learner.ways(PointedField("part", clicked))[0].counts == (7, 1)


def shelf(*names, title="Shelf"):
    cards = "".join(
        f"<li class=card><h3>{name}</h3>"
        + (f"<em class=sale>-{len(name)} %</em>" if len(name) % 2 else "")
        + f"<span class=price>€ {len(name)}.00</span></li>"
        for name in names
    )
    return (
        f"<h1>{title}</h1><ul class=shelf>{cards}</ul><ul class=shelf2><li class=card>x</li></ul>"
    )


SHELVES = (("Teapot", "Cup", "Plate", "Bowl"), ("Fork", "Spoon"), ("Pan", "Lid", "Whisk"))


def shelves():
    return [page(shelf(*names, title=f"Shelf {n}"), n) for n, names in enumerate(SHELVES)]


def test_fields_that_repeat_together_are_a_bundle_and_an_item_may_be_missing_in_some():
    pages = shelves()
    learner = PointingLearner(pages)
    wrapper = learner.wrapper(
        [
            PointedField("title", (at(pages, "//h1"),)),
            PointedField("name", (at(pages, "//h3", 0), at(pages, "//h3", 1))),
            PointedField("price", (at(pages, "//span", 3),)),  # once, in another row
            PointedField("sale", (at(pages, "//em", 0),)),
        ]
    )
    [whole, card] = wrapper.bundles
    assert [field.name for field in whole.fields] == ["title"]
    assert {field.name: field.optional for field in card.fields} == {
        "name": False,
        "price": False,
        "sale": True,
    }
    assert values(wrapper, pages[2]) == {
        "title": ["Shelf 2"],
        "name": ["Pan", "Lid", "Whisk"],
        "price": ["€ 3.00", "€ 3.00", "€ 5.00"],
        "sale": ["-3 %", "-3 %", "-5 %"],
    }
    assert values(wrapper, pages[1])["sale"] == ["-5 %"]


def test_a_value_in_the_rows_of_a_known_bundle_becomes_a_part_of_it():
    pages = shelves()
    known = Bundle("card", (), (Locator('//ul[@class="shelf"]/li', Anchor.NAME),))
    field = PointedField("price", (at(pages, "//span", 1),))
    wrapper = PointingLearner(pages).wrapper([field], [known])
    assert [(bundle.name, bundle.each) for bundle in wrapper.bundles] == [("card", known.each)]
    assert values(wrapper, pages[1])["price"] == ["€ 4.00", "€ 5.00"]


def test_a_value_that_stays_alone_is_one_of_the_page_whatever_repeats_around_it():
    pages = shelves()
    known = Bundle("card", (), (Locator('//ul[@class="shelf"]/li', Anchor.NAME),))
    field = PointedField("first", (at(pages, "//h3", 0),), alone=True)
    wrapper = PointingLearner(pages).wrapper([field], [known])
    assert [bundle.name for bundle in wrapper.bundles] == ["page"]
    assert [values(wrapper, one)["first"] for one in pages] == [["Teapot"], ["Fork"], ["Pan"]]


def test_an_optional_item_is_found_by_showing_it_on_a_page_with_another_number_of_siblings():
    # The paper's: an anchor "For Sale" may stand before the one that is meant.
    pages = [
        page("<b><a>Sale</a><a>Teapot</a></b>"),
        page("<b><a>Cup</a></b>", 1),
        page("<b><a>Offer</a><a>Plate</a></b>", 2),
        page("<b><a>Bowl</a></b>", 3),
    ]
    clicked = at(pages, "//a", 1), at(pages, "//a", 0, on=1)
    wrapper = PointingLearner(pages).wrapper([PointedField("name", clicked)])
    names = [values(wrapper, one)["name"] for one in pages]
    assert names == [["Teapot"], ["Cup"], ["Plate"], ["Bowl"]]


def test_a_text_beside_elements_and_an_attribute_can_be_taken():
    pages = [
        page(f"<p class=p>Only <b>{n}</b> pieces of {w}</p><a href='/{w}'>more</a>", n)
        for n, w in enumerate(("tin", "oak", "wool"))
    ]
    fields = [
        PointedField("of", (at(pages, "//p", text=2),)),
        PointedField("link", (at(pages, "//a", attribute="href"),)),
    ]
    found = [values(PointingLearner(pages).wrapper(fields), one) for one in pages]
    assert [one["link"] for one in found] == [["/tin"], ["/oak"], ["/wool"]]
    assert [one["of"] for one in found][1] == ["pieces of oak"]


SPECS = (
    "<table><tr><th>Weight</th><td>{} kg</td></tr><tr><th>Height</th><td>{} cm</td></tr></table>"
)


def test_values_with_labels_of_their_own_and_cells_of_one_row_are_no_list():
    pages = [page(SPECS.format(n, n) + table("<td>a b</td><td>c d</td>"), n) for n in range(3)]
    learner = PointingLearner(pages)
    assert not learner.are_of_one_kind(at(pages, "//td", 0), at(pages, "//td", 1))
    assert not learner.are_of_one_kind(at(pages, "//td", 2), at(pages, "//td", 3))
    assert not learner.are_of_one_kind(at(pages, "//td", 0), at(pages, "//th", 1))
    assert learner.label_of(at(pages, "//td", 0)) == "Weight"


def test_nothing_cannot_be_taken():
    pages = [page("<p></p><p>x</p>")]
    learner = PointingLearner(pages)
    with pytest.raises(UsageError, match="it has no text"):
        learner.ways(PointedField("a", (at(pages, "//p"),)))
    assert learner.wrapper([]) == Wrapper(())
