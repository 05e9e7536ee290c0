"""The key of a page: chosen among the identifiers, marked in the wrapper, changed by hand."""

from pagekin.app.field_editing import keyed, listed_fields
from pagekin.app.induce import FieldExample, induce
from pagekin.dom import parse_page
from pagekin.wrappers.record_keys import key_of


def product(number, ean=None, model="MX-500"):
    code = f"<tr><th>EAN</th><td class=ean>{ean}</td></tr>" if ean else ""
    return parse_page(
        f"https://shop.test/p/{number}",
        f"""<h1 class=name>Teapot number {number * 37}</h1><p class=price>€ {number}.50</p><table>
        <tr><th>Item no.</th><td class=item>SKU-{number:05}</td></tr>
        <tr><th>Model</th><td class=model>{model}</td></tr>{code}</table>""".encode(),
    )


def test_the_identifier_that_all_pages_have_and_each_another_becomes_the_key():
    wrapper = induce([product(number, model=f"MX-{number % 3}00") for number in range(1, 20)])
    assert "identifier" in {field.type for field in listed_fields(wrapper) if field.name == "model"}
    assert key_of(wrapper) == "item_no"


def by_example(pages):
    return induce(pages, [pages[2]], [FieldExample("ean", xpath="//td[@class='ean']")])


def test_one_that_pages_share_or_few_have_is_none():
    numbers = range(1, 20)
    assert key_of(by_example([product(n, ean=4000000204305) for n in numbers])) == ""
    rare = [product(n, ean=None if n % 3 else f"SKU-{n:05}") for n in numbers]
    assert key_of(by_example(rare)) == ""


def test_from_a_single_page_nobody_can_tell():
    page = product(1)
    assert key_of(induce([], [page], [FieldExample("item", text="SKU-00001")])) == ""


def test_a_person_may_know_better():
    wrapper = induce([product(number) for number in range(1, 20)])
    assert key_of(keyed(wrapper, "price")) == "price"
    assert [one.name for one in listed_fields(keyed(wrapper, "price")) if one.field.key] == [
        "price"
    ]


def test_without_a_wrapper_there_is_no_key():
    assert key_of(None) == ""
