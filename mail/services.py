"""Posting mails, sending them, and what an operator may do with those that were not sent.

``post`` writes a row in the caller's transaction and a job sends it afterwards: a mail server that hangs or refuses delays no page.
"""

import hashlib
import logging
import smtplib
from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import get_language

from core.languages import LANGUAGES
from core.leases import renewed
from jobs.services import enqueue
from mail.models import Mail
from mail.templates import write

logger = logging.getLogger(__name__)

#: Called with a mail whose address the server refused for good; apps above register here what follows from it.
address_refused: list[Callable[[Mail], None]] = []

#: The last of these tries is made some two days after the first.
MAX_TRIES: Final = 14
#: How long a worker that was killed keeps a mail; one that lives renews it.
LEASE: Final = timedelta(seconds=20)
LONGEST_WAIT: Final = timedelta(hours=6)
#: How long the text of a mail is kept once there is nothing more to do with it; that it was sent is known longer.
KEEP_TEXT: Final = timedelta(days=30)
KEEP_ROW: Final = timedelta(days=400)


def sends_mail() -> bool:
    """Whether the site has a mail server; otherwise mails are kept for operators to read."""
    return bool(settings.MAIL_SERVER)


def post(
    kind: str,
    *,
    to: str,
    key: str,
    context: Mapping[str, object] | None = None,
    language: str = "",
    unsubscribe: str = "",
) -> Mail:
    """Write the mail ``templates/mail/<kind>.txt`` to this address, in the caller's transaction; it is sent after the commit.

    ``key`` says what it is for (``round-published:12:entry:7``): a second mail with the same key is not written, and the first is
    returned. ``language``: the reader's; empty: that of the page. ``unsubscribe``: the address of a page that ends mails of this kind.
    Raises TemplateDoesNotExist.
    """
    known = {one.code for one in LANGUAGES}
    preferred = language or get_language() or ""
    reader = preferred if preferred in known else settings.LANGUAGE_CODE
    written = write(kind, reader, {**(context or {}), "unsubscribe": unsubscribe})
    stored_key = key if len(key) <= 200 else hashlib.sha256(key.encode()).hexdigest()
    mail, created = Mail.objects.get_or_create(
        key=stored_key,
        defaults={
            "to": to.strip(),
            "kind": kind,
            "subject": written.subject,
            "text": written.text,
            "html": written.html,
            "unsubscribe": unsubscribe,
            "language": reader,
            "state": Mail.State.WAITING if sends_mail() else Mail.State.KEPT,
        },
    )
    if created and mail.state == Mail.State.WAITING:
        enqueue("mail.send", mail.pk)
    return mail


def _due(now: datetime) -> Q:
    return Q(state__in=[Mail.State.WAITING, Mail.State.SENDING], due_at__lte=now)


def send(*, mail_id: int) -> bool:
    """Send the mail unless it was sent, another worker has it, or it waits for its next try. Whether it was sent now.

    Never raises what a mail server does: the error stands in the row, and ``sweep`` tries again, later each time. A mail whose
    worker was killed between sending and noting it has the same ``Message-ID`` again, by which mail programs know it.
    """
    now = timezone.now()
    claimed = Mail.objects.filter(_due(now), pk=mail_id).update(
        state=Mail.State.SENDING, due_at=now + LEASE, tries=F("tries") + 1
    )
    if not claimed:
        return False
    mail = Mail.objects.get(pk=mail_id)
    ours = Mail.objects.filter(pk=mail_id, state=Mail.State.SENDING, tries=mail.tries)
    try:
        with renewed(lambda: ours.update(due_at=timezone.now() + LEASE), LEASE):
            message_of(mail).send()
    except (OSError, smtplib.SMTPException, ValueError) as error:
        _put_back(mail, error)
        return False
    Mail.objects.filter(pk=mail_id).update(state=Mail.State.SENT, sent_at=timezone.now(), error="")
    return True


def message_of(mail: Mail) -> EmailMultiAlternatives:
    """The mail as it goes to the server."""
    host = urlsplit(settings.SITE_URL).hostname or "wordhall.invalid"
    headers = {
        "Message-ID": f"<{hashlib.sha256(f'{mail.pk} {mail.key}'.encode()).hexdigest()[:32]}@{host}>",
        "Content-Language": mail.language,
        "Auto-Submitted": "auto-generated",
    }
    if mail.unsubscribe:
        headers["List-Unsubscribe"] = f"<{mail.unsubscribe}>"
        headers["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"  # RFC 8058: one POST, no page
    message = EmailMultiAlternatives(mail.subject, mail.text, to=[mail.to], headers=headers)
    message.attach_alternative(mail.html, "text/html")
    return message


def _put_back(mail: Mail, error: Exception) -> None:
    """Let the mail wait for its next try, or give it up: after the last one, or when the server refuses it or its address for good."""
    logger.warning("mail %s to be tried again: %s", mail.pk, type(error).__name__)
    refused = isinstance(error, smtplib.SMTPRecipientsRefused) and all(
        code >= HTTPStatus.INTERNAL_SERVER_ERROR for code, _text in error.recipients.values()
    )
    unwanted = isinstance(error, smtplib.SMTPDataError) and error.smtp_code >= HTTPStatus.INTERNAL_SERVER_ERROR
    ends = refused or unwanted or isinstance(error, ValueError) or mail.tries >= MAX_TRIES
    wait = min(timedelta(seconds=30 * 2**mail.tries), LONGEST_WAIT)
    Mail.objects.filter(pk=mail.pk).update(
        state=Mail.State.FAILED if ends else Mail.State.WAITING,
        due_at=timezone.now() + wait,
        error=f"{type(error).__name__}: {error}"[:2000],
    )
    if refused:
        for follow in address_refused:
            follow(mail)


def sweep() -> int:
    """Ask for every mail that is due, and forget old texts and rows. How many are due."""
    now = timezone.now()
    due = list(Mail.objects.filter(_due(now)).order_by("due_at").values_list("pk", flat=True)[:500])
    for number in due:
        enqueue("mail.send", number)
    ended = Mail.objects.filter(state__in=[Mail.State.SENT, Mail.State.FAILED, Mail.State.KEPT])
    ended.filter(created_at__lt=now - KEEP_TEXT).exclude(text="").update(text="", html="")
    ended.filter(created_at__lt=now - KEEP_ROW).delete()
    return len(due)


@transaction.atomic
def send_again(*, mails: QuerySet[Mail]) -> int:
    """Try mails again that were kept or given up, whose text is still there. How many. Nothing happens without a mail server."""
    if not sends_mail():
        return 0
    stopped = mails.filter(state__in=[Mail.State.KEPT, Mail.State.FAILED]).exclude(text="")
    numbers = list(stopped.values_list("pk", flat=True))
    Mail.objects.filter(pk__in=numbers).update(state=Mail.State.WAITING, tries=0, due_at=timezone.now(), error="")
    for number in numbers:
        enqueue("mail.send", number)
    return len(numbers)


def forget_address(address: str) -> int:
    """Delete every mail to this address, whatever its state. How many."""
    return Mail.objects.filter(to__iexact=address.strip()).delete()[0] if address.strip() else 0
