"""Repair at its limits: how sure it is, what it leaves as it was, and when it only proposes."""

from dataclasses import replace

import pytest
from lxml import html

from pagekin.dom.page import parse_page
from pagekin.values import Value
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record import Record
from pagekin.wrappers.repair import RepairOutcome, repair
from pagekin.wrappers.repair.edit_distance import distance_to, edit_distance
from pagekin.wrappers.repair.instance_repair import InstanceContext, instances_at, mend_instances
from pagekin.wrappers.repair.page_index import PageIndex
from pagekin.wrappers.repair.value_search import spread


def named(path):
    return Locator(path, Anchor.NAME)


def field(name, kind, *paths, **rest):
    return Field(name, kind, tuple(map(named, paths)), **rest)


NAME = field("name", "text", "//h1")
PRICE = field("price", "price", '//b[@class="price"]')
WRAPPER = Wrapper((Bundle("product", (NAME, PRICE)),))


def page(number, body):
    return parse_page(f"http://h/{number}", f"<body>{body}".encode())


def product(number, css="price", price=None):
    return f"<h1>Cup {number}</h1><b class={css}>{price or f'${number + 10}.50'}</b>"


def known(wrapper, pages):
    return {one.url: Extractor(wrapper).extract(one).records for one in pages}


def repaired(old, new, wrapper=WRAPPER):
    """Repair a wrapper, given the bodies of the pages then and now."""
    before = [page(number, body) for number, body in enumerate(old)]
    return repair(wrapper, known(wrapper, before), [page(n, body) for n, body in enumerate(new)])


def of(result, name):
    return next(part for part in result.fields if part.name == name)


OLD = [product(n) for n in range(10)]


def test_what_holds_is_as_sure_as_the_rule_of_succession_says():
    kept = of(repaired(OLD, OLD), "product.price")
    assert (kept.outcome, kept.agreed, kept.checked) == (RepairOutcome.KEPT, 10, 10)
    assert kept.confidence == round(11 / 12, 4)
    assert not kept.moved


def test_what_is_healed_is_as_sure_and_has_moved():
    healed = of(repaired(OLD, [product(n, "now") for n in range(10)]), "product.price")
    assert (healed.outcome, healed.agreed, healed.checked) == (RepairOutcome.HEALED, 10, 10)
    assert healed.confidence == round(11 / 12, 4)
    assert healed.moved


def test_chance_takes_from_the_confidence():
    """Half of the cups cost the same: there, any place with that price would agree."""
    old = [product(n, price="$5.00" if n % 2 else None) for n in range(10)]
    new = [product(n, "now", price="$5.00" if n % 2 else None) for n in range(10)]
    healed = of(repaired(old, new), "product.price")
    chance = 5 * 4 / (10 * 9)
    assert healed.confidence == round((11 / 12 - chance) / (1 - chance), 4)


def test_values_that_are_the_same_everywhere_heal_nothing():
    old = [product(n, price="$5.00") for n in range(10)]
    new = [product(n, "now", price="$5.00") for n in range(10)]
    result = repaired(old, new)
    assert of(result, "product.price").outcome is RepairOutcome.DOUBTFUL
    assert not result.has_changed


def test_one_page_is_enough_to_follow_a_value_and_two_with_the_same_value_are_not():
    one = of(repaired([product(0)], [product(0, "now")]), "product.price")
    assert (one.outcome, one.confidence) == (RepairOutcome.HEALED, round(2 / 3, 4))
    same = [product(n, price="$5.00") for n in range(2)]
    two = of(repaired(same, [product(n, "now", "$5.00") for n in range(2)]), "product.price")
    assert two.outcome is RepairOutcome.DOUBTFUL


