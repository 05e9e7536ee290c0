"""What a click means, and what a draft of clicks amounts to."""

import pytest

from pagekin.app.pick_draft import DraftField, FieldEdit, Pick, PickDraft
from pagekin.app.picking import Picking, elements_of
from pagekin.dom import parse_page
from pagekin.errors import UsageError
from pagekin.wrappers import Bundle, Field, Wrapper
from pagekin.wrappers.model import Anchor, Locator

NAMES = (("Teapot", "Cup", "Plate", "Bowl"), ("Fork", "Spoon"), ("Pan", "Lid", "Whisk"))


def shelf(number):
    cards = "".join(
        f"<li class=card><h3 class=card-name>{name}</h3>"
        + (f"<em class=sale>-{len(name)} %</em>" if len(name) % 2 else "")
        + f"<span class=price>€ {len(name)}.00</span><a href='/{name}'>more</a></li>"
        for name in NAMES[number]
    )
    markup = (
        f"<body><h1>Shelf {number}</h1><ul class=shelf>{cards}</ul>"
        f"<dl><dt>Opened:</dt><dd>{number + 1} May 2024</dd></dl>"
    )
    return parse_page(f"http://x.test/{number}", markup.encode())


WRAPPER = Wrapper(
    (
        Bundle("shelf", (Field("title", "text", (Locator("//h1", Anchor.NAME),)),)),
        Bundle(
            "card",
            (Field("name", "text", (Locator(".//h3", Anchor.NAME),)),),
            (Locator('//li[@class="card"]', Anchor.NAME),),
        ),
    ),
    version=4,
)


@pytest.fixture
def picking():
    return Picking([shelf(number) for number in range(3)])


def pick(picking, path, number=0, page=0, **part):
    element = picking.pages[page].root.xpath(path)[number]
    return Pick(page, elements_of(picking.pages[page]).index(element), **part)


def clicked(picking, *picks, draft=None):
    draft = draft or PickDraft()
    for one in picks:
        draft, _ = picking.taken(draft, one)
    return draft


def shown(picking, draft, page=0):
    return {field.name: field for field in picking.shown(draft, page).fields}


def test_one_click_takes_one_value_under_a_suggested_name_with_its_type(picking):
    draft, told = picking.taken(PickDraft(), pick(picking, "//dd"))
    assert told == "New field “opened”: 1 May 2024"
    assert draft.selected == "opened"
    field = shown(picking, draft)["opened"]
    assert (field.field.type, field.values, field.field.many) == ("date", ("1 May 2024",), False)
    assert field.places == ((draft.fields[0].picks[0].node, 0),)
    assert (field.coverage.found, field.coverage.looked) == (3, 3)
    assert shown(picking, draft, 2)["opened"].values == ("3 May 2024",)


def test_a_second_click_of_the_same_kind_finds_all_of_them(picking):
    first, second = pick(picking, "//h3", 0), pick(picking, "//h3", 2)
    draft, told = picking.taken(clicked(picking, first), second)
    assert told == "“name” is found 4 times here."
    assert [field.name for field in draft.fields] == ["name"]
    assert shown(picking, draft)["name"].values == NAMES[0]
    assert shown(picking, draft, 1)["name"].values == NAMES[1]
    again, told = picking.taken(draft, pick(picking, "//h3", 3))
    assert (again, told) == (draft, "“name” has this one already.")


def test_the_same_item_clicked_twice_stays_alone(picking):
    item = pick(picking, "//h3", 0)
    draft, told = picking.taken(clicked(picking, item), item)
    assert told == "“name” is this one value on each page, and no others."
    assert draft.fields[0].alone
    assert [shown(picking, draft, page)["name"].values for page in range(3)] == [
        ("Teapot",),
        ("Fork",),
        ("Pan",),
    ]


def test_a_click_of_another_kind_is_a_new_field_and_rows_become_a_bundle(picking):
    draft = clicked(
        picking,
        pick(picking, "//h1"),
        pick(picking, "//h3", 0),
        pick(picking, "//h3", 1),
        pick(picking, "//span", 2),
        pick(picking, "//em", 0),
    )
    found = picking.shown(draft, 2)
    assert [(bundle.name, [one.name for one in fields]) for bundle, fields in found.bundles] == [
        ("page", ["title"]),
        ("card", ["name", "price", "sale"]),
    ]
    fields = {field.name: field for field in found.fields}
    assert fields["sale"].field.optional
    assert fields["sale"].values == ("-3 %", "-3 %", "-5 %")
    assert (fields["sale"].coverage.found, fields["sale"].coverage.looked) == (6, 9)
    assert fields["price"].field.type == "price"


