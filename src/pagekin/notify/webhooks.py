"""Webhooks: a message as JSON, signed, sent to where the address filter allows.

The header `Pagekin-Signature: t=TIME,v1=SIGNATURE` has the time in seconds since 1970, and the HMAC-SHA256
of "TIME.BODY" under the secret of the channel, in hexadecimal digits. Whoever gets it checks both, and
refuses what is old: then nobody else can send a message in our name, nor an old one again.
"""

import asyncio
import hashlib
import hmac
import json
from typing import Any

import aiohttp
from yarl import URL

from pagekin.errors import DeliveryError
from pagekin.fetch.address_filter import AddressFilter, AddressRefusedError, FilteredConnector
from pagekin.notify.message import Message, one_line
from pagekin.settings import Settings

SIGNATURE = "Pagekin-Signature"
_TIMEOUT = 30.0  # seconds


def send_webhook(message: Message, url: str, secret: str, settings: Settings, now: float) -> None:
    """Send a message to a webhook; anything but an answer that says well done is a DeliveryError."""
    body = json.dumps(_content(message), ensure_ascii=False).encode()
    headers = {
        "Content-Type": "application/json",
        "User-Agent": settings.user_agent,
        "Pagekin-Delivery": message.id,
        SIGNATURE: signature(body, secret, now),
    }
    asyncio.run(_post(url, body, headers, settings))


def signature(body: bytes, secret: str, now: float) -> str:
    """Return the signature of a body that is sent now."""
    moment = f"{now:.0f}"
    signed = hmac.new(secret.encode(), f"{moment}.".encode() + body, hashlib.sha256)
    return f"t={moment},v1={signed.hexdigest()}"


def _content(message: Message) -> dict[str, Any]:
    return {
        "id": message.id,
        "subject": one_line(message.subject),
        "text": message.text,
        "report": message.data,
    }


async def _post(url: str, body: bytes, headers: dict[str, str], settings: Settings) -> None:
    address = URL(url)
    where = f"the webhook at {address.host}"
    # Nobody is named: whoever has a channel entered must not reach what only this machine can.
    connector = FilteredConnector(AddressFilter((), settings.allow_networks), force_close=True)
    timeout = aiohttp.ClientTimeout(total=_TIMEOUT)
    proxy = settings.proxy or None
    try:
        async with (
            aiohttp.ClientSession(connector=connector, timeout=timeout) as session,
            session.post(
                address, data=body, headers=headers, allow_redirects=False, proxy=proxy
            ) as answer,
        ):
            if not 200 <= answer.status < 300:
                raise DeliveryError(f"{where} answered {answer.status}")
    except aiohttp.ClientConnectorError as error:
        if isinstance(error.os_error, AddressRefusedError):
            raise DeliveryError(
                f"{where} has an address that is not public: its network has to be in allow_networks"
            ) from None
        raise DeliveryError(f"{where} cannot be reached: {_reason(error.os_error)}") from None
    except TimeoutError:
        raise DeliveryError(f"{where} did not answer within {_TIMEOUT:.0f} seconds") from None
    except (aiohttp.ClientError, OSError) as error:  # its text may repeat the URL
        raise DeliveryError(f"{where} cannot be reached: {type(error).__name__}") from None


def _reason(error: OSError) -> str:
    return one_line(error.strerror or type(error).__name__)
