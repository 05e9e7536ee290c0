"""pagekin on cgit: commits told by their query, lists that go on by `ofs=`, branches behind a form."""

import asyncio
import re
from dataclasses import replace

import cgit
import pytest

import temporary_crawls
from pagekin.dom import LinkKind
from pagekin.fetch import open_site
from pagekin.navigation import FormUse
from pagekin.settings import Settings
from pagekin.site.form_filling import FormFiller, FormSite
from pagekin.urls import Scope

pytestmark = pytest.mark.skipif(cgit.missing() is not None, reason=f"needs cgit: {cgit.missing()}")
SETTINGS = Settings(delay=0, retries=0, autothrottle=False)
BRANCHES = [("main", None, 30), ("green", "main", 6), ("black", "main", 4)]
# Lists and commits only, whatever way they are shown in: nothing but the form leads to other branches.
LISTS_AND_COMMITS = r"/tea/(?:log|commit)/(?:\?(?:h=\w+|id=\w+|ofs=\d+|&)+)?$"


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("cgit")
    cgit.make_repository(folder / "tea.git", BRANCHES)
    server = cgit.Cgit(folder, {"tea": folder / "tea.git"})
    server.all = set(cgit.commits_of(folder / "tea.git"))
    server.main = cgit.commits_of(folder / "tea.git", "main")
    yield server
    server.close()


def commits_found(site, settings, learned=None, entry=None):
    """Learn from one commit, crawl, and give the commits found, one id for each time."""
    site.asked.clear()
    sample = f"{site.url}/tea/commit/?id={site.main[20]}"
    crawler = temporary_crawls.learn(sample, settings, entry)
    if learned is not None:
        learned += site.asked
    site.asked.clear()
    plain = replace(settings, forms=False)  # the crawler knows what it was learned with
    pages = temporary_crawls.crawl(crawler, plain)
    ids = (re.search(r"[?&]id=(\w+)", page.url) for page in pages)
    return crawler, [match[1] for match in ids if match]


@pytest.fixture(scope="module")
def without_forms(site):
    """What was asked to learn, the crawler, the commits that it finds, and how many pages that took."""
    return (learned := []), *commits_found(site, SETTINGS, learned), len(site.asked)


def test_one_commit_is_enough_to_find_all_over_the_pages_of_all_branches(site, without_forms):
    # A commit has a page for each file as well, which shows that part of it only: no target.
    _, crawler, found, requests = without_forms
    assert len(found) == len(set(found))
    assert set(found) == site.all
    assert any("ofs" in str(step.shape) for step in crawler.navigation.steps)
    assert requests < 1.5 * len(site.all)


def test_branches_that_only_the_form_leads_to_are_found_with_forms(site):
    settings = replace(SETTINGS, accept_regex=LISTS_AND_COMMITS)
    entry = f"{site.url}/tea/log/"
    _, found = commits_found(site, settings, entry=entry)
    assert set(found) == set(site.main)
    crawler, found = commits_found(site, replace(settings, forms=True), entry=entry)
    assert set(found) == site.all
    assert len(found) == len(set(found))
    assert [form.fields for form in crawler.forms.followed] == [("h",)]


def test_forms_that_only_show_commits_in_another_way_cost_little(site, without_forms):
    without = set(without_forms[0])
    crawler, found = commits_found(site, replace(SETTINGS, forms=True), learned := [])
    assert set(found) == site.all
    # The form with the options of a diff stands on every commit; that for words is empty here.
    assert len(set(learned)) < 1.5 * len(without)
    assert sum("context=" in path for path in learned) < 30
    assert {form.fields for form in crawler.forms.followed} <= {("h",), ("id", "h")}


def form_links(site, path, forms):
    async def work():
        async with open_site(Scope.around(f"{site.url}/"), SETTINGS) as network:
            filled_in = FormFiller(network, network, forms)
            page = await FormSite(filled_in).fetch(f"{site.url}{path}")
        links = [link for link in page.links if link.kind is LinkKind.FORM]
        return [(link.url.removeprefix(site.url), link.text) for link in links]

    return asyncio.run(work())


def test_every_branch_is_chosen_in_the_form(site):
    links = form_links(site, "/tea/log/", FormUse())
    assert links[:3] == [
        ("/tea/log/?h=main", ""),
        ("/tea/log/?h=black", "black"),
        ("/tea/log/?h=green", "green"),
    ]


def test_words_are_searched_for_in_every_way(site):
    links = form_links(site, "/tea/log/", FormUse(words=("Ada",)))
    ways = {"grep", "author", "committer", "range"}
    assert {f"/tea/log/?qt={way}&q=Ada" for way in ways} <= {path for path, _ in links}
