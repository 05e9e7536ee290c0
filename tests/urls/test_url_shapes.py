"""Forms of URLs: what is common on the site is written out, the rest is left open."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from pagekin.urls import canonical
from pagekin.urls.url_shapes import FEWEST, UrlKinds, UrlShapes, form

NAMES = ["".join(chr(97 + int(digit)) for digit in str(n)) for n in range(50)]
PRODUCTS = [f"http://h/p/{n}-thing-{name}" for n, name in enumerate(NAMES)]
NEWS = [f"http://h/news/{name}" for name in NAMES[:20]]
LISTS = [f"http://h/c/{chr(97 + n)}?page=2" for n in range(20)]
CLASSES = [f"http://h/doc/Q{n}x.html" for n in range(20)]
MEMBERS = [f"http://h/doc/Q{n}x-members.html" for n in range(20)]
SITE = [*PRODUCTS, *NEWS, *LISTS, *CLASSES, *MEMBERS, "http://h/", "http://h/about"]


def forms_of(urls, forms):
    return {forms.shape(url) for url in urls}


@pytest.fixture(scope="module")
def forms():
    return UrlShapes.of(SITE)


def test_urls_of_a_kind_share_one_form(forms):
    assert forms_of(LISTS, forms) == {"/c/…?page"}
    assert forms_of(PRODUCTS, forms) == {"/p/#-thing-…"}


def test_common_words_of_the_last_level_are_written_out(forms):
    (plain,) = forms_of(CLASSES, forms)
    (members,) = forms_of(MEMBERS, forms)
    assert plain != members
    assert members.endswith("-members.html")


def test_what_is_seldom_is_left_open_and_told_by_its_shape(forms):
    assert forms.shape("http://h/about") == "/{word}"
    assert forms.shape("http://h/rare/2024.html") == "/*/{number}.html"


def test_a_part_is_common_from_a_few_urls_on():
    few = [f"http://h/x/{n}" for n in range(FEWEST - 1)]
    others = [f"http://h/y/{n}" for n in range(FEWEST)]
    assert UrlShapes.of([*few, *others]).parts == {("folder 1", "y"), ("folder -1", "y")}


def test_queries_are_told_by_their_names():
    forms = UrlShapes.of(SITE)
    assert forms.shape("http://h/list.php?id=3") == forms.shape("http://h/list.php?id=4")
    assert forms.shape("http://h/list.php?id=3") != forms.shape("http://h/list.php?cat=3")
    assert forms.shape("http://h/list.php?a=1&b=2") == forms.shape("http://h/list.php?b=3&a=4")


def simplified(forms, *targets):
    return forms.simplified(UrlKinds(SITE), [any(url in kind for kind in targets) for url in SITE])


def test_simplified_forms_leave_out_what_does_not_help_to_tell_the_targets(forms):
    """Names begin with "thing" today; tomorrow's products need not."""
    simple = simplified(forms, PRODUCTS)
    assert forms_of([*PRODUCTS, "http://h/p/77-pot", "http://h/p/new"], simple) == {"/p/…"}


def test_a_folder_that_all_targets_share_is_spelled_although_hardly_anything_else_is_in_others():
    """Fifty products in /p/, and two other pages in folders of their own: /*/… would lead to these as well."""
    urls = [*PRODUCTS, "http://h/old/terms", "http://h/new/jobs"]
    shapes = UrlShapes.of(urls)
    simple = shapes.simplified(UrlKinds(urls), [url in PRODUCTS for url in urls])
    assert forms_of(PRODUCTS, simple) == {"/p/…"}
    assert "/p/…" not in forms_of(urls[-2:], simple)


def test_simplified_forms_keep_the_words_that_tell_targets_from_others(forms):
    simple = simplified(forms, MEMBERS)
    assert forms_of(MEMBERS, simple).isdisjoint(forms_of([*CLASSES, *PRODUCTS, *LISTS], simple))
    assert len(forms_of(MEMBERS, simple)) == 1


def test_what_is_unknown_does_not_count(forms):
    kinds = [1 if url in MEMBERS else 0 if url in PRODUCTS else None for url in SITE]
    assert forms_of(MEMBERS + CLASSES, forms.simplified(UrlKinds(SITE), kinds)) == {"/*/….html"}


def test_parts_and_plain_forms_are_all_that_has_to_be_kept(forms):
    """They stand in the crawler file; the forms of later URLs follow from them."""
    simple = simplified(forms, PRODUCTS)
    again = UrlShapes(simple.parts, simple.plain)
    later = [*SITE, "http://h/p/500-pot", "http://h/doc/Qnew-members.html", "http://h/z?page=9"]
    assert [again.shape(url) for url in later] == [simple.shape(url) for url in later]


def test_forms_are_forgotten_and_found_again(forms):
    small = UrlShapes(forms.parts, forms.plain, remember=3)
    assert [small.shape(url) for url in SITE] == [forms.shape(url) for url in SITE]


def test_an_empty_folder_is_one_of_its_own():
    forms = UrlShapes.of(["http://h/", *["http://h//a"] * 5])
    assert forms.shape("http://h/") != forms.shape("http://h//a")
    simple = forms.simplified(UrlKinds(["http://h/", "http://h//a"]), [True, False])
    assert simple.shape("http://h/") == "/…"


WORDS = st.sampled_from(
    ["a", "bc", "p", "tea", "7", "12", "x-y", "q.html", "", "?page=2", "?id=1&b=2"]
)
URLS = st.lists(WORDS, max_size=4).map(lambda parts: "http://h/" + "/".join(parts))


@given(st.lists(URLS, min_size=1, max_size=40), st.data())
def test_simplifying_merges_forms_and_never_splits_them(urls, data):
    kinds = data.draw(st.lists(st.booleans(), min_size=len(urls), max_size=len(urls)))
    full = UrlShapes.of(urls)
    simple = full.simplified(UrlKinds(urls), kinds)
    by_full = {}
    for url in urls:
        assert simple.shape(url) == by_full.setdefault(full.shape(url), simple.shape(url))


@given(st.lists(URLS, min_size=1, max_size=40))
def test_the_forms_of_many_urls_at_once_are_those_of_each(urls):
    shapes = UrlShapes.of(urls)
    assert shapes.shapes(UrlKinds(urls)) == [shapes.shape(url) for url in urls]


def test_what_answers_queries_is_known_for_each_url():
    kinds = UrlKinds(["http://h/search?q=1", "http://h/p/1", "http://h/list?q=2"])
    assert [kinds.endpoint(url) for url in range(3)] == ["search", "", "list"]


@given(
    st.lists(st.sampled_from(["/", "a", "12", "x.html", ".", "-", "é", "://"])),
    st.text("a1&=/?"),
    st.booleans(),
)
def test_a_url_has_the_form_of_its_shape(levels, query, plain):
    url = canonical(f"https://a.test/{''.join(levels)}{'?' * bool(query)}{query}")
    assume(isinstance(url, str))
    shapes = UrlShapes([("folder 1", "a"), ("begins", "a-"), ("ends", "-a")])
    if plain:
        kinds = UrlKinds([url])
        shapes = shapes.simplified(kinds, [1])
    assert form(url) == form(shapes.shape(url))
