"""The canonical form of URLs."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from pagekin.urls import InvalidUrl, canonical

SPELLINGS = [
    # RFC 3986, 6.2.2 and 6.2.3: case, percent-encoding, dot segments, default port, empty path
    ("HTTP://Example.COM/a", "http://example.com/a"),
    ("http://example.com/%7Esmith/", "http://example.com/~smith/"),
    ("http://example.com/%c3%a9", "http://example.com/%C3%A9"),
    ("http://example.com/a/./b/../c", "http://example.com/a/c"),
    ("http://example.com/../../a", "http://example.com/a"),
    ("http://example.com/a/..", "http://example.com/"),
    ("http://example.com/%2e%2e/a", "http://example.com/a"),
    ("http://example.com:80/", "http://example.com/"),
    ("https://example.com:443", "https://example.com/"),
    ("https://example.com:80/", "https://example.com:80/"),
    ("http://example.com", "http://example.com/"),
    ("http://example.com?q=1", "http://example.com/?q=1"),
    # what an escape protects stays protected
    ("http://example.com/a%2Fb", "http://example.com/a%2Fb"),
    ("http://example.com/100%", "http://example.com/100%25"),
    # what browsers do with sloppy hrefs
    ("  http://example.com/a b\n", "http://example.com/a%20b"),
    ("http://example.com/a\tb", "http://example.com/ab"),
    ("http:\\\\example.com\\a", "http://example.com/a"),
    ("http://bücher.example/ä?ö=ü", "http://xn--bcher-kva.example/%C3%A4?%C3%B6=%C3%BC"),
    # nothing that stays on this side of the wire, and no secrets
    ("http://example.com/a#top", "http://example.com/a"),
    ("http://user:secret@example.com/", "http://example.com/"),
    ("http://example.com./", "http://example.com/"),
    ("http://example.com/a?", "http://example.com/a"),
    ("http://[::1]:8080/", "http://[::1]:8080/"),
    ("http://127.0.0.1:45678/p/1", "http://127.0.0.1:45678/p/1"),
    # the order of the query is the server's business
    ("http://example.com/?b=1&a=2", "http://example.com/?b=1&a=2"),
]


@pytest.mark.parametrize(("spelling", "form"), SPELLINGS)
def test_spellings_of_one_address_have_one_form(spelling, form):
    assert canonical(spelling) == form


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("mailto:someone@example.com", "'mailto' is not http or https"),
        ("javascript:void(0)", "'javascript' is not http or https"),
        ("file:///etc/passwd", "'file' is not http or https"),
        ("example.com/a", "not an absolute URL"),
        ("", "not an absolute URL"),
        ("http://", "the host name is not valid"),
        ("http://exa mple.com/", "the host name is not valid"),
        ("http://example.com:65536/", "the host name is not valid"),
        ("http://example.com:http/", "the host name is not valid"),
        ("http://[::1/", "the host name is not valid"),
        ("http://[127.0.0.1]/", "the host name is not valid"),
        ("http://[1:2]/", "the host name is not valid"),
    ],
)
def test_what_cannot_be_fetched_is_a_value_that_says_why(text, reason):
    result = canonical(text)
    assert isinstance(result, InvalidUrl)
    assert result.reason == reason


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("http://me:hunter2@ho st/x", "http://ho st/x"),
        ("http://me:hunt/er2@ho st/x", "http://ho st/x"),
        ("http://me:hunt@er2@[/x", "http://[/x"),
        ("ftp://me:hunter2@host/x", "ftp://host/x"),
        ("me:hunter2@host", "me:host"),
        ("//me:hunter2@host\nx@y", "y"),
    ],
)
def test_what_is_shown_of_a_bad_url_holds_no_password(text, shown):
    result = canonical(text)
    assert isinstance(result, InvalidUrl)
    assert result.text == shown
    assert "er2" not in str(result)


# RFC 3986, 5.4.1 and 5.4.2, base http://a/b/c/d;p?q
REFERENCES = {
    "g": "http://a/b/c/g",
    "./g": "http://a/b/c/g",
    "g/": "http://a/b/c/g/",
    "/g": "http://a/g",
    "//g": "http://g/",
    "?y": "http://a/b/c/d;p?y",
    "g?y": "http://a/b/c/g?y",
    "#s": "http://a/b/c/d;p?q",
    "g#s": "http://a/b/c/g",
    ";x": "http://a/b/c/;x",
    "": "http://a/b/c/d;p?q",
    ".": "http://a/b/c/",
    "..": "http://a/b/",
    "../g": "http://a/b/g",
    "../..": "http://a/",
    "../../../g": "http://a/g",
    "/./g": "http://a/g",
    "g;x=1/../y": "http://a/b/c/y",
    "g?y/../x": "http://a/b/c/g?y/../x",
    "http:g": "http://a/b/c/g",
}


@pytest.mark.parametrize(("reference", "target"), REFERENCES.items())
def test_references_resolve_as_the_standard_says(reference, target):
    assert canonical(reference, "http://a/b/c/d;p?q") == target


def test_the_query_can_be_sorted():
    assert canonical("http://h/?b=1&a=2&a=1", sort_query=True) == "http://h/?a=1&a=2&b=1"


URLISH = st.one_of(
    st.text(),
    st.text(alphabet="htps:/\\.?#%@[]&=;+ a0Zä\t\n%2e%2F~-_", max_size=40).map("http://h".__add__),
    st.builds(
        "{}://{}{}".format,
        st.sampled_from(["http", "https", "HTTP"]),
        st.text(alphabet="aB.-_:@[]0ü%", min_size=1, max_size=12),
        st.text(alphabet="/.?#%&=+; aZ0é\\", max_size=30),
    ),
)


@given(text=URLISH, sort_query=st.booleans())
@example(text="http://0/\udc80", sort_query=False)
def test_the_form_is_its_own_form_and_nothing_raises(text, sort_query):
    form = canonical(text, sort_query=sort_query)
    if isinstance(form, str):
        assert canonical(form, sort_query=sort_query) == form
        assert form.isascii()
        assert "#" not in form


@given(URLISH, st.sampled_from(["http://h/", "http://h/a/b?c", "https://h:8443/x/"]))
def test_resolving_any_reference_gives_a_canonical_url_or_a_reason(reference, base):
    form = canonical(reference, base)
    assert isinstance(form, InvalidUrl) or canonical(form) == form
