"""Candidate locators: what a place can be held on to by."""

from pagekin.dom.page import parse_page
from pagekin.wrappers import Anchor
from pagekin.wrappers.by_example.candidate_locators import candidates
from pagekin.wrappers.by_example.name_hints import NameHint
from pagekin.wrappers.by_example.value_affixes import cuts
from pagekin.wrappers.by_example.value_places import find_places, holds
from pagekin.wrappers.compiled_paths import compiled
from pagekin.wrappers.document_frequency import DocumentFrequency


def page_of(body):
    return parse_page("https://a.example/", f"<html><body>{body}</body></html>".encode())


def paths(body, value, name="field"):
    """The paths to a value by their anchors; each leads to it."""
    page = page_of(body)
    common = DocumentFrequency([page, page_of(body)])
    found = {}
    for target in find_places(page, value):
        for candidate in candidates(target, common, NameHint(name)):
            locator = candidate.locator
            found.setdefault(locator.anchor, set()).add(locator.path)
            if locator.anchor is not Anchor.DATA:
                assert compiled(locator.path)(page.root)
    return found


def test_a_table_row_is_held_by_its_heading():
    found = paths("<table><tr><th>Size</th><td>41</td></tr></table>", "41")
    assert '//th[normalize-space()="Size"]/following-sibling::td[1]' in found[Anchor.LABEL]
    assert "/html[1]/body[1]/table[1]/tr[1]/td[1]" in found[Anchor.POSITION]


def test_a_definition_is_held_by_its_term():
    found = paths("<dl><dt>Size</dt><dd><i>41</i></dd></dl>", "41")
    assert '//dt[normalize-space()="Size"]/following-sibling::dd[1]/i[1]' in found[Anchor.LABEL]


def test_a_text_behind_a_label_is_held_by_it():
    found = paths("<p><b>Publisher:</b> Penguin<br><b>Year:</b> 2003</p>", "2003")
    start = '//b[normalize-space()="Year:"]/following-sibling::'
    assert {f"{start}node()[1]/self::text()", f"{start}text()[normalize-space()][1]"} <= found[
        Anchor.LABEL
    ]


def test_a_label_may_be_a_text_beside_the_value_or_its_beginning():
    found = paths("<p>Price: <b>5 EUR</b></p>", "5 EUR")
    assert '//p/text()[normalize-space()="Price:"]/following-sibling::b[1]' in found[Anchor.LABEL]
    found = paths("<ul><li>Price: 5 EUR</li></ul>", "5 EUR")
    assert '//li[not(*)][starts-with(normalize-space(), "Price:")]' in found[Anchor.LABEL]


def test_a_label_may_consist_of_several_texts():
    found = paths("<dl><dt>Size<span>:</span></dt><dd>41</dd></dl>", "41")
    assert '//dt[normalize-space()="Size:"]/following-sibling::dd[1]' in found[Anchor.LABEL]


def test_a_heading_above_in_another_element_is_a_label_too():
    found = paths("<div><h3>Size</h3></div><div><p>41</p></div>", "41")
    path = '//h3[normalize-space()="Size"]/../following-sibling::div[1]/p[1]'
    assert path in found[Anchor.LABEL]


def test_classes_ids_and_markup_are_held_on_to():
    found = paths('<div id="main"><p class="a price" itemprop="price">5</p></div>', "5")
    assert '//p[@itemprop="price"]' in found[Anchor.MARKUP]
    assert '//div[@id="main"]/p[1]' in found[Anchor.NAME]
    token = '//p[contains(concat(" ", normalize-space(@class), " "), " price ")]'
    assert token in found[Anchor.NAME]


def test_what_only_this_page_has_is_not_held_on_to():
    page = page_of('<p id="item-77">5</p>')
    others = [page_of(f'<p id="item-{i}">{i}</p>') for i in range(9)]
    (target,) = find_places(page, "5")
    found = candidates(target, DocumentFrequency([page, *others]), NameHint("x"))
    assert {candidate.locator.anchor for candidate in found} == {Anchor.POSITION}


def test_a_label_like_the_fields_name_is_believed_more():
    page = page_of("<table><tr><th>Unit price</th><td>5</td></tr></table>")
    (target,) = find_places(page, "5")

    def trust(name):
        found = candidates(target, DocumentFrequency([page]), NameHint(name))
        return max(c.trust for c in found if c.locator.anchor is Anchor.LABEL)

    assert trust("price") > trust("size")
    assert trust("salePrice") == trust("price_new") == trust("price")


def test_places_that_hold_nothing_else_come_first():
    page = page_of('<p>costs 5 EUR</p><b title="5">5</b><p>15</p>')
    assert [target.text for target in find_places(page, "5")] == ["5", "5", "costs 5 EUR"]


def test_a_value_across_several_texts_is_found():
    page = page_of("<p>by <a>Ann Lee</a>, <a>Bo Chu</a></p>")
    (target,) = find_places(page, "Ann Lee, Bo Chu")
    assert (target.element.tag, target.text) == ("p", "by Ann Lee, Bo Chu")


def test_values_are_words_of_their_own():
    assert holds("a 5 b", "5")
    assert holds("$5.00", "$5.00")
    assert not holds("15", "5")
    assert not holds("51 15", "5")
    assert holds("15 5", "5")


def test_what_is_cut_off_is_what_other_pages_have_too():
    others = ["Penguin (2003)", "Tor (1999)", "Vintage Books (2010)"]
    assert next(cuts(others[0], "Penguin", others)) == ("", " (")
    assert next(cuts(others[0], "2003", others)) == (" (", ")")
    others = ["No. 4: Red by Ann", "No. 5: Blue by Bo", "No. 6: Green by Cy"]
    assert next(cuts(others[0], "Red", others)) == (": ", " by ")
    assert next(cuts(others[0], "4", others)) == ("No. ", ": ")
