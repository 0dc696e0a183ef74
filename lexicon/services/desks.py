"""The private addresses of judging tablets: made from the server's secret, stored as hashes, closed when no longer wanted."""

from django.db import transaction
from django.utils import timezone

from audit.log import record
from clubs.keys import KeyMaker, hash_typed
from clubs.models import Club, User
from lexicon.models import JudgeDesk

_KEYS = KeyMaker("lexicon.judge")


def desk_key(desk: JudgeDesk) -> str | None:
    """The key to show: 26 letters and digits (128 bits). None when the server's secret has been changed since."""
    return _KEYS.again(desk.scope, desk.nonce, desk.key_hash)


def find_desk(key: str) -> JudgeDesk | None:
    """The open desk of a key, found by its hash; None for any other key."""
    key_hash = hash_typed(key)
    if key_hash is None:
        return None
    return JudgeDesk.objects.select_related("club", "opened_by").filter(key_hash=key_hash, closed_at=None).first()


@transaction.atomic
def open_desk(*, actor: User, club: Club, scope: str) -> JudgeDesk:
    """The scope's desk with a new key; the address of the one before ends. The caller has checked the right to."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    close_desk(actor=actor, club=club, scope=scope)
    key = _KEYS.make(scope)
    desk = JudgeDesk.objects.create(club=club, scope=scope, nonce=key.nonce, key_hash=key.key_hash, opened_by=actor)
    record(actor=actor, verb="judge.opened", target=desk, scope=scope)
    return desk


@transaction.atomic
def close_desk(*, actor: User, club: Club, scope: str) -> None:
    """End the scope's address, if it has one."""
    for desk in JudgeDesk.objects.select_for_update().filter(club=club, scope=scope, closed_at=None):
        desk.closed_at = timezone.now()
        desk.save(update_fields=["closed_at"])
        record(actor=actor, verb="judge.closed", target=desk, scope=scope)
