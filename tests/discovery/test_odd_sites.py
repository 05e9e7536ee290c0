"""Strategy auto on odd sites: each is small, made up, and has one thing odd about it."""

import string
from itertools import pairwise

import pytest

from pagekin.errors import FetchError, UsageError
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import (
    PRODUCTS,
    SAMPLE,
    Outcome,
    article,
    complaint,
    home,
    learn,
    links,
    listing,
    name,
    page,
    product,
    product_paths,
    products,
    shop,
    surroundings,
    table,
    url,
    urls,
)

# Ways to the targets.


@pytest.mark.parametrize("sample", [PRODUCTS[0], SAMPLE, PRODUCTS[-1]])
def test_targets_that_only_targets_lead_to(sample):
    """The home page shows one product; every product leads to the next."""
    following = dict(pairwise(PRODUCTS))
    chained = products(PRODUCTS, lambda path: links([following.get(path, "/")], "next"))
    outcome = Outcome(surroundings() | {"/": home(links(PRODUCTS[:1]))} | chained, sample)
    assert outcome.found == urls(PRODUCTS)
    assert outcome.crawled_by <= 1.1 * len(PRODUCTS)


def test_targets_that_lead_to_related_ones_and_are_listed_nowhere():
    def related(path):
        place = PRODUCTS.index(path)
        return links([PRODUCTS[(2 * place + n) % len(PRODUCTS)] for n in (1, 2)], "related")

    outcome = Outcome(
        surroundings() | {"/": home(links(PRODUCTS[:3]))} | products(PRODUCTS, related)
    )
    assert outcome.found == urls(PRODUCTS)


PAGES = 30


def numbered(form, pager):
    """A list of thirty pages; `form` gives their paths, `pager` what a page links to."""
    many = product_paths(300)
    site = surroundings() | products(many) | {"/": home(links([form(0)], "shelves"))}
    for n in range(PAGES):
        near = [form(m) for m in pager(n) if 0 <= m < PAGES]
        site[form(n)] = listing("All", many[n * 10 : n * 10 + 10], links(near, "pager"))
    return site, many


@pytest.mark.parametrize(
    ("form", "pager"),
    [
        pytest.param(
            lambda n: f"/all?page={n + 1}" if n else "/all", lambda n: [n + 1], id="next, by query"
        ),
        pytest.param(
            lambda n: f"/all/page/{n + 1}/" if n else "/all/", lambda n: [n + 1], id="next, by path"
        ),
        pytest.param(
            lambda n: f"/all?page={n + 1}", lambda n: range(n - 2, n + 4), id="page numbers"
        ),
        pytest.param(
            lambda n: f"/az/{(string.ascii_letters * 2)[n]}", lambda n: range(PAGES), id="A to Z"
        ),
    ],
)
def test_lists_of_thirty_pages(form, pager):
    site, many = numbered(form, pager)
    outcome = Outcome(site, many[5])
    assert outcome.found == urls(many)
    assert outcome.crawled_by <= 1.15 * len(many)
    assert outcome.learned_by < len(site)


def test_a_list_that_links_through_redirects():
    site = shop()
    stubs = {f"/go?id={n}": url(path) for n, path in enumerate(PRODUCTS)}
    for shelf in [path for path in site if path.startswith("/c/")]:
        mine = [
            stub
            for stub, path in stubs.items()
            if path.removeprefix(url("")).encode() in site[shelf]
        ]
        site[shelf] = listing(shelf, mine)
    assert Outcome(site | stubs).found == urls(PRODUCTS)


def test_redirects_beside_direct_links_are_not_followed_as_well():
    site = shop(more=lambda path: links([f"/go{path}"], "share"))
    site |= {f"/go{path}": url(path) for path in PRODUCTS}
    outcome = Outcome(site)
    assert outcome.found == urls(PRODUCTS)
    assert outcome.crawled_by <= 1.1 * len(PRODUCTS)


def test_redirects_to_one_and_the_same_page_lead_nowhere():
    """Every product asks to log in first."""
    site = shop(more=lambda path: links([f"/account?next={path}"], "account"))
    site |= {f"/account?next={path}": url("/login") for path in PRODUCTS}
    site["/login"] = page("Log in", "<form class=login><input></form>")
    outcome = Outcome(site)
    assert outcome.found == urls(PRODUCTS)
    assert outcome.crawled_by <= 1.1 * len(PRODUCTS)


