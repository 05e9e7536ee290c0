"""Sends a message to a channel, whichever kind it is."""

from pagekin.lazy import lazy_imports
from pagekin.notify.channel_address import ChannelAddress, ChannelKind, read_address
from pagekin.notify.message import Message
from pagekin.settings import Settings

with lazy_imports():  # Django's mail, aiohttp and apprise: only the one that is needed
    from pagekin.notify import mail, services, webhooks


def send(
    message: Message, channel_url: str, settings: Settings, *, secret: str = "", now: float
) -> None:
    """Send a message; raise DeliveryError, which holds no secrets, if it did not get there."""
    address = read_address(channel_url)
    match address.kind:
        case ChannelKind.MAIL:
            mail.send_mail(message, address.mail, settings)
        case ChannelKind.WEBHOOK:
            webhooks.send_webhook(message, address.url, secret, settings, now)
        case ChannelKind.SERVICE:
            services.send_to_service(message, address.url, settings)


def checked_address(text: str) -> ChannelAddress:
    """Read where messages go; raise UsageError for what could not be reached from anywhere."""
    address = read_address(text)
    if address.kind is ChannelKind.SERVICE:
        services.check_service(address.url)
    return address


def check_settings(address: ChannelAddress, settings: Settings) -> None:
    """Raise UsageError if the settings here do not say how messages get to a channel."""
    if address.kind is ChannelKind.MAIL:
        mail.check_mail(settings)
