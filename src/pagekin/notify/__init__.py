"""Telling people: mail, webhooks, and whatever apprise can reach."""

from pagekin.notify.channel_address import ChannelAddress, ChannelKind, read_address
from pagekin.notify.message import Attachment, Message, one_line
from pagekin.notify.sending import check_channel, send

__all__ = [
    "Attachment",
    "ChannelAddress",
    "ChannelKind",
    "Message",
    "check_channel",
    "one_line",
    "read_address",
    "send",
]
