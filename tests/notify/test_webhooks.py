"""Webhooks to a real receiver on loopback."""

import hashlib
import hmac
import json

import pytest

from hook_receiver import hook_receiver
from pagekin.errors import DeliveryError
from pagekin.notify import Message, send
from pagekin.settings import Settings

MESSAGE = Message("abc123", "shop:\n3 prices fell", "Three ü fell.\n", data={"title": "shop"})
LOOPBACK = Settings(allow_networks="127.0.0.0/8")
NOW = 1_767_225_600.7


@pytest.fixture
def receiver():
    with hook_receiver() as receiver:
        yield receiver


def test_a_message_comes_as_json_with_a_signature(receiver):
    send(MESSAGE, f"{receiver.url}/t0ken", LOOPBACK, secret="s3cret", now=NOW)
    [(path, headers, body)] = receiver.requests
    assert path == "/t0ken"
    assert json.loads(body) == {
        "id": "abc123",
        "subject": "shop: 3 prices fell",
        "text": "Three ü fell.\n",
        "report": {"title": "shop"},
    }
    assert headers["Pagekin-Delivery"] == "abc123"
    assert headers["Content-Type"] == "application/json"
    signed = hmac.new(b"s3cret", b"1767225601." + body, hashlib.sha256).hexdigest()
    assert headers["Pagekin-Signature"] == f"t=1767225601,v1={signed}"


@pytest.mark.parametrize(
    "host", ["127.0.0.1", "localhost", "0x7f000001", "[::ffff:127.0.0.1]", "127.1"]
)
def test_no_webhook_reaches_a_private_address_unless_its_network_is_allowed(receiver, host):
    url = receiver.url.replace("127.0.0.1", host)
    with pytest.raises(DeliveryError, match=r"not public|cannot be reached"):
        send(MESSAGE, f"{url}/t0ken", Settings(), secret="s3cret", now=NOW)
    assert receiver.requests == []


@pytest.mark.parametrize("status", [302, 400, 410, 500])
def test_any_answer_but_well_done_is_a_failure(receiver, status):
    receiver.status = status
    receiver.headers = {"Location": f"{receiver.url}/elsewhere"}
    with pytest.raises(DeliveryError, match=f"answered {status}") as caught:
        send(MESSAGE, f"{receiver.url}/t0ken", LOOPBACK, secret="s3cret", now=NOW)
    assert len(receiver.requests) == 1  # redirects are not followed
    assert "t0ken" not in str(caught.value)


def test_a_receiver_that_is_not_there_is_told_without_its_secrets():
    with pytest.raises(DeliveryError, match="cannot be reached") as caught:
        send(MESSAGE, "http://user:p4ss@127.0.0.1:9/t0ken", LOOPBACK, secret="s3cret", now=NOW)
    for secret in ("t0ken", "p4ss", "s3cret"):
        assert secret not in str(caught.value)
