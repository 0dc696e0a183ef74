"""Notifications on phones and computers: Web Push (RFC 8030, 8291, 8292), encrypted for the browser that asked.

The address of a push service comes from a browser, that is from anybody; the site sends to known services only (``PUSH_SERVICES``), and
follows no redirect.
"""

import json
import logging
from datetime import timedelta
from email.utils import parseaddr
from http import HTTPStatus
from typing import Final
from urllib.parse import urlsplit

import requests
from cryptography.hazmat.primitives import serialization
from django.conf import settings
from django.utils import timezone
from django.utils.translation import gettext as _
from py_vapid import Vapid02  # type: ignore[import-untyped]
from py_vapid.utils import b64urlencode  # type: ignore[import-untyped]

from messaging.kinds import KINDS
from messaging.models import Address, Delivery, PushKey
from messaging.queries import own_pages, own_registrations
from tournaments.errors import TournamentError

logger = logging.getLogger(__name__)

#: Tries before a notification is given up; the last is some four minutes after the first: then it is no news any more.
MAX_TRIES: Final = 7
SECONDS: Final = 10
_GONE: Final = {HTTPStatus.NOT_FOUND, HTTPStatus.GONE}


class PushFailed(Exception):
    """The push service did not take the notification; the job tries again later."""


def is_push_service(endpoint: str) -> bool:
    """Whether the address is one of a known push service."""
    try:
        parts = urlsplit(endpoint)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return False
    if f"{parts.scheme}://{parts.netloc}" in settings.PUSH_SERVICES:
        return True
    known = any(host == name or host.endswith(f".{name}") for name in settings.PUSH_SERVICES)
    return known and parts.scheme == "https" and port in (None, 443) and "@" not in parts.netloc


def refuse_unknown_service(endpoint: str) -> None:
    """Raise TournamentError for an address that is not one of a known push service."""
    if not is_push_service(endpoint):
        raise TournamentError(
            _("This browser's push service is not known to this site. Use email instead."), code="device"
        )


def _key() -> Vapid02:
    """The site's key pair; made the first time, and then always the same."""
    row = PushKey.objects.filter(number=1).first()
    if row is None:
        made = Vapid02()
        made.generate_keys()
        row, _created = PushKey.objects.get_or_create(number=1, defaults={"private_pem": made.private_pem().decode()})
    return Vapid02.from_pem(row.private_pem.encode())


def public_key() -> str:
    """The public half, as browsers want it. One query."""
    point = _key().public_key.public_bytes(serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
    return str(b64urlencode(point))


def send(*, delivery_id: int) -> bool:
    """Send the notification unless it was sent or given up; whether it was sent now.

    A browser that is gone (404, 410) is forgotten. Raises PushFailed for what may pass, and gives up after ``MAX_TRIES``.
    """
    rows = Delivery.objects.select_related("message__event", "address", "entry", "registration")
    delivery = rows.filter(pk=delivery_id, state=Delivery.State.WAITING).first()
    if delivery is None:
        return False
    address = delivery.address
    if address is None:
        _end(delivery, error=_("The device was removed."))
        return False
    try:
        status = _post(delivery, address)
    except (requests.RequestException, ValueError) as error:
        return _failed(
            delivery, type(error).__name__, for_good=isinstance(error, (ValueError, requests.TooManyRedirects))
        )
    if status in _GONE:
        _end(delivery, error=_("The browser no longer accepts notifications."))
        address.delete()
        return False
    if status >= HTTPStatus.MULTIPLE_CHOICES:
        passing = status >= HTTPStatus.INTERNAL_SERVER_ERROR or status == HTTPStatus.TOO_MANY_REQUESTS
        return _failed(delivery, f"HTTP {status}", for_good=not passing)
    Delivery.objects.filter(pk=delivery.pk).update(
        state=Delivery.State.SENT, sent_at=timezone.now(), error="", title="", text=""
    )
    return True


def _post(delivery: Delivery, address: Address) -> int:
    """The status that the push service answers. Raises what it raises."""
    # It brings a whole second HTTP client, which every process of the site would load at its start: a sixth of the time.
    from pywebpush import WebPushException, webpush  # type: ignore[import-untyped] # noqa: PLC0415

    if not is_push_service(address.to):  # no longer: the operator has changed the list
        raise ValueError(address.to)
    kind = KINDS[delivery.message.kind]
    note = {
        "title": delivery.title,
        "body": delivery.text,
        "url": _path(delivery),
        # the same message shown twice replaces itself
        "tag": f"{kind.topic}-{delivery.message.event_id}-{delivery.person}",
        "lang": address.language,
    }
    sender = parseaddr(settings.DEFAULT_FROM_EMAIL)[1]
    with requests.Session() as session:
        session.max_redirects = 0
        try:
            answer = webpush(
                {"endpoint": address.to, "keys": {"p256dh": address.push_key, "auth": address.push_secret}},
                data=json.dumps(note, ensure_ascii=False),
                vapid_private_key=_key(),
                vapid_claims={"sub": f"mailto:{sender}"},
                ttl=int(timedelta(hours=kind.hours).total_seconds()),
                headers={"Urgency": "high"},
                timeout=SECONDS,
                requests_session=session,
            )
        except WebPushException as error:
            if error.response is None:
                raise requests.RequestException(str(error)) from error
            return int(error.response.status_code)
    assert isinstance(answer, requests.Response)
    return int(answer.status_code)


def _path(delivery: Delivery) -> str:
    """The page that a tap on the notification opens."""
    path = ""
    if delivery.entry_id is not None:
        path = own_pages([delivery.entry_id]).get(delivery.entry_id, "")
    elif delivery.registration is not None:
        path = own_registrations([delivery.registration.group_id]).get(delivery.registration.group_id, "")
    return path or f"/e/{delivery.message.event.slug}/"


def _failed(delivery: Delivery, error: str, *, for_good: bool) -> bool:
    logger.warning("notification %s not sent: %s", delivery.pk, error)
    if for_good or delivery.tries + 1 >= MAX_TRIES:
        _end(delivery, error=error)
        return False
    Delivery.objects.filter(pk=delivery.pk).update(tries=delivery.tries + 1, error=error[:300])
    raise PushFailed(error)


def _end(delivery: Delivery, *, error: str) -> None:
    """Nothing more is tried with it."""
    Delivery.objects.filter(pk=delivery.pk).update(
        state=Delivery.State.FAILED, tries=delivery.tries + 1, error=error[:300], title="", text=""
    )
