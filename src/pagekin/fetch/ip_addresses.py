"""What an address is for: the public, or a special purpose as IANA lists them."""

from dataclasses import dataclass
from functools import lru_cache
from ipaddress import (
    IPv4Address,
    IPv4Network,
    IPv6Address,
    IPv6Network,
    ip_address,
    ip_network,
)

Address = IPv4Address | IPv6Address
Network = IPv4Network | IPv6Network


@dataclass(frozen=True, slots=True)
class Purpose:
    """What an address is for if it is not a public one."""

    text: str
    # Whether a host name in somebody's own network may well lead there.
    is_home: bool = False


_LOOPBACK = Purpose("a loopback address", is_home=True)
_PRIVATE = Purpose("a private address", is_home=True)
_SHARED = Purpose("an address inside a provider's network", is_home=True)
_LINK_LOCAL = Purpose("a link-local address")
_UNSPECIFIED = Purpose("an address that stands for this machine")
_MULTICAST = Purpose("a multicast address")
_RESERVED = Purpose("a reserved address")
_TUNNEL = Purpose("an address of a tunnel")
_CLOUD = Purpose("an address of a cloud's own services")
_NO_ADDRESS = Purpose("no address that could be checked")

_SPECIAL: tuple[tuple[Network, Purpose], ...] = tuple(
    (ip_network(network), purpose)
    for purpose, networks in (
        (_LOOPBACK, "127.0.0.0/8 ::1/128"),
        (_UNSPECIFIED, "0.0.0.0/8 ::/128"),
        (_PRIVATE, "10.0.0.0/8 172.16.0.0/12 192.168.0.0/16 fc00::/7"),
        (_SHARED, "100.64.0.0/10"),
        (_LINK_LOCAL, "169.254.0.0/16 fe80::/10 fec0::/10"),
        (_MULTICAST, "224.0.0.0/4 ff00::/8"),
        (_CLOUD, "168.63.129.16/32"),
        (_TUNNEL, "192.88.99.0/24 2001::/32 2002::/16 64:ff9b:1::/48"),
        (_RESERVED, "192.0.0.0/24 192.0.2.0/24 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24"),
        (_RESERVED, "240.0.0.0/4 2001::/23 2001:db8::/32 3fff::/20"),
    )
    for network in networks.split()
)
_GLOBAL_IPV6 = IPv6Network("2000::/3")
# The well-known prefix by which networks without IPv4 reach IPv4 hosts (RFC 6052).
_NAT64 = IPv6Network("64:ff9b::/96")
_ISATAP = {0x5EFE, 0x0200_5EFE}  # RFC 5214: an IPv4 address behind these is where the packets go
_LOW = 0xFFFF_FFFF


def read_address(text: str) -> Address | None:
    """Read an address as sockets have it; an IPv4 address written as IPv6 becomes plain again."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        if address.ipv4_mapped:
            return address.ipv4_mapped
        if address in _NAT64:
            return IPv4Address(int(address) & _LOW)
    return address


@lru_cache(maxsize=4096)
def purpose_of(address: Address | None) -> Purpose | None:
    """Return the special purpose of an address; None if it is a public one."""
    if address is None:
        return _NO_ADDRESS
    for network, purpose in _SPECIAL:
        if address.version == network.version and address in network:
            return purpose
    if isinstance(address, IPv4Address):
        return None
    if address not in _GLOBAL_IPV6:
        return _RESERVED
    if (int(address) >> 32) & _LOW in _ISATAP:
        return purpose_of(IPv4Address(int(address) & _LOW))
    return None
