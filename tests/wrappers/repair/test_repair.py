"""Repair: known values are looked for in pages as they are now, and followed to where they stand."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pagekin.dom.page import parse_page
from pagekin.errors import UsageError
from pagekin.wrappers import Anchor, Bundle, Field, Locator, Wrapper, wrapper_json
from pagekin.wrappers.apply import Extractor
from pagekin.wrappers.record import record_json
from pagekin.wrappers.repair import RepairOutcome, record_from, repair

AT = "2026-01-31T12:00:00+00:00"


def named(path):
    return Locator(path, Anchor.NAME)


def field(name, kind, path, **rest):
    return Field(name, kind, (named(path),), **rest)


NAME = field("name", "text", "//h1")
PRICE = field("price", "price", '//b[@class="price"]')
MAKER = field("maker", "text", '//i[@class="maker"]')
SIZE = field("size", "text", '//p[@class="size"]')
WRAPPER = Wrapper((Bundle("product", (NAME, PRICE, MAKER, SIZE)),))
OLD = (
    "<h1>Cup {n}</h1><b class=price>${n}.50</b><i class=maker>Maker {n}</i><p class=size>{n} cm</p>"
)


def pages(template, count=12, **changes):
    """Make pages of a template; `changes` gives other values to some: {number: {"{n}.50": …}}."""
    made = []
    for number in range(count):
        body = template.replace("{n}", str(number + 10))
        for old, new in changes.get(f"page_{number}", {}).items():
            body = body.replace(old, new)
        made.append(parse_page(f"http://h/{number}", f"<body>{body}".encode()))
    return made


def known(wrapper, old_pages):
    return {page.url: Extractor(wrapper).extract(page).records for page in old_pages}


def texts(wrapper, new_pages, name):
    """Give the texts of a field on all pages."""
    records = [record for page in new_pages for record in Extractor(wrapper).extract(page).records]
    return [[value.text for value in record.fields.get(name, ())] for record in records]


def repaired(new, wrapper=WRAPPER, old=OLD):
    return repair(wrapper, known(wrapper, pages(old)), new, at=AT)


def of(result, name):
    return next(part for part in result.fields if part.name == name)


def test_a_renamed_class_is_healed_as_a_new_version_with_old_and_new_places():
    new = pages(OLD.replace("class=price", "class=now"))
    result = repaired(new)
    assert not result.is_drastic
    assert [part.name for part in result.of(RepairOutcome.HEALED)] == ["product.price"]
    assert result.wrapper.version == 2
    (healing,) = result.wrapper.healed
    assert (healing.field, healing.at, healing.old) == ("product.price", AT, PRICE.locators)
    assert healing.new[0] == named('//b[@class="now"]')
    assert healing.confidence > 0.9
    assert texts(result.wrapper, new, "price") == [[f"${n + 10}.50"] for n in range(12)]


def test_the_healed_wrapper_survives_its_file():
    result = repaired(pages(OLD.replace("class=price", "class=now")))
    content = wrapper_json.to_content(result.wrapper)
    assert wrapper_json.from_content(content, "w.json") == result.wrapper


def test_a_healed_field_keeps_its_identity():
    (bundle,) = WRAPPER.bundles
    fields = tuple(replace(field, id=f"first {field.name}") for field in bundle.fields)
    wrapper = Wrapper((replace(bundle, fields=fields, id="first"),))
    new = pages(OLD.replace("class=price", "class=now"))
    (healed,) = repaired(new, wrapper).wrapper.bundles
    assert healed != wrapper.bundles[0]
    assert (healed.id, [field.id for field in healed.fields]) == (
        "first",
        [field.id for field in fields],
    )


def test_nothing_is_changed_where_nothing_moved():
    result = repaired(pages(OLD))
    assert result.wrapper is WRAPPER
    assert {part.outcome for part in result.fields} == {RepairOutcome.KEPT}


def test_changed_values_are_no_move():
    changes = {f"page_{n}": {f"{n + 10}.50": f"{n + 70}.99"} for n in range(12)}
    result = repaired(pages(OLD, **changes))
    assert of(result, "product.price").outcome is RepairOutcome.KEPT
    assert not result.has_changed


def test_values_that_changed_meanwhile_are_outvoted():
    changes = {f"page_{n}": {f"{n + 10}.50": f"{n + 70}.99"} for n in range(0, 12, 3)}
    new = pages(OLD.replace("class=price", "class=now"), **changes)
    result = repaired(new)
    price = of(result, "product.price")
    assert (price.outcome, price.agreed, price.checked) == (RepairOutcome.HEALED, 8, 8)
    assert texts(result.wrapper, new, "price")[:2] == [["$70.99"], ["$11.50"]]


def test_of_several_places_of_a_value_the_nearest_is_taken():
    """NewXPath(v) is the path of least edit distance to the old one (formula 2 of the paper)."""
    at = Locator("/html[1]/body[1]/div[1]/table[1]/tr[1]/td[2]", Anchor.POSITION)
    wrapper = Wrapper((Bundle("product", (Field("price", "text", (at,)),)),))
    old = "<div><table><tr><td>now</td><td>${n}</td></tr></table></div>"
    new = pages(
        "<ul><li>${n}</li></ul><div><div><table><tr><td>now</td><td>${n}</td></tr></table></div></div>"
        "<ol><li>${n}</li></ol>"
    )
    result = repaired(new, wrapper, old)
    (price,) = result.fields
    assert price.outcome is RepairOutcome.HEALED
    finder = result.wrapper.bundles[0].fields[0].locators[0].path
    (place,) = new[0].root.xpath(finder)
    assert place.tag == "td"


def test_a_place_that_has_the_value_by_chance_is_outvoted():
    template = OLD.replace("class=price", "class=now")
    new = pages("<u class=price-of-other>$12.50</u>" + template)
    assert texts(repaired(new).wrapper, new, "price") == [[f"${n + 10}.50"] for n in range(12)]


def test_a_rule_that_now_leads_to_another_value_is_healed_too():
    swapped = OLD.replace(
        "<b class=price>${n}.50</b>", "<b class=price>$1{n}.00</b><b class=now>${n}.50</b>"
    )
    new = pages(swapped)
    result = repaired(new)
    assert of(result, "product.price").outcome is RepairOutcome.HEALED
    assert texts(result.wrapper, new, "price") == [[f"${n + 10}.50"] for n in range(12)]


def test_text_that_the_template_puts_around_the_value_is_cut_off():
    new = pages(OLD.replace("<b class=price>${n}.50</b>", "<em>Only ${n}.50 today!</em>"))
    result = repaired(new)
    assert texts(result.wrapper, new, "price") == [[f"${n + 10}.50"] for n in range(12)]


def test_a_field_that_is_gone_is_reported_and_left_as_it_was():
    result = repaired(pages(OLD.replace("<i class=maker>Maker {n}</i>", "")))
    assert of(result, "product.maker").outcome is RepairOutcome.VANISHED
    assert not result.has_changed


def test_values_that_stand_on_any_page_prove_nothing():
    """Yes and no are found everywhere; where they agree no better than by chance nothing is healed."""
    wrapper = Wrapper((Bundle("product", (NAME, PRICE, field("new", "text", "//em"))),))
    old, new = pages(OLD + "<em>Yes</em>"), pages(OLD + "<p>Yes</p><p>No</p>")
    for number in range(0, 12, 2):
        old[number].root.find(".//em").text = "No"
    result = repair(wrapper, known(wrapper, old), new)
    assert of(result, "product.new").outcome is RepairOutcome.DOUBTFUL
    assert not result.has_changed


def test_a_drastic_change_is_a_proposal():
    new = pages(
        "<h2>Cup {n}</h2><dl><dt>Price<dd>${n}.50<dt>Maker<dd>Maker {n}<dt>Size<dd>{n} cm</dl>"
    )
    result = repaired(new)
    assert result.is_drastic
    assert result.wrapper.version == 2
    assert texts(result.wrapper, new, "maker") == [[f"Maker {n + 10}"] for n in range(12)]


def test_lists_are_followed_as_lists():
    tags = field("tags", "text", '//ul[@class="tags"]/li', many=True)
    wrapper = Wrapper((Bundle("product", (NAME, PRICE, tags)),))
    old = OLD + "<ul class=tags><li>red {n}<li>blue {n}<li>tea</ul>"
    new = pages(OLD + "<p>Tags:</p><div class=labels><a>red {n}</a><a>blue {n}</a><a>tea</a></div>")
    result = repaired(new, wrapper, old)
    found = texts(result.wrapper, new, "tags")
    assert found == [[f"red {n + 10}", f"blue {n + 10}", "tea"] for n in range(12)]


def test_each_path_of_a_union_is_followed_for_itself():
    both = field("names", "text", '//h1 | //i[@class="maker"]', many=True)
    wrapper = Wrapper((Bundle("product", (PRICE, SIZE, both)),))
    new = pages(OLD.replace("h1", "h2").replace("class=maker", "class=by"))
    result = repaired(new, wrapper)
    assert of(result, "product.names").outcome is RepairOutcome.HEALED
    found = texts(result.wrapper, new, "names")
    assert found == [[f"Cup {n + 10}", f"Maker {n + 10}"] for n in range(12)]


def test_a_union_of_which_one_path_still_holds_is_made_whole_again():
    both = field("names", "text", '//h1 | //i[@class="maker"]', many=True)
    wrapper = Wrapper((Bundle("product", (PRICE, SIZE, both)),))
    new = pages(OLD.replace("class=maker", "class=by"))
    result = repaired(new, wrapper)
    (healing,) = result.wrapper.healed
    assert healing.new == (named('//h1 | //i[@class="by"]'),)


def test_a_union_of_which_one_value_is_gone_is_left_as_it_was():
    both = field("names", "text", '//h1 | //i[@class="maker"]', many=True)
    wrapper = Wrapper((Bundle("product", (PRICE, SIZE, both)),))
    new = pages(OLD.replace("<i class=maker>Maker {n}</i>", ""))
    result = repaired(new, wrapper)
    assert not result.has_changed
    assert texts(result.wrapper, new, "names") == [[f"Cup {n + 10}"] for n in range(12)]


def test_a_new_place_with_other_values_on_some_pages_is_only_proposed():
    """Some cups say their makers in a sentence: the place that most have would be wrong for those."""
    others = {
        f"page_{n}": {f"Maker {n + 10}</i>": f"Nobody</i><p>Yes, by Maker {n + 10}.</p>"}
        for n in (1, 5, 9)
    }
    new = pages(OLD.replace("class=maker", "class=by"), **others)
    result = repaired(new)
    maker = of(result, "product.maker")
    assert maker.outcome is RepairOutcome.DOUBTFUL
    assert maker.new[0].path == '//i[@class="by"]'
    assert texts(result.wrapper, new, "maker") == [[]] * 12


def test_images_are_followed_by_their_address():
    image = field("image", "image", '//img[@id="main"]')
    wrapper = Wrapper((Bundle("product", (NAME, PRICE, image)),))
    old = OLD + "<img id=main src=/i/{n}.png alt='Cup {n}'>"
    new = pages(OLD + "<img src=/logo.png alt=Shop><figure><img src=/i/{n}.png></figure>")
    result = repaired(new, wrapper, old)
    assert of(result, "product.image").outcome is RepairOutcome.HEALED
    (value,) = Extractor(result.wrapper).extract(new[3]).records[0].fields["image"]
    assert value.attributes["src"] == "http://h/i/13.png"


def test_a_locator_that_is_gone_is_left_out_though_another_one_still_holds():
    both = (named('//b[@class="price"]'), named("//u"))
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, Field("price", "price", both))),))
    result = repaired(pages(OLD), wrapper, OLD + "<u>${n}.50</u>")
    price = of(result, "product.price")
    assert (price.outcome, price.new[0]) == (RepairOutcome.KEPT, both[0])
    assert both[1] not in price.new
    assert result.wrapper.version == 2


ROW = "<tr class=row><td class=who>Ann {n}{k}<td class=when>{k} May 20{n}</tr>"
REVIEWS = Bundle(
    "reviews",
    (field("who", "text", './td[@class="who"]'), field("when", "date", './td[@class="when"]')),
    (named('//tr[@class="row"]'),),
    optional=True,
)
LISTED = Wrapper((Bundle("product", (NAME, PRICE)), REVIEWS))


def rows(row, around):
    return OLD + around.replace("{}", "".join(row.replace("{k}", str(k)) for k in (1, 2, 3)))


def test_the_instances_of_a_bundle_are_followed_before_their_fields():
    item = "<li class=opinion><time>{k} May 20{n}</time><cite>Ann {n}{k}</cite></li>"
    new = pages("<p>Ann 101</p>" + rows(item, "<ol>{}</ol>"))
    result = repaired(new, LISTED, rows(ROW, "<table>{}</table>"))
    healed = [part.name for part in result.of(RepairOutcome.HEALED)]
    assert healed == ["reviews", "reviews.who", "reviews.when"]
    records = Extractor(result.wrapper).extract(new[0]).records
    found = [
        {name: values[0].text for name, values in record.fields.items()}
        for record in records
        if record.bundle == "reviews"
    ]
    assert found == [{"who": f"Ann 10{k}", "when": f"{k} May 2010"} for k in (1, 2, 3)]


def test_a_bundle_that_is_gone_is_reported():
    result = repaired(pages(OLD), LISTED, rows(ROW, "<table>{}</table>"))
    gone = [part.name for part in result.of(RepairOutcome.VANISHED)]
    assert gone == ["reviews", "reviews.who", "reviews.when"]


def test_bundles_inside_of_bundles_are_followed():
    shop = Bundle(
        "shop",
        (field("town", "text", "./h2"),),
        (named('//div[@class="shop"]'),),
        (Bundle("offer", (field("item", "text", "./b"),), (named('./p[@class="offer"]'),)),),
    )
    offer = "<p class={css}><{tag}>{what} {n}</{tag}></p>"

    def template(css, tag):
        shops = ""
        for town in ("Rome", "Oslo"):
            offers = "".join(
                offer.replace("{what}", f"{what} {town}")
                .replace("{css}", css)
                .replace("{tag}", tag)
                for what in ("cup", "pot")
            )
            shops += f"<div class=shop><h2>{town} {{n}}</h2>{offers}</div>"
        return shops

    new = pages(template("deal", "em"))
    result = repaired(new, Wrapper((shop,)), template("offer", "b"))
    first = Extractor(result.wrapper).extract(new[0]).records[0]
    assert [record.fields["item"][0].text for record in first.nested] == [
        "cup Rome 10",
        "pot Rome 10",
    ]


def test_pages_without_known_records_cannot_be_compared():
    with pytest.raises(UsageError, match="none of the 12 pages is among the 0 whose records"):
        repair(WRAPPER, {}, pages(OLD))


def test_records_read_back_are_the_records_extracted():
    wrapper = LISTED
    (page,) = pages(rows(ROW, "<table>{}</table>"), 1)
    for record in Extractor(wrapper).extract(page).records:
        url, read = record_from(record_json(page.url, record), "line 1")
        assert url == page.url
        assert (read.bundle, read.index, read.many) == (record.bundle, record.index, record.many)
        assert record_json(url, read) == record_json(page.url, record)


WORDS = st.text(alphabet="abcdefgh ", min_size=1, max_size=12).filter(str.strip)


@settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(WORDS, WORDS, WORDS), min_size=1, max_size=6))
def test_unchanged_pages_never_change_a_wrapper(values):
    same = [
        parse_page(
            f"http://h/{number}",
            f"<body><h1>{name}</h1><i class=maker>{maker}</i><p class=size>{size}</p>".encode(),
        )
        for number, (name, maker, size) in enumerate(values)
    ]
    wrapper = Wrapper((Bundle("product", (NAME, MAKER, SIZE)),))
    assert repair(wrapper, known(wrapper, same), same).wrapper is wrapper
