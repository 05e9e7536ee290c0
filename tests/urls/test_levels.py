"""Levels and URLSim, section 4.3.1 of the paper."""

from hypothesis import given
from hypothesis import strategies as st

from pagekin.urls import levels, urlsim


def test_levels_of_figure_8():
    url = "www.informatik.uni-trier.de/~ley/db/indices/a-tree/c/Chaves:Silvio_8=.html"
    assert levels(url) == (
        "www.informatik.uni-trier.de",
        "~ley",
        "db",
        "indices",
        "a-tree",
        "c",
        "Chaves:Silvio_8=.html",
    )


def test_scheme_and_host_are_the_first_level_and_the_query_belongs_to_the_last():
    url = "http://www.ejazz.com.br/detalhes-artistas.asp?cd=7"
    assert levels(url) == ("http://www.ejazz.com.br", "detalhes-artistas.asp?cd=7")


def test_similar_urls_have_as_many_levels():
    assert not urlsim("http://h/a/b", "http://h/a")


def test_similar_urls_have_the_same_first_level():
    assert not urlsim("http://h/a", "http://i/a")


def test_similar_urls_differ_in_at_most_k_levels():
    assert urlsim("http://h/a/b/c", "http://h/a/x/y")
    assert not urlsim("http://h/a/b/c", "http://h/x/y/z")
    assert urlsim("http://h/a/b/c", "http://h/x/y/z", k=3)
    assert not urlsim("http://h/a", "http://h/b", k=0)


def test_similarity_is_not_transitive():
    u, v, w = "http://h/a/b/c", "http://h/a/x/y", "http://h/z/x/y"
    assert urlsim(u, v)
    assert urlsim(v, w)
    assert not urlsim(u, w)


URLS = st.lists(st.sampled_from("ab"), max_size=5).map(lambda path: "/".join(["http://h", *path]))


@given(URLS, URLS, st.integers(0, 4))
def test_similarity_is_reflexive_and_symmetric(u, v, k):
    assert urlsim(u, u, k)
    assert urlsim(u, v, k) == urlsim(v, u, k)
