"""The parts of drift and repair one by one: counts, the health of single places, unions, records read back."""

from dataclasses import replace

import pytest

from pagekin.dom.page import parse_page
from pagekin.errors import FileFormatError
from pagekin.values import Value
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.apply import Extraction, Extractor
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair import RepairOutcome, record_from, repair
from pagekin.wrappers.repair.drift_events import first_few
from pagekin.wrappers.repair.earlier_records import texts_by_name
from pagekin.wrappers.repair.extraction_counts import ExtractionCounts, parts_of
from pagekin.wrappers.repair.field_repair import FieldRepair, is_inside
from pagekin.wrappers.repair.locator_health import Health, LocatorCount, astray, broken
from pagekin.wrappers.repair.page_index import PageIndex
from pagekin.wrappers.repair.union_repair import is_union


def named(path):
    return Locator(path, Anchor.NAME)


def field(name, kind, *paths, **rest):
    return Field(name, kind, tuple(map(named, paths)), **rest)


def page(body, number=0):
    return parse_page(f"http://h/{number}", f"<body>{body}".encode())


OFFER = Bundle("offer", (field("item", "text", "./b"),), (named("./p"),))
SHOP = Bundle("shop", (field("town", "text", "./h2"),), (named("//div"),), (OFFER,))
NESTED = Wrapper((Bundle("page", (field("name", "text", "//h1"),)), SHOP))
BODY = (
    "<h1>Shops</h1>"
    "<div><h2>Rome</h2><p><b>cup</b></p><p><b>pot</b></p></div><div><h2>Oslo</h2><p></p></div>"
)


def test_a_wrapper_has_parts_bundles_before_their_fields():
    assert [part.name for part in parts_of(NESTED)] == [
        "page",
        "page.name",
        "shop",
        "shop.town",
        "shop.offer",
        "shop.offer.item",
    ]


def test_records_fields_and_misfits_are_counted_with_their_pages():
    wrapper = Wrapper(
        (Bundle("page", (field("name", "text", "//h1"), field("price", "price", "//b"))),)
    )
    counts = ExtractionCounts(wrapper)
    for number, body in enumerate(["<h1>a</h1><b>$5</b>", "<h1>a</h1><b>none</b>", "<h1>b</h1>"]):
        counts.add(Extractor(wrapper).extract(page(body, number)))
    name, price = counts.fields["page.name"], counts.fields["page.price"]
    assert (counts.pages, counts.instances) == (3, {"page": 3})
    assert (name.looked, name.found, name.fitting) == (3, 3, 3)
    assert name.texts == {"a": 2, "b": 1}
    assert (price.looked, price.found, price.fitting) == (3, 2, 1)
    assert price.missing_on == ["http://h/2"]
    assert price.misfit_on == ["http://h/1"]


def test_instances_inside_of_others_are_counted():
    counts = ExtractionCounts(NESTED)
    counts.add(Extractor(NESTED).extract(page(BODY)))
    assert counts.instances["shop"] == 2
    assert counts.fields["shop.town"].found == 2
    assert counts.fields["shop.offer.item"].found == 2


def test_twenty_pages_and_fifty_texts_are_kept_for_each_field():
    wrapper = Wrapper((Bundle("page", (field("name", "text", "//h1"),)),))
    counts = ExtractionCounts(wrapper)
    for number in range(60):
        value = Value(f"text {number}", "text")
        fields = {"name": (value,) if number < 55 else ()}
        counts.add(Extraction(f"http://h/{number}", (Record("page", 0, fields),), ()))
    for number in range(60, 90):
        counts.add(Extraction(f"http://h/{number}", (Record("page", 0, {"name": ()}),), ()))
    name = counts.fields["page.name"]
    assert len(name.texts) == 50
    assert len(name.missing_on) == 20
    counts.add(
        Extraction("http://h/0", (Record("page", 0, {"name": (Value("text 1", "text"),)}),), ())
    )
    assert name.texts["text 1"] == 2


def test_a_page_is_named_once_however_many_of_its_instances_miss_something():
    wrapper = Wrapper((Bundle("row", (field("name", "text", "./b"),), (named("//tr"),)),))
    counts = ExtractionCounts(wrapper)
    rows = tuple(Record("row", number, {"name": ()}) for number in range(3))
    for url in ("http://h/1", "http://h/2"):
        counts.add(Extraction(url, rows, ()))
    name = counts.fields["row.name"]
    assert (name.looked, name.missing_on) == (6, ["http://h/1", "http://h/2"])


