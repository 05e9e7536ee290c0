"""FormUse filled in over the port, on a fake site."""

import asyncio
from dataclasses import dataclass, field

from pagekin.dom import LinkKind, Page, parse_page
from pagekin.navigation import ANY, TARGET, FormUse, KnownForm, Navigation, Step
from pagekin.site import Failure, FailureKind
from pagekin.site.form_filling import FormFiller, FormSite
from pagekin.testing import FakeSite
from pagekin.urls import Scope, url_pattern

PAGE = "http://h/find"
SCOPE = Scope("h")


@dataclass
class Network(FakeSite):
    fresh: dict[str, str] = field(default_factory=dict)


def select(name, *options, chosen=""):
    marked = (f"<option{' selected' * (o == chosen)}>{o}</option>" for o in options)
    return f'<select name="{name}">{"".join(marked)}</select>'


def form(*inside, attributes='action="/list"'):
    return f"<form {attributes}>{''.join(inside)}</form>"


def pages(*forms, **answers):
    return {PAGE: "".join(forms).encode()} | {
        f"http://h/{path}": body for path, body in answers.items()
    }


def completed(site, url=PAGE, forms=None):
    """Fetch a page and fill in its forms; give the links and who filled them in."""
    filled_in = FormFiller(site, site, forms or FormUse())
    page = asyncio.run(FormSite(filled_in).fetch(url))
    return [link for link in page.links if link.kind is LinkKind.FORM], filled_in


def queries(links):
    return [link.url.partition("?")[2] for link in links]


def test_submissions_are_links_of_the_forms_page_with_the_forms_path():
    site = Network(pages('<a href="/x">x</a>', form(select("kind", "tea", "cups"))))
    links, _ = completed(site)
    assert queries(links) == ["kind=tea", "kind=cups"]
    assert {link.path for link in links} == {"html/body/form"}
    assert all(link.leads_on for link in links)


def test_a_page_that_does_not_come_is_a_failure_as_ever():
    filled_in = FormFiller(Network({}), Network({}), FormUse())
    assert isinstance(asyncio.run(FormSite(filled_in).fetch(PAGE)), Failure)


def test_what_came_when_a_form_was_tried_out_is_not_fetched_again():
    answers = {f"http://h/list?kind={kind}": f"<p>{kind}".encode() for kind in ("tea", "cups")}
    site = Network(pages(form(select("kind", "tea", "cups"))) | answers)
    filled_in = FormFiller(site, site, FormUse())

    async def work():
        page = await FormSite(filled_in).fetch(PAGE)
        for link in page.submissions:
            assert isinstance(await FormSite(filled_in).fetch(link.url), Page)

    asyncio.run(work())
    assert sorted(site.requests) == sorted([PAGE, *answers])


def test_a_field_that_changes_nothing_is_not_combined_with_others():
    tables = {"tea": b"<p>black, green", "cups": b"<p>large, small", "pots": b"<p>round"}
    answers = {
        f"http://h/list?kind={kind}&view={view}": body
        for kind, body in tables.items()
        for view in ("1", "2", "3")
    }
    site = Network(pages(form(select("kind", *tables), select("view", "1", "2", "3"))) | answers)
    links, _ = completed(site)
    assert queries(links) == [
        "kind=tea&view=1",
        "kind=cups&view=1",
        "kind=pots&view=1",
        "kind=tea&view=2",
        "kind=tea&view=3",
    ]
    assert len(site.requests) == 1 + 1 + 2 + 2  # the page, as it is found, two changes of each


def test_fields_that_do_change_something_are_combined():
    answers = {
        f"http://h/list?a={a}&b={b}": f"<p>{a} {b}".encode() for a in ("1", "2") for b in ("1", "2")
    }
    site = Network(pages(form(select("a", "1", "2"), select("b", "1", "2"))) | answers)
    assert queries(completed(site)[0]) == ["a=1&b=1", "a=2&b=1", "a=1&b=2", "a=2&b=2"]


def test_what_cannot_be_found_out_counts_as_changing_something():
    site = Network(pages(form(select("a", "1", "2"), select("b", "1", "2"))))
    assert len(completed(site)[0]) == 4


class Stamped(Network):
    """Gives every page another number."""

    async def fetch(self, url):
        page = await super().fetch(url)
        if isinstance(page, Failure):
            return page
        number = str(1_000_000 + len(self.requests)).encode()
        return parse_page(url, page.body.replace(b"STAMP", number), page.headers)


def test_a_hidden_value_that_differs_when_the_page_is_fetched_again_is_no_part_of_the_url():
    hidden = (
        '<input type="hidden" name="s" value="STAMP"><input type="hidden" name="i" value="abc123">'
    )
    body = form(hidden, select("a", "1", "2"), attributes='action="/list" method="post"')
    site = Stamped(pages(body))
    links, _ = completed(site)
    assert [link.url for link in links] == [
        "http://h/list?__wb_method=POST&i=abc123&a=1",
        "http://h/list?__wb_method=POST&i=abc123&a=2",
    ]
    assert site.requests[:2] == [PAGE, PAGE]
    assert site.fresh == {"http://h/list": "s=1000001"}


def test_all_pages_with_a_form_share_its_budget():
    first = form(select("a", *"12345"), select("b", *"12345"))
    later = form(select("a", *"12345", chosen="3"), select("b", *"12345"))
    site = Network({PAGE: first.encode(), "http://h/list?a=3&b=1": later.encode()})
    filled_in = FormFiller(site, site, FormUse(budget=12))

    async def both():
        return [await FormSite(filled_in).fetch(url) for url in (PAGE, "http://h/list?a=3&b=1")]

    one, two = asyncio.run(both())
    assert len(one.submissions) == 12
    assert {link.url for link in two.submissions} < {link.url for link in one.submissions}


