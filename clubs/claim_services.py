"""Which players belong to which account: by an invitation, by a personal link, or by asking an official of the player's club.

One account may hold several players, a family's; a player belongs to one account at most.
"""

from datetime import timedelta
from typing import Final

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from audit.log import log_action
from clubs.models import Player, PlayerClaim, PlayerInvitation, User
from clubs.permissions import Action, require
from clubs.photo_services import drop_photo
from clubs.services import ClubError

INVITATION_LIVES: Final = timedelta(days=60)


@transaction.atomic
def take_player(*, actor: User, player: Player, how: str) -> Player:
    """Tie the player to the actor's account; ``how`` goes into the log. The caller has checked the right to it.

    Raises ClubError when the player belongs to another account.
    """
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.user_id == actor.pk:
        return locked
    if locked.user_id is not None:
        raise ClubError(
            _("%(name)s is already linked to another account. Ask an official of the club.") % {"name": locked.name}
        )
    locked.user = actor
    locked.save(update_fields=["user"])
    PlayerClaim.objects.filter(player=locked, decided_at=None).exclude(user=actor).update(
        accepted=False, decided_at=timezone.now()
    )
    PlayerClaim.objects.filter(player=locked, user=actor, decided_at=None).update(
        accepted=True, decided_at=timezone.now()
    )
    for invitation in PlayerInvitation.live(player=locked):
        invitation.end()
    log_action(
        actor=actor, verb="player.claimed", target=locked, scope=_scope(locked), after={"user": actor.pk, "how": how}
    )
    return locked


@transaction.atomic
def release_player(*, actor: User, player: Player) -> None:
    """Untie the player from the account that holds it: its owner, or an official of its club. Raises PermissionDenied."""
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.user_id is None:
        return
    if locked.user_id != actor.pk:
        _require_official(actor, locked)
    before, locked.user = locked.user_id, None
    locked.save(update_fields=["user"])
    drop_photo(locked)  # the account gave it
    log_action(actor=actor, verb="player.released", target=locked, scope=_scope(locked), before={"user": before})


@transaction.atomic
def invite(*, actor: User, player: Player) -> PlayerInvitation:
    """A link with which its reader takes over the player; the earlier one ends. Raises PermissionDenied, ClubError."""
    locked = Player.objects.select_for_update().get(pk=player.pk)
    _require_official(actor, locked)
    if locked.user_id is not None:
        raise ClubError(_("%(name)s is already linked to an account.") % {"name": locked.name})
    for earlier in PlayerInvitation.live(player=locked):
        earlier.end()
    invitation = PlayerInvitation.fresh(player=locked, made_by=actor)
    invitation.save()
    log_action(actor=actor, verb="player.invited", target=locked, scope=_scope(locked))
    return invitation


def find_invitation(key: str) -> PlayerInvitation:
    """The live invitation of a key. Raises PlayerInvitation.DoesNotExist."""
    since = timezone.now() - INVITATION_LIVES
    invitations = PlayerInvitation.of_key(key).filter(ended_at=None, created_at__gt=since)
    return invitations.select_related("player__home_club").get()


@transaction.atomic
def ask_for_player(*, actor: User, player: Player, note: str = "") -> PlayerClaim:
    """Ask the officials of the player's club. Raises ClubError for a player without a club, or with an account."""
    locked = Player.objects.select_for_update().get(pk=player.pk)
    if locked.user_id is not None:
        raise ClubError(
            _("%(name)s is already linked to another account. Ask an official of the club.") % {"name": locked.name}
        )
    if locked.home_club_id is None:
        raise ClubError(_("%(name)s has no club whose officials could decide.") % {"name": locked.name})
    claim, _created = PlayerClaim.objects.get_or_create(
        user=actor, player=locked, decided_at=None, defaults={"note": note.strip()[:300]}
    )
    return claim


@transaction.atomic
def decide_claim(*, actor: User, claim: PlayerClaim, accept: bool) -> None:
    """Answer a request. Deciding twice does nothing. Raises PermissionDenied, ClubError."""
    locked = (
        PlayerClaim.objects.select_for_update(of=("self",)).select_related("player__home_club", "user").get(pk=claim.pk)
    )
    _require_official(actor, locked.player)
    if locked.decided_at is not None:
        return
    locked.accepted, locked.decided_by, locked.decided_at = accept, actor, timezone.now()
    locked.save(update_fields=["accepted", "decided_by", "decided_at"])
    log_action(
        actor=actor,
        verb="player.claim_accepted" if accept else "player.claim_refused",
        target=locked.player,
        scope=_scope(locked.player),
        after={"user": locked.user_id},
    )
    if accept:
        take_player(actor=locked.user, player=locked.player, how="approved")


def _require_official(actor: User, player: Player) -> None:
    if player.home_club is None:
        raise ClubError(_("%(name)s has no club whose officials could decide.") % {"name": player.name})
    require(actor, player.home_club, Action.MANAGE_PLAYERS)


def _scope(player: Player) -> str:
    return f"club:{player.home_club_id}" if player.home_club_id else ""
