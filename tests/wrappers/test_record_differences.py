"""What differs between two versions of a page: fields by identity, attributes as part of the value."""

from pagekin.values import Value
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.identity import by_identity, shared_fields
from pagekin.wrappers.record import Record
from pagekin.wrappers.record_differences import FieldDifference, differences
from pagekin.wrappers.record_keys import row_keys


def record(bundle="page", index=0, nested=(), **values):
    fields = {
        name: tuple(Value(one, "text") if isinstance(one, str) else one for one in found)
        for name, found in ((name, v if isinstance(v, list) else [v]) for name, v in values.items())
    }
    return Record(bundle, index, fields, tuple(nested))


def changed(old, new, **options):
    return [
        (one.bundle[-1], field.field, field.attribute, field.old, field.new)
        for one in differences(old, new, **options)
        for field in one.fields
    ]


def link(text, href):
    return Value(text, "link", {"href": href})


def price(text, amount):
    return Value(text, "price", {"amount": amount, "currency": "EUR"})


def test_a_text_that_changed_is_told_once_not_again_for_what_is_read_out_of_it():
    old, new = record(price=price("€ 3", 3)), record(price=price("€ 4", 4))
    assert changed([old], [new]) == [("page", "price", "", "€ 3", "€ 4")]


def test_a_link_that_leads_elsewhere_is_a_change_of_its_field():
    old, new = record(manual=link("Manual", "/1.pdf")), record(manual=link("Manual", "/2.pdf"))
    assert changed([old], [new]) == [("page", "manual", "href", "/1.pdf", "/2.pdf")]


def test_text_and_address_of_a_link_are_two_changes():
    old, new = record(manual=link("Old", "/1.pdf")), record(manual=link("New", "/2.pdf"))
    assert [one[2] for one in changed([old], [new])] == ["", "href"]


def test_a_field_read_as_another_type_has_not_changed():
    old, new = record(price="€ 3"), record(price=price("€ 3", 3))
    assert changed([old], [new]) == []


def test_a_field_that_is_gone_or_new_has_an_empty_side():
    assert changed([record(a="x")], [record(b="y")]) == [
        ("page", "a", "", "x", ""),
        ("page", "b", "", "", "y"),
    ]


def test_inner_rows_are_compared_inside_the_row_they_belong_to():
    def offer(index, partno, *colours):
        inner = [record("colour", n, name=name) for n, name in enumerate(colours)]
        return record("offer", index, inner, partno=partno)

    old = [offer(0, "A", "red"), offer(1, "B", "red", "blue")]
    new = [offer(0, "B", "blue", "green"), offer(1, "A", "red")]
    found = list(differences(old, new, keys={("offer",): "partno"}))
    assert [(one.bundle, one.fields) for one in found] == [
        (("offer", "colour"), (FieldDifference("name", "red", "green"),))
    ]


AT = (Locator("//p", Anchor.POSITION),)
FIELDS = (Field("memory", "text", AT), Field("price", "text", AT))
OFFERS = Bundle("offer", (Field("partno", "identifier", AT, key=True),), each=AT)
FIRST = Wrapper((Bundle("page", FIELDS), OFFERS))
RENAMED = Wrapper(
    (
        Bundle("page", (Field("RAM", "text", AT, id="memory"), Field("weight", "text", AT))),
        Bundle("variants", OFFERS.fields, AT, id="offer"),
    )
)


def test_an_edit_of_the_wrapper_is_no_change_of_the_page():
    old = [record(memory="512 MB", price="€ 3"), record("offer", partno="A")]
    new = [record(RAM="512 MB", weight="1 kg"), record("variants", partno="A")]
    shared = shared_fields(FIRST, RENAMED)
    assert shared == {("page",): {"memory"}, ("offer",): {"partno"}}
    assert changed(by_identity(old, FIRST), by_identity(new, RENAMED), fields=shared) == []
    assert list(differences(by_identity(old, FIRST), by_identity(new, RENAMED), shared)) == []


def test_records_stand_under_the_ids_of_their_fields_and_bundles():
    page, offer = by_identity([record(RAM="1 GB"), record("variants", partno="A")], RENAMED)
    assert (dict(page.fields), offer.bundle) == ({"memory": (Value("1 GB", "text"),)}, "offer")


def test_the_key_of_any_bundle_counts_but_not_that_of_the_page():
    page = Bundle("page", (Field("sku", "identifier", AT, key=True),))
    assert row_keys(Wrapper((page, OFFERS))) == {("offer",): "partno"}
