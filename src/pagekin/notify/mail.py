"""Mail, by Django over SMTP."""

import contextlib
import smtplib
import socket
import ssl
from email.utils import parseaddr

from django.core.mail import EmailMultiAlternatives
from django.core.mail.backends.smtp import EmailBackend

from pagekin.errors import DeliveryError, UsageError
from pagekin.notify.message import Message, one_line
from pagekin.settings import Settings
from pagekin.store.django_setup import set_up

set_up()
_PORTS = {"starttls": 587, "tls": 465, "none": 25}
_TIMEOUT = 30.0  # seconds


def send_mail(message: Message, receiver: str, settings: Settings) -> None:
    """Send a message to a mail address, as text and as HTML."""
    backend = _backend(settings)
    mail = EmailMultiAlternatives(
        one_line(message.subject),
        message.text,
        _sender(settings),
        [receiver],
        connection=backend,
        headers={
            # The same message keeps its number, so that mailboxes can tell if it comes twice.
            "Message-ID": f"<{message.id}@{_domain(settings)}>",
            "Auto-Submitted": "auto-generated",  # so that nobody's absence is announced to us
            "Precedence": "bulk",
        },
    )
    if message.html:
        mail.attach_alternative(message.html, "text/html")
    for file in message.attachments:
        mail.attach(file.name, file.content, file.media_type)
    where = f"the mail server {settings.mail_host}"
    try:
        with contextlib.closing(backend):  # also if the login has failed
            mail.send()
    except smtplib.SMTPAuthenticationError as error:
        raise DeliveryError(f"{where} did not accept user and password ({_code(error)})") from None
    except smtplib.SMTPRecipientsRefused as error:
        code, why = next(iter(error.recipients.values()))
        raise DeliveryError(f"{where} refused the receiver: {code} {_text(why)}") from None
    except smtplib.SMTPResponseException as error:
        raise DeliveryError(f"{where} refused the mail: {_code(error)}") from None
    except ssl.SSLError as error:
        raise DeliveryError(f"{where}: no secure connection: {one_line(str(error))}") from None
    except (smtplib.SMTPException, OSError) as error:
        raise DeliveryError(f"{where} cannot be reached: {one_line(str(error))}") from None


def check_mail(settings: Settings) -> None:
    """Raise UsageError if the settings do not say how mail is sent."""
    if not settings.mail_host:
        raise UsageError(
            "no mail can be sent: set mail_host (and mail_from, mail_user, mail_password) in "
            "pagekin.toml, or as PAGEKIN_MAIL_HOST and so on in the environment"
        )
    _sender(settings)


def _backend(settings: Settings) -> EmailBackend:
    check_mail(settings)
    return EmailBackend(
        host=settings.mail_host,
        port=settings.mail_port or _PORTS[settings.mail_security],
        username=settings.mail_user,
        password=settings.mail_password,
        use_tls=settings.mail_security == "starttls",
        use_ssl=settings.mail_security == "tls",
        timeout=_TIMEOUT,
    )


def _sender(settings: Settings) -> str:
    sender = settings.mail_from or settings.mail_user
    if "@" not in parseaddr(sender)[1]:
        raise UsageError("mail needs a sender: set mail_from, such as 'pagekin@example.org'")
    return one_line(sender)


def _domain(settings: Settings) -> str:
    return parseaddr(_sender(settings))[1].rpartition("@")[2] or socket.gethostname()


def _code(error: smtplib.SMTPResponseException) -> str:
    return f"{error.smtp_code} {_text(error.smtp_error)}"


def _text(answer: bytes | str) -> str:
    return one_line(answer.decode(errors="replace") if isinstance(answer, bytes) else answer)
