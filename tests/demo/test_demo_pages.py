"""The shop as a visitor sees it: every link leads somewhere, and only what is meant to be broken is."""

from urllib.parse import quote, urljoin, urlsplit
from xml.etree import ElementTree as ET

import pytest
from lxml import html

from cpu_time import soon
from pagekin.demo import DRASTIC_CHANGE_DAY, SLIGHT_CHANGE_DAY, Request, Shop, ShopPageKind, truth
from pagekin.demo.templates.articles import BROKEN_LINKS, MOVED
from pagekin.errors import UsageError

ORIGIN = "http://shop.test"
NAMESPACE = "{http://www.sitemaps.org/schemas/sitemap/0.9}"
SMALL = Shop(products=100)


def get(shop, target, **more):
    return shop.respond(Request(target, origin=ORIGIN, **more))


def tree_of(shop, target, **more):
    return html.fromstring(get(shop, target, **more).body.decode())


def sign_in(shop):
    response = shop.respond(
        Request("/login", "POST", body=b"username=demo&password=demo&next=%2Faccount%2Forders%2F")
    )
    headers = dict(response.headers)
    assert (response.status, headers["Location"]) == (303, "/account/orders/")
    return headers["Set-Cookie"].partition(";")[0]


def addresses(tree, base):
    found = tree.xpath("//a/@href | //link/@href | //img/@src | //script/@src | //form/@action")
    for href in found:
        url = urlsplit(urljoin(ORIGIN + base, href))
        if url.netloc == "shop.test":
            yield url.path + (f"?{url.query}" if url.query else "")


def crawl(shop, cookie=""):
    """Follow every address from the home page on; give each one's response and where it was linked."""
    responses, linked_from, queue = {}, {"/": "start"}, ["/"]
    for target in queue:
        response = responses[target] = get(shop, target, cookie=cookie)
        found = []
        if response.status in {301, 303}:
            found = [dict(response.headers)["Location"]]
        elif response.content_type.startswith("text/html") and target != "/logout":
            found = addresses(html.fromstring(response.body.decode()), target)
        for address in found:
            if address not in linked_from:
                linked_from[address] = target
                queue.append(address)
    return responses, linked_from


@pytest.fixture(scope="module")
def crawled():
    return crawl(SMALL)


@pytest.mark.parametrize("day", [1, DRASTIC_CHANGE_DAY])
def test_every_link_leads_to_a_page_but_for_the_broken_ones(day, crawled):
    responses, linked_from = crawled if day == 1 else crawl(SMALL.on(day))
    failed = {target for target, response in responses.items() if response.status >= 400}
    assert failed == set(BROKEN_LINKS) | {"/newsletter"}, {t: linked_from[t] for t in failed}
    assert set(MOVED) <= responses.keys()


def test_a_crawl_of_a_signed_in_customer_reaches_everything_the_truth_knows():
    responses, _ = crawl(SMALL, sign_in(SMALL))
    reached = {target for target, response in responses.items() if response.status == 200}
    assert {entry.path for entry in truth(SMALL)} - {"/login"} <= reached


def test_everything_reached_is_in_the_truth_or_a_file(crawled):
    known = {entry.path for entry in truth(SMALL)}
    responses, _ = crawled
    for target, response in responses.items():
        if response.status == 200 and SMALL.classify(target) is not ShopPageKind.FILE:
            assert target in known or target.startswith("/login?next="), target


def test_every_class_has_pages_and_all_answer():
    shop = Shop(products=500, day=6)
    cookie = sign_in(shop)
    by_kind = {}
    for entry in truth(shop):
        by_kind.setdefault(entry.kind, []).append(entry.path)
    assert by_kind.keys() == set(ShopPageKind) - {ShopPageKind.FILE}
    for kind, paths in by_kind.items():
        for path in (paths[0], paths[-1]):
            status = get(shop, path, cookie=cookie).status
            assert status == (500 if kind is ShopPageKind.BROKEN else 200), path


def test_all_products_are_three_steps_from_the_home_page():
    (index,) = {href for href in tree_of(SMALL, "/").xpath("//footer//a/@href") if "index" in href}
    parts = tree_of(SMALL, index).xpath("//ul[@class='index__parts']//a/@href")
    products = [
        href
        for part in parts
        for href in tree_of(SMALL, part).xpath("//ol[@class='index__items']//a/@href")
    ]
    assert len(parts) > 1
    assert set(products) == {entry.path for entry in truth(SMALL) if entry.kind == "product"}


