"""Drift at its limits: how many pages it takes, what is counted, and what is left alone."""

import math
from dataclasses import replace

import pytest

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor, Bundle, Field, FieldEvidence, Locator, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.repair import DriftSign, DriftVerdict, DriftWatch
from pagekin.wrappers.repair.drift import _may_be_chance
from pagekin.wrappers.repair.drift_events import FieldDrift
from pagekin.wrappers.repair.extraction_counts import FieldCount


def named(path):
    return Locator(path, Anchor.NAME)


def field(name, kind, *paths, found=20, fitting=None, of=20, examples=("a", "b", "c")):
    """A field that was found on so many of the pages it was learned from."""
    seen = FieldEvidence(of, found, found if fitting is None else fitting, examples)
    return Field(name, kind, tuple(map(named, paths)), optional=found < of, seen=seen)


NAME = field("name", "text", "//h1")
MAKER = field("maker", "text", "//i")
PRICE = field("price", "price", "//b", examples=("$1.00", "$2.00", "$3.00"))
WRAPPER = Wrapper((Bundle("product", (NAME, MAKER, PRICE)),))


def product(number, price="${n}.50", tag="b", extra=""):
    shown = price.replace("{n}", str(number))
    return f"<h1>Cup {number}</h1><i>M{number}</i><{tag}>{shown}</{tag}>{extra}"


def watched(bodies, wrapper=WRAPPER, known=None, start=0):
    watch, extractor = DriftWatch(wrapper, known), Extractor(wrapper)
    for number, body in enumerate(bodies, start):
        page = parse_page(f"http://h/{number}", f"<body>{body}".encode())
        watch.add(extractor.extract(page))
        watch.look(page)
    return watch


def signs(watch, **earlier):
    event = watch.drift(**earlier).event
    return event.fields if event else ()


def known_from(bodies, wrapper=WRAPPER):
    pages = [parse_page(f"http://h/{n}", f"<body>{b}".encode()) for n, b in enumerate(bodies)]
    return {page.url: Extractor(wrapper).extract(page).records for page in pages}


def urls(*numbers):
    return tuple(f"http://h/{number}" for number in numbers)


def test_seven_pages_without_a_field_that_all_had_are_enough_and_six_are_not():
    assert signs(watched([product(n, tag="em") for n in range(6)])) == ()
    assert signs(watched([product(n, tag="em") for n in range(7)])) == (
        FieldDrift("product.price", DriftSign.MISSING, 7, 7, urls(0, 1, 2)),
    )


@pytest.mark.parametrize(("missing", "is_told"), [(11, True), (10, False)])
def test_a_field_is_missing_if_most_pages_lack_it(missing, is_told):
    bodies = [product(n, tag="em" if n < missing else "b") for n in range(20)]
    found = signs(watched(bodies))
    assert [part.failing for part in found] == ([missing] if is_told else [])


@pytest.mark.parametrize(
    ("misfits", "pages", "is_told"), [(7, 13, True), (6, 12, False), (6, 6, False)]
)
def test_texts_of_another_type_are_told_if_most_are_and_there_are_seven(misfits, pages, is_told):
    bodies = [product(n, price="on request" if n < misfits else "${n}.50") for n in range(pages)]
    found = signs(watched(bodies))
    told = FieldDrift("product.price", DriftSign.MISFIT, misfits, pages, urls(0, 1, 2))
    assert found == ((told,) if is_told else ())


def test_a_field_whose_texts_never_fitted_is_no_news():
    seldom = replace(PRICE, seen=FieldEvidence(20, 20, 10, PRICE.seen.examples))
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, seldom)),))
    assert signs(watched([product(n, price="on request {n}") for n in range(20)], wrapper)) == ()


def test_seven_swapped_values_are_told_if_most_of_those_compared_are_swapped():
    old_price = field("old_price", "price", "//s", examples=PRICE.seen.examples)
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, PRICE, old_price)),))

    def swapped(some, pages):
        before = [product(n, extra=f"<s>${n + 3}.70</s>") for n in range(pages)]
        after = [
            product(n, price=f"${n + 3}.70", extra=f"<s>${n}.50</s>") if n < some else before[n]
            for n in range(pages)
        ]
        watch = watched(after, wrapper, known_from(before, wrapper))
        return watch.drift().changed, signs(watch)

    changed, told = swapped(7, 13)
    assert changed == {"product.price": 7, "product.old_price": 7}
    assert told == (
        FieldDrift("product.price", DriftSign.SWAPPED, 7, 13),
        FieldDrift("product.old_price", DriftSign.SWAPPED, 7, 13),
    )
    assert swapped(7, 14)[1] == ()
    assert swapped(6, 6)[1] == ()


