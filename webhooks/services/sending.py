"""Deliveries: noted in the transaction in which something happens, sent by a job, tried again for a day, forgotten after a month.

A webhook whose deliveries fail again and again is paused, and its directors see it on its page. While it is paused nothing is noted for it.
"""

import http.client
import logging
import ssl
import time
from collections.abc import Mapping
from datetime import datetime, timedelta
from http import HTTPStatus
from typing import Final

from django.db import transaction
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext as _

from clubs.services import ClubError
from core.leases import renewed
from core.outgoing import NotPublicAddress, post
from jobs.services import enqueue
from webhooks.engine.signing import headers_of
from webhooks.kinds import TEST, Topic
from webhooks.models import Webhook, WebhookDelivery
from webhooks.queries import asking
from webhooks.services.payload import body_of

logger = logging.getLogger(__name__)

State, Trouble = WebhookDelivery.State, WebhookDelivery.Trouble

#: The last of these tries is made about a day after the first.
MAX_TRIES: Final = 12
#: Failed tries in a row, over all deliveries of a webhook, after which it is paused.
MAX_FAILURES: Final = 30
#: How long a worker that was killed holds a delivery; one that lives renews it.
LEASE: Final = timedelta(seconds=20)
FIRST_WAIT: Final = timedelta(seconds=15)
LONGEST_WAIT: Final = timedelta(hours=6)
KEEP: Final = timedelta(days=30)


def note(club: int, topic: Topic, about: Mapping[str, int], *, once: bool = False) -> None:
    """Note a fact for the webhooks of the club (id) that are told of its kind, in the caller's transaction; jobs send it after the commit.

    ``once``: not again for a webhook for which the same waits already. One query where no webhook asks.
    """
    for webhook in asking(club, topic):
        waits = WebhookDelivery.objects.filter(webhook=webhook, topic=topic, about=dict(about), state=State.WAITING)
        if not (once and waits.exists()):
            _queue(webhook, topic, about)


def _queue(webhook: Webhook, topic: str, about: Mapping[str, int]) -> WebhookDelivery:
    delivery = WebhookDelivery.objects.create(webhook=webhook, topic=topic, about=dict(about))
    enqueue("webhooks.send", delivery.pk)
    return delivery


def queue_test(webhook: Webhook) -> WebhookDelivery:
    """A delivery that says nothing but that it is a test. Inside a transaction."""
    return _queue(webhook, TEST, {})


def _due(now: datetime) -> Q:
    return Q(state__in=[State.WAITING, State.SENDING], due_at__lte=now, webhook__paused_at=None)


def send(*, delivery_id: int) -> bool:
    """Send the delivery unless it was sent, another worker has it, it waits for its next try, or its webhook is paused. Whether it was
    sent now.

    Never raises what the network does: what stood in the way is in the row, and ``sweep`` tries again, later each time. One whose worker
    was killed between sending and noting it has the same ``webhook-id`` again.
    """
    now = timezone.now()
    claimed = WebhookDelivery.objects.filter(_due(now), pk=delivery_id).update(
        state=State.SENDING, due_at=now + LEASE, tries=F("tries") + 1
    )
    if not claimed:
        return False
    delivery = WebhookDelivery.objects.select_related("webhook__club").get(pk=delivery_id)
    body, secret = body_of(delivery), delivery.webhook.secret
    if body is None:
        WebhookDelivery.objects.filter(pk=delivery_id).update(state=State.DROPPED)
        return False
    if secret is None:
        _failed(delivery, None, Trouble.KEY)
        return False
    signed = headers_of(secret, str(delivery.number), int(time.time()), body)
    ours = WebhookDelivery.objects.filter(pk=delivery_id, state=State.SENDING, tries=delivery.tries)
    try:
        with renewed(lambda: ours.update(due_at=timezone.now() + LEASE), LEASE):
            status = post(delivery.webhook.address, body, signed)
    except (OSError, http.client.HTTPException, NotPublicAddress, ValueError) as error:
        logger.warning("webhook delivery %s not sent: %s", delivery_id, type(error).__name__)
        _failed(delivery, None, _trouble(error))
        return False
    if not HTTPStatus.OK <= status < HTTPStatus.MULTIPLE_CHOICES:
        _failed(delivery, status, Trouble.REDIRECT if status < HTTPStatus.BAD_REQUEST else "")
        return False
    _sent(delivery, status)
    return True


def _trouble(error: Exception) -> str:
    """What stood in the way, for the director."""
    if isinstance(error, NotPublicAddress):
        return Trouble.PRIVATE
    if isinstance(error, ssl.SSLError):
        return Trouble.CERTIFICATE
    if isinstance(error, TimeoutError):
        return Trouble.TIME
    return Trouble.ADDRESS if isinstance(error, ValueError) else Trouble.CONNECTION


@transaction.atomic
def _sent(delivery: WebhookDelivery, status: int) -> None:
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        state=State.SENT, sent_at=timezone.now(), status_code=status, trouble=""
    )
    Webhook.objects.filter(pk=delivery.webhook_id, failures__gt=0).update(failures=0)


@transaction.atomic
def _failed(delivery: WebhookDelivery, status: int | None, trouble: str) -> None:
    """Let it wait for its next try, or give it up after the last; a test is tried once. Pause a webhook that keeps failing."""
    now = timezone.now()
    webhook = Webhook.objects.select_for_update().get(pk=delivery.webhook_id)
    is_test = delivery.topic == TEST
    gone = status == HTTPStatus.GONE
    ends = is_test or gone or delivery.tries >= MAX_TRIES
    wait = min(FIRST_WAIT * 2**delivery.tries, LONGEST_WAIT)
    WebhookDelivery.objects.filter(pk=delivery.pk).update(
        state=State.FAILED if ends else State.WAITING, due_at=now + wait, status_code=status, trouble=trouble
    )
    if is_test or webhook.paused_at is not None:
        return
    webhook.failures += 1
    if gone or webhook.failures >= MAX_FAILURES:
        webhook.paused_at, webhook.paused_why = now, Webhook.Why.GONE if gone else Webhook.Why.FAILURES
    webhook.save(update_fields=["failures", "paused_at", "paused_why"])


def sweep() -> int:
    """Ask for every delivery that is due, and forget old ones. How many are due."""
    now = timezone.now()
    due = list(WebhookDelivery.objects.filter(_due(now)).order_by("due_at").values_list("pk", flat=True)[:500])
    for number in due:
        enqueue("webhooks.send", number)
    WebhookDelivery.objects.filter(created_at__lt=now - KEEP).delete()
    return len(due)


def queue_again(delivery: WebhookDelivery) -> WebhookDelivery:
    """Try a delivery again that was given up. Inside a transaction, its webhook locked. Raises ClubError."""
    if delivery.webhook.paused_at is not None:
        raise ClubError(_("The webhook is paused. Resume it first."), code="paused")
    if delivery.state != State.FAILED:
        raise ClubError(_("Only a failed delivery can be sent again."), code="state")
    delivery.state, delivery.tries, delivery.due_at = State.WAITING, 0, timezone.now()
    delivery.save(update_fields=["state", "tries", "due_at"])
    enqueue("webhooks.send", delivery.pk)
    return delivery
