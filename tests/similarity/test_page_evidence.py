"""Evidence about pages: what may tell a class from other pages, and what only names a thing."""

import pytest

from pagekin.dom.features import Feature, Vocabulary
from pagekin.similarity.class_description import describe
from pagekin.similarity.clustering import SitePages
from pagekin.similarity.membership import MembershipDecision, SeenPages, shifted
from pagekin.similarity.membership_rule import is_doubtful, rule_of, step_score
from pagekin.similarity.page_evidence import Evidence, EvidenceView, FeatureColumn, Inbound, Place

NOWHERE = Inbound({}, {})


def pages_with(size, having, samples=(0,), url="http://h/x{0}"):
    """Gather evidence of so many pages, given which of them have which feature."""
    gathered = Evidence(Vocabulary())
    numbers = {
        name: gathered.vocabulary.number(*_key(gathered.vocabulary, name)) for name in having
    }
    for page in range(size):
        features = [numbers[name] for name, pages in having.items() if page in pages]
        gathered.add(url.format(page), features, is_sample=page in samples)
    return gathered


def _key(vocabulary, name):
    kind, _, value = name.partition(": ")
    parent = -1
    if kind in {"path", "tags"}:
        *above, value = value.split("/")
        for label in above:
            parent = vocabulary.number(kind, parent, label)
    return kind, parent, value


URL_VIEWS = {EvidenceView.URL_FOLDERS, EvidenceView.URL_WORDS, EvidenceView.URL_SHAPE}


def told(gathered, inbound=NOWHERE):
    """Give the columns: for each set of pages what speaks for it, and how."""
    return {
        column.bits: (column.views, {str(feature) for feature in column.features}, column.heading)
        for column in gathered.columns(inbound)
        if not column.views <= URL_VIEWS
    }


def bits(pages):
    return sum(1 << page for page in pages)


def test_what_all_samples_have_is_a_column_and_equal_ones_are_one():
    some = set(range(5))
    gathered = pages_with(12, {"token: p.price": some, "tags: p": some, "text: th Weight": some})
    assert told(gathered) == {
        bits(some): (
            {EvidenceView.STRUCTURE, EvidenceView.TEXTS},
            {"token: p.price", "tags: p", "text: th Weight"},
            False,
        )
    }


@pytest.mark.parametrize(("count", "is_told"), [(2, False), (3, True), (11, True), (12, False)])
def test_three_pages_must_have_it_and_not_all(count, is_told):
    gathered = pages_with(12, {"token: p.price": set(range(count))})
    assert bool(told(gathered)) == is_told


def test_what_only_one_of_two_samples_has_says_nothing_either_way():
    gathered = pages_with(12, {"token: p.price": {0, *range(3, 8)}}, samples=(0, 1))
    assert told(gathered) == {}


def test_what_the_samples_lack_is_no_column():
    assert told(pages_with(12, {"token: p.story": set(range(5, 10))})) == {}


def test_a_path_is_looked_at_among_the_pages_that_have_its_parent():
    """A section counts once, whatever is in it; what all samples have is told from what none of them has."""
    some, others = set(range(6)), {6, 7, 8}
    gathered = pages_with(
        12,
        {
            "path: div": some,
            "path: div/h2": some,  # goes with the section
            "path: div/ul": {0, 1, 2},
            "tags: ol": others,
            "path: hr": {0, 1},  # on too few pages
            "token: p.x": some,  # no path
        },
    )
    everything = bits(range(12))
    assert set(gathered.places()) == {
        Place(bits(some), everything, samples_have=True, bare=False),
        Place(bits(range(3)), bits(some), samples_have=True, bare=False),
        Place(bits(others), everything, samples_have=False, bare=True),
    }


def test_a_path_that_only_some_samples_have_is_left_out():
    gathered = pages_with(12, {"path: div": {0, *range(3, 8)}}, samples=(0, 1))
    assert list(gathered.places()) == []


def test_headings_know_the_words_that_other_pages_have_in_the_same_place():
    """Ten pages are labelled with three words, the other two are not: seven more pages than words."""
    gathered = pages_with(
        14,
        {
            "heading: h1 begins Class": {0, 1},
            "heading: h1 begins Method": set(range(2, 9)),
            "heading: h1 begins Module": {9, 10, 11},
            "heading: title begins Reference": {0, 1, 2},
        },
    )
    classes, reference = gathered.headings()
    assert classes.bits == bits({0, 1})
    assert classes.labelled(bits(range(2, 14))) == pytest.approx((10 - 2) / 12)
    assert classes.labelled(0) == 0.0
    assert reference.labelled(bits(range(3, 14))) == 0.0


