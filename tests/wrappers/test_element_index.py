"""An index of a page finds what a search of the page finds, in the same order."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pagekin.dom import parse_page
from pagekin.wrappers.compiled_paths import compiled
from pagekin.wrappers.element_index import ElementIndex, indexed_step

WORDS = st.sampled_from(["a", "b", "a b", " a\tb ", "b\xa0a", "ab", ""])
TAGS = st.sampled_from(["div", "p", "th", "td"])


@st.composite
def markup(draw, depth=3):
    tag, words = draw(TAGS), draw(WORDS)
    attribute = draw(st.sampled_from(["class", "id", "title"]))
    inside = "".join(draw(st.lists(markup(depth - 1), max_size=3))) if depth else ""
    return f'<{tag} {attribute}="{words}">{draw(WORDS)}{inside}</{tag}>'


@st.composite
def paths(draw):
    tag, word = draw(TAGS), draw(WORDS)
    first = draw(
        st.sampled_from(
            [
                f"//{tag}[contains(concat(' ', normalize-space(@class), ' '), ' {word} ')]",
                f'//{tag}[@title="{word}"]',
                f"//{tag}[normalize-space()='{word}']",
                f"//{tag}[@class='{word}'][1]",
                f"//{tag}",
            ]
        )
    )
    rest = draw(
        st.sampled_from(
            ["", "/p", "//td", "/following-sibling::td[1]", "/..", "/text()", "/@id", "/*[2]"]
        )
    )
    nth = draw(st.sampled_from(["{}", "({})[1]", "({})[2]/p"]))
    return nth.format(first + rest)


@given(st.lists(markup(), min_size=1, max_size=4), paths(), st.sampled_from(["", "</html><p>"]))
def test_a_path_finds_the_same_with_an_index_and_without(parts, path, stray):
    root = parse_page("http://a.example/", f"<body>{''.join(parts)}{stray}".encode()).root
    find = compiled(path)
    for node in (root, root[-1]):
        assert list(find(node, ElementIndex(root))) == list(find(node))


@pytest.mark.parametrize(
    "step",
    [
        "p[@class='a']",
        'p[normalize-space()="it\'s"]',
        "p[contains(concat(' ', normalize-space(@class), ' '), ' a ')]",
    ],
)
def test_the_usual_first_steps_of_wrappers_are_indexed(step):
    assert indexed_step(step)


@pytest.mark.parametrize(
    "step",
    [
        "*[@class='a']",
        "p[@class='a'][1]",
        "p[contains(concat(' ', normalize-space(@class), ' '), ' a b ')]",
        "p[contains(concat(' ', normalize-space(@class), ' '), 'a')]",
    ],
)
def test_other_first_steps_are_searched(step):
    assert indexed_step(step) is None