def test_pages_on_which_an_equally_good_place_has_something_else_take_from_the_confidence():
    old = [product(n) if n < 8 else f"<h1>Cup {n}</h1>" for n in range(10)]
    new = [
        product(n, "now") + f"<i class=too>{f'${n + 10}.50' if n < 8 else '$1.00'}</i>"
        for n in range(10)
    ]
    healed = of(repaired(old, new), "product.price")
    assert (healed.outcome, healed.agreed, healed.checked) == (RepairOutcome.HEALED, 8, 8)
    assert healed.confidence == round(9 / (8 + 2 + 2), 4)


@pytest.mark.parametrize("found", [5, 6])
def test_a_place_with_half_of_the_values_is_not_even_proposed(found):
    new = [
        product(n, "now") if n < found else f"<h1>Cup {n}</h1><p>Just ${n + 10}.50 for you, n° {n}"
        for n in range(10)
    ]
    price = of(repaired(OLD, new), "product.price")
    assert (price.outcome, bool(price.new)) == (RepairOutcome.DOUBTFUL, found > 5)


@pytest.mark.parametrize(
    ("found", "outcome"), [(9, RepairOutcome.HEALED), (8, RepairOutcome.DOUBTFUL)]
)
def test_a_new_place_must_have_nine_of_ten_values_that_are_still_on_the_pages(found, outcome):
    """The other pages name their price in a sentence, and have another one at the new place."""

    def now(number):
        if number < found:
            return product(number, "now")
        return product(number, "now", "$1.00") + f"<p>Yes, ${number + 10}.50 is what it costs.</p>"

    result = repaired(OLD, [now(n) for n in range(10)])
    price = of(result, "product.price")
    assert (price.outcome, price.agreed, price.checked) == (outcome, found, 10)
    assert price.new[0] == named('//b[@class="now"]')
    assert result.has_changed == (outcome is RepairOutcome.HEALED)
    assert (result.wrapper is WRAPPER) == (outcome is RepairOutcome.DOUBTFUL)


def test_a_doubtful_repair_is_never_applied():
    """Whatever is proposed, the wrapper still reads what it read before: nothing rather than guesses."""
    new = [product(n, "now", "$1.00") + f"<p>Yes, ${n + 10}.50 here.</p>" for n in range(3)]
    new += [product(n, "now") for n in range(3, 10)]
    result = repaired(OLD, new)
    assert of(result, "product.price").outcome is RepairOutcome.DOUBTFUL
    assert result.wrapper is WRAPPER
    (record,) = Extractor(result.wrapper).extract(page(5, new[5])).records
    assert record.fields["price"] == ()


@pytest.mark.parametrize(
    ("others", "outcome"), [(6, RepairOutcome.KEPT), (5, RepairOutcome.VANISHED)]
)
def test_values_have_changed_if_most_pages_have_others_there_and_else_are_gone(others, outcome):
    new = [
        product(n, price=f"${n + 70}.00") if n < others else f"<h1>Cup {n}</h1>" for n in range(10)
    ]
    price = of(repaired(OLD, new), "product.price")
    assert price.outcome is outcome
    assert price.moved == (outcome is RepairOutcome.VANISHED)


def test_a_field_of_which_no_value_is_known_is_left_alone():
    wrapper = Wrapper((Bundle("product", (NAME, PRICE, field("size", "text", "//u"))),))
    size = of(repaired(OLD, OLD, wrapper), "product.size")
    assert (size.outcome, size.new, size.moved) == (RepairOutcome.UNKNOWN, (), False)
    assert (size.agreed, size.checked, size.confidence) == (0, 0, 0)


def drastic(*moved):
    """Whether a repair is drastic if these of the four fields on the page have moved."""
    names = ("one", "two", "three", "four")
    wrapper = Wrapper((Bundle("p", tuple(field(n, "text", f'//i[@id="{n}"]') for n in names)),))

    def body(number, ids):
        return "".join(f"<i id={css}>{n} {number}</i>" for n, css in zip(names, ids, strict=True))

    old = [body(n, names) for n in range(10)]
    ids = [f"{name}-new" if name in moved else name for name in names]
    return repaired(old, [body(n, ids) for n in range(10)], wrapper)


