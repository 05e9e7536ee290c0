"""What is told of the fields of a page that changed: by identity, key and content, in words."""

from pagekin.app.changes import field_changes
from pagekin.app.field_editing import dropped, keyed, renamed
from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.identity import by_identity, shared_fields
from pagekin.wrappers.record_differences import differences
from pagekin.wrappers.record_keys import row_keys


def field(name, kind, path):
    return Field(name, kind, (Locator(path, Anchor.NAME),))


WRAPPER = Wrapper(
    (
        Bundle("page", (field("memory", "text", "//b"), field("manual", "link", "//a"))),
        Bundle(
            "offers",
            (field("partno", "text", "./td[1]"), field("price", "price", "./td[2]")),
            each=(Locator("//tr", Anchor.POSITION),),
            optional=True,
        ),
    )
)


def page(rows=(("A", "€ 1.00"), ("B", "€ 2.00")), memory="512 MB", manual="/1.pdf"):
    cells = "".join(f"<tr><td>{partno}<td>{price}" for partno, price in rows)
    html = f"<b>{memory}</b><a href={manual}>Manual</a><table>{cells}</table>"
    return parse_page("https://shop.test/p/1", html.encode())


def told(old, new, before=WRAPPER, after=WRAPPER):
    first, second = Extractor(before).extract(old), Extractor(after).extract(new)
    found = differences(
        by_identity(first.records, before),
        by_identity(second.records, after),
        shared_fields(before, after),
        row_keys(after),
    )
    return list(map(str, field_changes(list(found), after)))


def test_rows_in_another_order_are_no_change():
    assert told(page(), page([("B", "€ 2.00"), ("A", "€ 1.00")])) == []


def test_with_a_key_a_row_is_known_again_whatever_else_changed():
    after = keyed(WRAPPER, "partno")
    new = page([("C", "€ 5.00"), ("B", "€ 2.50"), ("A", "€ 1.00")])
    assert told(page(), new, after=after) == [
        "offers[B].price: € 2.00 → € 2.50",
        "offers: 1 added",
    ]


def test_a_key_that_is_gone_is_a_row_that_is_gone():
    after = keyed(WRAPPER, "partno")
    assert told(page(), page([("C", "€ 1.00")]), after=after) == ["offers: 1 added, 2 removed"]


def test_a_renamed_field_has_not_changed_and_is_told_under_its_new_name():
    after = renamed(WRAPPER, "memory", "RAM")
    assert told(page(), page(), after=after) == []
    assert told(page(), page(memory="1 GB"), after=after) == ["RAM: 512 MB → 1 GB"]


def test_a_field_that_one_wrapper_lacks_is_no_change():
    assert told(page(), page(memory="1 GB"), before=dropped(WRAPPER, "memory")) == []
    assert told(page(), page(memory="1 GB"), after=dropped(WRAPPER, "memory")) == []


def test_a_link_that_leads_elsewhere_is_told_with_its_attribute():
    (line,) = told(page(), page(manual="/2.pdf"))
    assert line.startswith("manual (")
    assert line.endswith("/1.pdf → https://shop.test/2.pdf")


def test_a_value_that_is_gone_leaves_a_dash():
    assert told(page(), page(memory="")) == ["memory: 512 MB → –"]
