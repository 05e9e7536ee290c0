"""Optional rows by example: a label says what a value is, however few pages have it."""

import pytest

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.by_example import Example, induce
from pagekin.wrappers.by_example.candidate_locators import LocatorCandidate
from pagekin.wrappers.by_example.field_learning import FieldLearner
from pagekin.wrappers.by_example.label_conflicts import LabelConflicts
from pagekin.wrappers.by_example.value_places import find_places
from pagekin.wrappers.document_frequency import DocumentFrequency
from pagekin.wrappers.model import Locator

MATERIALS = ("Cast iron", "Oak", "Steel", "Glass")
TABLE = "<table>{}</table>", "<tr><th>{}</th><td>{}</td></tr>"
CELLS = "<table>{}</table>", "<tr><td>{}</td><td>{}</td></tr>"
TERMS = "<dl>{}</dl>", "<dt>{}</dt><dd>{}</dd>"
COLONS = "<ul>{}</ul>", "<li><b>{}:</b> <i>{}</i></li>"
TEXTS = "<p>{}</p>", "<b>{}:</b> {}<br>"


def pages_of(*bodies):
    return [
        parse_page(f"https://a.example/{i}", f"<html><body>{body}</body></html>".encode())
        for i, body in enumerate(bodies)
    ]


def rows(i):
    """The specifications of a thing: Material on every fourth page, Power on every third."""
    if i % 4 == 0:
        yield "Material", MATERIALS[i // 4 % 4]
    if i % 3 == 0:
        yield "Power", f"{100 + i} W"
    if i % 2 == 0:
        yield "Washable", ("Yes", "No")[i // 2 % 2]
    yield "Width", f"{20 + i} cm"
    yield "Made in", ("Spain", "Japan", "Peru")[i % 3]


def specifications(make_up, i):
    around, row = make_up
    return f"<h1>Thing {i}</h1>" + around.format("".join(row.format(*pair) for pair in rows(i)))


def column(wrapper, pages, name):
    records = [Extractor(wrapper).extract(page).records[0] for page in pages]
    return [[value.text for value in record.fields[name]] for record in records]


@pytest.mark.parametrize("make_up", [TABLE, CELLS, TERMS, COLONS, TEXTS])
@pytest.mark.parametrize("label", ["Material", "Power", "Washable", "Width", "Made in"])
def test_an_optional_row_is_found_where_it_is_and_nowhere_else(make_up, label):
    pages = pages_of(*(specifications(make_up, i) for i in range(24)))
    wrapper = induce(pages, [Example(0, "x", dict(rows(0))[label])])
    assert column(wrapper, pages, "x") == [
        [text for name, text in rows(i) if name == label] for i in range(24)
    ]


def test_a_row_of_one_page_is_one_of_many_whose_labels_other_pages_have():
    extra = "<tr><th>Colour of the lid</th><td>Red</td></tr>"
    bodies = [specifications(TABLE, i) for i in range(12)]
    bodies[5] = bodies[5].replace("<table>", f"<table>{extra}")
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(5, "lid", "Red")])
    assert column(wrapper, pages, "lid") == [["Red"] if i == 5 else [] for i in range(12)]


def test_a_position_that_other_labels_disprove_is_no_fall_back():
    pages = pages_of(*(specifications(TABLE, i) for i in range(24)))
    field = induce(pages, [Example(0, "material", "Cast iron")]).bundles[0].fields[0]
    assert {locator.anchor for locator in field.locators} == {Anchor.LABEL}


def test_a_heading_that_is_a_name_of_every_page_is_no_label():
    names = ["Ann Lee", "Bo Chu", "Cy Dee", "Di Eng", "Ed Fox", "Flo Gee", "Gus Hay", "Hal Ives"]
    bodies = [
        "<h2>Best of the year</h2><table>"
        + "".join(f"<tr><th>{name} {i}</th><td>{90 - k} points</td></tr>" for k in range(3))
        + "</table>"
        for i, name in enumerate(names)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(0, "best", "90 points")])
    assert column(wrapper, pages, "best") == [["90 points"]] * 8


