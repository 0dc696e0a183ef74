"""The private addresses of judge tablets: created, found by their key, and ended."""

from django.db import transaction

from audit.log import log_action
from clubs.models import Club, User
from lexicon.models import JudgeTablet


def desk_key(desk: JudgeTablet) -> str | None:
    """The key to show: 26 letters and digits (128 bits). None when the server's secret has been changed since."""
    return desk.key


def find_desk(key: str) -> JudgeTablet | None:
    """The open desk of a key, found by its hash; None for any other key."""
    return JudgeTablet.of_key(key).select_related("club", "opened_by").filter(ended_at=None).first()


@transaction.atomic
def open_desk(*, actor: User, club: Club, scope: str) -> JudgeTablet:
    """The scope's desk with a new key; the address of the one before ends. The caller has checked the right to."""
    Club.objects.select_for_update(no_key=True).get(pk=club.pk)
    close_desk(actor=actor, club=club, scope=scope)
    desk = JudgeTablet.fresh(club=club, scope=scope, opened_by=actor)
    desk.save()
    log_action(actor=actor, verb="judge.opened", target=desk, scope=scope)
    return desk


@transaction.atomic
def close_desk(*, actor: User, club: Club, scope: str) -> None:
    """End the scope's address, if it has one."""
    for desk in JudgeTablet.live(club=club, scope=scope).select_for_update():
        desk.end()
        log_action(actor=actor, verb="judge.closed", target=desk, scope=scope)
