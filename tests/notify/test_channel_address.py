"""Receivers as people write them, and as they are shown."""

import pytest

from pagekin.errors import UsageError
from pagekin.notify import ChannelKind, read_address


@pytest.mark.parametrize(
    ("text", "kind", "shown"),
    [
        ("mailto:anna@example.org", ChannelKind.MAIL, "mailto:anna@example.org"),
        (" anna@example.org ", ChannelKind.MAIL, "mailto:anna@example.org"),
        ("MAILTO:anna@example.org", ChannelKind.MAIL, "mailto:anna@example.org"),
        (
            "https://hooks.example.org/T0/s3cret?x=s3cret",
            ChannelKind.WEBHOOK,
            "https://hooks.example.org/…",
        ),
        (
            "https://u:s3cret@hooks.example.org:8443/",
            ChannelKind.WEBHOOK,
            "https://hooks.example.org:8443/…",
        ),
        ("http://[::1]:80/s3cret", ChannelKind.WEBHOOK, "http://[::1]:80/…"),
        ("slack://s3cret/s3cret/s3cret/#all", ChannelKind.SERVICE, "slack://…"),
    ],
)
def test_an_address_is_shown_without_its_secrets(text, kind, shown):
    address = read_address(text)
    assert (address.kind, address.shown) == (kind, shown)
    assert "s3cret" not in repr(address)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "anna",
        "https:///path",
        "https://[x/s3cret",
        "json://s3cret",
        "a://b c",
        "slack://s3cret\n/x",
    ],
)
def test_what_is_no_receiver_is_refused_and_not_repeated(text):
    with pytest.raises(UsageError) as caught:
        read_address(text)
    assert "s3cret" not in str(caught.value)
