"""Who is kin: small sets of pages made by hand, in which a person would know at once."""

import pytest

from pagekin.dom import parse_page
from pagekin.dom.features import Vocabulary, page_features
from pagekin.similarity.membership import SeenPages, decide, unlike
from pagekin.similarity.page_evidence import Evidence, Inbound

CHROME = "<header><ul class=menu><li>Home</ul></header><main>{}</main><footer><p>x</footer>"
PRODUCT = (
    "<article class=product><p class=price>{0}.5</p><table class=facts><tr><td>x</table></article>"
)
STORY = "<div class=story><p class=byline>by {0}</p><blockquote>x</blockquote></div>"
LIST = "<section class=list><ol><li>{0}</ol></section>"
REVIEWS = "<aside class=reviews><h3>Reviews</h3><blockquote class=review>{0}</blockquote></aside>"


def some(url, content, numbers):
    """Make pages at http://h/URL with {} in both replaced by each number."""
    return [(f"http://h/{url.format(n)}", content.format(n)) for n in numbers]


def evidence(*pages, samples=1):
    """Gather the evidence of these pages; the first ones are the samples."""
    gathered = Evidence(Vocabulary())
    for number, (url, content) in enumerate(pages):
        root = parse_page(url, CHROME.format(content).encode()).root
        features = page_features(root, url, gathered.vocabulary)
        gathered.add(url, features, is_sample=number < samples)
        if number == samples - 1:
            gathered.vocabulary.close_texts()
    return gathered


def decided(gathered, *negatives, by_path=None):
    without = sum(1 << gathered.urls.index(f"http://h/{url}") for url in negatives)
    told = len(gathered.samples) > 1 or bool(negatives)
    return decide(SeenPages.of(gathered, Inbound(by_path or {}, {})), without, told=told)


def paths(gathered, bits):
    return {url.removeprefix("http://h/") for n, url in enumerate(gathered.urls) if bits >> n & 1}


def kin(gathered, *negatives):
    return paths(gathered, decided(gathered, *negatives).bits)


def the(url, numbers):
    return {url.format(n) for n in numbers}


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