def test_the_health_of_each_place_is_counted_where_any_place_has_the_value():
    price = field("price", "text", "//b", "//i", "//u")
    health = Health(Wrapper((Bundle("page", (price,)),)))
    for body in ("<b>1</b><i>1</i>", "<b>2</b><i>3</i>", "<i>4</i>", "<p>none</p>"):
        health.look(page(body))
    found = [(count.looked, count.found, count.same) for count in health.counts["page.price"]]
    assert found == [(3, 2, 2), (3, 3, 2), (3, 0, 0)]


def test_three_instances_of_a_page_are_looked_at():
    rows = Bundle("rows", (field("cell", "text", "./td"),), (named("//tr"), named("//dl")))
    health = Health(Wrapper((rows,)))
    health.look(page("<table>" + "<tr><td>x</td></tr>" * 5 + "</table>"))
    assert [count.looked for count in health.counts["rows.cell"]] == [3]
    assert [(count.looked, count.found) for count in health.counts["rows"]] == [(1, 1), (1, 0)]


def counted(*counts):
    return [LocatorCount(named(f"//p{n}"), *count) for n, count in enumerate(counts)]


def test_a_place_is_broken_if_it_finds_nothing_where_seven_are_expected():
    first = named("//p0")
    assert list(broken(counted((14, 0, 0)), 20, 7)) == [first]
    assert list(broken(counted((13, 0, 0)), 20, 7)) == []
    assert list(broken(counted((14, 1, 1)), 20, 7)) == []
    assert list(broken(counted((140, 9, 9), (140, 0, 0)), 20, 7)) == [named("//p1")]
    assert list(broken(counted((139, 9, 9), (139, 0, 0)), 20, 7)) == []
    assert list(broken(counted((7, 7, 7), (7, 0, 0)), 0, 7)) == [named("//p1")]


def test_a_place_is_astray_if_it_mostly_finds_something_else():
    assert list(astray(counted((20, 7, 3)), 7)) == [named("//p0")]
    assert list(astray(counted((20, 6, 0)), 7)) == []
    assert list(astray(counted((20, 8, 4)), 7)) == []


def test_a_proposal_changes_nothing_and_neither_does_the_same_again():
    old, new = (named("//b"),), (named("//i"),)
    assert FieldRepair("f", RepairOutcome.HEALED, old, new).has_changed
    assert FieldRepair("f", RepairOutcome.KEPT, old, new).has_changed
    assert not FieldRepair("f", RepairOutcome.DOUBTFUL, old, new).has_changed
    assert not FieldRepair("f", RepairOutcome.KEPT, old, old).has_changed
    assert not FieldRepair("f", RepairOutcome.VANISHED, old).has_changed


def test_what_people_see_is_neither_json_nor_a_meta_element():
    assert is_inside(named("//b"))
    assert not is_inside(named("//meta[@name='x']/@content"))
    assert not is_inside(Locator("Product.name", Anchor.DATA))


# Old and new places together.

WRAPPER = Wrapper(
    (Bundle("product", (field("name", "text", "//h1"), field("price", "price", "//b"))),)
)


def repaired(old, new, wrapper=WRAPPER):
    pages = [page(body, number) for number, body in enumerate(old)]
    known = {one.url: Extractor(wrapper).extract(one).records for one in pages}
    return repair(wrapper, known, [page(body, number) for number, body in enumerate(new)], at="now")


def part(result, name):
    return next(one for one in result.fields if one.name == name)


def test_places_that_agree_stand_behind_the_best_and_those_that_do_not_are_left_out():
    old = [f"<h1>Cup {n}</h1><b>${n + 10}.50</b>" for n in range(10)]
    new = [
        f"<h1>Cup {n}</h1><em class=now>${n + 10}.50</em><dl><dt>Price<dd>${n + 10}.50</dl>"
        f"<u class=most>{f'${n + 10}.50' if n < 8 else '$1.00'}</u>"
        for n in range(10)
    ]
    price = part(repaired(old, new), "product.price")
    assert price.outcome is RepairOutcome.HEALED
    assert [(at.anchor, at.path) for at in price.new] == [
        (Anchor.LABEL, '//dt[normalize-space()="Price"]/following-sibling::dd[1]'),
        (Anchor.NAME, '//em[@class="now"]'),
    ]