def test_values_are_compared_only_on_pages_that_are_known():
    known = known_from([product(n) for n in range(5)])
    drift = watched([product(n, price="$77.00") for n in range(20)], known=known).drift()
    assert drift.changed == {"product.price": 5}


def test_a_page_that_lacks_more_than_half_of_what_all_have_is_spared():
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, PRICE, field("size", "text", "//u"))),))
    whole = [product(n, extra=f"<u>{n}</u>") for n in range(20)]
    half, less = "<h1>Cup</h1><i>M</i>", "<h1>Cup</h1>"
    assert watched([*whole, half, less], wrapper).drift().broken_pages == urls(21)
    of_three = [*(product(n) for n in range(3)), "<h1>Cup</h1><i>M</i>", "<h1>Cup</h1>"]
    assert watched(of_three).drift().broken_pages == urls(4)


def test_instances_and_rare_fields_say_nothing_about_a_page_being_broken():
    rare = field("sale", "text", "//s", found=10)
    rows = Bundle("rows", (field("cell", "text", "./td"),), (named("//tr"),))
    wrapper = Wrapper((Bundle("product", (NAME, rare)), rows))
    bodies = [f"<h1>Cup {n}</h1>" for n in range(5)]
    assert watched(bodies, wrapper).drift().broken_pages == ()


def test_where_no_field_is_usual_a_page_without_any_value_is_broken():
    rare = field("sale", "text", "//s", found=3)
    wrapper = Wrapper((Bundle("product", (rare,)),))
    drift = watched(["<s>now</s>", "<p>other</p>", "<s>too</s>"], wrapper).drift()
    assert drift.broken_pages == urls(1)


def test_a_page_with_values_inside_of_other_records_only_is_not_broken():
    inner = Bundle("offer", (field("item", "text", "./b", found=3),), (named("./p"),))
    shops = Bundle("shop", (field("town", "text", "./h2", found=3),), (named("//div"),), (inner,))
    bodies = ["<div><h2>Rome</h2></div>", "<div><p><b>cup</b></p></div>", "<div><p></p></div>"]
    assert watched(bodies, Wrapper((shops,))).drift().broken_pages == urls(2)


def test_exactly_half_broken_pages_are_spared_and_one_more_is_a_changed_template():
    whole, error = [product(n) for n in range(10)], "<h2>Something went wrong</h2>"
    spared = watched([*whole, *[error] * 10]).drift()
    assert (spared.event, spared.broken_pages) == (None, urls(*range(10, 20)))
    changed = watched([*whole, *[error] * 11]).drift()
    assert (changed.event.pages, changed.event.failing_pages) == (21, 11)
    assert changed.broken_pages == ()


@pytest.mark.parametrize(("gone", "is_drastic"), [("b", False), ("bi", True)])
def test_a_change_of_half_of_what_all_pages_have_is_drastic(gone, is_drastic):
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, PRICE, field("size", "text", "//u"))),))

    def body(number):
        text = product(number, extra=f"<u>{number}</u>")
        for tag in gone:
            text = text.replace(f"<{tag}>", "<em>").replace(f"</{tag}>", "</em>")
        return text

    event = watched([body(n) for n in range(20)], wrapper).drift().event
    assert event.drastic == is_drastic
    assert event.failing_pages == 20


def test_a_change_of_the_only_field_that_all_instances_have_is_drastic():
    cells = (field("cell", "text", "./td"), field("head", "text", "./th", found=3))
    wrapper = Wrapper((Bundle("rows", cells, (named("//tr"),)),))
    event = watched(["<table><tr><th>a</th></tr></table>"] * 20, wrapper).drift().event
    assert [part.name for part in event.fields] == ["rows.cell"]
    assert event.drastic


@pytest.mark.parametrize(("pages", "is_told"), [(20, True), (19, False)])
def test_one_text_everywhere_takes_as_many_pages_as_the_field_was_learned_from(pages, is_told):
    bodies = [product(n).replace(f"Cup {n}", "Our offers") for n in range(pages)]
    told = FieldDrift("product.name", DriftSign.CONSTANT, 20, 20, ("Our offers",))
    assert signs(watched(bodies)) == ((told,) if is_told else ())


@pytest.mark.parametrize(
    "name",
    [
        field("name", "text", "//h1", examples=("Our offers", "b", "c")),  # one it had before
        field("name", "text", "//h1", examples=("a", "b")),  # it hardly varied then
        field("name", "text", "//h1", found=10),  # not on most pages
    ],
)
def test_one_text_everywhere_is_no_sign_where_it_may_well_be_a_value(name):
    wrapper = Wrapper((Bundle("product", (name, MAKER, PRICE)),))
    bodies = [product(n).replace(f"Cup {n}", "Our offers") for n in range(30)]
    assert signs(watched(bodies, wrapper)) == ()


