"""A message that only shows that messages arrive."""

from __future__ import annotations

import secrets
from typing import TYPE_CHECKING

from pagekin.app.telling.channels import channel_cipher
from pagekin.errors import NothingFoundError
from pagekin.notify import Message, send
from pagekin.store.reading.subscribers import channels_of, person_named

if TYPE_CHECKING:
    from pagekin.settings import Settings
    from pagekin.store.opening import Store

_TEXT = "This is a test. pagekin tells you here what you have asked for.\n"


def send_trial(store: Store, name: str, channel: int, settings: Settings, now: float) -> str:
    """Send somebody a message by one of their channels; return how that is shown.

    DeliveryError or UsageError says why it did not get there.
    """
    with store.connection() as connection:
        person = person_named(connection, name)
        own = channels_of(connection, person.id) if person else []
    found = next((one for one in own if one.id == channel), None)
    if found is None:
        raise NothingFoundError("there is no such receiver any more")
    cipher, about = channel_cipher(store), f"the address {found.shown}"
    url = cipher.decrypted(found.token, about)
    secret = cipher.decrypted(found.secret, about) if found.secret else ""
    message = Message(secrets.token_hex(16), "A test from pagekin", _TEXT)
    send(message, url, settings, secret=secret, now=now)
    return found.shown