def test_listings_show_the_prices_of_the_product_pages():
    shop = Shop(products=200, day=9)
    values = {entry.path: entry.values for entry in truth(shop) if entry.kind == "product"}
    shown = {}
    for entry in truth(shop):
        if entry.kind == "listing":
            for card in tree_of(shop, entry.path).xpath("//article[@class='card']"):
                path = card.xpath("string(.//h3/a/@href)")
                shown[path] = card.xpath("string(.//span[@class='card__now'])")
    assert shown == {path: entry["price"] for path, entry in values.items()}


def pagination(shop, first):
    """Follow the next links from the first page of a listing to its last."""
    pages = [first]
    while following := tree_of(shop, pages[-1]).xpath(
        "//nav[@class='pager']//a[@rel='next']/@href"
    ):
        pages.append(following[0])
    return pages


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (
            "/c/garden/pruners/professional-pruners/",
            "/c/garden/pruners/professional-pruners/page/2/",
        ),
        ("/outlet/list.php?cat=101", "/outlet/list.php?cat=101&page=2"),
    ],
)
def test_next_links_lead_through_a_listing_in_both_sections(first, second):
    shop = Shop(products=2000)
    pages = pagination(shop, first)
    assert pages[1] == second
    assert len(pages) == len(set(pages)) >= 4
    middle = tree_of(shop, pages[2])
    numbers = middle.xpath("//nav[@class='pager']//li[@class='pager__item']/a/text()")
    assert numbers[0] == "1"
    assert numbers[-1] == str(len(pages))
    assert middle.xpath("//head/link[@rel='prev']/@href") == [pages[1]]
    assert middle.xpath("//head/link[@rel='next']/@href") == [pages[3]]


def test_a_long_pagination_leaves_out_the_middle():
    shop = Shop(products=30_000)
    first = tree_of(shop, "/c/kitchen-dining/kettles/professional-kettles/")
    numbers = [li.text_content() for li in first.xpath("//nav[@class='pager']//li")]
    assert numbers == ["1", "2", "3", "…", "8", "Next"]


def test_both_sections_have_their_kind_of_url_and_one_product_template():
    paths = [entry.path for entry in truth(SMALL) if entry.kind == "product"]
    outlet = [path for path in paths if path.startswith("/outlet/item.php?id=")]
    main = [path for path in paths if path.startswith("/p/")]
    assert len(outlet) == 20
    assert len(main) == 80
    bodies = {tree_of(SMALL, path).xpath("string(//body/@class)") for path in (outlet[0], main[0])}
    assert len(bodies) == 1


def test_product_pages_are_as_rich_as_those_of_real_shops():
    shop = Shop(products=10_000)
    paths = [teaser.path for teaser in map(shop.catalogue.teaser, range(0, 400, 7))]
    sizes = [sum(1 for _ in tree_of(shop, path).iter()) for path in paths]
    assert min(sizes) > 500
    assert max(sizes) < 1300
    tree = tree_of(shop, paths[0])
    assert tree.xpath("string(//link[@rel='canonical']/@href)") == ORIGIN + paths[0]
    for part in ("//form[@role='search']", "//nav[@aria-label='Breadcrumb']", "//footer//form"):
        assert tree.xpath(part), part


def test_templates_change_on_their_days_and_not_before():
    path = next(entry.path for entry in truth(SMALL) if entry.kind == "product")
    assert "pdp-buybox" not in get(SMALL.on(SLIGHT_CHANGE_DAY - 1), path).body.decode()
    assert "pdp-buybox" in get(SMALL.on(SLIGHT_CHANGE_DAY), path).body.decode()
    assert "pdp-buybox" in get(SMALL.on(DRASTIC_CHANGE_DAY - 1), path).body.decode()
    assert "x-product" in get(SMALL.on(DRASTIC_CHANGE_DAY), path).body.decode()
    early = Shop(products=100, day=3, slight_change_day=2, drastic_change_day=4)
    assert "pdp-buybox" in get(early, path).body.decode()


def test_a_vanished_product_is_gone_and_a_new_one_is_there():
    paths = {
        day: {entry.path for entry in truth(Shop(products=500, day=day)) if entry.kind == "product"}
        for day in (1, 10)
    }
    vanished, new = paths[1] - paths[10], paths[10] - paths[1]
    assert vanished
    assert new
    assert all(get(Shop(products=500, day=10), path).status == 404 for path in vanished)
    assert all(get(Shop(products=500, day=1), path).status == 404 for path in new)