def test_headings_are_called_after_kinds_or_after_topics():
    gathered = pages_with(
        9, {"heading: h1 begins Module": {0, 1, 2}, "heading: title begins Graphics and": {0, 1, 2}}
    )
    assert [heading.is_kind for heading in gathered.headings()] == [True, False]


def test_what_has_a_number_in_it_heads_a_section_and_is_the_name_of_no_kind():
    gathered = pages_with(
        12,
        {
            "heading: title begins Release": set(range(9)),
            "heading: title begins Release #.#.#": set(range(4)),
            "heading: h1 ends version #": set(range(5)),
            "heading: h1 begins A.#": set(range(6)),
        },
    )
    assert [heading.bits for heading in gathered.headings()] == [bits(range(9))]


@pytest.mark.parametrize(
    ("url", "words", "is_told"),
    [
        ("http://h/x{0}", "Kettles of", True),
        ("http://h/kettles-{0}", "Kettles of", False),  # the last level names the thing
        ("http://h/kettles/{0}", "Kettles of", False),  # a folder may be a topic
        ("http://h/b%C3%BCcher-{0}", "Bücher", False),
        ("http://h/osteoporose-{0}", "Ostéoporose", False),  # without its accents
        ("http://h/classes/{0}", "Class", True),  # one that is called after a kind is none
        ("http://h/class-{0}", "Class", False),
    ],
)
@pytest.mark.parametrize("tag", ["title", "h1"])
def test_what_the_address_has_told_already_is_no_news_in_a_heading(url, words, is_told, tag):
    heading = f"heading: {tag} begins {words}"
    gathered = pages_with(12, {heading: set(range(6)), "path: html/body/p": {0, 7}}, url=url)
    assert bool(gathered.headings()) == is_told
    assert any(heading in features for _, features, _ in told(gathered).values()) == is_told


def test_an_echo_on_half_of_the_pages_is_chance():
    urls = [f"http://h/kettle-{n}" if n < 3 else f"http://h/pot-{n}" for n in range(6)]
    gathered = Evidence(Vocabulary())
    number = gathered.vocabulary.number("heading", -1, "h1 begins Kettle")
    for page, url in enumerate([*urls, "http://h/", "http://h/more"]):
        gathered.add(url, [number] if page < 6 else [], is_sample=page == 0)
    assert [heading.bits for heading in gathered.headings()] == [0b111111]


@pytest.mark.parametrize(
    ("feature", "is_heading"),
    [("heading: h1 begins New", True), ("text: h2 Reviews", False), ("text: p Reviews", False)],
)
def test_headings_are_texts_and_told_apart(feature, is_heading):
    views, _, heading = told(pages_with(12, {feature: set(range(5))}))[bits(range(5))]
    assert views == {EvidenceView.TEXTS}
    assert heading == is_heading


@pytest.mark.parametrize("feature", ["text: a Next", "text: code main", "text: pre x"])
def test_texts_of_links_and_code_are_content(feature):
    assert told(pages_with(12, {feature: set(range(5))})) == {}


@pytest.mark.parametrize(
    ("feature", "is_told"),
    [
        ("token: b#teapot", False),
        ("token: b.teapot", True),
        ("text: b Teapot", False),
        ("text: h3 Teapot", True),
        ("path: html/b", True),
    ],
)
def test_an_id_or_a_text_on_less_than_a_hundredth_of_the_pages_names_a_thing(feature, is_told):
    few = pages_with(500, {feature: set(range(4))})
    assert bool(told(few)) == is_told
    assert told(pages_with(500, {feature: set(range(5))}))


def test_links_that_lead_to_the_samples_are_views_of_their_own():
    gathered = pages_with(12, {})
    inbound = Inbound(
        {"body/ul/a": [0, 1, 2, 3, 3], "body/p/a": [0, 1]},
        {("http://h/", "body/ol"): [0, 1, 2, 5], ("http://h/b", "body/ol"): [0]},
    )
    assert told(gathered, inbound) == {
        bits({0, 1, 2, 3}): ({EvidenceView.LINKED_BY}, {"linked by: body/ul/a"}, False),
        bits({0, 1, 2, 5}): ({EvidenceView.LISTED_ON}, {"listed on: http://h/ body/ol"}, False),
    }  # fmt: skip