# Entries.


def test_a_frameset_is_entered():
    frames = b"<html><frameset cols=20,*><frame src=/menu.html><frame src=/main.html></frameset>"
    site = shop() | {"/": frames, "/menu.html": listing("Menu", PRODUCTS)}
    assert Outcome(site | {"/main.html": page("Main", "<h1>Hello</h1>")}).found == urls(PRODUCTS)


def test_a_page_that_sends_visitors_on_is_followed():
    site = shop()
    site |= {"/start": site["/"], "/": b"<meta http-equiv=refresh content='0; url=/start'>"}
    assert Outcome(site).found == urls(PRODUCTS)


def test_an_entry_without_links_does_no_harm_if_the_sample_has_some():
    site = shop(more=lambda path: links(["/c/" + name(0), "/c/" + name(1)], "crumbs"))
    site["/"] = b"<body><div id=app></div><script src=/app.js></script>"
    found = Outcome(site).found
    assert found == urls([*PRODUCTS[0::5], *PRODUCTS[1::5]])


LONELY = "/p/1-x"


@pytest.mark.parametrize(
    ("entry", "reason"),
    [
        (b"<body><div id=app></div><script src=/app.js></script>", "it has none but what scripts may make"),
        (b"<h1>Under construction</h1>", "it has none"),
        (b"<a href=http://other.test/>x</a>", "they all lead to other sites, such as other.test"),
        (b"<frameset><frame src=http://other.test/></frameset>", "its frames are of another site, other.test"),
        (
            b"<meta http-equiv=refresh content='0;url=http://other.test/'>",
            "it sends visitors on to another site, other.test",
        ),
    ],
)  # fmt: skip
def test_an_entry_that_leads_nowhere_is_told_with_the_reason(entry, reason):
    site = {"/": entry, LONELY: b"<h1>x</h1><p>text</p>"}
    assert complaint(site, LONELY).startswith(
        f"the entry http://shop.test/ has no links to follow: {reason}"
    )


def test_an_entry_with_links_is_no_dead_end_though_a_seed_is_one():
    site = {
        "/": b"<a href=/about>x</a>",
        "/about": b"<table><tr><td>x",
        "/seed": b"<p>nothing here",
    }
    message = complaint(site | {LONELY: b"<h1>x</h1><p>text</p>"}, LONELY, seeds=["/seed"])
    assert message.startswith("no other page like the sample was found among 4 pages")


def test_filters_that_leave_no_link_are_named():
    scope = Scope("shop.test", reject="/")
    message = complaint(shop(), scope=scope)
    assert "include, exclude and the regular expressions leave none" in message


def test_a_sample_of_another_host_is_refused_with_a_hint():
    with pytest.raises(UsageError, match=r"is not on the entry's site.* --subdomains") as caught:
        learn(FakeSite({}), SAMPLE, entry="/", scope=Scope("www.shop.test"))
    assert caught.value.exit_code == 2


def test_a_page_that_is_not_meant_has_to_be_of_the_site_too():
    site = FakeSite(table(shop()))
    with pytest.raises(FetchError, match=r"cannot fetch the --not http://shop.test/none"):
        learn(site, SAMPLE, entry="/", negatives=["/none"])


def test_without_an_entry_the_folders_above_the_sample_are_tried():
    deep = [f"/shop/goods/{n}-{name(n)}" for n in range(60)]
    site = surroundings() | {path: product(n) for n, path in enumerate(deep)}
    site["/shop/goods/"] = listing("Goods", deep)
    outcome = Outcome(site, deep[7], entry=None)  # neither / nor /shop/ is there
    assert outcome.found == urls(deep)
    assert outcome.learned.failed >= 2


# What is a target, and what is not.


def test_a_sample_that_is_the_only_one_of_its_kind():
    for sample in ("/about", "/contact", "/imprint"):
        assert complaint(shop(), sample).endswith(
            "the sample may be the only one of its kind; choose another sample or entry"
        )


def test_a_sample_with_one_sibling():
    site = {"/": home(links(["/p/1-x", "/p/2-y", "/about"]))} | products(["/p/1-x", "/p/2-y"])
    site["/about"] = surroundings()["/about"]
    assert Outcome(site, "/p/1-x").found == urls(["/p/1-x", "/p/2-y"])