@pytest.mark.parametrize(
    ("target", "location"),
    [
        ("/sale", "/outlet/"),
        ("/help/contact-us", "/help/contact"),
        ("/brands", "/brands/"),
        ("/c/garden", "/c/garden/"),
    ],
)
def test_old_and_incomplete_addresses_redirect(target, location):
    response = get(SMALL, target)
    assert (response.status, dict(response.headers)["Location"]) == (301, location)


def test_a_product_under_a_wrong_name_redirects_to_the_right_one():
    path = next(entry.path for entry in truth(SMALL) if entry.path.startswith("/p/"))
    number = path.partition("-")[0]
    for wrong in (number, f"{number}-old-name"):
        assert dict(get(SMALL, wrong).headers)["Location"] == path


@pytest.mark.parametrize(
    "target",
    [
        "",
        "x",
        "//",
        "/p/",
        "/p/abc",
        "/p/0-x",
        "/p/99999999999999999999-x",
        "/p/٣-x",
        "/c/",
        "/c/nowhere/",
        "/c/garden/pruners/professional-spades/",
        "/c/garden/pruners/professional-pruners/page/1/",
        "/c/garden/pruners/professional-pruners/page/99/",
        "/c/garden/pruners/professional-pruners/page/02/",
        "/outlet/item.php",
        "/outlet/item.php?id=20011",
        "/outlet/list.php?cat=100",
        "/outlet/list.php?cat=101&page=0",
        "/outlet/list.php?cat=101&page=99",
        "/brand/nobody/",
        "/brand/",
        "/index/0/",
        "/index/999/",
        "/blog/99-nothing/",
        "/blog/1-wrong-title/",
        "/blog/page/6/",
        "/help/nothing",
        "/account/orders/1",
        "/search/more",
        "/cart/more",
        "/login/more",
        "/robots.txt/more",
        "/sitemap.xml/more",
        "/sitemaps/products-9.xml",
        "/sitemaps/nothing.xml",
        "/img/../secret.svg",
        "/static/../shop.py",
        "/nothing",
    ],
)
def test_what_does_not_exist_is_not_found(target):
    assert SMALL.classify(target) is None
    assert get(SMALL, target).status == 404


def test_parameters_that_mean_nothing_do_not_matter():
    path = next(entry.path for entry in truth(SMALL) if entry.path.startswith("/p/"))
    assert get(SMALL, f"{path}?utm_source=news").body == get(SMALL, path).body
    assert SMALL.classify("/outlet/list.php?page=1&cat=101&sid=9") == ShopPageKind.LISTING


def test_robots_txt_closes_cart_search_and_account_and_names_the_sitemap():
    lines = get(SMALL, "/robots.txt").body.decode().splitlines()
    assert {"Disallow: /cart", "Disallow: /search", "Disallow: /account"} <= set(lines)
    assert f"Sitemap: {ORIGIN}/sitemap.xml" in lines


def test_the_sitemap_lists_exactly_the_products_with_the_dates_of_their_changes():
    shop = Shop(products=6000, day=15)
    index = ET.fromstring(get(shop, "/sitemap.xml").body)
    parts = [loc.text.removeprefix(ORIGIN) for loc in index.iter(f"{NAMESPACE}loc")]
    assert parts == ["/sitemaps/pages.xml", "/sitemaps/products-1.xml", "/sitemaps/products-2.xml"]
    dates = {}
    for part in parts[1:]:
        for url in ET.fromstring(get(shop, part).body):
            dates[url[0].text.removeprefix(ORIGIN)] = url[1].text
    catalogue = shop.catalogue
    assert dates.keys() == {catalogue.teaser(slot).path for slot in catalogue.all_slots()}
    assert min(dates.values()) == "2025-03-01"
    assert max(dates.values()) == "2025-03-15"


def test_all_other_pages_of_the_sitemap_exist():
    pages = ET.fromstring(get(SMALL, "/sitemaps/pages.xml").body)
    paths = [loc.text.removeprefix(ORIGIN) for loc in pages.iter(f"{NAMESPACE}loc")]
    assert len(paths) > 60
    assert all(get(SMALL, path).status == 200 for path in paths)


