"""Channels: the addresses at which people are told, encrypted in the store."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from pagekin.notify.channel_address import ChannelKind, read_address
from pagekin.store.secret_cipher import KEY_NAME, SecretCipher
from pagekin.store.writing.subscribing import NewChannel, keep_channel

if TYPE_CHECKING:
    from pagekin.store.database import Connection
    from pagekin.store.opening import Store

_AGAIN = "name the receiver once more with 'pagekin people NAME --to …'"


def channel_cipher(store: Store) -> SecretCipher:
    """Return the cipher for addresses; its key is in the data directory, beside the store."""
    return SecretCipher(store.location.directory / KEY_NAME, _AGAIN)


def enter_channel(store: Store, connection: Connection, person: int, text: str) -> tuple[int, str]:
    """Enter an address of a person; return its number, and for a new webhook what it is signed with."""
    address = read_address(text)
    secret = secrets.token_urlsafe(32) if address.kind is ChannelKind.WEBHOOK else ""
    new = NewChannel(address.url, address.shown, secret)
    number, is_new = keep_channel(connection, person, new, channel_cipher(store))
    return number, secret if is_new else ""
