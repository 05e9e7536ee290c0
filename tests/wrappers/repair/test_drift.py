"""Drift: a changed template is told from changed values, error pages and rarer fields."""

import pytest

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, FieldEvidence, Locator, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.repair import DriftSign, DriftVerdict, DriftWatch


def named(path):
    return Locator(path, Anchor.NAME)


def field(name, kind, *paths, found=20, examples=("a", "b", "c")):
    """A field that was found on so many of the 20 pages it was learned from."""
    seen = FieldEvidence(20, found, found, examples)
    return Field(name, kind, tuple(map(named, paths)), optional=found < 20, seen=seen)


NAME = field("name", "text", "//h1")
PRICE = field("price", "price", '//b[@class="price"]', examples=("$1.00", "$2.00", "$3.00"))
MAKER = field("maker", "text", '//i[@class="maker"]', found=18)
OLD_PRICE = field("old_price", "price", "//s", found=6)
WRAPPER = Wrapper((Bundle("product", (NAME, PRICE, MAKER, OLD_PRICE)),))


def product(number, price=None, old="", css="price"):
    shown = price or f"${number}.50"
    crossed_out = f"<s>{old}</s>" if old else ""
    return (
        f"<h1>Cup {number}</h1>{crossed_out}<b class={css}>{shown}</b><i class=maker>M{number}</i>"
    )


ERROR = "<h2>Something went wrong</h2>"


def watched(bodies, wrapper=WRAPPER, known=None):
    watch, extractor = DriftWatch(wrapper, known), Extractor(wrapper)
    for number, body in enumerate(bodies):
        page = parse_page(f"http://h/{number}", f"<body>{body}".encode())
        watch.add(extractor.extract(page))
        watch.look(page)
    return watch


def known_from(bodies, wrapper=WRAPPER):
    pages = [parse_page(f"http://h/{n}", f"<body>{b}".encode()) for n, b in enumerate(bodies)]
    return {page.url: Extractor(wrapper).extract(page).records for page in pages}


PRODUCTS = [product(n, old="$99.00" if n % 3 == 0 else "") for n in range(20)]


def test_pages_of_the_template_are_no_drift():
    drift = watched(PRODUCTS).drift()
    assert (drift.verdict, drift.event) == (DriftVerdict.NOTHING, None)


def test_all_prices_up_is_a_change_of_values():
    dearer = [
        product(n, price=f"${n + 5}.50", old="$99.00" if n % 3 == 0 else "") for n in range(20)
    ]
    drift = watched(dearer, known=known_from(PRODUCTS)).drift()
    assert drift.verdict is DriftVerdict.VALUES_CHANGED
    assert drift.changed == {"product.price": 20}
    assert drift.event is None


def test_a_renamed_class_is_one_event_with_its_evidence():
    drift = watched([product(n, css="amount") for n in range(20)]).drift()
    assert drift.verdict is DriftVerdict.TEMPLATE_CHANGED
    (price,) = drift.event.fields
    assert (price.name, price.sign) == ("product.price", DriftSign.MISSING)
    assert (price.failing, price.looked) == (20, 20)
    assert price.examples == ("http://h/0", "http://h/1", "http://h/2")
    assert not drift.event.drastic
    assert str(drift.event) == (
        "on 20 of 20 pages: product.price is no longer where it was (20 of 20)"
    )


def test_another_page_altogether_is_drastic():
    drift = watched([f"<h1>Cup {n}</h1><em>${n}.50</em>" for n in range(20)]).drift()
    assert drift.event.drastic


def test_a_few_error_pages_are_named_and_spared():
    drift = watched([*PRODUCTS, ERROR, ERROR]).drift()
    assert drift.verdict is DriftVerdict.NOTHING
    assert drift.broken_pages == ("http://h/20", "http://h/21")


def test_mostly_error_pages_are_no_longer_the_template():
    drift = watched([*PRODUCTS[:5], *[ERROR] * 15]).drift()
    assert (drift.event.pages, drift.event.failing_pages) == (20, 15)
    assert drift.event.drastic


def test_fewer_sales_are_no_change_of_the_template():
    assert watched([product(n, old="$9" if n == 1 else "") for n in range(30)]).drift().rarer == ()
    drift = watched([product(n) for n in range(30)]).drift()
    assert (drift.verdict, drift.rarer) == (DriftVerdict.VALUES_CHANGED, ("product.old_price",))


def test_half_as_often_as_on_the_pages_learned_from_may_be_chance():
    often = field("old_price", "price", "//s", found=12)
    wrapper = Wrapper((Bundle("product", (NAME, PRICE, often)),))

    def with_old_prices(some, pages):
        return watched([product(n, old="$9" if n < some else "") for n in range(pages)], wrapper)

    assert with_old_prices(5, 20).drift().event is None
    assert with_old_prices(0, 20).drift().event is not None
    assert (
        with_old_prices(25, 100).drift().event is None
    )  # of 20 pages learned from one knows no more
    assert with_old_prices(10, 100).drift().event is not None


def test_few_pages_cannot_tell():
    assert watched([product(n, css="amount") for n in range(6)]).drift().event is None


