"""The images of a page."""

from pagekin.dom import Link, LinkKind, parse_page
from pagekin.dom.image_links import image_links


def test_images_are_links_of_their_own():
    page = parse_page(
        "http://h/p/1",
        b"<base href=/shop/><img src=a.jpg alt=' A  pot '><img src=data:image/png;base64,xx data-src=/b.jpg>"
        b"<img alt=none><a href=/p/2>two</a>",
    )
    assert list(image_links(page)) == [
        Link("http://h/shop/a.jpg", "A pot", "", LinkKind.IMAGE),
        Link("http://h/b.jpg", "", "", LinkKind.IMAGE),
    ]
    assert [link.url for link in page.links] == ["http://h/p/2"]
    assert not any(image.leads_on for image in image_links(page))