@pytest.mark.parametrize(("named_on", "is_behind"), [(6, True), (5, False)])
def test_a_place_stands_behind_the_best_if_it_has_more_than_half_of_its_values(named_on, is_behind):
    old = [f"<h1>Cup {n}</h1><b>${n + 10}.50</b>" for n in range(10)]
    new = [
        f"<h1>Cup {n}</h1><em class=now>${n + 10}.50</em>"
        f"{f'<dl><dt>Price<dd>${n + 10}.50</dl>' if n < named_on else ''}"
        for n in range(10)
    ]
    price = part(repaired(old, new), "product.price")
    assert [at.anchor for at in price.new] == [Anchor.NAME, *[Anchor.LABEL] * is_behind]


def test_old_places_that_hold_keep_their_order():
    price = field("price", "price", "//i", "//b")
    wrapper = Wrapper((Bundle("product", (field("name", "text", "//h1"), price)),))
    bodies = [f"<h1>Cup {n}</h1><b>${n + 10}.50</b><i>${n + 10}.50</i>" for n in range(10)]
    result = repaired(bodies, bodies, wrapper)
    assert part(result, "product.price").new == price.locators
    assert result.wrapper is wrapper


def test_old_places_that_hold_keep_their_order_when_a_dead_one_behind_them_goes():
    """The longer path would stand behind the shorter one if both were new."""
    price = field("price", "price", "//body/i", "//b", "//u")
    wrapper = Wrapper((Bundle("product", (field("name", "text", "//h1"), price)),))
    bodies = [f"<h1>Cup {n}</h1><b>${n + 10}.50</b><i>${n + 10}.50</i>" for n in range(10)]
    found = part(repaired(bodies, bodies, wrapper), "product.price")
    assert (found.outcome, found.new) == (RepairOutcome.KEPT, price.locators[:2])


def test_a_place_is_no_longer_the_fields_if_it_contradicts_as_often_as_it_agrees():
    old = [f"<h1>Cup {n}</h1><b>${n + 10}.50</b>" for n in range(10)]
    new = [
        f"<h1>Cup {n}</h1><b>${n + (10 if n < 5 else 70)}.50</b><i class=now>${n + 10}.50</i>"
        for n in range(10)
    ]
    price = part(repaired(old, new), "product.price")
    assert (price.outcome, price.agreed, price.checked) == (RepairOutcome.HEALED, 10, 10)
    assert price.new[0].path == '//i[@class="now"]'
    assert price.moved


# Unions.

BOTH = field("names", "text", "//h1 | //i", many=True)


def test_several_paths_in_one_are_a_union():
    assert is_union(BOTH)
    assert not is_union(field("name", "text", "//h1", "//i"))
    assert not is_union(Field("name", "text", ()))
    assert not is_union(Field("name", "text", (Locator("a | b", Anchor.DATA),)))


def union(new, old=None):
    wrapper = Wrapper((Bundle("product", (field("price", "price", "//b"), BOTH)),))
    template = "<h1>Cup {n}</h1><i>Maker {n}</i><b>${n}.50</b>"
    before = old or [template.format(n=n) for n in range(10)]
    return part(repaired(before, new, wrapper), "product.names")


def test_a_union_is_as_sure_as_the_least_sure_of_its_paths():
    found = union([f"<h2>Cup {n}</h2><u class=by>Maker {n}</u><b>${n}.50</b>" for n in range(10)])
    assert (found.outcome, found.agreed, found.checked) == (RepairOutcome.HEALED, 10, 10)
    assert found.confidence == round(11 / 12, 4)
    assert found.new == (named('//h2 | //u[@class="by"]'),)


@pytest.mark.parametrize(("alone", "is_healed"), [(5, False), (4, True)])
def test_a_union_whose_values_cannot_be_told_apart_is_left_as_it_was(alone, is_healed):
    """Half of the pages have only one of the two values: nobody knows of which path."""
    old = [f"<h1>Cup {n}</h1><b>${n}.50</b>" for n in range(alone)]
    old += [f"<h1>Cup {n}</h1><i>Maker {n}</i><b>${n}.50</b>" for n in range(alone, 10)]
    new = [body.replace("h1", "h2").replace("i>", "u>") for body in old]
    found = union(new, old)
    assert any(" | " in at.path for at in found.new) == is_healed
    assert (found.checked == 10 - alone) == is_healed


