"""Numbers of sessions in URLs are found by trying, and left out; numbers that mean something stay."""

import asyncio
import hashlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from endless import COUNT, REAL, as_parameter, in_path, in_query
from pagekin.discovery.session_numbers import scope_without_sessions
from pagekin.testing import FakeSite
from pagekin.urls import Scope, canonical
from pagekin.urls.session_ids import SessionId, suspected_session_ids, without_sessions
from shops import ROOT, Endless, Outcome, crawl, learn, links, page, table, urls

NUMBER = "9f3ac2d91b07"


@pytest.mark.parametrize(
    ("sessions", "spelled"),
    [
        (in_query, f"{REAL[30]}?s={NUMBER}"),
        (in_path, f"/s-{NUMBER}{REAL[30]}"),
        (as_parameter, f"{REAL[30]};token={NUMBER}"),
    ],
)
def test_a_shop_that_numbers_its_visits_is_learned_and_crawled_once(sessions, spelled):
    """Before, every page was a new one each time that it was linked, without end."""
    outcome = Outcome(Endless({}, sessions()), sample=spelled)
    assert outcome.found == urls(REAL)
    assert outcome.learned.complete
    assert outcome.learned_by <= 200
    assert outcome.crawled_by <= 1.15 * COUNT
    assert outcome.crawler.samples == (ROOT + REAL[30],)


@pytest.mark.parametrize(
    ("part", "url", "without"),
    [
        (SessionId("sid"), "http://h/a?x=1&sid=7f#", "http://h/a?x=1"),
        (SessionId("sid"), "http://h/a?sid=7f", "http://h/a"),
        (SessionId("sid"), "http://h/a;sid=7f;v=2?sid=8", "http://h/a;v=2"),
        (SessionId("sid"), "http://h/a?side=1", "http://h/a?side=1"),
        (SessionId(level=r"s-[0-9a-f]{12}"), f"http://h/s-{NUMBER}/a/", "http://h/a/"),
        (SessionId(level=r"s-[0-9a-f]{12}"), f"http://h/s-{NUMBER}x/a", f"http://h/s-{NUMBER}x/a"),
        (SessionId(level=r"s-[0-9a-f]{12}"), f"http://h/s-{NUMBER}", f"http://h/s-{NUMBER}"),
    ],
)
def test_a_url_without_its_session(part, url, without):
    assert part.without(url.removesuffix("#")) == without


def test_nothing_is_left_out_where_nothing_is_a_session():
    assert without_sessions("http://h/a;b=1?c=2&d", (), "") == "http://h/a;b=1?c=2&d"


@pytest.mark.parametrize(
    ("template", "found"),
    [
        ("/p/{n}?s=" + NUMBER, [SessionId("s")]),
        ("/p/{n}?t=1700000000{n}", [SessionId("t")]),
        ("/p/{n};sid=" + NUMBER, [SessionId("sid")]),
        (f"/(S({NUMBER}abc))/p/{{n}}", [SessionId(level=r"\(S\([0-9A-Za-z]{13,17}\)\)")]),
        ("/p/{n}?page=2", []),
        ("/p/{n}?lang=english", []),
        ("/department/{n}", []),
        ("/p/{n}?q=longerwords", []),
    ],
)
def test_what_may_be_a_session_is_a_number_that_nobody_chose(template, found):
    assert suspected_session_ids([f"http://h{template.format(n=n)}" for n in range(10)]) == found


def test_a_number_in_few_links_is_no_suspect():
    others = [f"http://h/{n}" for n in range(10)]
    assert suspected_session_ids([*others, *(f"http://h/x{n}?s={NUMBER}" for n in range(9))]) == []


def commit(number):
    return hashlib.sha1(str(number).encode()).hexdigest()