def test_a_repair_is_drastic_if_half_of_the_fields_have_moved():
    assert not drastic().is_drastic
    assert not drastic("one").is_drastic
    assert drastic("one", "two").is_drastic
    assert [part.moved for part in drastic("one").fields] == [True, False, False, False]


def test_data_for_machines_does_not_count_for_a_drastic_change():
    meta = field("sku", "text", '//meta[@name="sku"]/@content')
    wrapper = Wrapper((Bundle("product", (NAME, PRICE, meta)),))
    old = [f"<meta name=sku content=A{n}0>" + product(n) for n in range(10)]
    new = [f"<meta name=ref content=A{n}0>" + product(n) for n in range(10)]
    result = repaired(old, new, wrapper)
    assert of(result, "product.sku").outcome is RepairOutcome.HEALED
    assert not result.is_drastic


def test_a_page_is_known_by_the_url_that_was_asked_for_too():
    old = page(0, product(0))
    records = {"http://h/asked": Extractor(WRAPPER).extract(old).records}
    moved = parse_page("http://h/0", f"<body>{product(0)}".encode(), requested="http://h/asked")
    assert repair(WRAPPER, records, [moved]).pages == 1


def test_no_more_than_sixty_pages_are_compared():
    bodies = [product(n) for n in range(70)]
    assert repaired(bodies, bodies).pages == 60


# Instances of a bundle.

ROWS = Bundle("rows", (field("who", "text", "./td"),), (named("//tr"),))


def record(*texts, index=0):
    return Record("rows", index, {f"f{n}": (Value(text, "text"),) for n, text in enumerate(texts)})


def context(body, *records):
    whole = page(0, body)
    return InstanceContext(whole, whole.root, whole, records)


def rows(names, tag="tr", around="table"):
    return f"<{around}>" + "".join(f"<{tag}><td>{n}</td></{tag}>" for n in names) + f"</{around}>"


def items(names):
    return "<ul>" + "".join(f"<li class=row><b>{name}</b></li>" for name in names) + "</ul>"


PEOPLE = [[f"Ann {n}", f"Bob {n}", f"Eve {n}"] for n in range(6)]


def contexts(template, people=PEOPLE):
    return [context(template(names), *(record(name) for name in names)) for names in people]


def test_instances_that_are_where_they_were_are_kept():
    found = mend_instances(ROWS, "rows", contexts(rows))
    assert (found.outcome, found.new, found.agreed, found.checked, found.moved) == (
        RepairOutcome.KEPT,
        ROWS.each,
        6,
        6,
        False,
    )
    assert found.confidence == round(7 / 8, 4)


def test_instances_that_moved_are_healed():
    found = mend_instances(ROWS, "rows", contexts(items))
    assert (found.outcome, found.agreed, found.checked, found.moved) == (
        RepairOutcome.HEALED,
        6,
        6,
        True,
    )
    assert found.confidence == round(7 / 8, 4)
    assert found.new == (named('//li[@class="row"]'),)  # by its name before its position


@pytest.mark.parametrize(("moved", "outcome"), [(2, RepairOutcome.KEPT), (4, RepairOutcome.HEALED)])
def test_instances_are_where_most_pages_have_them(moved, outcome):
    some = contexts(items, PEOPLE[:moved]) + contexts(rows, PEOPLE[moved:])
    assert mend_instances(ROWS, "rows", some).outcome is outcome


def test_instances_that_only_half_of_the_pages_have_anywhere_are_doubtful():
    some = contexts(items, PEOPLE[:3]) + contexts(lambda _: "<p>nobody</p>", PEOPLE[3:])
    found = mend_instances(ROWS, "rows", some)
    assert (found.outcome, found.new, found.agreed) == (RepairOutcome.DOUBTFUL, (), 3)
    assert found.confidence == round(4 / 8, 4)


