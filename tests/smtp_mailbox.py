"""A real SMTP server on loopback that keeps what it gets."""

import contextlib
import email
import email.policy

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import AuthResult


class Mailbox:
    """What has come, and how the server is to answer."""

    def __init__(self):
        self.raw = []
        self.receivers = []
        self.refuse = ""  # an answer instead of accepting
        self.logins = []
        self.accepted = lambda: None  # called when a mail has come, before that is confirmed
        self.port = 0

    @property
    def mails(self):
        return [email.message_from_bytes(raw, policy=email.policy.default) for raw in self.raw]

    async def handle_DATA(self, server, session, envelope):  # noqa: N802 - aiosmtpd's name
        del server, session
        if self.refuse:
            return self.refuse
        self.raw.append(envelope.content)
        self.receivers.append(envelope.rcpt_tos)
        self.accepted()
        return "250 OK"

    def settings(self, **more):
        """Give the settings that send mail here."""
        return {
            "mail_host": "127.0.0.1",
            "mail_port": self.port,
            "mail_security": "none",
            "mail_from": "Pagekin <pagekin@shop.test>",
            **more,
        }


class _OnAnyPort(Controller):
    """Listens on a port that the system has chosen."""

    def _trigger_server(self):
        self.port = self.server.sockets[0].getsockname()[1]
        super()._trigger_server()


@contextlib.contextmanager
def mailbox(*, password="", tls_context=None):
    """Serve a mailbox for as long as the block lasts; with a password, users have to log in."""
    box = Mailbox()

    def authenticate(server, session, envelope, mechanism, data):
        del server, session, envelope, mechanism
        box.logins.append(data.login.decode())
        return AuthResult(success=data.password.decode() == password, handled=False)

    controller = _OnAnyPort(
        box,
        hostname="127.0.0.1",
        port=0,
        tls_context=tls_context,
        **(
            {
                "authenticator": authenticate,
                "auth_require_tls": False,
            }
            if password
            else {}
        ),
    )
    controller.start()
    box.port = controller.port
    try:
        yield box
    finally:
        controller.stop()
