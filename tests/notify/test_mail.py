"""Mail to a real SMTP server on loopback."""

import pytest

from pagekin.errors import DeliveryError, UsageError
from pagekin.notify import Attachment, Message, send
from pagekin.settings import Settings
from smtp_mailbox import mailbox

MESSAGE = Message(
    "abc123",
    "shop: 3 prices fell",
    "Three prices fell.\n",
    "<p>Three <b>prices</b> fell.</p>",
    (Attachment("report.html", "<p>all of it ü</p>", "text/html"),),
)
TO = "mailto:anna@example.org"


@pytest.fixture
def box():
    with mailbox() as box:
        yield box


def test_a_message_comes_as_text_as_html_and_with_its_report(box):
    send(MESSAGE, TO, Settings(**box.settings()), now=0)
    [mail] = box.mails
    assert box.receivers == [["anna@example.org"]]
    assert mail["Subject"] == "shop: 3 prices fell"
    assert mail["To"] == "anna@example.org"
    assert mail["From"] == "Pagekin <pagekin@shop.test>"
    assert mail["Message-ID"] == "<abc123@shop.test>"
    assert mail["Auto-Submitted"] == "auto-generated"
    assert mail.get_body(("plain",)).get_content().split() == ["Three", "prices", "fell."]
    assert "<b>prices</b>" in mail.get_body(("html",)).get_content()
    [report] = mail.iter_attachments()
    assert report.get_filename() == "report.html"
    assert "all of it ü" in report.get_content()


@pytest.mark.parametrize(
    "subject",
    [
        "fell\r\nBcc: eve@example.org",
        "fell\nBcc: eve@example.org",
        "fell\x0bX: y\x1b[2J",
        "ü " * 200,
    ],
)
def test_no_subject_adds_a_header(box, subject):
    message = Message("abc", subject, "text")
    send(message, TO, Settings(**box.settings()), now=0)
    [mail] = box.mails
    assert mail["Bcc"] is None
    assert mail["X"] is None
    assert mail["Subject"].isprintable()
    assert len(mail["Subject"].strip()) <= 150
    assert box.receivers == [["anna@example.org"]]


@pytest.mark.parametrize(
    "address",
    [
        "mailto:a@b.example,eve@example.org",
        "mailto:a@b.example\nBcc: eve@example.org",
        "mailto:a@b.example?bcc=eve@example.org x",
        "mailto:Anna <a@b.example>",
        "mailto:a b@c.example",
        "mailto:@",
        "a@b@c",
    ],
)
def test_an_address_is_one_address(address):
    with pytest.raises(UsageError, match="not one mail address"):
        send(MESSAGE, address, Settings(mail_host="127.0.0.1"), now=0)


def test_a_user_logs_in_and_the_password_is_shown_nowhere():
    with mailbox(password="c4n4ry") as box:
        settings = Settings(**box.settings(mail_user="anna", mail_password="c4n4ry"))
        send(MESSAGE, TO, settings, now=0)
        assert box.logins == ["anna"]
        assert len(box.mails) == 1
        assert "c4n4ry" not in repr(settings)
        wrong = Settings(**box.settings(mail_user="anna", mail_password="wr0ng"))
        with pytest.raises(DeliveryError, match="did not accept user and password") as caught:
            send(MESSAGE, TO, wrong, now=0)
        assert "wr0ng" not in str(caught.value)


def test_a_refusal_is_told(box):
    box.refuse = "554 too much\tmail today"
    with pytest.raises(DeliveryError, match="refused the mail: 554 too much mail today"):
        send(MESSAGE, TO, Settings(**box.settings()), now=0)


def test_a_server_that_cannot_secure_the_connection_gets_nothing(box):
    with pytest.raises(DeliveryError):
        send(MESSAGE, TO, Settings(**box.settings(mail_security="starttls")), now=0)
    assert box.mails == []


def test_a_server_that_is_not_there_is_named():
    settings = Settings(
        mail_host="127.0.0.1", mail_port=9, mail_security="none", mail_from="a@b.example"
    )
    with pytest.raises(DeliveryError, match=r"the mail server 127\.0\.0\.1 cannot be reached"):
        send(MESSAGE, TO, settings, now=0)


def test_settings_that_are_missing_are_named():
    with pytest.raises(UsageError, match="PAGEKIN_MAIL_HOST"):
        send(MESSAGE, TO, Settings(mail_from="a@b.example"), now=0)
    with pytest.raises(UsageError, match="mail_from"):
        send(MESSAGE, TO, Settings(mail_host="127.0.0.1"), now=0)
