"""A local mail server that keeps what it receives, and an event whose players ask to be told."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from pytest_django import Settings

from clubs.models import User
from tests.harness.servers import free_port
from tests.messaging.scene import Scene
from tournaments.models import Division


@dataclass
class PostOffice:
    """What the server received, by address, and what it answers instead of taking it. It speaks SMTP, as any other."""

    received: list[tuple[str, EmailMessage]] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)

    async def handle_RCPT(self, _server: Any, _session: Any, envelope: Any, address: str, _options: Any) -> str:
        """Take the address, or refuse it."""
        if address in self.refusals:
            return self.refusals[address]
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, _server: Any, _session: Any, envelope: Any) -> str:
        """Keep the mail."""
        mail = message_from_bytes(envelope.content, policy=policy.default)
        assert isinstance(mail, EmailMessage)
        self.received += [(to, mail) for to in envelope.rcpt_tos]
        return "250 OK"

    def to(self, address: str) -> list[EmailMessage]:
        """The mails to this address, in order."""
        return [mail for to, mail in self.received if to == address]

    def texts(self, address: str) -> list[str]:
        """Subject and text of each."""
        return [f"{mail['Subject']}\n{part(mail, 'plain')}" for mail in self.to(address)]


def part(mail: EmailMessage, kind: str) -> str:
    """The part of a mail, decoded."""
    body = mail.get_body(preferencelist=(kind,))
    assert body is not None
    return str(body.get_content())


@pytest.fixture
def post_office(settings: Settings) -> Iterator[PostOffice]:
    """A mail server on a free port, to which the site sends."""
    office = PostOffice()
    server = Controller(office, hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.MAIL_SERVER = settings.EMAIL_HOST = "127.0.0.1"
        settings.EMAIL_PORT = server.port
        settings.SITE_URL = "https://wordhall.example.org"
        yield office
    finally:
        server.stop()


@pytest.fixture
def scene(division: Division, director: User) -> Scene:
    """Six players of a division of four rounds."""
    return Scene.of(division, director)