def test_options_that_depend_on_what_was_chosen_before_come_to_light():
    first = form(select("land", "", "fr", "de"), select("city", ""))
    later = form(select("land", "", "fr", "de", chosen="fr"), select("city", "", "Paris", "Lyon"))
    site = Network({PAGE: first.encode(), "http://h/list?land=fr&city=": later.encode()})
    filled_in = FormFiller(site, site, FormUse())

    async def both():
        urls = PAGE, "http://h/list?land=fr&city="
        return [await FormSite(filled_in).fetch(url) for url in urls]

    found = {link.url for page in asyncio.run(both()) for link in page.submissions}
    assert {"http://h/list?land=fr&city=Paris", "http://h/list?land=fr&city=Lyon"} <= found


def test_a_form_that_changes_something_is_left_alone_and_the_reason_is_kept():
    site = Network(pages(form(select("a", "1", "2"), attributes='action="/delete" method="post"')))
    links, filled_in = completed(site)
    assert links == []
    assert filled_in.left_alone == {"http://h/delete": "the form says 'delete'"}


def test_a_crawler_fills_in_only_the_forms_that_it_follows_and_asks_nothing_about_them():
    one = form(
        select("a", "1", "2"), select("b", "1", "2"), attributes='class="one" action="/list"'
    )
    other = form(select("a", "1", "2"), attributes='class="other"')
    known = KnownForm("html/body/form.one", PAGE, "http://h/list", ("a", "b"), idle=("b",))
    site = Network(pages(one, other))
    links, _ = completed(site, forms=FormUse(followed=(known,)))
    assert queries(links) == ["a=1&b=1", "a=2&b=1", "a=1&b=2"]
    assert site.requests == [PAGE]


def navigation(*steps):
    return Navigation((PAGE,), steps)


def test_the_crawler_file_names_the_forms_that_the_navigation_follows():
    forms = form(select("a", "1", "2"), attributes='class="one" action="/list"') + form(
        select("b", "1", "2"), attributes='class="two" action="/other"'
    )
    _, filled_in = completed(Network(pages(forms)))
    urls = ["http://h/list?a=1", "http://h/list?a=2"]
    for step in (
        Step(PAGE, TARGET, shape="/{word}?a", path="html/body/form.one"),
        Step(ANY, TARGET, shape="/{word}?a"),
        Step(PAGE, TARGET, pattern=url_pattern(urls)),
    ):
        (followed,) = filled_in.followed(navigation(step), SCOPE).followed
        assert followed == KnownForm("html/body/form.one", PAGE, "http://h/list", ("a",))
    elsewhere = Step(PAGE, TARGET, shape="/{word}?a", path="html/body/ul/li/a")
    assert filled_in.followed(navigation(elsewhere), SCOPE) is None


class Guarded(Network):
    """Takes a submission only with the token that its form had last."""

    async def fetch(self, url):
        if url == PAGE:
            self.requests.append("form")
            self.token = f"t{len(self.requests)}"
            html = form(
                f'<input type="hidden" name="csrf" value="{self.token}">',
                select("a", "1", "2"),
                attributes='action="/list" method="post"',
            )
            return parse_page(url, html.encode())
        self.requests.append(self.fresh.get("http://h/list"))
        if self.fresh.get("http://h/list") != f"csrf={self.token}":
            return Failure(url, FailureKind.STATUS, "forbidden", 403)
        return parse_page(url, b"<p>fine")


def test_a_token_that_is_refused_is_fetched_anew():
    site = Guarded({})
    filled_in = FormFiller(site, site, FormUse())
    form_site = FormSite(filled_in)

    async def work():
        (url, *_) = [link.url for link in (await form_site.fetch(PAGE)).submissions]
        site.requests.clear()
        assert isinstance(await form_site.fetch(url), Page)  # it came when the form was tried out
        site.token = "another"  # the session has ended meanwhile
        assert isinstance(await form_site.fetch(url), Page)

    asyncio.run(work())
    assert site.requests == ["csrf=t1", "form", "csrf=t2"]


def test_a_crawl_that_goes_on_later_finds_the_token_on_the_page_that_the_crawler_names():
    site = Guarded({})
    known = KnownForm("html/body/form", PAGE, "http://h/list", ("csrf", "a"), fresh=("csrf",))
    form_site = FormSite(FormFiller(site, site, FormUse(followed=(known,))))
    page = asyncio.run(form_site.fetch("http://h/list?__wb_method=POST&a=1"))
    assert isinstance(page, Page)
    assert site.requests == ["form", "csrf=t1"]


def test_a_crawl_says_if_the_budget_is_too_small_for_a_form():
    html = form(select("a", *"12345"), select("b", *"12345"), select("i", *"12"))
    known = KnownForm("html/body/form", PAGE, "http://h/list", ("a", "b", "i"), idle=("i",))
    site = Network(pages(html))
    _, filled_in = completed(site, forms=FormUse(budget=12, followed=(known,)))
    (reason,) = filled_in.left_alone.values()
    assert reason == "the form can be filled in in 26 ways; 12 were tried (--form-budget)"
    _, filled_in = completed(site, forms=FormUse(budget=26, followed=(known,)))
    assert filled_in.left_alone == {}