def test_the_folders_and_the_shape_of_urls_are_two_views():
    gathered = Evidence(Vocabulary())
    for number in range(12):
        folder, end = ("p", "") if number < 5 else ("news", "/x/y")
        gathered.add(f"http://h/{folder}/{number}{end}", (), is_sample=not number)
    columns = {
        str(feature): column.views
        for column in gathered.columns(NOWHERE)
        for feature in column.features
    }
    assert columns["url: folder 1 p"] >= {EvidenceView.URL_FOLDERS}
    assert columns["url: levels 1"] >= {EvidenceView.URL_SHAPE}
    assert set(gathered.holders(Feature("url", "folder 1 p"))) == set(range(5))
    assert set(gathered.holders(Feature("url", "folder 1 news"))) == set()


@pytest.mark.parametrize(
    ("url", "feature", "view"),
    [
        ("http://h/?p=user&id={0}", "url: choice p user", EvidenceView.URL_FOLDERS),
        ("http://h/sf_{0}", "url: begins sf_", EvidenceView.URL_WORDS),
        ("http://h/7-a{0}", "url: begins #-", EvidenceView.URL_SHAPE),
    ],
)
def test_a_word_in_a_query_is_a_folder_and_a_number_is_no_word(url, feature, view):
    gathered = Evidence(Vocabulary())
    for number in range(12):
        address = url.format(number) if number < 5 else f"http://h/x/{number}"
        gathered.add(address, (), is_sample=not number)
    columns = gathered.columns(NOWHERE)
    views = [column.views for column in columns if feature in map(str, column.features)]
    assert views
    assert view in views[0]


def test_addresses_sort_pages_by_each_word_that_several_have_and_those_without_one():
    gathered = Evidence(Vocabulary())
    for number, folder in enumerate(["p/"] * 4 + ["news/"] * 5 + ["x/", "y/"] + [""] * 3):
        gathered.add(f"http://h/{folder}{number}", (), is_sample=not number)
    last, first, *_ = gathered.address_variables()  # the last folder and the first
    assert first == last._replace(depth=0)
    assert last.depth == bits(range(11))  # it is counted from the end: so many pages are as deep
    assert first.own == bits(range(4))
    assert set(first.cells) == {bits(range(4)), bits(range(4, 9)), bits(range(11, 14))}


def test_who_has_a_feature_is_known_by_its_name():
    gathered = pages_with(12, {"token: p.price": {1, 4}})
    assert list(gathered.holders(Feature("token", "p.price"))) == [1, 4]
    assert list(gathered.holders(Feature("token", "p.size"))) == []


def test_apart_tells_what_all_samples_and_most_pages_and_no_others_have():
    gathered = pages_with(
        8,
        {
            "token: p.price": {0, 1, 2, 3, 4, 5},
            "token: p.size": {0, 1, 3, 4, 5, 7},
            "token: p.few_lack": {0, 1, 2, 3},  # two of the six
            "token: p.optional": {0, 1, 2},
            "token: p.all": set(range(8)),
            "text: b Price": {0, 1, 2, 3, 4, 5},
        },
        samples=(0, 1),
    )
    features, kin = gathered.telling_apart([1, 6])  # a sample is never one of the others
    assert {str(feature) for feature in features} == {
        "token: p.price",
        "token: p.size",
        "token: p.few_lack",
        "text: b Price",
    }
    assert kin == bits(range(6))  # page 7 has one of four


def test_if_nothing_that_most_pages_have_is_apart_all_that_is_counts_but_for_rare_words():
    having = {"token: p.price": {0, 1, 2}, "text: h1 Cup": {0, 1}, "token: p.all": set(range(8))}
    features, kin = pages_with(8, having).telling_apart([7])
    assert list(map(str, features)) == ["token: p.price"]
    assert kin == bits({0, 1, 2})


def test_who_has_half_of_what_is_apart_is_kin_and_who_has_less_is_not():
    having = {f"token: p.x{n}": {0, 1, 2} for n in range(4)}
    having["token: p.x0"] = {0, 1, 2, 3, 4}
    having["token: p.x1"] = {0, 1, 2, 3}
    _, kin = pages_with(12, having).telling_apart([])
    assert kin == bits({0, 1, 2, 3})


