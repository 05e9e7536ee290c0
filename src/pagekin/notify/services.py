"""All other services, by apprise: loaded only when somebody is to be told that way."""

import importlib.util
import logging
import socket
from typing import Any

from pagekin.errors import DeliveryError, UsageError
from pagekin.fetch.address_filter import AddressFilter
from pagekin.lazy import lazy_module
from pagekin.notify.message import Message, one_line
from pagekin.settings import Settings

_LONGEST = 3500  # characters: chat services refuse more


def check_service(url: str) -> None:
    """Raise UsageError if apprise is not there, or does not know the service of a URL."""
    _service(url)


def send_to_service(message: Message, url: str, settings: Settings) -> None:
    """Send a message's text to a service."""
    service = _service(url)
    _check_place(service, settings)
    text = message.text
    if len(text) > _LONGEST:
        text = f"{text[:_LONGEST].rpartition(chr(10))[0]}\n…"
    sent = service.notify(body=text, title=one_line(message.subject))
    if not sent:
        raise DeliveryError(f"{_name(service)} did not accept the message")


def _service(url: str) -> Any:
    if importlib.util.find_spec("apprise") is None:
        raise UsageError(
            "this receiver needs apprise, which is not installed: pip install 'pagekin[notify]'"
        )
    apprise = lazy_module("apprise")
    logging.getLogger("apprise").disabled = True  # its messages may hold parts of the URL
    service = apprise.Apprise.instantiate(url, suppress_exceptions=True)
    if service is None:
        scheme = url.partition(":")[0]
        raise UsageError(
            f"apprise does not take this {scheme}:// URL: look up how it is written for the service"
        )
    return service


def _check_place(service: Any, settings: Settings) -> None:
    """Raise DeliveryError if a service is at an address that is not public, and not allowed.

    Apprise looks the name up once more, so this is no gate as `FilteredConnector` is one.
    """
    host, port = getattr(service, "host", None), getattr(service, "port", None) or 443
    if not host:
        return
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return  # no host of the network: some services have names there
    allowed = AddressFilter((), settings.allow_networks)
    if any(allowed.refusal(host, port, str(address[0])) for *_, address in found):
        raise DeliveryError(
            f"{_name(service)} has an address that is not public: its network has to be in "
            "allow_networks"
        )


def _name(service: Any) -> str:
    return one_line(str(getattr(service, "service_name", "") or "the service"))
