"""A local mail server that keeps what it receives."""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from email import message_from_bytes, policy
from email.message import EmailMessage
from typing import Any

from aiosmtpd.controller import Controller

from tests.harness.servers import free_port


@dataclass
class PostOffice:
    """What the server received, by address, and what it answers instead of taking it. It speaks SMTP, as any other."""

    received: list[tuple[str, EmailMessage]] = field(default_factory=list)
    refusals: dict[str, str] = field(default_factory=dict)
    port: int = 0

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


@contextlib.contextmanager
def open_office() -> Iterator[PostOffice]:
    """A mail server on a free port of this machine."""
    office = PostOffice(port=free_port())
    server = Controller(office, hostname="127.0.0.1", port=office.port)
    server.start()
    try:
        yield office
    finally:
        server.stop()
