"""Players and accounts: who asks, who may still be claimed."""

from django.db.models import Exists, OuterRef, QuerySet

from clubs.models import Club, Player, PlayerClaim, PlayerInvitation, User
from clubs.names import by_name


def open_claims(club: Club) -> QuerySet[PlayerClaim]:
    """The requests that the club's officials have to answer, oldest first."""
    mine = PlayerClaim.objects.filter(player__home_club=club, decided_at=None)
    return mine.select_related("player", "user").order_by("pk")


def players_of_club(club: Club, typed: str = "") -> QuerySet[Player]:
    """The club's players by name, each with its account and whether it has a live ``invited`` link."""
    players = Player.objects.filter(home_club=club, name__icontains=typed.strip())
    invited = Exists(PlayerInvitation.live(player=OuterRef("pk")))
    return players.select_related("user").annotate(invited=invited).order_by(*by_name(), "pk")


def claimable(typed: str) -> list[Player]:
    """Up to 20 players of clubs with this in their name that no account holds; none for less than two letters."""
    if len(typed.strip()) < 2:
        return []
    players = Player.objects.filter(name__icontains=typed.strip(), user=None, home_club__isnull=False)
    return list(players.select_related("home_club").order_by(*by_name(), "pk")[:20])


def claims_of(user: User) -> QuerySet[PlayerClaim]:
    """What the account has asked for, newest first."""
    return PlayerClaim.objects.filter(user=user).select_related("player__home_club").order_by("-pk")
