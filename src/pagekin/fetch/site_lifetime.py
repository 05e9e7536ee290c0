"""Opens a site on the network, and closes it without waiting for servers that never answer."""

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager

from pagekin.fetch.address_filter import AddressFilter
from pagekin.fetch.engine import Engine, Identity
from pagekin.fetch.http_site import HttpSite
from pagekin.fetch.origin_secrets import host_in, origins_of
from pagekin.fetch.outages import Clock
from pagekin.fetch.pace import PaceLimits
from pagekin.fetch.process_sharing import ProcessSharing, on_this_machine
from pagekin.settings import Settings
from pagekin.site.login_kinds import Login
from pagekin.urls import Scope

# Loggers that would write warnings to the terminal where nobody has set up logging.
_CHATTY = ("aiohttp", "protego", "tldextract")
_NOWHERE = logging.NullHandler()


@asynccontextmanager
async def open_site(
    scope: Scope,
    settings: Settings,
    *,
    named: Iterable[str] | None = None,
    login: Login | None = None,
    sharing: ProcessSharing | None = None,
    answered: str = "",
    clock: Clock | None = None,
) -> AsyncIterator[HttpSite]:
    """Open a site for fetching in the running event loop; leaving ends all that is under way.

    `named` are the URLs, or the hosts (with their ports), that a person named: they may have private
    addresses, and the secrets that a person gave go to the origins of the URLs and nowhere else. By
    default that is the scope's host, by https unless the scope says otherwise; with the setting `only_public`
    not even these may have private addresses. With a login the site is
    logged in to; if that fails, a FetchError says why. `sharing` counts the processes that ask the same
    hosts and share their pace; by default those of the same user on this machine. Hosts that have answered are
    waited for when they go away: `answered` is a page that came before, `clock` times the waits.
    """
    places = [scope.host] if named is None else list(named)
    logins = [login.url] if login else []
    for name in _CHATTY:
        logging.getLogger(name).addHandler(_NOWHERE)
    origins = origins_of(places, f"{scope.scheme or 'https'}://{scope.host}")
    engine = Engine(
        settings,
        Identity(origins, login),
        AddressFilter(
            () if settings.only_public else map(host_in, places + logins), settings.allow_networks
        ),
        PaceLimits(
            settings.concurrency,
            settings.delay,
            slows_down=settings.autothrottle,
            sharing=sharing or on_this_machine(),
        ),
        clock,
    )
    engine.outages.last_page = answered
    closing = engine.close
    try:
        site = HttpSite(scope, settings, engine, login)
        closing = site.close
        await site.log_in()
        yield site
    finally:
        task = asyncio.create_task(closing())
        try:
            await asyncio.shield(task)
        except asyncio.CancelledError:  # even then, nothing is left half-closed
            await asyncio.wait({task})
            raise
