"""Deleting one's own account: who may go, which players of a family go too, and what is left."""

from collections.abc import Collection

from django.db import transaction
from django.utils.translation import gettext as _

from clubs.models import Club, Membership, Role, User
from core.wording import listed
from tournaments.errors import TournamentError
from tournaments.services.erasure import erase_account, erase_player


def clubs_left_alone(user: User) -> list[Club]:
    """The clubs whose only director the account is: they have to be handed over or closed first. One query."""
    own = Membership.objects.filter(user=user, role=Role.DIRECTOR)
    others = Membership.objects.filter(role=Role.DIRECTOR).exclude(user=user)
    clubs = Club.objects.filter(pk__in=own.values("club"), closed_at=None)
    return list(clubs.exclude(pk__in=others.values("club")))


@transaction.atomic
def leave(*, user: User, players: Collection[int], reason: str = "") -> list[str]:
    """Delete the account and put pseudonyms in place of those of its players that are named; the others stay, without an account.

    The pseudonyms. Raises TournamentError while a club would be left without a director.
    """
    mine = Club.objects.filter(memberships__user=user, memberships__role=Role.DIRECTOR)
    list(Club.objects.select_for_update().filter(pk__in=mine.values("pk")).order_by("pk"))
    if alone := clubs_left_alone(user):
        raise TournamentError(
            _("You are the only director of %(clubs)s. Hand over or close every such club first.")
            % {"clubs": listed(club.name for club in alone)},
            code="only_director",
        )
    reason = reason or _("requested on the “My account” page")
    going = user.players.filter(pk__in=players).order_by("pk")
    done = [erase_player(player=player, reason=reason, actor=user) for player in going]
    return [*done, erase_account(user=user, reason=reason, actor=user)]