def test_texts_of_another_type_are_a_change_of_the_template():
    drift = watched([product(n, price=f"see shop {n}") for n in range(20)]).drift()
    (price,) = drift.event.fields
    assert (price.name, price.sign, price.failing) == ("product.price", DriftSign.MISFIT, 20)


def test_a_rule_that_leads_to_template_text_is_noticed():
    bodies = [product(n).replace(f"Cup {n}", "Our offers") for n in range(20)]
    (name,) = watched(bodies).drift().event.fields
    assert (name.name, name.sign, name.examples) == (
        "product.name",
        DriftSign.CONSTANT,
        ("Our offers",),
    )


def test_what_may_well_be_the_same_on_all_pages_is_no_sign():
    few_of_one_name = [product(n).replace(f"Cup {n}", "Saucer") for n in range(10)]
    assert watched(few_of_one_name).drift().event is None
    all_of_one_price = [product(n, price="$77.00") for n in range(40)]
    assert watched(all_of_one_price).drift().event is None


def test_a_field_that_has_the_values_of_another_is_noticed():
    before = [product(n, price=f"${n}.50", old=f"${n + 3}.70") for n in range(20)]
    after = [product(n, price=f"${n + 3}.70", old=f"${n}.50") for n in range(20)]
    signs = {
        part.name: part.sign
        for part in watched(after, known=known_from(before)).drift().event.fields
    }
    assert signs == {"product.price": DriftSign.SWAPPED, "product.old_price": DriftSign.SWAPPED}


def test_a_first_place_that_is_gone_is_noticed_though_the_next_one_has_the_value():
    price = field("price", "price", "//u", '//b[@class="price"]')
    wrapper = Wrapper((Bundle("product", (NAME, price)),))
    (part,) = watched(PRODUCTS, wrapper).drift().event.fields
    assert (part.name, part.sign) == ("product.price", DriftSign.DEAD)
    assert part.locators == (named("//u"),)
    other_way_round = field("price", "price", '//b[@class="price"]', "//u")
    wrapper = Wrapper((Bundle("product", (NAME, other_way_round)),))
    assert watched(PRODUCTS, wrapper).drift().event is None  # it may have been for rare pages only
    assert watched(PRODUCTS * 7, wrapper).drift().event is not None


def test_places_that_contradict_each_other_are_noticed():
    price = field("price", "price", '//b[@class="price"]', "//s")
    wrapper = Wrapper((Bundle("product", (NAME, price)),))
    bodies = [product(n, old="$99.00") for n in range(20)]
    (part,) = watched(bodies, wrapper).drift().event.fields
    assert part.locators == (named("//s"),)


def test_an_earlier_watch_tells_what_to_expect():
    untold = Wrapper(
        (Bundle("product", (Field("maker", "text", (named("//i"),), optional=True), NAME)),)
    )
    without = [f"<h1>Cup {n}</h1>" for n in range(20)]
    assert watched(without, untold).drift().event is None
    (part,) = watched(without, untold).drift(earlier=watched(PRODUCTS, untold)).event.fields
    assert (part.name, part.sign) == ("product.maker", DriftSign.MISSING)


@pytest.mark.parametrize(("tag", "changed"), [("tr", False), ("dl", True)])
def test_a_bundle_without_any_instance_is_noticed_where_many_are_to_be_expected(tag, changed):
    bundle = Bundle(
        "sizes",
        (
            Field(
                "size", "text", (named("./td[1]"),), seen=FieldEvidence(60, 60, 60, ("S", "M", "L"))
            ),
        ),
        (named("//tr"),),
        optional=True,
    )
    wrapper = Wrapper((Bundle("product", (NAME,)), bundle))
    rows = f"<table><{tag}><td>S</td></{tag}><{tag}><td>L</td></{tag}></table>"
    event = watched([f"<h1>Cup {n}</h1>{rows}" for n in range(20)], wrapper).drift().event
    assert [part.name for part in event.fields] == ["sizes"] if changed else event is None


def test_a_bundle_inside_of_another_may_well_have_no_instance():
    offers = Bundle("offers", (field("item", "text", "./b"),), (named("./p"),))
    shops = Bundle("shops", (field("town", "text", "./h2"),), (named("//div"),), (offers,))
    wrapper = Wrapper((Bundle("page", (NAME,)), shops))
    bodies = [f"<h1>Page {n}</h1><div><h2>Town {n}</h2></div>" for n in range(20)]
    assert watched(bodies, wrapper).drift().verdict is DriftVerdict.NOTHING


@pytest.mark.parametrize(("rows_on", "missed"), [(range(40), True), (range(6), False)])
def test_how_many_instances_an_earlier_watch_has_seen_tells_how_many_to_expect(rows_on, missed):
    rows = Bundle("rows", (field("size", "text", "./td"),), (named("//tr"),), optional=True)
    wrapper = Wrapper((Bundle("product", (NAME,)), rows))
    table = "<table><tr><td>S</table>"
    earlier = watched(
        [f"<h1>Cup {n}</h1>{table if n in rows_on else ''}" for n in range(40)], wrapper
    )
    event = watched([f"<h1>Cup {n}</h1>" for n in range(20)], wrapper).drift(earlier).event
    assert [part.name for part in event.fields] == ["rows"] if missed else event is None
