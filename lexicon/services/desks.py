"""The private addresses of judging tablets: made from the server's secret, stored as hashes, closed when no longer wanted."""

import base64
import hashlib
import secrets

from django.conf import settings
from django.db import transaction
from django.utils import timezone
from django.utils.crypto import salted_hmac

from audit.log import record
from clubs.models import Club, User
from lexicon.models import JudgeDesk

MAX_KEY = 64
_KEY_BYTES = 16


def _key(scope: str, nonce: str, secret: str | bytes) -> str:
    digest = salted_hmac("lexicon.judge", f"{scope}:{nonce}", secret=secret, algorithm="sha256").digest()
    return base64.b32encode(digest[:_KEY_BYTES]).decode().rstrip("=").lower()


def _hash(key: str) -> str:
    return hashlib.sha256(key.encode()).hexdigest()


def desk_key(desk: JudgeDesk) -> str | None:
    """The key to show: 26 letters and digits (128 bits). None when the server's secret has been changed since."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        key = _key(desk.scope, desk.nonce, secret)
        if _hash(key) == desk.key_hash:
            return key
    return None


def find_desk(key: str) -> JudgeDesk | None:
    """The open desk of a key, found by its hash; None for any other key."""
    cleaned = key.strip().lower()
    if not 0 < len(cleaned) <= MAX_KEY:
        return None
    return JudgeDesk.objects.select_related("club", "opened_by").filter(key_hash=_hash(cleaned), closed_at=None).first()


@transaction.atomic
def open_desk(*, actor: User, club: Club, scope: str) -> JudgeDesk:
    """The scope's desk with a new key; the address of the one before ends. The caller has checked the right to."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    close_desk(actor=actor, club=club, scope=scope)
    nonce = secrets.token_hex(16)
    key_hash = _hash(_key(scope, nonce, settings.SECRET_KEY))
    desk = JudgeDesk.objects.create(club=club, scope=scope, nonce=nonce, key_hash=key_hash, opened_by=actor)
    record(actor=actor, verb="judge.opened", target=desk, scope=scope)
    return desk


@transaction.atomic
def close_desk(*, actor: User, club: Club, scope: str) -> None:
    """End the scope's address, if it has one."""
    for desk in JudgeDesk.objects.select_for_update().filter(club=club, scope=scope, closed_at=None):
        desk.closed_at = timezone.now()
        desk.save(update_fields=["closed_at"])
        record(actor=actor, verb="judge.closed", target=desk, scope=scope)
