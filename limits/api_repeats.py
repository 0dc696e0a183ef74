"""Requests that are sent twice: with the header ``Idempotency-Key`` a change of the API is made once.

A program whose answer was lost sends the same request with the same key, and gets the first answer instead of a second event or player. The
answer is stored in the transaction that makes the change, so that either both are there or neither.
"""

from __future__ import annotations

import hashlib
import json
from base64 import urlsafe_b64encode
from collections.abc import Callable
from datetime import timedelta
from functools import wraps
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from cryptography.fernet import Fernet
from django.db import IntegrityError, transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac
from django.utils.translation import gettext as _
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from core.errors import WordhallError
from limits.models import KeptAnswer

if TYPE_CHECKING:  # REST framework's views import this package, by the settings
    from rest_framework.views import APIView

HEADER: Final = "Idempotency-Key"
MAX_KEY: Final = 200
KEEP: Final = timedelta(days=1)

Answering = Callable[..., Response]


class BadKeyError(WordhallError):
    """The header cannot be used."""


class KeyReusedError(WordhallError):
    """The key was sent before, with another request."""

    kind = "key_reused"
    status = HTTPStatus.UNPROCESSABLE_ENTITY


def answered_once(view: type[APIView]) -> type[APIView]:
    """The view, whose POST heeds the header."""
    post: Answering = view.post  # type: ignore[attr-defined]  # it declares one
    members = {"post": _once(post), "__module__": view.__module__, "__doc__": view.__doc__}
    return type(view.__name__, (view,), members)


def _once(post: Answering) -> Answering:
    @wraps(post)
    def answer(view: APIView, request: Request, **address: Any) -> Response:
        key = request.headers.get(HEADER, "")
        if not key:
            return post(view, request, **address)
        if len(key) > MAX_KEY or not (key.isascii() and key.isprintable()):
            raise BadKeyError(
                _("%(header)s can have at most %(most)d letters, digits and symbols.")
                % {"header": HEADER, "most": MAX_KEY},
                code="idempotency_key",
            )
        return _answer(key, request, lambda: post(view, request, **address))

    return answer


def _answer(key: str, request: Request, make: Callable[[], Response]) -> Response:
    """The stored answer to this key, or the one that is made now. What is refused is not stored: corrected, it may use the key."""
    who = f"{request.user.pk}:{key}"
    mark, sent = salted_hmac("limits.repeats", who, algorithm="sha256").hexdigest(), _hash_of(request)
    lock = Fernet(urlsafe_b64encode(salted_hmac("limits.repeats.answer", who, algorithm="sha256").digest()))
    KeptAnswer.objects.filter(mark=mark, created_at__lt=timezone.now() - KEEP).delete()
    with transaction.atomic():
        kept = _first(mark, sent)
        if kept is not None:
            return _again(kept, sent, lock)
        answer = make()
        rows = KeptAnswer.objects.filter(mark=mark)
        if HTTPStatus.OK <= answer.status_code < HTTPStatus.MULTIPLE_CHOICES and isinstance(answer, Response):
            rows.update(status=answer.status_code, answer=lock.encrypt(JSONRenderer().render(answer.data)))
        else:
            rows.delete()
    return answer


def _first(mark: str, sent: str) -> KeptAnswer | None:
    """Claim the key; the answer of whoever had it before. It waits for a request that is being answered with the same key."""
    try:
        with transaction.atomic():
            KeptAnswer.objects.create(mark=mark, sent=sent)
    except IntegrityError:
        return KeptAnswer.objects.get(mark=mark)
    return None


def _again(kept: KeptAnswer, sent: str, lock: Fernet) -> Response:
    if kept.sent != sent:
        raise KeyReusedError(
            _("This %(header)s was already sent with another request. Use a new one for each change.")
            % {"header": HEADER}
        )
    body = lock.decrypt(bytes(kept.answer))
    headers = {"Idempotency-Replayed": "true", "Cache-Control": "no-store"}
    return Response(json.loads(body) if body else None, status=kept.status, headers=headers)


def _hash_of(request: Request) -> str:
    """The hash of address and body; of a form with files only the address counts."""
    body = "" if request.FILES else json.dumps(request.data, sort_keys=True, default=str)
    return hashlib.sha256(f"{request.get_full_path()} {body}".encode()).hexdigest()


def forget_answers() -> int:
    """Delete answers that are older than a day; how many."""
    return KeptAnswer.objects.filter(created_at__lt=timezone.now() - KEEP).delete()[0]