def test_what_a_field_finds_already_selects_that_field():
    picking = Picking([shelf(number) for number in range(3)], WRAPPER)
    draft, told = picking.taken(PickDraft(), pick(picking, "//h1"))
    assert (draft, told) == (PickDraft(selected="title"), "This is “title” already.")


def test_a_value_in_a_row_of_a_known_bundle_joins_it():
    picking = Picking([shelf(number) for number in range(3)], WRAPPER)
    draft = clicked(picking, pick(picking, "//span", 1))
    wrapper = picking.wrapper(draft)
    assert [[field.name for field in bundle.fields] for bundle in wrapper.bundles] == [
        ["title"],
        ["name", "price"],
    ]
    assert shown(picking, draft)["price"].values == ("€ 6.00", "€ 3.00", "€ 5.00", "€ 4.00")


def test_a_known_field_can_be_shown_again_elsewhere_and_stays_the_same_field():
    picking = Picking([shelf(number) for number in range(3)], WRAPPER)
    adding = PickDraft(selected="title", adding=True)
    draft, told = picking.taken(adding, pick(picking, "//dd"))
    assert told == "“title” is here from now on."
    assert not draft.adding
    field = shown(picking, draft)["title"]
    assert (field.values, field.field.id) == (("1 May 2024",), "title")
    moved, _ = picking.taken(PickDraft(selected="name", adding=True), pick(picking, "//dt"))
    assert [bundle.name for bundle in picking.wrapper(moved).bundles] == ["shelf"]


def test_another_example_may_look_different_and_is_of_the_field_all_the_same(picking):
    draft = clicked(picking, pick(picking, "//h3", 0))
    adding = PickDraft(draft.fields, selected="name", adding=True)
    more, told = picking.taken(adding, pick(picking, "//h3", 1, page=1))
    assert told == "“name” has 2 examples."
    assert len(more.fields[0].picks) == 2
    with pytest.raises(UsageError, match="no path leads to all"):
        picking.taken(adding, pick(picking, "//h1"))


def test_fields_that_there_are_can_be_changed():
    picking = Picking([shelf(number) for number in range(3)], WRAPPER)
    changes = (
        FieldEdit("rename", "title", "heading"),
        FieldEdit("retype", "heading", "identifier"),
        FieldEdit("option", "heading", "optional"),
        FieldEdit("key", "heading"),
        FieldEdit("drop", "name"),
    )
    [bundle] = picking.wrapper(PickDraft(changes=changes)).bundles
    [field] = bundle.fields
    assert (field.name, field.type, field.optional, field.key, field.id) == (
        "heading",
        "identifier",
        True,
        True,
        "title",
    )


def test_names_types_and_options_that_a_person_chose_count(picking):
    item = pick(picking, "//dd")
    said = DraftField("day", (item,), type="text", optional=True)
    field = shown(picking, PickDraft((said,)))["day"].field
    assert (field.type, field.optional) == ("text", True)
    draft, _ = picking.taken(PickDraft((said,)), pick(picking, "//h1"))
    assert [one.name for one in draft.fields] == ["day", "title"]


def test_a_way_that_was_chosen_is_taken_and_each_can_be_looked_at(picking):
    draft = clicked(picking, pick(picking, "//a", 0), pick(picking, "//a", 1))
    [field] = draft.fields
    ways = shown(picking, draft)[field.name].ways
    assert ways[0].chosen
    assert (ways[0].here, ways[0].values, ways[0].pages) == (4, 9, 3)
    for way in ways:
        assert len(picking.places_of_way(draft, field.name, way.path, 0)) == way.here


def test_a_link_offers_its_address_and_more_can_be_taken_around_it(picking):
    link = pick(picking, "//a", 0)
    assert shown(picking, clicked(picking, link)).popitem()[1].attributes == ("href",)
    address = PickDraft((DraftField("address", (pick(picking, "//a", 0, attribute="href"),)),))
    assert shown(picking, address)["address"].values == ("/Teapot",)
    around = picking.wider(link)
    assert elements_of(picking.pages[0])[around.node].tag == "li"
    with pytest.raises(UsageError, match="nothing around it"):
        picking.wider(picking.wider(around))


@pytest.mark.parametrize(
    "wrong",
    [Pick(9, 1), Pick(0, 9999), Pick(0, -1), Pick(-1, 3), Pick(0, 3, 77), Pick(0, 3, -1), Pick(0, 3, 0, "onclick")],
)  # fmt: skip
def test_what_is_not_there_cannot_be_picked(picking, wrong):
    with pytest.raises(UsageError):
        picking.taken(PickDraft(), wrong)


def test_without_a_page_there_is_nothing_to_pick_from():
    with pytest.raises(UsageError, match="no page"):
        Picking([])