def repository(path):
    """A log of commits: without a number it shows the newest, as with that one's number."""
    address, _, query = path.partition("?")
    newest = commit(0)
    if address == "/log":
        shown = query.removeprefix("id=") or newest
        if shown != newest:
            return page("Log", f"<h1>Log</h1><p>since {shown}</p>")
        return page("Log", "<h1>Log</h1>" + links([f"/commit?id={commit(n)}" for n in range(20)]))
    if address == "/commit":
        tabs = [f"/{tab}?{query}" for tab in ("log", "tree", "diff", "patch", "about", "refs")]
        return page("Commit", f"<h1>{query}</h1>{links(tabs, 'tabs')}", menu=())
    return page(address, f"<h1>{address}</h1>") if address in {"/tree", "/diff"} else None


def test_a_number_that_says_what_to_show_stays_though_the_page_is_the_same_without():
    async def scope_after(path):
        site = FakeSite(Endless({}, repository))
        sample = await site.fetch(ROOT + path)
        scope = Scope.around(ROOT)
        assert await scope_without_sessions(site, scope, sample) == scope
        return len(site.requests)

    assert asyncio.run(scope_after(f"/commit?id={commit(0)}")) <= 6


def test_a_site_in_a_folder_with_an_odd_name_stays_there():
    """There is the same shop above the folder, but its links lead into the folder as well."""
    folder = f"/v{NUMBER}"
    inside = in_path()
    site = {
        f"{folder}{path}": body.replace(b'href="/', f'href="{folder}/'.encode())
        for path, body in inside.site.items()
    }
    site |= {path: site[folder + path] for path in inside.site}
    asked = FakeSite(table(site))
    scope = Scope.around(ROOT)

    async def look():
        sample = await asked.fetch(ROOT + folder + REAL[0])
        return await scope_without_sessions(asked, scope, sample)

    assert asyncio.run(look()) == scope
    assert len(asked.requests) <= 3


@pytest.mark.parametrize(
    ("title", "headline", "texts", "is_session"),
    [
        ("Cup", "Cup", 20, True),
        ("Cup", "Saucer", 20, False),
        ("Saucer", "Cup", 20, False),
        ("Cup", "Cup", 5, False),
    ],
)
def test_a_number_without_which_another_page_is_shown_is_no_session(
    title, headline, texts, is_session
):
    """The links have another number then, as those of a session have."""
    sids = iter(range(100))

    class Numbered(FakeSite):
        async def fetch(self, address):
            sid = hashlib.sha1(str(next(sids)).encode()).hexdigest()[:12]
            if "sid=" in address:
                name, head, lines = "Cup", "Cup", 20
            else:
                name, head, lines = title, headline, texts
            text = "".join(f"<p>line {n}</p>" for n in range(lines))
            found = "".join(f"<a href='/{n}?sid={sid}'>more</a>" for n in range(20))
            self.pages = {address: page(name, f"<h1>{head}</h1>{text}{found}", menu=())}
            return await super().fetch(address)

    async def look():
        site = Numbered({})
        sample = await site.fetch(f"{ROOT}/cup?sid={NUMBER}")
        return await scope_without_sessions(site, Scope.around(ROOT), sample)

    assert (asyncio.run(look()) != Scope.around(ROOT)) is is_session


def test_a_crawler_file_keeps_what_is_left_out():
    site = FakeSite(Endless({}, in_path()))
    crawler = learn(site, REAL[30], entry="/")
    assert crawler.scope.session_level == r"s\-[0-9A-Za-z]{10,14}"
    _, found = crawl(FakeSite(Endless({}, in_path())), crawler)
    assert set(found) == urls(REAL)


PARTS = st.lists(
    st.sampled_from(["a", "s-0123456789ab", "b;sid=1", "c;v=2;sid=3", "", ";sid=4", "x.html"]),
    max_size=6,
)
QUERIES = st.lists(st.sampled_from(["sid=1", "x=2", "sid", "y", "z=s-0123456789ab"]), max_size=4)


@given(PARTS, QUERIES)
def test_what_is_left_without_sessions_is_canonical_and_has_none(path, query):
    url = canonical(f"http://h/{'/'.join(path)}?{'&'.join(query)}")
    left = without_sessions(str(url), ("sid",), "s-[0-9a-f]+")
    assert canonical(left) == left
    assert "sid" not in left