def test_instances_that_are_nowhere_have_vanished_and_unknown_ones_are_left_alone():
    gone = mend_instances(ROWS, "rows", contexts(lambda _: "<p>nobody</p>"))
    assert (gone.outcome, gone.moved) == (RepairOutcome.VANISHED, True)
    unknown = mend_instances(ROWS, "rows", [context(rows(["Ann"]))])
    assert (unknown.outcome, unknown.moved) == (RepairOutcome.UNKNOWN, False)


def test_a_place_that_no_longer_has_instances_is_left_out():
    both = replace(ROWS, each=(named("//tr"), named("//dl")))
    assert mend_instances(both, "rows", contexts(rows)).new == (named("//tr"),)


def test_of_places_that_are_equally_good_an_old_one_is_taken():
    def both(names):
        lists = "".join(f"<dl><dt>{name}</dt></dl>" for name in names)
        return items(names) + (lists if names in PEOPLE[:3] else "")

    second = named('//ul[count(li) > 0]/li[@class="row"]')
    bundle = replace(ROWS, each=(named("//dl"), second))
    found = mend_instances(bundle, "rows", contexts(both))
    assert (found.outcome, found.new, found.agreed) == (RepairOutcome.HEALED, (second,), 6)


def test_an_old_place_is_taken_even_if_only_its_position_leads_there_and_a_new_one_has_a_name():
    def both(names):
        lists = "".join(f"<dl><dt>{name}</dt></dl>" for name in names)
        return items(names) + (lists if names in PEOPLE[:3] else "")

    second = Locator("/html/body/ul/li", Anchor.POSITION)
    bundle = replace(ROWS, each=(named("//dl"), second))
    assert mend_instances(bundle, "rows", contexts(both)).new == (second,)


def test_a_place_holds_if_it_has_most_records_and_they_are_half_of_what_it_has():
    strangers = contexts(rows, PEOPLE[:1])[0]
    other = context(rows(["Zoe", "Max", "Kim"]), *(record(name) for name in PEOPLE[1]))
    found = mend_instances(ROWS, "rows", [strangers, other])
    assert (found.outcome, found.agreed) == (RepairOutcome.DOUBTFUL, 1)
    more = context(rows([*PEOPLE[0], "Zoe", "Max", "Kim"]), *(record(n) for n in PEOPLE[0]))
    assert mend_instances(ROWS, "rows", [more]).outcome is RepairOutcome.KEPT
    most = context(rows([*PEOPLE[0], "Zoe", "Max", "Kim", "Jo"]), *(record(n) for n in PEOPLE[0]))
    assert mend_instances(ROWS, "rows", [most]).outcome is not RepairOutcome.KEPT


def matched(body, *records):
    found = instances_at((named("//tr"),), context(body, *records))
    return [("".join(element.itertext()), one.fields["f0"][0].text) for element, one in found]


def test_as_many_instances_as_records_are_matched_in_their_order():
    assert matched(rows(["Ann!", "Bob!"]), record("Ann"), record("Zoe")) == [
        ("Ann!", "Ann"),
        ("Bob!", "Zoe"),
    ]


def test_other_numbers_of_instances_are_matched_by_their_values_and_never_twice():
    assert matched(rows(["new", "Ann", "Bob"]), record("Ann"), record("Bob")) == [
        ("Ann", "Ann"),
        ("Bob", "Bob"),
    ]
    assert (
        matched(rows(["Ann", "Ann", "new"]), record("Ann"), record("Ann")) == [("Ann", "Ann")] * 2
    )
    assert matched(rows(["Ann"]), record("Ann"), record("Ann")) == [("Ann", "Ann")]
    half = record("Ann", "Rome")
    assert matched(rows(["Ann", "new"]), half) == []  # more than half of its values


# Where values are looked for.


def places(body, text):
    found = PageIndex(page(0, body)).places(text)
    return [(place.element.tag, place.suffix) for place in found if place.element is not None]


