"""A real shop in a real browser: its pages after their scripts ran, and behind its login."""

import asyncio

import oscar
import pytest

from chromium import needs_chromium
from pagekin.fetch import open_site
from pagekin.settings import Settings
from pagekin.site.login_kinds import Login, LoginKind
from pagekin.urls import Scope

WRITTEN_BY_SCRIPT = "//script[@src='/static/oscar/js/jquery/jquery.min.js']"
pytestmark = needs_chromium


def pages_of(shop, *paths, **settings):
    async def fetch():
        login = Login(LoginKind.FORM, shop.url + oscar.LOGIN, oscar.USER, oscar.PASSWORD, "")
        chosen = Settings(delay=0.0, retries=0, concurrency=4, **settings)
        scope, named = Scope.around(shop.url + "/"), [shop.url + "/"]
        async with open_site(scope, chosen, named=named, login=login) as site:
            return await asyncio.gather(*(site.fetch(shop.url + path) for path in paths))

    return asyncio.run(fetch())


@pytest.fixture
def _offline(monkeypatch):
    """Let no name be found: the shop would have a script from elsewhere, and has another one at hand."""

    async def resolve(*_):
        raise OSError("nobody")

    monkeypatch.setattr("pagekin.fetch.address_filter._Resolver.resolve", resolve)


@pytest.mark.usefixtures("_offline")
def test_pages_have_the_same_links_once_their_scripts_ran_and_the_login_holds(oscar_shop):
    paths = [oscar.product(1), "/catalogue/", oscar.account()]
    plain = pages_of(oscar_shop, *paths)
    rendered = pages_of(oscar_shop, *paths, render="always")
    for before, after in zip(plain, rendered, strict=True):
        assert after.url == before.url
        assert {link.url for link in after.links} == {link.url for link in before.links}
        assert not before.root.xpath(WRITTEN_BY_SCRIPT)
        assert after.root.xpath(WRITTEN_BY_SCRIPT)
    assert oscar.USER in rendered[-1].body.decode()