def test_a_sample_that_is_a_hub():
    """The class is the list pages, the first and the further ones of each list."""
    shelves = [f"/c/{name(n)}" for n in range(10)]
    site = surroundings() | products(PRODUCTS) | {"/": home(links(shelves, "shelves"))}
    for n, shelf in enumerate(shelves):
        first, second = PRODUCTS[n * 10 : n * 10 + 5], PRODUCTS[n * 10 + 5 : n * 10 + 10]
        site[shelf] = listing(shelf, first, links([f"{shelf}?page=2"], "pager"))
        site[f"{shelf}?page=2"] = listing(shelf, second, links([shelf], "pager"))
    both = urls(path for shelf in shelves for path in (shelf, f"{shelf}?page=2"))
    for sample in (shelves[3], f"{shelves[3]}?page=2"):
        assert Outcome(site, sample).found == both


GONE = page("Not found", "<h1>Sorry</h1><p class=error>There is no such page.</p>")


@pytest.mark.parametrize("dead", [1, 3, 25])
def test_error_pages_that_come_with_status_200_are_no_kin(dead):
    site = shop()
    missing = product_paths(dead, first=900)
    for n, shelf in enumerate(path for path in list(site) if path.startswith("/c/")):
        site[shelf] = listing(shelf, [*PRODUCTS[n::5], *missing[n::5]])
    outcome = Outcome(site | dict.fromkeys(missing, GONE))
    assert outcome.found == urls(PRODUCTS)
    assert outcome.run.numbers["turned away"] == dead


def test_products_that_vanish_later_into_pages_with_status_200_are_turned_away():
    later = shop() | dict.fromkeys(PRODUCTS[50:], GONE)
    outcome = Outcome(shop(), later=later)
    assert outcome.found == urls(PRODUCTS[:50])
    assert outcome.run.numbers["turned away"] == 50


def test_names_whose_words_recur_do_not_split_the_class():
    """Shops name things after what they are; new kinds of things come later."""
    goods = [f"/p/{n}-{name(n)}-{('kettle', 'pot', 'cup', 'jug')[n % 4]}" for n in range(100)]
    later = [f"/p/{n}-{name(n)}-ladle" for n in range(500, 510)]
    site = surroundings() | {path: product(n) for n, path in enumerate(goods)}
    site |= {"/": home(links(goods[:50]), links(goods[50:], "more"))}
    grown = site | {path: product(n) for n, path in enumerate(later)}
    outcome = Outcome(
        site,
        goods[3],
        later=grown | {"/": home(links(goods[:50]), links([*goods[50:], *later], "more"))},
    )
    assert outcome.found == urls([*goods, *later])


# One page under many URLs.


@pytest.mark.parametrize(
    "other",
    [
        pytest.param(lambda path: f"{path}/", id="slash at the end"),
        pytest.param(lambda path: f"{path}?utm_source=home", id="tracking"),
        pytest.param(lambda path: f"{path}?from=home", id="a query that changes nothing"),
    ],
)
def test_of_one_page_under_two_urls_one_is_kept(other):
    site = shop() | {other(path): product(int(path[3:].split("-")[0])) for path in PRODUCTS}
    site["/"] = home(
        links([f"/c/{name(n)}" for n in range(5)], "shelves"), links(map(other, PRODUCTS), "top")
    )
    outcome = Outcome(site)
    assert {address.split("?")[0].rstrip("/") for address in outcome.found} == urls(PRODUCTS)
    assert len(outcome.found) == len(PRODUCTS)


def test_printed_versions_are_not_taken_for_further_pages():
    site = shop()
    for n, path in enumerate(PRODUCTS, 1):
        head = f"<link rel=canonical href={path}>"
        site[path] = product(n, links([f"{path}/print"], "tools"), head=head)
        site[f"{path}/print"] = product(n, head=head)
    assert Outcome(site).found == urls(PRODUCTS)


