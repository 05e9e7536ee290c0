"""Images, links and meta elements: addresses are made absolute, what leads nowhere is refused."""

import pytest

from pagekin.values import PageContext, Reading, read

_PAGE = PageContext("https://shop.com/books/page.html?x=1")


def _read(kind, text, tag, **attributes):
    names = {name.replace("_", "-"): value for name, value in attributes.items()}
    return read(kind, Reading(text, tag, names, _PAGE))


@pytest.mark.parametrize(
    ("src", "absolute"),
    [
        ("cover.jpg", "https://shop.com/books/cover.jpg"),
        ("/img/cover.jpg", "https://shop.com/img/cover.jpg"),
        ("../img/cover.jpg", "https://shop.com/img/cover.jpg"),
        ("/img/../cover.jpg", "https://shop.com/cover.jpg"),
        ("//cdn.com/cover.jpg", "https://cdn.com/cover.jpg"),
        ("https://cdn.com/a?b=c", "https://cdn.com/a?b=c"),
        ("my cover.jpg", "https://shop.com/books/my%20cover.jpg"),
    ],
)
def test_the_source_of_an_image_is_absolute(src, absolute):
    assert _read("image", "", "img", src=src, alt="The cover").attributes == {
        "src": absolute,
        "alt": "The cover",
    }


def test_an_image_that_loads_late_has_its_real_source():
    late = _read("image", "", "img", src="data:image/gif;base64,R0lGOD", data_src="/img/a.jpg")
    assert late.attributes == {"src": "https://shop.com/img/a.jpg"}


def test_a_source_set_gives_its_first_source():
    assert _read("image", "", "img", srcset="/a.jpg 1x, /b.jpg 2x").attributes == {
        "src": "https://shop.com/a.jpg"
    }


def test_the_address_of_an_image_may_be_the_text_itself():
    assert _read("image", "/a.jpg", "meta", property="og:image").attributes == {
        "src": "https://shop.com/a.jpg"
    }


def test_an_image_without_source_is_none():
    assert _read("image", "", "img", alt="The cover").misfit
    assert _read("image", "", "img", src="data:image/gif;base64,R0lGOD").misfit


def test_a_link_has_an_absolute_address_and_a_text():
    assert _read("link", "Next", "a", href="2.html").attributes == {
        "href": "https://shop.com/books/2.html",
        "text": "Next",
    }


def test_a_text_that_is_an_address_is_a_link():
    assert read("link", Reading("https://example.com/a")).attributes == {
        "href": "https://example.com/a"
    }


@pytest.mark.parametrize(
    "href", ["javascript:void(0)", "data:text/html,x", "http://[", " JavaScript:x"]
)
def test_what_leads_to_no_page_is_no_link(href):
    assert _read("link", "Next", "a", href=href).misfit


def test_a_text_that_is_a_path_is_a_link():
    assert _read("link", "/p/1", "").attributes == {"href": "https://shop.com/p/1"}


def test_a_text_without_address_is_no_link():
    assert read("link", Reading("Next")).misfit


def test_a_meta_element_has_name_and_content():
    assert _read("meta", "A shop", "meta", name="description", content="A shop").attributes == {
        "name": "description",
        "content": "A shop",
    }
    assert (
        _read("meta", "x", "meta", property="og:title", content="T").attributes["name"]
        == "og:title"
    )
    assert _read("meta", "", "meta", name="description", content=" ").misfit