def test_a_field_that_half_of_the_pages_had_is_rarer_and_one_that_more_had_is_missing():
    def without(found):
        wrapper = Wrapper(
            (Bundle("product", (NAME, MAKER, field("sale", "text", "//s", found=found))),)
        )
        drift = watched([product(n) for n in range(30)], wrapper).drift()
        return drift.rarer, [part.name for part in drift.event.fields] if drift.event else []

    assert without(10) == (("product.sale",), [])
    assert without(11) == ((), ["product.sale"])
    assert without(4) == ((), [])  # 6 of 30 may all be missing by chance


def test_a_rarer_field_is_told_from_seven_expected_on():
    wrapper = Wrapper((Bundle("product", (NAME, field("sale", "text", "//s", found=5))),))
    assert watched([product(n) for n in range(28)], wrapper).drift().rarer == ("product.sale",)
    assert watched([product(n) for n in range(27)], wrapper).drift().rarer == ()
    drift = watched([product(n) for n in range(28)], wrapper).drift()
    assert drift.verdict is DriftVerdict.VALUES_CHANGED


def test_fields_of_which_nothing_is_known_are_expected_unless_they_are_optional():
    seen_nowhere = FieldEvidence(0, 0, 0, ())
    untold = (
        Field("name", "text", (named("//h1"),)),
        Field("by", "text", (named("//q"),), seen=seen_nowhere),
    )
    maybe = Field("sale", "text", (named("//s"),), optional=True)
    wrapper = Wrapper((Bundle("product", (*untold, maybe)),))
    found = signs(watched([product(n) for n in range(7)], wrapper))
    assert found == (FieldDrift("product.by", DriftSign.MISSING, 7, 7, urls(0, 1, 2)),)


@pytest.mark.parametrize("before", range(0, 21, 4))
@pytest.mark.parametrize("now", range(0, 13, 3))
def test_whether_a_field_is_missing_by_chance_is_fishers_exact_test(before, now):
    """The definition: so few, or fewer, among twelve drawn from all thirty-two."""
    all_found, drawn = before + now, 12
    ways = sum(
        math.comb(all_found, k) * math.comb(20 + drawn - all_found, drawn - k)
        for k in range(now + 1)
    )
    by_chance = ways / math.comb(20 + drawn, drawn) > math.exp(-7)
    seen = field("sale", "text", "//s", found=before)
    assert _may_be_chance(FieldCount(drawn, now), seen, None) == by_chance
    earlier = FieldCount(20, before)
    assert (
        _may_be_chance(FieldCount(drawn, now), field("sale", "text", "//s"), earlier) == by_chance
    )


def test_with_nothing_to_compare_with_no_absence_is_chance():
    assert not _may_be_chance(FieldCount(12, 0), Field("sale", "text", ()), None)
    assert not _may_be_chance(FieldCount(12, 0), Field("sale", "text", ()), FieldCount())


ROWS = Bundle(
    "sizes",
    (field("size", "text", "./td", found=60, of=60),),
    (named("//tr"),),
    optional=True,
)


def bundle_told(bundle, pages):
    wrapper = Wrapper((Bundle("product", (NAME,)), bundle))
    found = signs(watched([f"<h1>Cup {n}</h1>" for n in range(pages)], wrapper))
    return [(part.name, part.failing, part.looked) for part in found]


def test_a_bundle_is_expected_on_each_page_unless_it_is_optional():
    always = replace(ROWS, optional=False)
    assert bundle_told(always, 7) == [("sizes", 7, 7)]
    assert bundle_told(always, 6) == []


def test_an_optional_bundle_is_expected_as_often_as_its_instances_tell():
    """Sixty rows on twenty pages: on every second page at least, as one page may have many."""
    assert bundle_told(ROWS, 14) == [("sizes", 14, 14)]
    assert bundle_told(ROWS, 13) == []
    few = replace(ROWS, fields=(field("size", "text", "./td", found=20, of=20),))
    assert bundle_told(few, 140) == [("sizes", 140, 140)]  # all may have been on one page of twenty
    assert bundle_told(few, 139) == []
    untold = replace(ROWS, fields=(Field("size", "text", (named("./td"),)),))
    assert bundle_told(untold, 200) == []


