"""Sites whose pages are told by their queries: needless parameters, other endpoints, views of one page."""

from dataclasses import replace

from pagekin.discovery.explored_site import ExploredSite
from pagekin.dom import Link, LinkKind, parse_page
from pagekin.urls import Scope
from shops import Outcome, home, listing, page, product, surroundings, url

SHELVES = ("amber", "birch", "cedar", "delta")
COUNT = 48


def numbered_links(numbers, address, css="items"):
    items = "".join(f'<li><a href="{address.format(n)}">No. {n}</a></li>' for n in numbers)
    return f"<ul class={css}>{items}</ul>"


def shop(answer):
    """A shop whose lists link to products as /show?shelf=…&id=…; `answer` makes a product's page."""
    site = surroundings()
    site["/"] = home(numbered_links(SHELVES, "/list?shelf={}", "shelves"))
    for place, shelf in enumerate(SHELVES):
        numbers = [n for n in range(COUNT) if n % 4 == place or n % 3 == 0]
        tabs = numbered_links(numbers, "/print?id={}", "tabs")
        items = numbered_links(numbers, f"/show?shelf={shelf}&amp;id={{}}")
        site[f"/list?shelf={shelf}"] = listing(f"Shelf {shelf}", [], items + tabs)
        site |= {f"/show?shelf={shelf}&id={n}": answer(n, shelf) for n in numbers}
    site |= {f"/show?id={n}": answer(n, "") for n in range(COUNT)}
    site |= {f"/print?id={n}": page("Print", f"<pre>{n}</pre>") for n in range(COUNT)}
    return site


def test_a_product_on_several_shelves_is_found_once():
    outcome = Outcome(shop(lambda n, _: product(n)), sample="/show?shelf=amber&id=12")
    assert outcome.crawler.scope.redundant == (("show?id&shelf", "shelf"),)
    assert outcome.found == {url(f"/show?id={n}") for n in range(COUNT)}


def test_a_parameter_that_changes_what_is_shown_is_kept():
    outcome = Outcome(
        shop(lambda n, shelf: product(n, f"<p class=place>On the shelf {shelf or 'none'}</p>")),
        sample="/show?shelf=amber&id=12",
    )
    assert outcome.crawler.scope.redundant == ()
    assert len(outcome.found) > COUNT


def test_only_the_endpoint_that_gives_targets_is_followed():
    outcome = Outcome(shop(lambda n, _: product(n)), sample="/show?shelf=amber&id=12")
    assert outcome.crawled_by <= COUNT + len(SHELVES) + 2
    assert not any("print" in str(step.shape) for step in outcome.crawler.navigation.steps)


def test_what_a_form_on_kin_shows_of_the_same_page_is_a_view_of_it():
    explored = ExploredSite(Scope("shop.test"))
    form = "html/body/form"
    kin = parse_page(url("/show"), b"<a href='/list?x=1'>list</a>")
    links = (url("/show?size=2"), url("/other?size=2"))
    kin = replace(kin, submissions=tuple(Link(u, "", form, LinkKind.FORM) for u in links))
    page_number = explored.number(url("/show"))
    explored.add(page_number, kin)
    view, other, linked = (explored.number(u) for u in (*links, url("/list?x=1")))
    assert explored.is_view(view, {page_number})
    assert not explored.is_view(view, set())
    assert not explored.is_view(other, {page_number})
    assert not explored.is_view(linked, {page_number})
    moved = explored.number(url("/show?size=3"), page_number)  # a redirect led there, no link
    assert not explored.is_view(moved, {page_number})