@pytest.mark.parametrize("kind", ["text: b", "heading: h1 begins"])
def test_words_that_three_pages_have_are_template_and_structure_in_any_case(kind):
    having = {f"{kind} Cup": {0, 1}, f"{kind} Price": {0, 1, 2}, "token: p.rare": {0}}
    features, _ = pages_with(12, having).telling_apart([11])
    assert {str(feature) for feature in features} == {f"{kind} Price", "token: p.rare"}


def test_what_three_quarters_of_all_pages_have_is_their_template():
    """What only four have is an optional section then; of what fewer have in common nothing is known."""
    section = {"token: p.section": {0, 1, 2, 3}}
    nine, eight = (
        pages_with(12, {"token: p.all": set(range(count)), **section}).telling_apart([11])
        for count in (9, 8)
    )
    assert [str(feature) for feature in nine[0]] == ["token: p.all"]
    assert {str(feature) for feature in eight[0]} == {"token: p.all", "token: p.section"}


def test_a_heading_is_one_if_two_pages_have_it_and_words_beside_it_are_no_labels():
    gathered = pages_with(
        12,
        {
            "heading: h1 begins Class": {0, 1},
            "heading: h2 begins Rare": {0},
            "heading: h1 begins Class of": {0, 1, 2},
            "heading: h1 begins Method": {3, 4, 5},
            "heading: h1 begins Method of": {3, 4, 5, 6},
            "heading: title ends # site": {0, 1, 2},
            "heading: title ends Site": {0, 1, 2, 3},
            "heading: h3 begins # pieces": {0, 1, 2},
            "heading: h3 ends no #": {0, 1, 2},
        },
    )
    found = gathered.headings()
    assert [(one.bits, one.words, one.weight) for one in found] == [
        (bits({0, 1}), (bits({0, 1}), bits({3, 4, 5})), 1.0),
        (bits({0, 1, 2}), (bits({0, 1}), bits({3, 4, 5})), 1.0),
        (bits({0, 1, 2, 3}), (bits({0, 1, 2, 3}),), 0.5),
    ]


def test_a_word_of_the_address_that_only_two_pages_have_is_no_group_nor_are_two_without_one():
    gathered = Evidence(Vocabulary())
    for number, folder in enumerate(["p/"] * 3 + ["news/"] * 2 + ["x/"] * 3 + [""] * 2):
        gathered.add(f"http://h/{folder}{number}", (), is_sample=not number)
    for variable in gathered.address_variables()[:2]:  # the first folder and the last
        assert variable.own == bits(range(3))
        assert set(variable.cells) == {bits(range(3)), bits(range(5, 8))}


def test_groups_are_called_after_kinds_if_that_of_the_samples_is():
    urls = [f"http://h/{folder}/{n}" for folder in ("tags", "posts", "misc") for n in range(3)]
    for sample, kinds in ((0, {0b111, 0b111000}), (3, {0b111, 0b111000}), (6, set())):
        gathered = Evidence(Vocabulary())
        for page, url in enumerate([*urls, "http://h/users/1"]):
            gathered.add(url, [], is_sample=page == sample)
        found = [set(one.kinds) for one in gathered.address_variables() if one.kinds]
        assert found == ([kinds] if kinds else [])


def test_only_the_words_of_addresses_that_all_samples_share_sort_pages():
    gathered = Evidence(Vocabulary())
    for number, path in enumerate(["a/p/x1.html", "b/p/x2.html", *["a/p/y.html"] * 3]):
        gathered.add(f"http://h/{path}", (), is_sample=number < 2)
    assert all(variable.own & 0b11 == 0b11 for variable in gathered.address_variables())
    assert len(gathered.address_variables()) >= 1


# Clustering by hand.


def site(size, having, url=lambda page: f"http://h/{'p' if page < 6 else 'n'}/x{page}"):
    known = SitePages(Vocabulary())
    numbers = {name: known.vocabulary.number(*_key(known.vocabulary, name)) for name in having}
    for page in range(size):
        known.add(url(page), sorted(n for name, n in numbers.items() if page in having[name]))
    return known


PATHS = {f"path: p{n}": set(range(6)) for n in range(3)}


def test_three_paths_that_agree_with_the_urls_divide_and_two_do_not():
    assert site(12, PATHS).clusters() == [tuple(range(6)), tuple(range(6, 12))]
    two = dict(list(PATHS.items())[:1])
    assert site(12, two).clusters() == [tuple(range(12))]