def test_an_earlier_watch_tells_how_many_instances_to_expect():
    wrapper = Wrapper((Bundle("product", (NAME,)), ROWS))
    row = "<table><tr><td>S</td></tr></table>"
    earlier = watched([f"<h1>Cup {n}</h1>{row if n < 10 else ''}" for n in range(20)], wrapper)

    def now(pages):
        return signs(watched([f"<h1>Cup {n}</h1>" for n in range(pages)], wrapper), earlier=earlier)

    assert now(13) == ()
    assert [part.name for part in now(14)] == ["sizes"]


def test_what_an_earlier_watch_saw_counts_before_what_the_wrapper_tells():
    maker = field("maker", "text", "//i", found=2)
    wrapper = Wrapper((Bundle("product", (NAME, maker, PRICE)),))
    without = [f"<h1>Cup {n}</h1><b>${n}.50</b>" for n in range(20)]
    assert signs(watched(without, wrapper)) == ()
    earlier = watched([product(n) for n in range(20)], wrapper)
    assert [part.name for part in signs(watched(without, wrapper), earlier=earlier)] == [
        "product.maker"
    ]
    assert signs(watched(without), earlier=watched(without)) == ()


def test_a_field_that_an_earlier_watch_saw_on_a_third_of_the_pages_is_rarer_and_not_missing():
    def body(number):
        return product(number, extra="<s>now</s>" if number % 3 == 0 else "")

    wrapper = Wrapper((Bundle("product", (NAME, MAKER, field("sale", "text", "//s"))),))
    earlier = watched([body(n) for n in range(90)], wrapper)
    drift = watched([product(n) for n in range(40)], wrapper).drift(earlier)
    assert (drift.event, drift.rarer) == (None, ("product.sale",))


def test_one_page_that_an_earlier_watch_saw_says_that_texts_fitted():
    seldom = replace(PRICE, seen=FieldEvidence(20, 20, 10, PRICE.seen.examples))
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, seldom)),))
    now = watched([product(n, price="on request {n}") for n in range(7)], wrapper)
    assert signs(now) == ()
    assert [part.sign for part in signs(now, earlier=watched([product(0)], wrapper))] == [
        DriftSign.MISFIT
    ]


def test_a_second_place_that_is_gone_takes_seven_times_the_pages_learned_from():
    price = replace(PRICE, locators=(named("//b"), named("//u")))
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, price)),))
    assert signs(watched([product(n % 90) for n in range(139)], wrapper)) == ()
    (told,) = signs(watched([product(n % 90) for n in range(140)], wrapper))
    assert told == FieldDrift("product.price", DriftSign.DEAD, 140, 140, (), (named("//u"),))


def test_a_first_place_that_is_gone_takes_fourteen_pages():
    price = replace(PRICE, locators=(named("//u"), named("//b")))
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, price)),))
    assert signs(watched([product(n) for n in range(13)], wrapper)) == ()
    assert [part.looked for part in signs(watched([product(n) for n in range(14)], wrapper))] == [
        14
    ]


def test_a_place_astray_is_told_from_seven_finds_on_if_most_contradict():
    price = replace(PRICE, locators=(named("//b"), named("//s")))
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, price)),))

    def told(contradicting, agreeing):
        bodies = [product(n, extra="<s>$99.00</s>") for n in range(contradicting)]
        bodies += [product(n, extra=f"<s>${n}.50</s>") for n in range(agreeing)]
        return [part.locators for part in signs(watched(bodies, wrapper))]

    assert told(7, 0) == [(named("//s"),)]
    assert told(6, 0) == []
    assert told(7, 6) == [(named("//s"),)]
    assert told(7, 7) == []


def test_only_the_first_pages_are_looked_at_place_by_place():
    price = replace(PRICE, locators=(named("//u"), named("//b")))
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, price)),))
    (told,) = signs(watched([product(n % 90) for n in range(310)], wrapper))
    assert told.looked == 300


def test_a_message_tells_of_pages_without_anything():
    rare = Wrapper((Bundle("product", (field("sale", "text", "//s", found=3),)),))
    event = watched(["<s>now</s>", *["<p>other</p>"] * 3], rare).drift().event
    assert str(event) == "hardly anything was found on 3 of 4 pages"


@pytest.mark.parametrize(("gone", "more"), [(3, ""), (5, "; and 2 more")])
def test_a_message_names_three_fields_and_counts_the_others(gone, more):
    fields = [field(f"f{n}", "text", f"//q{n}") for n in range(gone)]
    wrapper = Wrapper((Bundle("page", (NAME, *fields)),))
    event = watched([product(n) for n in range(20)], wrapper).drift().event
    named_first = "; ".join(f"page.f{n} is no longer where it was (20 of 20)" for n in range(3))
    assert str(event) == f"on 20 of 20 pages: {named_first}{more}"