def test_a_union_is_left_as_it_was_if_one_of_its_paths_leads_nowhere():
    three = field("names", "text", "//h1 | //i | //q", many=True)
    wrapper = Wrapper((Bundle("product", (field("price", "price", "//b"), three)),))
    old = [f"<h1>Cup {n}</h1><i>Maker {n}</i><q>Town {n}</q><b>${n}.50</b>" for n in range(10)]
    new = [f"<h2>Cup {n}</h2><u>Town {n}</u><b>${n}.50</b>" for n in range(10)]
    found = part(repaired(old, new, wrapper), "product.names")
    assert (found.outcome, found.new) == (RepairOutcome.DOUBTFUL, ())


# Values on a page, and records read back.


def test_images_are_found_by_their_address():
    index = PageIndex(page("<img src=/a.png alt=Cup><img src=/a.png><img alt=x>"))
    assert len(index.images("http://h/a.png")) == 2
    assert index.images("http://h/b.png") == []


def test_texts_of_json_are_found_with_their_path():
    data = '<script type="application/ld+json">{"@type": "Product", "offers": {"price": "12"}}</script>'
    [place] = PageIndex(page(data)).places("12")
    assert (place.element, place.data_path) == (None, "Product.offers.price")


def test_texts_are_gathered_by_field_over_all_instances():
    records = Extractor(NESTED).extract(page(BODY)).records
    assert texts_by_name(records) == {
        "page.name": ("Shops",),
        "shop.town": ("Rome", "Oslo"),
        "shop.offer.item": ("cup", "pot"),
    }


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ([], "line 1: not a record of 'pagekin extract --nested': it has no \"page\""),
        ({"page": 5}, 'it has no "page"'),
        ({"page": "u"}, 'it needs "bundle" and "fields"'),
        ({"page": "u", "bundle": "b", "fields": []}, 'it needs "bundle" and "fields"'),
        ({"page": "u", "bundle": 5, "fields": {}}, 'it needs "bundle" and "fields"'),
        ({"page": "u", "bundle": "b", "fields": {}, "nested": {}}, '"nested" is not a list'),
        ({"page": "u", "bundle": "b", "fields": {"f": 5}}, "field 'f': a value needs a \"text\""),
        ({"page": "u", "bundle": "b", "fields": {"f": {"text": 5}}}, 'a value needs a "text"'),
        ({"page": "u", "bundle": "b", "fields": {}, "nested": [5]}, 'it needs "bundle"'),
    ],
)  # fmt: skip
def test_what_is_no_record_is_told_with_its_place(content, complaint):
    with pytest.raises(FileFormatError) as error:
        record_from(content, "line 1")
    assert complaint in str(error.value)


def test_a_record_is_read_with_its_values_and_misfits():
    content = {
        "page": "u",
        "bundle": "b",
        "index": 3,
        "fields": {
            "price": {"text": "$5", "amount": 5.0, "odd": [1]},
            "tags": [{"text": "a"}, {"text": "b", "misfit": "no tag"}],
            "none": None,
        },
    }
    url, record = record_from(content, "line 1")
    assert (url, record.bundle, record.index, record.many) == ("u", "b", 3, {"tags"})
    assert record.fields["price"] == (Value("$5", "", {"amount": 5.0}),)
    assert [value.misfit for value in record.fields["tags"]] == [None, "no tag"]
    assert record.fields["none"] == ()
    assert record_from(content | {"index": "x"}, "")[1] == replace(record, index=0)


@pytest.mark.parametrize(("said", "index"), [({}, 0), ({"index": 4}, 4), ({"index": "4"}, 0)])
def test_a_record_that_does_not_say_which_one_it_is_is_the_first(said, index):
    content = {"page": "http://h/", "bundle": "product", "fields": {}} | said
    assert record_from(content, "file.jsonl")[1].index == index


def test_the_first_few_names_are_told_and_how_many_more_there_are():
    assert first_few([]) == ""
    assert first_few("abc") == "a, b, c"
    assert first_few("abcde") == "a, b, c and 2 more"