def test_a_value_is_found_as_a_whole_text_or_else_with_little_around_it():
    assert places("<p>Cup</p><i>Cup of tea</i>", "Cup") == [("p", "")]
    assert places("<p>A Cup today</p>", "Cup")
    assert places(f"<p>Cup {'x ' * 23}</p>", "Cup") == []  # more than 46 letters
    long = "a cup for the first tea of a quiet morning"
    assert places(f"<p>{long}, {'x' * 80}</p>", long)  # a longer text may have more around it
    assert places(f"<p>{long}, {'x' * 81}</p>", long) == []
    assert places("<p>Pot</p>", "Cup") == []
    assert places("<p></p>", "") == []


def test_a_text_beside_others_is_numbered_and_one_across_elements_is_whole():
    assert places("<p>Cup<br>Pot</p>", "Pot") == [("p", "/text()[normalize-space()][2]")]
    assert ("p", "") in places("<p>Cup of <b>tea</b></p>", "Cup of tea")
    both = "<i title='Cup of tea'>x</i><p>Cup of <b>tea</b></p>"
    assert places(both, "Cup of tea") == [("i", "/@title"), ("p", "")]
    assert places("<div><p>Cup</p></div>", "Cup") == [("p", "")]
    assert places("<p title=Cup>x</p>", "Cup") == [("p", "/@title")]
    assert places("<script>Cup</script><style>Cup</style>", "Cup") == []


def test_a_page_has_a_text_if_it_stands_there_as_words():
    index = PageIndex(page(0, "<p>A cup of tea</p><i title=Pot></i>"))
    assert index.stands("cup")
    assert index.stands("Pot")
    assert not index.stands("up of t")
    assert not index.stands("")


def test_numbers_are_taken_evenly_from_all():
    assert spread(range(10), 5) == [0, 2, 4, 6, 8]
    assert spread(range(3), 5) == [0, 1, 2]
    assert spread(range(5), 5) == [0, 1, 2, 3, 4]


@pytest.mark.parametrize(
    ("old", "new", "distance"),
    [
        ("/a/b", "/a/b", 0),
        ("/a/b", "/a/c", 1),
        ("/a/b", "/a/b/c", 1),
        ("/a/b/c", "/a", 2),
        ("/a/b[1]", "/a/b[2]", 0.5),
        ("/a/b[1][@x]", "/a/b[1][@y]", 1 / 3),
        ("//b", "/html/body/b", 0),
        ("/a//b", "/a/x/y/b", 0),
        ("/a//b", "/c/x/b", 1),
        ('//i[@class="x/y"]', '//i[@class="x/y"]', 0),
        ("//th/following-sibling::td", "//td", 0),
        ("//td/../b", "//b", 0),
        ("(//b)[1]", "//b", 0.5),
        ("a/b", "/x/a/b", 1),  # only `//` leads anywhere
        ("//p[b/i]/a", "//p[b/i]/u", 1),  # a slash in a condition begins no step
        ("//p[b/i]/a", "//p/a", 0.5),
        ("//p[count(b/i) > 1]/a", "//p/a", 0.5),
    ],
)
def test_a_path_is_as_far_from_another_as_steps_change(old, new, distance):
    assert edit_distance(old, new) == pytest.approx(distance)


@pytest.mark.parametrize(
    ("old", "suffix", "distance"),
    [
        ("/html/body/div/p", "", 0),
        ("/html/body/p", "", 1),
        ('//p[@class="price"]', "", 0),
        ('//p[@class="old"]', "", 0.5),
        ('//p[@class="price"][1]', "", 0.25),
        ('//p[@class="price"][2]', "", 0),
        ("//*", "", 0),
        ("//p", "/@title", 1),
        ("//p/@title", "/@title", 0),
        ("//b", "", 1),
    ],
)
def test_a_path_is_as_far_from_a_place_as_steps_and_conditions_fail(old, suffix, distance):
    root = html.document_fromstring("<div><p>a<p class=price>b</div>")
    assert distance_to(old, root.findall(".//p")[1], suffix) == pytest.approx(distance)
