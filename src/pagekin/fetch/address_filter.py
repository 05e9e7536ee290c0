"""Decides, for every connection, whether the very address about to be connected to is allowed.

What a person names may be anywhere, including private networks and this machine; what counts is the exact
host with its exact port, as the person spelled it. Whatever a page, a redirect, a robots.txt or a sitemap
names must lead to a public address, or into a network listed in the setting `allow_networks`.

Everything in pagekin connects through a `FilteredConnector`. It asks after the name was looked up and before
the socket exists, so there is no second look-up that could have another answer.

With a proxy it is the proxy that looks up the name and connects. Then the name is looked up here as well,
and every one of its addresses must be allowed; a name that cannot be looked up here is left alone unless a
person named it. Whether the proxy finds the same addresses cannot be known: its own rules must keep it out
of networks that nobody should reach.
"""

import errno
import socket
from collections.abc import Iterable
from contextvars import ContextVar
from typing import Any
from weakref import WeakSet

import aiohttp
from aiohttp.abc import AbstractResolver, ResolveResult
from aiohttp.connector import AddrInfoType, Connection
from yarl import URL

from pagekin.fetch.ip_addresses import Address, purpose_of, read_address
from pagekin.settings import setting_values

_DEFAULT_PORTS = (80, 443)
_HINT = "begin there, or allow its network, also for hosts in --domains: --allow-networks {}"
# None: the proxy, which a person has chosen.
_destination: ContextVar[tuple[str, int] | None] = ContextVar("destination", default=("", 0))
# Whether the connection of the task's last request has served others before.
was_kept_alive: ContextVar[bool] = ContextVar("was_kept_alive", default=False)


class AddressRefusedError(OSError):
    """An address that must not be connected to; the text says why."""

    def __init__(self, reason: str) -> None:
        super().__init__(errno.EACCES, reason)
        self.reason = reason


class AddressFilter:
    """Decides which hosts may be connected to, at which addresses."""

    def __init__(self, named: Iterable[str], allow_networks: str = "") -> None:
        """Take the hosts (`host` or `host:port`) that a person named, and the networks that are allowed."""
        self._named = {destination for host in named for destination in _destinations(host)}
        self._networks = setting_values.networks(allow_networks)
        self._seen_public: set[str] = set()

    def refusal(self, host: str, port: int, address: str) -> str | None:
        """Return why this host must not be connected to at this address; None if it may be."""
        ip = read_address(address)
        purpose = purpose_of(ip)
        if purpose is None or self._is_allowed(ip):
            return None
        is_literal = read_address(host) is not None
        is_at_home = purpose.is_home and host not in self._seen_public
        if (host, port) in self._named and (is_literal or is_at_home):
            return None
        subject = f"{host} is" if is_literal else f"{host} leads to {address},"
        return f"{subject} {purpose.text}, where only you may lead: {_HINT.format(address)}"

    def is_named(self, host: str, port: int) -> bool:
        """Whether a person named this host with this port."""
        return (host, port) in self._named

    def _is_allowed(self, ip: Address | None) -> bool:
        return ip is not None and any(
            ip.version == network.version and ip in network for network in self._networks
        )

    def looked_up(self, host: str, addresses: Iterable[str]) -> None:
        """Remember hosts with public addresses: they have no business on a private one, now or later."""
        if any(purpose_of(read_address(address)) is None for address in addresses):
            self._seen_public.add(host)


class FilteredConnector(aiohttp.TCPConnector):
    """A connector for any of aiohttp's client sessions that connects only where it is allowed."""

    def __init__(self, address_filter: AddressFilter, **options: Any) -> None:
        """Take the filter, and the options of a `TCPConnector`."""
        self._filter = address_filter
        self._names = _Resolver(address_filter)
        self._used: WeakSet[Any] = WeakSet()
        super().__init__(resolver=self._names, socket_factory=self._open_socket, **options)

    async def connect(
        self,
        req: aiohttp.ClientRequest,
        traces: list[Any],
        timeout: aiohttp.ClientTimeout,  # noqa: ASYNC109 - the signature is aiohttp's
    ) -> Connection:
        """Connect for a request, and let the filter know which host is meant."""
        host, port = req.url.raw_host or "", req.port or 0
        _destination.set(None if req.proxy else (host, port))
        was_kept_alive.set(False)
        if req.proxy:
            refusal = await self._refusal_behind_proxy(host, port)
            if refusal:
                key = req.connection_key
                raise aiohttp.ClientConnectorError(key, AddressRefusedError(refusal))
        connection = await super().connect(req, traces, timeout)
        if connection.protocol is not None:
            was_kept_alive.set(connection.protocol in self._used)
            self._used.add(connection.protocol)
        return connection

    async def _refusal_behind_proxy(self, host: str, port: int) -> str | None:
        """Return why the proxy must not be asked for this host; None if it may be."""
        if read_address(host) is not None:
            return self._filter.refusal(host, port, host)
        try:
            found = await self._names.resolve(host, port, socket.AF_UNSPEC)
        except OSError:
            if self._filter.is_named(host, port):
                return None
            return f"{host} cannot be resolved here, so where the proxy would go cannot be checked"
        refusals = (self._filter.refusal(host, port, result["host"]) for result in found)
        return next(filter(None, refusals), None)

    def _open_socket(self, info: AddrInfoType) -> socket.socket:
        family, kind, protocol, _, address = info
        destination = _destination.get()
        refusal = self._filter.refusal(*destination, str(address[0])) if destination else None
        if refusal:
            raise AddressRefusedError(refusal)
        return socket.socket(family, kind, protocol)


class _Resolver(AbstractResolver):
    """Looks names up as aiohttp does, and shows the filter all the answers."""

    def __init__(self, address_filter: AddressFilter) -> None:
        self._filter = address_filter
        self._system = aiohttp.DefaultResolver()

    async def resolve(
        self, host: str, port: int = 0, family: socket.AddressFamily = socket.AF_INET
    ) -> list[ResolveResult]:
        """Return the addresses of a host."""
        found = await self._system.resolve(host, port, family)
        self._filter.looked_up(host, (result["host"] for result in found))
        return found

    async def close(self) -> None:
        """Close the resolver below."""
        await self._system.close()


def _destinations(host: str) -> Iterable[tuple[str, int]]:
    """Return the host and port that a person named; without a port, those of http and https."""
    try:
        url = URL(f"//{host}", encoded=True)
        name, port = url.raw_host or "", url.explicit_port
    except ValueError:
        return ()
    return [(name, port)] if port else [(name, default) for default in _DEFAULT_PORTS]
