"""Services by way of apprise; a real one that is on loopback."""

import importlib.util
import json
import logging

import pytest

from hook_receiver import hook_receiver
from pagekin.errors import DeliveryError, UsageError
from pagekin.notify import Message, checked_address, send
from pagekin.settings import Settings

# What apprise loads warns of modules that are going to be removed from Python.
pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning")
MESSAGE = Message("abc123", "3 prices fell", "Three fell.\n" * 1000)


@pytest.fixture
def receiver():
    with hook_receiver() as receiver:
        receiver.status = 200
        yield receiver


def test_a_service_gets_the_text_no_longer_than_it_takes(receiver, caplog):
    url = receiver.url.replace("http", "gotify") + "/s3cret"
    with caplog.at_level(logging.DEBUG, logger="apprise"):
        send(MESSAGE, url, Settings(allow_networks="127.0.0.0/8"), now=0)
    [(_, _, body)] = receiver.requests
    assert json.loads(body)["title"] == "3 prices fell"
    assert 3000 < len(json.loads(body)["message"]) < 3600
    assert "s3cret" not in caplog.text


def test_no_service_is_asked_at_a_private_address_unless_its_network_is_allowed(receiver):
    with pytest.raises(DeliveryError, match="not public"):
        send(MESSAGE, receiver.url.replace("http", "gotify") + "/s3cret", Settings(), now=0)
    assert receiver.requests == []


def test_a_service_that_refuses_is_a_failure_without_secrets(receiver):
    receiver.status = 401
    with pytest.raises(DeliveryError) as caught:
        send(
            MESSAGE,
            receiver.url.replace("http", "gotify") + "/s3cret",
            Settings(allow_networks="127.0.0.0/8"),
            now=0,
        )
    assert "s3cret" not in str(caught.value)


def test_a_url_that_apprise_does_not_know_is_refused_at_once():
    with pytest.raises(UsageError, match="apprise does not take this nosuch:// URL"):
        checked_address("nosuch://s3cret")


def test_without_apprise_it_is_said_how_to_get_it(monkeypatch):
    monkeypatch.setattr(importlib.util, "find_spec", lambda _: None)
    with pytest.raises(UsageError, match=r"pagekin\[notify\]"):
        checked_address("gotify://host/token")
