"""The links of a page as rows: a digest stands for all that is stored of them, and for their order."""

from itertools import combinations

from pagekin.store.writing.page_versions import _LinkRows


def rows(to=(1, 2), anchors=("a", "b"), kinds=(None, 3), tags=("a", "a")):
    return _LinkRows.of(list(to), list(anchors), list(kinds), list(tags))


def test_a_page_without_links_has_no_digest_of_them():
    nothing = rows((), (), (), ())
    assert (nothing.to, nothing.digest) == ([], None)


def test_whatever_is_different_of_links_their_digest_is_too():
    different = [
        rows(),
        rows(to=(2, 1)),
        rows(to=(1, 3)),
        rows(anchors=("b", "a")),
        rows(anchors=("ab", "")),
        rows(kinds=(3, None)),
        rows(kinds=(None, None)),
        rows(kinds=(None, 0)),
        rows(tags=("a", "form")),
    ]
    assert all(one.digest != other.digest for one, other in combinations(different, 2))
    assert rows().digest == rows().digest


def test_anchors_that_no_database_takes_are_made_storable():
    odd = rows(anchors=("half \ud83d", "NUL \0"))
    assert odd.anchors != ["half \ud83d", "NUL \0"]
    assert rows(anchors=odd.anchors).digest == odd.digest
