"""A real shop: log in by its form, stay logged in, and find its products."""

import asyncio
from dataclasses import replace

import oscar
import pytest

from pagekin import api
from pagekin.crawl import StructureDrivenCrawl
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.dom import Page
from pagekin.errors import FetchError
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site import Failure, FailureKind, Stop
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.urls import Scope

SETTINGS = Settings(delay=0.0, retries=0, concurrency=4)


def visited(shop, *paths, password=oscar.PASSWORD, success="", between=lambda: None):
    """Log in and fetch pages one after another."""

    async def fetch():
        login = Login(LoginKind.FORM, shop.url + oscar.LOGIN, oscar.USER, password, success)
        scope = Scope.around(shop.url + "/")
        async with open_site(scope, SETTINGS, named=[shop.url + "/"], login=login) as site:
            answers = []
            for path in paths:
                answers.append(await site.visit(shop.url + path))
                between()
            return answers

    return asyncio.run(fetch())


@pytest.mark.parametrize("success", ["", "Logout", "/accounts/logout/"])
def test_its_login_form_lets_us_in(oscar_shop, success):
    (answer,) = visited(oscar_shop, oscar.account(), success=success)
    assert isinstance(answer.result, Page)
    assert answer.result.url == oscar_shop.url + oscar.account()
    assert oscar.USER in answer.result.body.decode()
    assert oscar.PASSWORD not in str(answer.exchanges)


def test_without_a_login_the_account_is_out_of_reach(oscar_shop):
    async def fetch():
        async with open_site(Scope.around(oscar_shop.url + "/"), SETTINGS) as site:
            return await site.fetch(oscar_shop.url + oscar.account())

    page = asyncio.run(fetch())
    assert page.url.startswith(oscar_shop.url + oscar.LOGIN)


def test_a_wrong_password_is_noticed(oscar_shop):
    with pytest.raises(FetchError, match="the form is there again"):
        visited(oscar_shop, oscar.account(), password="wrong")


def test_a_session_that_the_shop_has_ended_is_begun_again(oscar_shop):
    path = oscar.account()
    answers = visited(oscar_shop, path, path, path, between=oscar_shop.end_sessions)
    assert [answer.result.url for answer in answers] == [oscar_shop.url + path] * 3


def test_the_way_out_is_not_taken(oscar_shop):
    out, account = visited(oscar_shop, "/accounts/logout/", oscar.account())
    assert isinstance(out.result, Failure)
    assert out.result.kind is FailureKind.SCOPE
    assert account.result.url == oscar_shop.url + oscar.account()


def test_its_products_are_found_from_one_of_them(oscar_shop):
    sample = oscar_shop.url + oscar.product(1)
    entry = oscar_shop.url + "/catalogue/"
    # One at a time: the shop counts how often a product is looked at, and its small database allows one writer.
    crawler = api.learn(sample, entry=entry, delay=0, concurrency=1)
    found = {page.url for page in crawler.crawl()}
    assert found == oscar_shop.products


def test_nothing_is_done_to_the_account_of_who_is_logged_in(oscar_shop):
    """Its pages link to wishlists and to the way out once somebody is logged in: neither is asked for."""

    class Watched:
        def __init__(self, site):
            self.site, self.asked = site, []

        async def fetch(self, url):
            self.asked.append(url)
            return await self.site.fetch(url)

    async def work():
        entry = oscar_shop.url + "/catalogue/"
        scope = Scope.around(entry)
        login = Login(LoginKind.FORM, oscar_shop.url + oscar.LOGIN, oscar.USER, oscar.PASSWORD, "")
        settings = replace(SETTINGS, concurrency=1)
        async with open_site(scope, settings, named=[entry], login=login) as site:
            watched = Watched(site)
            task = LearningTask((oscar_shop.url + oscar.product(1),), entry, scope)
            learned = await STRATEGIES["auto"](watched, task, settings, Stop(), lambda _: None)
            crawl = StructureDrivenCrawl(watched, learned.crawler, Stop())
            return watched.asked, {target.page.url async for target in crawl.targets()}

    asked, found = asyncio.run(work())
    assert found == oscar_shop.products
    acting = ("/logout/", "/add/", "/create/", "/vote/", "/delete/")
    assert [url for url in asked if any(path in url for path in acting)] == []
    assert oscar_shop.lines() == 0