def test_the_account_is_only_for_those_who_signed_in():
    for path in ("/account/", "/account/orders/", "/account/orders/900101"):
        response = get(SMALL, path)
        assert response.status == 303
        assert dict(response.headers)["Location"] == f"/login?next={quote(path)}"
    form = tree_of(SMALL, "/login?next=/account/orders/").xpath("//form[@method='post']")[0]
    assert form.fields["next"] == "/account/orders/"
    cookie = sign_in(SMALL)
    orders = tree_of(SMALL, "/account/orders/", cookie=f"theme=dark; {cookie}")
    assert len(orders.xpath("//table//a")) == 5
    assert "Sign out" in get(SMALL, "/", cookie=cookie).body.decode()
    assert get(SMALL, "/account/", cookie="session=guess").status == 303


def test_a_wrong_password_gets_the_form_again_and_no_cookie():
    response = SMALL.respond(Request("/login", "POST", body=b"username=demo&password=nope"))
    assert response.status == 200
    assert "Set-Cookie" not in dict(response.headers)
    assert "is wrong" in response.body.decode()


@pytest.mark.parametrize("target", [b"https%3A%2F%2Fevil.example", b"%2F%2Fevil.example", b""])
def test_signing_in_never_leads_to_another_host(target):
    body = b"username=demo&password=demo&next=" + target
    response = SMALL.respond(Request("/login", "POST", body=body))
    assert dict(response.headers)["Location"] == "/account/"


def test_signing_in_cannot_smuggle_in_a_header():
    body = b"username=demo&password=demo&next=%2Fx%0D%0ASet-Cookie%3A+evil"
    response = SMALL.respond(Request("/login", "POST", body=body))
    assert dict(response.headers)["Location"] == "/x%0D%0ASet-Cookie:%20evil"


def test_signing_out_ends_the_session():
    assert "Max-Age=0" in dict(get(SMALL, "/logout").headers)["Set-Cookie"]


def test_forms_that_change_something_answer_with_a_redirect():
    for path, location in (("/cart", "/cart"), ("/newsletter", "/")):
        response = SMALL.respond(Request(path, "POST"))
        assert (response.status, dict(response.headers)["Location"]) == (303, location)
    assert SMALL.respond(Request("/", "POST")).status == 405
    assert SMALL.respond(Request("/", "DELETE")).status == 405


def test_search_finds_goods_by_name_and_shows_what_was_asked_for_safely():
    found = tree_of(SMALL, "/search?q=kettle").xpath("//article[@class='card']//h3")
    assert found
    assert all("Kettle" in heading.text_content() for heading in found)
    nothing = get(SMALL, "/search?q=%3Cscript%3Exyz").body.decode()
    assert "Nothing found" in nothing
    assert "<script>xyz" not in nothing


def test_an_unchanged_page_is_not_sent_again():
    path = next(entry.path for entry in truth(SMALL) if entry.kind == "product")
    first = get(SMALL, path)
    etag = dict(first.headers)["ETag"]
    for value in (etag, f'"other", W/{etag}', "*"):
        again = get(SMALL, path, if_none_match=value)
        assert (again.status, again.body) == (304, b"")
        assert dict(again.headers)["ETag"] == etag
    assert get(SMALL, path, if_none_match='"other"').status == 200
    assert get(SMALL.on(DRASTIC_CHANGE_DAY), path, if_none_match=etag).status == 200


def test_pictures_are_drawn_for_every_name_and_differ():
    first, second = (get(SMALL, f"/img/{name}.svg").body for name in ("20011-1", "20011-2"))
    assert first.startswith(b"<svg")
    assert first != second


def test_a_host_cannot_smuggle_markup_into_a_page():
    body = SMALL.respond(Request("/", origin='http://x"><script>alert(1)</script>')).body
    assert b"<script>alert(1)" not in body


@pytest.mark.parametrize("products", [99, 1_000_001, 0, -5])
def test_a_size_out_of_range_is_refused(products):
    with pytest.raises(UsageError, match="100 to 1,000,000 products"):
        Shop(products=products)


def test_a_day_before_the_first_is_refused():
    with pytest.raises(UsageError, match="no day 0"):
        Shop(day=0)


def test_the_last_page_of_the_largest_shop_comes_as_quickly_as_any():
    shop = Shop(products=1_000_000, day=30)
    path = shop.catalogue.teaser(999_999).path
    with soon(5):
        for target in (path, "/", "/index/2000/", "/c/garden/fire-pits/winter-fire-pits/page/2/"):
            assert get(shop, target).status == 200
