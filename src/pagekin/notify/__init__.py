"""Telling people: mail, webhooks, and whatever apprise can reach."""

from pagekin.notify.channel_address import ChannelAddress, ChannelKind, read_address
from pagekin.notify.message import Attachment, Message, one_line
from pagekin.notify.sending import check_settings, checked_address, send

__all__ = [
    "Attachment",
    "ChannelAddress",
    "ChannelKind",
    "Message",
    "check_settings",
    "checked_address",
    "one_line",
    "read_address",
    "send",
]
