"""Who is kin: small sets of pages made by hand, in which a person would know at once."""

import pytest
from gathered import LIST, PRODUCT, REVIEWS, STORY, decided, evidence, kin, paths, some, the

from pagekin.similarity.membership import unlike


def test_a_class_is_told_by_structure_where_urls_say_nothing():
    """One product lacks a price, another facts, a third a button: two places of the template outweigh that."""
    parts = [
        "<p class=price>1</p>",
        "<table class=facts><tr><td>x</table>",
        "<form class=buy></form>",
    ]
    products = [
        "<nav class=crumbs>x</nav><article class=product>"
        + "".join(part for p, part in enumerate(parts) if p != n - 103)
        for n in range(100, 120)
    ]
    flat = evidence(
        *((f"http://h/{n}.html", content) for n, content in enumerate(products, 100)),
        *some("{0}.html", STORY, range(200, 215)),
        *some("{0}.html", LIST, range(300, 310)),
    )
    assert kin(flat) == the("{0}.html", range(100, 120))


def test_optional_blocks_do_not_break_a_class_that_urls_tell_too():
    """Every third product has reviews; the sample has some, and its kin need not."""
    shop = evidence(
        *some("p/{0}", PRODUCT + REVIEWS, range(0, 30, 3)),
        *some("p/{0}", PRODUCT, [n for n in range(30) if n % 3]),
        *some("news/{0}", STORY, range(20)),
    )
    assert kin(shop) == the("p/{0}", range(30))


def test_a_class_may_be_told_by_urls_and_headings_alone():
    """All pages have one template; what their headings begin with goes with the folder."""
    wiki = evidence(
        *some("person/{0}", "<h1>Person of age {0}</h1><p>x</p>", range(15)),
        *some("place/{0}", "<h1>Place in land {0}</h1><p>x</p>", range(25)),
    )
    assert kin(wiki) == the("person/{0}", range(15))


MANUAL = "<div class=doc><h2>Text</h2><p class=p>{0}</p></div>"
MEMBERS = "<dl class=members><dt>a<dd>b</dl>"


@pytest.mark.parametrize(
    ("guide", "is_told_apart"), [(MANUAL + "<ol class=steps><li>x</ol>", True), (MANUAL, False)]
)
def test_a_part_with_addresses_of_its_own_is_the_class_if_others_have_something_instead(
    guide, is_told_apart
):
    """If they only lack something, it may as well be an optional section of one folder: that is asked."""
    api, guides = the("doc/api/{0}.html", range(20)), the("doc/guide/{0}.html", range(30))
    docs = evidence(
        *some("doc/api/{0}.html", MANUAL + MEMBERS, range(20)),
        *some("doc/guide/{0}.html", guide, range(30)),
        *some("blog/{0}.html", STORY, range(30)),
    )
    decision = decided(docs)
    assert paths(docs, decision.bits) == (api if is_told_apart else api | guides)
    other = decision.wider() if is_told_apart else decision.narrower()
    assert paths(docs, other.bits) == (api | guides if is_told_apart else api)


def test_two_samples_of_two_kinds_make_the_class_that_holds_both():
    gathered = [
        *some("doc/api/{0}.html", PRODUCT + "<dl class=members><dt>a<dd>b</dl>", range(20)),
        *some("doc/guide/{0}.html", PRODUCT, range(20)),
        *some("blog/{0}.html", STORY, range(30)),
    ]
    both = evidence(gathered[20], *gathered[:20], *gathered[21:], samples=2)
    assert kin(both) == the("doc/api/{0}.html", range(20)) | the("doc/guide/{0}.html", range(20))


def test_a_negative_excludes_its_like():
    """What the sample shares with the page that is not meant cannot be the class."""
    pages = [
        *some("p/{0}", PRODUCT + REVIEWS, range(20)),
        *some("p/{0}", PRODUCT, range(20, 45)),
        *some("news/{0}", STORY, range(20)),
    ]
    assert kin(evidence(*pages)) == the("p/{0}", range(45))
    assert kin(evidence(*pages), "p/33") == the("p/{0}", range(20))


def test_the_wider_and_the_narrower_class_are_offered():
    shop = evidence(
        *some("p/{0}", PRODUCT + REVIEWS, range(20)),
        *some("p/{0}", PRODUCT, range(20, 45)),
        *some("news/{0}", STORY, range(20)),
    )
    wide = decided(shop)
    narrow = wide.narrower()
    assert paths(shop, narrow.bits) == the("p/{0}", range(20))
    narrowed = decided(shop, "p/33")
    assert narrowed.bits == narrow.bits
    assert wide.wider() is None


@pytest.mark.parametrize("count", [1, 2])
def test_on_a_very_small_site_kin_has_what_the_samples_have_and_the_entry_lacks(count):
    tiny = evidence(
        *some("p/{0}", PRODUCT, range(count)), *some("", LIST, [0]), *some("about", STORY, [0])
    )
    entry = tiny.urls.index("http://h/")
    assert decided(tiny).steps == ()
    assert paths(tiny, unlike(tiny, [entry]).bits) == the("p/{0}", range(count))


def test_every_step_says_what_its_members_have():
    shop = evidence(*some("p/{0}", PRODUCT, range(20)), *some("news/{0}", STORY, range(20)))
    decision = decided(shop)
    (signs,) = decision.signs
    assert {"token: article.product", "token: p.price", "url: folder 1 p"} <= set(map(str, signs))
    assert len(decision.steps) == 1


def test_the_links_that_lead_to_a_class_speak_for_it():
    shop = evidence(*some("p/{0}", PRODUCT, range(20)), *some("news/{0}", STORY, range(20)))
    linked = decided(shop, by_path={"html/body/ul/li/a": list(range(20))})
    assert linked.bits == decided(shop).bits
    assert linked.steps[0].evidence.worth > decided(shop).steps[0].evidence.worth


def test_adding_a_page_costs_a_pass_over_its_features_only():
    gathered = evidence(*some("p/{0}", PRODUCT, range(3)))
    assert [gathered.add(f"http://h/p/{n}", [0, 1]) for n in range(3, 6)] == [3, 4, 5]
    assert len(gathered) == 6
    assert gathered.samples == (0,)