@pytest.mark.parametrize(
    ("kind", "is_divided"), [("token: p.x{}", False), ("tags: x{}", False), ("path: x{}", True), ("text: p x{}", False)]
)  # fmt: skip
def test_paths_are_blocks_tokens_and_tags_only_agree_with_them(kind, is_divided):
    """What the same pages have counts once, unless it is a block; texts are no structure at all."""

    def is_told(having):
        url = lambda page: f"http://h/{'p' if page < 15 else 'n'}/x{page}"  # noqa: E731
        return len(site(30, having, url).clusters()) == 2

    assert is_told({kind.format(n): set(range(15)) for n in range(3)}) == is_divided
    nearly = {kind.format(n): set(range(15)) - {n} for n in range(3)}
    assert is_told(nearly | {"path: block": set(range(15))}) == (kind != "text: p x{}")


@pytest.mark.parametrize(("inner", "is_divided"), [("path: p/a", False), ("path: q/a", True)])
def test_a_path_within_one_that_the_same_pages_have_is_no_block_of_its_own(inner, is_divided):
    """Only roots of blocks count: what is inside goes with them anyway."""
    having = {"path: p": set(range(6)), "path: q": set(range(12))}
    known = site(12, having | {inner: set(range(6))})
    assert (len(known.clusters()) == 2) == is_divided


def test_a_page_that_lacks_most_of_what_its_class_has_is_taken_out_of_it():
    url = "http://h/p/x{0}".format
    having = {f"path: p{n}": set(range(10)) for n in range(4)}
    assert site(12, having, url).clusters() == [tuple(range(10)), (10, 11)]
    for path in ("path: p0", "path: p1", "path: p2"):
        having[path] = having[path] | {10}
    assert site(12, having, url).clusters() == [tuple(range(11)), (11,)]


def test_a_class_of_five_pages_is_too_small_to_take_any_out_of():
    url = "http://h/p/x{0}".format
    paths = {f"path: p{n}": set(range(4)) for n in range(4)}
    assert site(5, paths, url).clusters() == [tuple(range(5))]
    paths = {f"path: p{n}": set(range(5)) for n in range(4)}
    assert site(6, paths, url).clusters() == [tuple(range(5)), (5,)]


def test_a_page_with_half_of_what_its_class_has_stays_in_it():
    url = "http://h/p/x{0}".format
    first, second = set(range(10)) | {10}, set(range(10)) | {11}
    having = {"path: p0": first, "path: p1": first, "path: p2": second, "path: p3": second}
    assert site(12, having, url).clusters() == [tuple(range(12))]


@pytest.mark.parametrize(("count", "is_skeleton"), [(8, True), (7, False)])
def test_what_eight_of_ten_pages_have_is_the_skeleton_of_their_class(count, is_skeleton):
    known = site(10, {"path: p": set(range(count))}, "http://h/p/x{0}".format)
    found = known.clusters()
    assert (found == [tuple(range(8)), (8, 9)]) is is_skeleton
    assert (len(found) == 1) is not is_skeleton


# What a class is told by.


def test_a_sign_is_on_nine_of_ten_pages_of_its_class_and_nine_of_ten_with_it_are_in_the_class():
    def signs(inside, outside):
        known = site(30, {"token: p.price": {*range(inside), *range(20, 20 + outside)}})
        first, _ = describe(known, [tuple(range(20)), tuple(range(20, 30))])
        return [str(sign) for sign in first.signs]

    assert signs(18, 0) == ["token: p.price"]
    assert signs(17, 0) == []
    assert signs(18, 2) == ["token: p.price"]
    assert signs(18, 3) == []


@pytest.mark.parametrize(
    ("text", "is_sign"), [("b abc", True), ("b ab", False), ("b a1b2c", True), ("code abc", False)]
)
def test_a_sign_in_words_has_three_letters_and_is_no_link_or_code(text, is_sign):
    known = site(12, {f"text: {text}": set(range(6))})
    first, _ = describe(known, [tuple(range(6)), tuple(range(6, 12))])
    assert bool(first.signs) == is_sign


def test_the_shortest_of_equally_good_signs_is_told():
    known = site(12, {"token: p.longer": set(range(6)), "token: p.price": set(range(6))})
    first, _ = describe(known, [tuple(range(6)), tuple(range(6, 12))])
    assert [str(sign) for sign in first.signs] == ["token: p.price"]


