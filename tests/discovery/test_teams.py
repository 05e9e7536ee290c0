"""Paper 002's own kind of site: players by team, in many teams of the same size."""

import asyncio
from dataclasses import replace

import pytest

from ejazz import ENTRY, artist_url, artist_urls, ejazz
from pagekin.discovery import STRATEGIES, LearningTask
from pagekin.errors import NothingFoundError
from pagekin.settings import Settings
from pagekin.site import Stop
from pagekin.testing import FakeSite
from pagekin.urls import Scope
from shops import crawl, links, name, table, url

PLAYERS = 10
TAGS = ("aside", "figure", "address", "section", "header", "footer", "blockquote", "main")


def league(teams):
    """A page for each team, which names all others, and a page for each of its players."""
    paths = [f"/team/{name(number)}" for number in range(teams)]
    menu = links(paths, "teams")
    site = {"/": html(f"<h1>League</h1>{menu}<p class=foot><a href=/rules>Rules</a></p>")}
    site["/rules"] = html("<h1>Rules</h1><ol><li>Be fair</li></ol><p><a href=/>League</a></p>")
    for number, path in enumerate(paths):
        players = [f"/player/{number * PLAYERS + one}" for one in range(PLAYERS)]
        site[path] = html(f"{menu}<h1>Team</h1><div class=squad>{links(players, 'squad')}</div>")
        site |= {player: html(_card(player, path)) for player in players}
    return site


def html(body):
    return f"<!doctype html><title>League</title><body>{body}".encode()


def _card(player, team):
    """A page with links in more places than two pages of a class may differ in."""
    places = "".join(f"<{tag}><a href=/rules>Rules</a></{tag}>" for tag in TAGS)
    return f"<h1>{player}</h1><dl><dt>Team</dt><dd><a href={team}>{team}</a></dd></dl>{places}"


def learned(site, strategy, entry=None):
    task = LearningTask((url("/player/37"),), entry and url(entry), Scope.around(url("/")))
    learning = STRATEGIES[strategy](FakeSite(site), task, Settings(), Stop(), lambda _: None)
    return asyncio.run(learning).crawler


@pytest.mark.parametrize("strategy", ["trivial", "indesit", "auto"])
@pytest.mark.parametrize("teams", [24, 32])
@pytest.mark.parametrize("entry", [None, "/"])
def test_the_players_of_all_teams_are_found(strategy, teams, entry):
    site = table(league(teams))
    crawler = learned(site, strategy, entry)
    assert crawler.learned.expected == PLAYERS * teams
    _, found = crawl(FakeSite(site), crawler)
    assert set(found) == {url(f"/player/{number}") for number in range(PLAYERS * teams)}
    assert len(crawler.navigation.starts) <= 2


@pytest.mark.parametrize("strategy", ["trivial", "indesit"])
def test_the_artists_of_e_jazz_are_found(strategy):
    site = ejazz(52)
    task = LearningTask((artist_url(12),), ENTRY, Scope.around(ENTRY))
    learning = STRATEGIES[strategy](FakeSite(site), task, Settings(), Stop(), lambda _: None)
    crawler = asyncio.run(learning).crawler
    assert set(crawl(FakeSite(site), crawler)[1]) >= set(artist_urls(52))


def test_how_alike_schemas_must_be_and_how_deep_to_search_are_settings():
    """With a threshold of one, only pages with exactly the sample's links are like it."""
    site = table(league(6))
    for path in ["/player/7", "/player/8"]:
        site[url(path)] = site[url(path)].replace(b"<h1>", b"<nav><a href=/rules>R</a></nav><h1>")
    strict = replace(Settings(), schema_distance=1)
    for strategy in ("trivial", "indesit"):
        found = searched(site, strategy, strict).learned.targets
        assert (found, searched(site, strategy, Settings()).learned.targets) == (58, 60)
    with pytest.raises(NothingFoundError):
        searched(site, "trivial", replace(Settings(), index_depth=0))


def searched(site, strategy, settings):
    task = LearningTask((url("/player/37"),), None, Scope.around(url("/")))
    learning = STRATEGIES[strategy](FakeSite(site), task, settings, Stop(), lambda _: None)
    return asyncio.run(learning).crawler