def test_two_labels_that_never_stand_together_may_mean_one_field():
    bodies = [
        f"<table><tr><th>{('Author:', 'Authors:')[i % 2]}</th><td>Ann {i}</td></tr>"
        f"<tr><th>Year:</th><td>{1990 + i}</td></tr></table>"
        for i in range(12)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(0, "author", "Ann 0")])
    assert column(wrapper, pages, "author") == [[f"Ann {i}"] for i in range(12)]
    (target,) = find_places(pages[0], "Ann 0")
    position = LocatorCandidate(Locator("//tr[1]/td[1]", Anchor.POSITION), target)
    assert not LabelConflicts(pages, DocumentFrequency(pages)).pages(position, range(12))


def test_what_a_place_says_on_most_pages_is_no_label_of_what_follows():
    state = [("In stock", "good"), ("Low stock", "low"), ("In stock", "good"), ("Last ones", "low")]
    bodies = [
        f'<p class="{state[i % 4][1]}"><span class="state">{state[i % 4][0]}</span>'
        f'<span class="count"><b>{7 + 3 * i}</b> pieces</span></p>'
        for i in range(16)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(0, "stock", "7")])
    assert column(wrapper, pages, "stock") == [[str(7 + 3 * i)] for i in range(16)]


def test_a_fall_back_never_says_something_else_than_the_best():
    """Pages without "Washable" have "Foldable", with the same values; that is another field."""
    both = (
        "<table><tr><th>Foldable</th><td>{}</td></tr><tr><th>Washable</th><td>{}</td></tr></table>"
    )
    one = "<table><tr><th>Foldable</th><td>{}</td></tr></table>"
    says = ("Yes", "No")
    bodies = [
        both.format(says[i % 2], says[i // 2 % 2]) if i % 3 else one.format(says[i % 2])
        for i in range(1, 25)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(1, "washable", xpath="//tr[2]/td")])
    assert [not texts for texts in column(wrapper, pages, "washable")] == [
        i % 3 == 0 for i in range(1, 25)
    ]


def test_pages_with_another_label_at_the_place_disprove_it():
    pages = pages_of(*(specifications(TABLE, i) for i in (0, 3, 4, 1)))
    (target,) = find_places(pages[0], "Cast iron")
    position = LocatorCandidate(Locator("//tr[1]/td[1]", Anchor.POSITION), target)
    disproof = LabelConflicts(pages, DocumentFrequency(pages))
    # "Power" and "Width", which come first on two pages, stand with "Material" on the first page.
    assert disproof.pages(position, range(4)) == {1, 3}
    assert disproof.pages(position, [2, 1]) == {1}


def test_learning_tells_what_was_disproved():
    pages = pages_of(*(specifications(TABLE, i) for i in range(24)))
    learner = FieldLearner(pages)
    (target,) = find_places(pages[0], "100 W")
    trial = learner._trial(LocatorCandidate(Locator("//tr[2]/td[1]", Anchor.POSITION), target))
    assert all(trial.found)
    assert [bool(trial.says(i)) for i in range(24)] == [i % 12 == 0 for i in range(24)]


def test_the_name_of_a_field_decides_between_labelled_places():
    around = "<table>{}</table>"
    row = "<tr><th>{}</th><td>{}</td></tr>"
    says = ("Yes", "No")
    bodies = [
        around.format(
            row.format("Dishwasher safe", says[i % 2])
            + (row.format("Induction ready", says[i // 4 % 2]) if i % 4 == 0 else "")
        )
        for i in range(16)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(0, "induction_ready", "Yes")])
    assert column(wrapper, pages, "induction_ready") == [
        [says[i // 4 % 2]] if i % 4 == 0 else [] for i in range(16)
    ]


def test_what_stands_in_for_missing_values_is_no_value():
    """Pages without a photo name the shop's own picture in their head."""
    bodies = [
        f'<meta property="og:image" content="{f"/photo{i}.jpg" if i % 3 else "/shop.jpg"}">'
        + (f'<img class="photo" src="/photo{i}.jpg">' if i % 3 else "")
        for i in range(12)
    ]
    pages = pages_of(*bodies)
    wrapper = induce(pages, [Example(1, "photo", "/photo1.jpg", '//img[@class="photo"]/@src')])
    assert column(wrapper, pages, "photo") == [
        [f"/photo{i}.jpg"] if i % 3 else [] for i in range(12)
    ]