def test_buttons_that_show_the_same_page_are_not_followed():
    """As WordPress shops have them: ?add-to-cart=7 on every product, for each of its neighbours."""
    site = shop()
    for n, path in enumerate(PRODUCTS, 1):
        head = f"<link rel=canonical href={path}>"
        buttons = [f"{path}?add-to-cart={m}" for m in range(n, n + 5)]
        site |= {button: product(n, links([button], "added"), head=head) for button in buttons}
        site[path] = product(n, links(buttons, "cart"), head=head)
    outcome = Outcome(site)
    assert outcome.found == urls(PRODUCTS)
    assert outcome.crawled_by <= 1.1 * len(PRODUCTS)


def test_versions_in_other_languages_are_reported_as_duplicates():
    site = surroundings() | {"/": home(links(["/en/all", "/de/all"], "languages"))}
    for n, path in enumerate(PRODUCTS, 1):
        versions = {language: f"/{language}{path}" for language in ("en", "de")}
        head = "".join(f"<link rel=alternate hreflang={k} href={v}>" for k, v in versions.items())
        site |= dict.fromkeys(versions.values(), product(n, head=head))
    site |= {
        f"/{x}/all": listing("All", [f"/{x}{path}" for path in PRODUCTS]) for x in ("en", "de")
    }
    outcome = Outcome(site, f"/en{SAMPLE}")
    assert {
        address[-len(path) :]
        for address in outcome.found
        for path in PRODUCTS
        if address.endswith(path)
    } == set(PRODUCTS)
    assert len(outcome.found) == len(PRODUCTS)


# Where to start.


def sitemap(paths):
    return (
        "<urlset>" + "".join(f"<url><loc>{url(path)}</loc></url>" for path in paths) + "</urlset>"
    ).encode()


def test_without_an_entry_the_sitemap_leads_to_what_is_linked_nowhere():
    site = surroundings() | products(PRODUCTS) | {"/": home(""), "/sitemap.xml": sitemap(PRODUCTS)}
    outcome = Outcome(site, entry=None)
    assert outcome.found == urls(PRODUCTS)
    assert url("/sitemap.xml") in outcome.crawler.navigation.starts
    assert outcome.crawled_by <= len(PRODUCTS) + 2


# The same URL, spelled in other ways.


def test_a_site_that_redirects_to_urls_with_a_slash_is_asked_for_those_at_once():
    site = {}
    for path, content in shop().items():
        site[path.rstrip("/") + "/"] = content
        if not path.endswith("/"):
            site[path] = url(path) + "/"
    outcome = Outcome(site, SAMPLE)
    assert outcome.found == {f"{address}/" for address in urls(PRODUCTS)}
    assert outcome.crawler.scope.slash == "add"
    assert outcome.crawled_by <= 1.15 * len(PRODUCTS)


@pytest.mark.parametrize("linked_first", [True, False])
def test_a_sample_given_by_its_index_file_is_known_under_the_url_that_is_linked(linked_first):
    site = surroundings()
    for n, path in enumerate(PRODUCTS):
        site[f"{path}/"] = site[f"{path}/index.html"] = product(n)
    folders = [f"{path}/" for path in PRODUCTS]
    lists = [f"/c/{name(n)}/" for n in range(10)]
    site |= {path: listing(path, folders[n::10]) for n, path in enumerate(lists)}
    site["/"] = home(links([f"{SAMPLE}/"] if linked_first else [], "new"), links(lists, "all"))
    outcome = Outcome(site, f"{SAMPLE}/index.html")
    assert outcome.found == urls(folders)


def test_links_by_http_and_by_https_lead_to_one_page():
    site = shop()
    secure = url("/").replace("http://", "https://")
    site["/"] = home(
        links([secure.rstrip("/") + path for path in PRODUCTS[:50]], "new"),
        links([f"/c/{name(n)}" for n in range(5)], "shelves"),
    )
    outcome = Outcome(site)
    assert outcome.found == urls(PRODUCTS)


def test_lists_that_mix_two_classes_with_urls_alike():
    goods, stories, lists = (
        [f"/{n}.html" for n in numbers]
        for numbers in (range(100, 200), range(300, 360), range(10, 30))
    )
    mixed = sorted(goods + stories, key=lambda path: int(path[1:-5]) * 7919 % 1009)
    site = {"/": home(links(lists, "all"))} | {path: product(n) for n, path in enumerate(goods)}
    site |= {path: article(n) for n, path in enumerate(stories)}
    site |= {path: listing(path, mixed[n::20]) for n, path in enumerate(lists)}
    assert Outcome(site, stories[5]).found == urls(stories)