def test_pages_are_as_alike_as_the_structure_that_two_of_them_share():
    """Half of six pages have a path: of two pages with it at hand, two in five have it both."""
    known = site(12, {"path: p": {0, 1, 2}})
    first, second = describe(known, [tuple(range(6)), tuple(range(6, 12))])
    assert first.alike == pytest.approx(2 / 5)
    assert second.alike == 1.0
    both = site(12, {"path: p": {0, 1, 2}, "path: q": set(range(6))})
    weights = [3 / 12 * 9 / 12, 1 / 2 * 1 / 2]
    shared = weights[0] * 1 / 2 * 2 / 5 + weights[1]
    assert describe(both, [tuple(range(6)), tuple(range(6, 12))])[0].alike == pytest.approx(
        shared / (weights[0] / 2 + weights[1])
    )


# Deciding, and the rule that follows.


def candidate(pages, total=20):
    column = FeatureColumn(
        bits(pages), {EvidenceView.STRUCTURE}, [Feature("token", f"p.c{len(pages)}")]
    )
    [found] = SeenPages(total, [column]).candidates(bits(range(total)))
    return found


def test_a_class_is_made_wider_and_narrower_step_by_step():
    wide, middle, narrow, other = (candidate(range(n)) for n in (15, 10, 5, 7))
    aside = candidate(range(8, 17))
    decision = MembershipDecision(middle.bits, (middle,), (wide, narrow, other, aside))
    assert decision.wider() is wide
    assert decision.narrower() is other
    assert shifted(decision, 0) == decision
    assert shifted(decision, 1).bits == wide.bits
    assert shifted(decision, 5).bits == wide.bits
    assert shifted(decision, -1).bits == other.bits
    assert shifted(decision, -2).bits == narrow.bits
    assert shifted(decision, -1).signs == ((Feature("token", "p.c7"),),)


def test_a_rule_has_twelve_signs_a_step_of_all_kinds_in_turn():
    signs = [Feature("token", f"p.x{n:02}") for n in range(20)]
    signs += [
        Feature("text", "b Price"),
        Feature("linked by", "body/a"),
        Feature("url", "levels 1"),
    ]
    [step] = rule_of(MembershipDecision(1, (), (), (tuple(signs), ()))).steps
    assert len(step) == 12
    assert [str(sign) for sign in step[:4]] == [
        "url: levels 1",
        "text: b Price",
        "token: p.x00",
        "token: p.x01",
    ]
    [all_of_them] = rule_of(MembershipDecision(1, (), (), (tuple(signs[:12]),))).steps
    assert len(all_of_them) == 12


@pytest.mark.parametrize(
    ("has", "score"),
    [("uupp", 1.0), ("u-p-", 0.5), ("uu--", 0.25), ("--pp", 0.25), ("u---", 0.25), ("----", 0.0), ("uup-", 0.75)],
)  # fmt: skip
def test_a_step_with_urls_needs_one_of_them_and_one_other_sign(has, score):
    step = [Feature(kind, str(n)) for n, kind in enumerate(("url", "url", "token", "token"))]
    assert step_score(step, [sign != "-" for sign in has]) == score


def test_urls_alone_are_enough_where_nothing_else_is_known():
    assert step_score([Feature("url", "a"), Feature("url", "b")], [True, False]) == 0.5


@pytest.mark.parametrize(("score", "doubtful"), [(0.25, False), (0.26, True), (0.5, True), (0.74, True), (0.75, False)])  # fmt: skip
def test_a_decision_is_close_between_a_quarter_and_three(score, doubtful):
    assert is_doubtful(score) == doubtful


def test_what_no_sample_has_where_it_could_be_is_lacked_by_all_other_pages():
    gathered = pages_with(
        12,
        {
            "tags: html": set(range(12)),
            "tags: html/dl": set(range(6, 12)),
            "tags: html/dl/dt": set(range(8, 12)),  # whoever lacks the list lacks what is in it
            "tags: html/ol": {10, 11},  # too few
            "tags: html/ul": {0, 3, 4, 5},  # the sample has it
            "token: p.price": set(range(6, 12)),  # stands anywhere
        },
    )
    [lacked] = gathered.absences()
    assert (lacked.bits, lacked.views) == (bits(range(6)), {EvidenceView.STRUCTURE})
    assert lacked.features == [Feature("no tags", "html/dl")]
    assert set(gathered.holders(lacked.features[0])) == set(range(6))
