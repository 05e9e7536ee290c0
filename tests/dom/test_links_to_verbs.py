"""A link to a verb below a thing does something, unless its page lists names there, one beside the other."""

import pytest

from pagekin.dom import LinkKind, parse_page


def kinds(html, url="http://h/"):
    """Give the links of a page that lead on, and those that do something."""
    links = parse_page(url, html.encode()).links
    on = {link.url.removeprefix("http://h") for link in links if link.leads_on}
    acting = {link.url.removeprefix("http://h") for link in links if link.kind is LinkKind.ACT}
    return on, acting


def anchors(*paths, tag="li"):
    return "".join(f"<{tag}><a href='{path}'>x</a></{tag}>" for path in paths)


@pytest.mark.parametrize(
    "path", ["/chairs/oak/reviews/add/", "/wall/oak/create", "/tische/eiche/bearbeiten/"]
)
def test_a_verb_below_a_thing_that_stands_alone_acts(path):
    assert kinds(f"<p><a href='{path}'>Write</a>") == (set(), {path})


def test_one_verb_below_each_thing_of_a_list_acts():
    paths = [f"/chairs/{name}/reviews/add/" for name in ("oak", "elm", "ash", "fir", "yew")]
    assert kinds(anchors(*paths)) == (set(), set(paths))


def test_what_else_there_is_of_a_thing_does_not_make_its_verbs_names():
    others = {"/chairs/oak/reviews/", "/chairs/oak/history/"}
    assert kinds(anchors(*others, "/chairs/oak/edit/", "/chairs/oak/delete/")) == (
        others,
        {"/chairs/oak/edit/", "/chairs/oak/delete/"},
    )


def test_a_verb_in_a_list_of_names_is_a_name():
    paths = {f"/git/remote/{name}" for name in ("add", "remove", "rename", "show", "prune")}
    assert kinds(anchors(*paths)) == (paths, set())


def test_names_elsewhere_on_the_page_do_not_count():
    names = {f"/chairs/oak/{name}" for name in ("wood", "sizes", "care", "reviews")}
    assert kinds(anchors(*names) + anchors("/chairs/oak/edit", tag="p")) == (
        names,
        {"/chairs/oak/edit"},
    )


@pytest.mark.parametrize(
    "path", ["/commands/add.html", "/git-add.html", "/add", "/polls/vote-2026/", "/shop/adders/"]
)
def test_what_is_no_verb_below_a_thing_leads_on(path):
    assert kinds(f"<p><a href='{path}'>x</a>") == ({path}, set())


def test_the_next_page_is_a_page():
    assert kinds("<link rel=next href='/guide/create/'>") == ({"/guide/create/"}, set())
